"""What a seat cannot know is in nothing that it is shown.

All that is hidden from it is swapped, what it has witnessed stays, and every output of every part
is compared: the table, the bar, the storyline, all tabs, charts, files, advice, and the pages of a
class.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import results, rounds, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import overview, sheet, student, teacher
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.engine import AnyGame, Engine
from paydays_widgets.core.game import CHANCE, Decide, Seat
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.games.auction_room.rules import Rules, Told
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.summary import Prospect, Prospects, Reviewed
from paydays_widgets.panels.controls import CONTROLS
from paydays_widgets.panels.drawer import DRAWER, tabs
from paydays_widgets.panels.export import decisions_as_csv, steps_as_csv
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.stage import StagePart
from paydays_widgets.panels.storyline import STORYLINE
from tests.classroom.classes import NAMES, Class
from tests.classroom.programmes import programme
from tests.contract.contract import EVERY_GAME, knowledge
from tests.contract.twins import Moves, at_random, differing, twin

if TYPE_CHECKING:
    from paydays_widgets.lab.client import Client

Record: TypeAlias = Callable[[str, object], None]
SEATS = 3
LONG = 100
"""A game of so many moves is looked at in fewer places."""
SEAT = 1
"""Whose screen is looked at: neither the first nor the last to decide."""
_PARTS = {"bar": CONTROLS, "table": StagePart(keep=False), "storyline": STORYLINE}
_TOLD: tuple[Told, ...] = ("values", "bids", "price", "win")


OPEN = {("market", "shares"), ("market", "credit")}
"""Ways to play in which nothing is hidden, of games that hide something in others."""


class Way(Struct, frozen=True):
    """A game under some of its rules; `tells` names them."""

    name: str
    tells: str
    rules: Any


def ways() -> Iterator[Any]:
    """List every game, and the auction room with every format and all that can be told."""
    for name in EVERY_GAME:
        if name != "auction_room":
            for preset, rules in games.modules(name).presets.items():
                first = rules == next(iter(games.modules(name).presets.values()))
                marks = [] if first else [pytest.mark.walk]
                yield pytest.param(Way(name, preset, rules), id=f"{name} {preset}", marks=marks)
    for told in _TOLD:
        for number, rules in enumerate(
            (
                Rules("first", told=told, rounds=3),
                Rules("second", told=told, rounds=3, purse=50),
                Rules("all_pay", values="common", told=told, rounds=3, purse=100),
                Rules("tender_second", told=told, rounds=3),
                Rules("first", values="budget", reserve=30, told=told, rounds=3),
                Rules("english", told=told, rounds=3),
                Rules("dutch", values="common", told=told, rounds=3),
            )
        ):
            way = Way("auction_room", f"{rules.auction} {told}", rules)
            usual = number in {0, 5} and told in {"price", "win"}
            marks = [] if usual else [pytest.mark.walk]
            yield pytest.param(way, id=f"auction_room {way.tells}", marks=marks)


EVERY_WAY = pytest.mark.parametrize("way", [*ways()])


@cache
def course(way: Way) -> tuple[AnyGame, Any, Moves]:
    """Return the engine, the start, and the moves of a game at random."""
    game = games.load(way.name)
    assert isinstance(game, Engine)
    seats = SEATS if SEATS in game.seats else game.seats[0]
    start = game.start(seats, way.rules)
    luck = random.Random(f"{way.name} {way.tells}")
    return game, start, at_random(game, start, knowledge(way.name), luck)


def cuts(game: AnyGame, start: Any, moves: Moves) -> list[int]:
    """Choose where to look: while some have decided face down, half-way, and at the end."""
    state, sealed = start, []
    for number, move in enumerate(moves, 1):
        steps = game.unfold(state, move)
        state = steps[-1].state
        hidden = game.witness(steps[0].event, SEAT) != steps[0].event
        if hidden and move.by != CHANCE and isinstance(game.turn(state), Decide):
            sealed.append(number)
    half = sealed[len(sealed) // 2 :][:1]
    middle = [len(moves) // 2] if len(moves) < LONG else []
    return sorted({*half, *middle, len(moves)}) if hides(game) else [len(moves)]


def hides(game: AnyGame) -> bool:
    return type(game).witness is not Engine.witness


def table(way: Way, moves: Moves, seed: int, person: Seat | None) -> AnyTable:
    """Put the moves on a table where bots play for all but one."""
    game, start, _ = course(way)
    bots = games.modules(way.name).bots.STRATEGIES
    kind = games.modules(way.name).panel.OPPONENTS[0]
    seats = len(game.playing(start))
    players = [Player(NAMES[at], HUMAN if at == person else kind) for at in range(seats)]
    made: AnyTable = Table(game, players, rules=way.rules, seed=seed, strategies=bots)
    for move in moves:
        made.make(move)
    return made


def outputs(at: Session) -> Iterator[tuple[str, object]]:
    """Yield everything that a screen shows or offers, by name."""
    for name, part in _PARTS.items():
        yield name, part.state(at, "pw")
    for tab in tabs(at):
        if tab == "decided":
            look_back(at)
        if tab != "save":  # it has the seed, which is asked for there
            at.screen = replace(at.screen, tab=tab)
            yield tab, DRAWER.state(at, "pw")["html"]
    at.screen = replace(at.screen, tab="")
    yield "csv", steps_as_csv(at)
    yield "decisions", decisions_as_csv(at)
    yield "told", [at.told(step) for step in at.back()]


class Idle:
    """Stands in for the lab: it plays nothing."""

    playing = False

    def plays_for(self, _: object) -> bool:
        return False

    def start(self, *_: object) -> None:
        return

    cancel = close = start


def look_back(at: Session) -> None:
    """Ask what decided the game, with earnings that grow from choice to choice."""
    at.decided.client = cast("Client", Idle())
    at.decided.ask(at)
    assert at.decided.asked is not None
    found = []
    for each in at.decided.asked.decisions:
        sums = [Estimate(n, n, n, 9, "t") for n in range(len(each.moves()))]
        choices = zip(each.moves(), sums, strict=True)
        found.append(
            Prospects(
                9, 9, compiled=True, choices=tuple(Prospect(str(m), n, n, n) for m, n in choices)
            )
        )
    at.decided.found = Reviewed(9, 9, tuple(found))


SCREENS: dict[str, dict[str, bool]] = {
    "own": {},
    "teach": {"teach": True},
    "projector": {"projector": True},
}


def looks(game: AnyGame, person: Seat | None, number: int, *, last: bool) -> list[dict[str, bool]]:
    """Choose screens to look at: all of them at the end, where a person plays and much is hidden.

    Where nothing is hidden, only the seed differs.
    """
    if not hides(game):
        return [SCREENS["own"]]
    if person is None:
        return [[*SCREENS.values()][number % len(SCREENS)]]
    return [how for name, how in SCREENS.items() if last or (number + len(name)) % 2 == 0]


def compare(one: Iterator[tuple[str, object]], other: Iterator[tuple[str, object]]) -> int:
    """Return how many outputs are the same; there is no other."""
    compared = 0
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs
        compared += 1
    return compared


@EVERY_WAY
@pytest.mark.parametrize(
    "person",
    [
        pytest.param(SEAT, id="a person"),
        pytest.param(None, id="bots alone", marks=pytest.mark.walk),
    ],
)
def test_no_screen_tells_what_its_seat_cannot_know(
    way: Way, person: Seat | None, record_property: Record
) -> None:
    game, start, moves = course(way)
    swapped = compared = 0
    for number, cut in enumerate(cuts(game, start, moves)):
        luck = random.Random(cut)
        other = twin(game, start, moves[:cut], person, luck)
        swapped += differing(moves[:cut], other)
        one, two = table(way, moves[:cut], 1, person), table(way, other, 2, person)
        for how in looks(game, person, number, last=cut == len(moves)):
            shown = [Session(each, "en") for each in (one, two)]
            for at in shown:
                at.screen = replace(at.screen, **how)
            compared += compare(outputs(shown[0]), outputs(shown[1]))
            for at in shown:
                at.close()
    assert bool(swapped) == (hides(game) and (way.name, way.tells) not in OPEN)
    record_property("compared", compared)


# --- a class ------------------------------------------------------------------------------------


def classes() -> Iterator[Any]:
    """List the games on the shelf, and, for each that can be told, a programme."""
    for each in ways():
        [way] = each.values
        if way.name in games.names():
            yield pytest.param(way, 0, id=each.id, marks=each.marks)
        if way.tells.startswith("first ") and not way.rules.budgets:
            for blocks in (1, 2):
                name = f"{each.id}, a programme of {blocks}"
                yield pytest.param(way, blocks, id=name, marks=each.marks)


def class_of(way: Way, blocks: int) -> Room:
    """Begin a class at one table, perhaps as the first block of a programme."""
    game, start, _ = course(way)
    seats = len(game.playing(start))
    made = Class()
    if blocks:
        formats = {"rules-1": "first_price"}, {"rules-2": "second_price"}
        given = [{name[:-2]: value for name, value in each.items()} for each in formats[:blocks]]
        told = way.rules.told
        made.open(programme=programme(*({**each, "size": "3"} for each in given), told=told))
    else:
        players = [Player(name) for name in NAMES[:seats]]
        begun: AnyTable = Table(game, players, rules=way.rules)
        made.open(table=begun, size=seats)
    made.join(*NAMES[:seats])
    made.do(wishes.begin(made.room, made.room.present))
    return made.room


def replayed(room: Room, moves: Moves) -> Room:
    """Let the people of a class make the moves, each shown to the end."""
    [sitting] = room.sittings
    for at, move in enumerate(moves):
        if move.by == CHANCE:
            sitting.table.make(move, through=False)
        else:
            sitting.play(move, sitting.people[move.by][0], 1000, at, at)
        sitting.show_all()
    return room


def of_a_phone(room: Room) -> Iterator[tuple[str, object]]:
    """Yield what the person at the seat that is looked at sees."""
    here, person = Here(1, room), room.sittings[0].people[SEAT][0]
    yield from student(here, person, ClassScreen(), {}).parts.items()


def of_a_projector(room: Room) -> Iterator[tuple[str, object]]:
    """Yield what the teacher projects, and what files have until the class has finished.

    A game says itself that its picture of the end shows what hands held.
    """
    here, text = Here(1, room), words("en")
    debrief = room.modules.debrief
    late = debrief is not None and debrief.LATE and room.finished
    for open_ in ("", "people", "rules", "join", "results"):
        if not (late and open_ == "results"):
            screen = ClassScreen(open=open_, theory=True)
            for name, part in teacher(here, screen, {}).parts.items():
                yield f"{open_} {name}", part
    yield "card", overview.card(here, room.sittings[0], ClassScreen(), text)
    if not late:
        yield "sheet", sheet.results(room, 0, ClassScreen(), {})
    if not room.finished:
        yield "decisions", results.decisions(room, text)
        yield "rounds", rounds.file(room, "en")


@pytest.mark.parametrize(("way", "blocks"), [*classes()])
def test_no_page_of_a_class_tells_what_is_hidden(
    way: Way, blocks: int, record_property: Record
) -> None:
    game, _, moves = course(way)
    start = class_of(way, blocks).sittings[0].table.start
    if blocks or start.rules != way.rules:  # a class plays in its own way
        moves = at_random(game, start, knowledge(way.name), random.Random(way.tells))
    compared = 0
    for cut in cuts(game, start, moves):
        for seat, seen in ((SEAT, of_a_phone), (None, of_a_projector)):
            other = twin(game, start, moves[:cut], seat, random.Random(cut))
            one, two = (replayed(class_of(way, blocks), each) for each in (moves[:cut], other))
            compared += compare(seen(one), seen(two))
    record_property("compared", compared)


# --- advice -------------------------------------------------------------------------------------


def imagines(way: Any) -> bool:
    return type(games.load(way.values[0].name)).imagine is not Engine.imagine


@pytest.mark.parametrize("way", [each for each in ways() if imagines(each)])
def test_advice_imagines_the_same_whatever_is_hidden(way: Way, record_property: Record) -> None:
    game, start, moves = course(way)
    compared = 0
    places = decisions(game, start, moves)
    for cut in places[:: -(-len(places) // 6)]:
        pair = moves[:cut], twin(game, start, moves[:cut], SEAT, random.Random(cut))
        compared += compare(*(imagined(way, each) for each in pair))
    assert compared
    record_property("compared", compared)


def decisions(game: AnyGame, state: Any, moves: Moves) -> list[int]:
    """List after how many moves somebody is to decide."""
    found = []
    for number, move in enumerate(moves, 1):
        state = game.unfold(state, move)[-1].state
        if isinstance(game.turn(state), Decide):
            found.append(number)
    return found


def imagined(way: Way, moves: Moves) -> Iterator[tuple[str, object]]:
    """Yield what advice to the seat would play on from."""
    at = table(way, moves, 1, SEAT)
    past = tuple(step.event for step in at.branch.steps)
    yield "imagined", at.game.imagine(at.state, SEAT, past, cycle([7, 1 << 30, 3 << 29]))
