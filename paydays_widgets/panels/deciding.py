"""The debrief: ask which decision mattered most, then show what each cost or brought."""

import os
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.lab.estimate import CONFIDENCE
from paydays_widgets.panels.branches import parting
from paydays_widgets.panels.charts import worth_chart
from paydays_widgets.panels.decided import Candidate, candidates, most
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import IN_LAB
from paydays_widgets.show.report import signed
from paydays_widgets.talk.advice import playing
from paydays_widgets.talk.story import heading


class Row(Struct, frozen=True):
    """A decision as it is offered, and after the reader has picked.

    Parameters
    ----------
    number, at, turn
        Its move, the step before it, and the name of its turn.
    made, other
        What was done, and the best other choice.
    about
        What it was about, such as a contract or a value; "" where what was done says it.
    since
        What the seat's books changed by until its next decision.
    gain
        What the choice earned in comparison, with its interval; "" while nobody has picked.
    tone
        ``gain`` or ``loss``; "" where chance may explain the difference.
    move
        The other choice, in its notation.
    """

    number: int
    at: int
    turn: str
    made: str
    about: str
    since: str
    other: str
    gain: str
    tone: str
    move: str


def decided(at: Session) -> dict[str, Any]:
    """Compile the question, or its answer with a chart and what to do next."""
    found = at.decided
    offered = candidates(at, found) if found.found and found.found.complete else []
    shown: dict[str, Any] = {
        "decided": found,
        "money": at.words.money,
        "rows": _apart(at, [_row(at, each, told=found.picked is not None) for each in offered]),
        "lesson": at.lesson,
        "in_lab": IN_LAB in os.environ,
        "picked": found.picked,
    }
    if found.picked is None or found.asked is None or not offered:
        return shown
    best = most(offered)
    chosen = next(each for each in offered if each.number == found.picked)
    drawn = chosen if chosen in best or not best else best[0]
    looked = len(found.asked.decisions)
    table = at.table
    move = table.branch.moves[drawn.number]
    return {
        **shown,
        "verdict": _verdict(at, best, chosen),
        "most": {each.number for each in best},
        "left_out": looked - len(offered),
        "looked": looked,
        "games": found.found.found[0].games if found.found else 0,
        "bots": playing(at, found.asked.decisions[0].setting),
        "sure": at.text.percent(100 * CONFIDENCE),
        "chart": _chart(at, drawn),
        "otherwise": at.names[move.by],
        "other": at.choice(table.before(drawn.number), table.game.read(drawn.other)),
    }


def _row(at: Session, each: Candidate, *, told: bool) -> Row:
    table, money = at.table, at.words.money
    gain = abs(each.gain.value)
    reach = each.gain.high - each.gain.value
    facts = {"sum": money(round(gain, 1), at.text), "reach": money(round(reach, 1), at.text)}
    if not told:
        said = ""
    elif not each.sure:
        said = at.text("luck may explain the difference: {sum} ± {reach}", **facts)
    elif each.gain.value < 0:
        said = at.text("cost {sum} ± {reach}", **facts)
    else:
        said = at.text("brought {sum} ± {reach}", **facts)
    state = table.before(each.number)
    made = parting(at, table.branch, each.number)
    about = _about(at, each.number)
    return Row(
        each.number,
        table.branch.begins(each.number),
        heading(at, table.game.turn(state).turn),
        made,
        "" if about in made else about,
        at.text("{sum} until the next decision", sum=signed(each.change, money, at.text))
        if each.change
        else at.text("no change until the next decision"),
        at.choice(state, table.game.read(each.other)),
        said,
        ("gain" if each.gain.value > 0 else "loss") if each.sure else "",
        each.other,
    )


def _apart(at: Session, rows: Sequence[Row]) -> list[Row]:
    """Put before what was done, where rows say the same, what each was about, or its turn."""
    found = []
    for row in rows:
        alike = [each for each in rows if each.made == row.made]
        if len(alike) == 1:
            found.append(row)
            continue
        about = row.about and len({each.about for each in alike}) == len(alike)
        by = row.about if about else row.turn
        if not about and len({each.turn for each in alike}) < len(alike):
            by = f"{row.turn}, {alike.index(row) + 1}"
        made = at.text("{title}: {words}", title=by, words=row.made)
        found.append(replace(row, made=made, about="" if about else row.about))
    return found


def _about(at: Session, number: int) -> str:
    """Name what a decision was about, as far as this screen may know it."""
    table, stakes = at.table, at.modules.stakes
    if stakes is None:
        return ""
    move = table.branch.moves[number]
    known = move.by if at.all_shown or at.viewer == move.by else None
    return stakes.about(table.game.view(table.before(number), known), move, at.text)


def _verdict(at: Session, best: Sequence[Candidate], chosen: Candidate) -> str:
    """Tell the reader whether the picked decision is the one, or one of them."""
    text = at.text
    if not best:
        return text("None of them did, as far as these games can tell: luck and rivals decided.")
    if chosen not in best:
        return text("Another one mattered more.")
    if len(best) > 1:
        n = len(best)
        return text("It is one of {n} that mattered: these games cannot tell which did more.", n=n)
    return text("Yes: no other decision mattered so much.")


def _chart(at: Session, each: Candidate) -> dict[str, Any]:
    """Draw each seat's money, and the seat's own had it chosen otherwise, with the same luck."""
    from paydays_widgets.core.whatif import retell

    table, move = at.table, at.table.branch.moves[each.number]
    other = table.copied()
    retell(other, each.number, table.game.read(each.other), at.stand_in)
    turn = table.game.turn(table.before(each.number)).turn
    return worth_chart(at, other.branch.steps, move.by, turn)
