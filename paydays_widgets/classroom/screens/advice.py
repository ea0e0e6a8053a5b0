"""What each answer to the poll would have earned: bots play on from the question with each."""

from functools import cached_property
from typing import Any

from msgspec.structs import replace

from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import poll
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Move
from paydays_widgets.core.table import AnyTable
from paydays_widgets.lab.decision import decision
from paydays_widgets.lab.estimate import CONFIDENCE
from paydays_widgets.show.template import templates
from paydays_widgets.talk.advice import Advice, Question, compared, playing


class Past(TableSight):
    """The table as it was when the class was asked what is now answered."""

    @cached_property
    def table(self) -> AnyTable:
        """The table at the question."""
        table = self.sitting.table.copied()
        table.go_to(table.branch.begins(_before(self.room)))
        return table


def answers(room: Room) -> list[tuple[Move, ...]]:
    """List the answers that are shown: to what is asked now, or what was asked last."""
    given = room.poll.answers if room.poll.revealed else room.poll.played[0].answers
    return [each.moves for each in given.values()]


def _before(room: Room) -> int:
    """Return how many moves had been made when that was asked."""
    return room.sittings[0].made if room.poll.revealed else room.poll.played[0].decision.before


def _where(room: Room) -> tuple[object, ...]:
    return room.sittings[0].undone, _before(room)


def question(room: Room) -> Question:
    """Take the decision that is shown with its answers off the table."""
    sight = Past(room, room.sittings[0], ClassScreen(), poll.seat(room))
    table = sight.table
    asked = decision(table, persons=sight.stand_in, seat=poll.seat(room))
    besides = tuple(dict.fromkeys(moves[0] for moves in answers(room)))
    return Question(_where(room), replace(asked, besides=besides), game_seed(table.seed, table.at))


def earned(here: Here, screen: ClassScreen) -> dict[str, Any]:
    """Compile whether advice was asked for, and its figures by answer."""
    room, advice = here.room, here.advice
    asked = advice.asked
    if asked is None or asked.where != _where(room):
        return {"advice": None}
    at = Past(room, room.sittings[0], screen, poll.seat(room))
    found = advice.found
    known = compared(at, asked, found) if found else None
    return {
        "advice": advice,
        "rows": known.rows if known else {},
        "verdict": known.verdict if known else "",
        "progress": _progress(at, advice) if advice.playing or advice.failed else "",
        "notes": [playing(at, asked.decision.setting), *(known.notes if known else ())],
        "sure": at.text.percent(100 * CONFIDENCE),
    }


def _progress(at: Past, advice: Advice) -> str:
    """Draw how far the games are, or why there are none."""
    page = templates("paydays_widgets.show").get_template("advice_progress.html.j2")
    return page.render(text=at.text, advice=advice)
