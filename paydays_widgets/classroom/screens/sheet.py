"""The results of a class: the seats of all tables, and the picture to talk about."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from paydays_widgets.classroom import results as found
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.results import Mark, Row, Spread
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import poll
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.classroom.screens.words import of_game, render, words
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.text import Text
from paydays_widgets.show.debrief import Point, halves
from paydays_widgets.show.scale import ticks

WIDTH: Final = 960
HEIGHT: Final = 480
LEFT: Final = 120
RIGHT: Final = 950
TOP: Final = 58
BOTTOM: Final = 396
_BOX: Final = 0.5
"""How much of the room above a place a box covers."""
_BESIDE: Final = 7
"""So many dots stand beside each other above a place."""
_ROWS: Final = 5
SURE: Final = 12
"""Of fewer dots, nothing is said to be found: it may be chance."""
_NAMED: Final = 14
"""So many places have a number below them, at most."""


class Scale(Struct, frozen=True):
    """A mark of a scale: where it is, in pixels, and what it says."""

    at: float
    label: str


class Dot(Struct, frozen=True):
    """A decision of the class: where it is, in pixels, its table, and what it says."""

    x: float
    y: float
    table: int
    words: str


class Box(Struct, frozen=True):
    """The middle half of the bots' games above a place, with the median, in pixels."""

    x: float
    width: float
    top: float
    height: float
    middle: float


class Plot(Struct, frozen=True):
    """The picture: what the class did, over what bots do."""

    rows: Sequence[Scale]
    columns: Sequence[Scale]
    dots: Sequence[Dot]
    boxes: Sequence[Box]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def results(
    room: Room, number: int, screen: ClassScreen, spreads: Mapping[int, Spread] | None
) -> str:
    """Draw the results of a chapter of a class, which has a number, beside what bots do."""
    text = words(screen.language)
    game = of_game(room.modules, screen.language)
    debrief = room.modules.debrief
    every = debrief.columns(game) if debrief else ()
    labels = debrief.labels(game) if debrief else None

    def write(amount: int, *, money: bool = True) -> str:
        return room.modules.text.money(amount, game) if money else game.number(amount)

    ranked = found.rows(room, text)
    used = [at for at in range(len(every)) if any(each.figures[at] for each in ranked)]
    columns = [every[at] for at in used]
    rows = []
    last = -1
    for each in ranked:
        rows.append(
            {
                "table": each.table + 1,
                "place": each.place,
                "seat": each.seat + 1,
                "name": each.name,
                "bot": each.bot and not room.polled,
                "worth": write(each.worth),
                "figures": [write(each.figures[at], money=every[at].money) for at in used],
                "first": each.table != last,
            }
        )
        last = each.table
    marks = found.marks(room)
    said = finding(room, game)
    counted = text("{n} dots counted.", n=len(_points(room)))
    names = {(each.table, each.seat): each.name for each in ranked}

    def say(alike: Sequence[Mark]) -> str:
        mark = alike[0]
        return text(
            "Table {n}, {name}: {sum}",
            n=mark.table + 1,
            name=text.listing([names[mark.table, each.point.seat] for each in alike]),
            sum=write(mark.point.y),
        )

    return render(
        "teacher_results.html.j2",
        text,
        chapter=number,
        columns=[each.heading for each in columns],
        counted=text("Money") if _in_cash(room) else text("Net worth"),
        placed=any(each.place for each in ranked),
        asked=poll.asked(room, TableSight(room, room.sittings[0], screen, poll.seat(room)))
        if room.polled
        else (),
        rows=rows,
        tie=tie(room, ranked, text),
        polled=room.polled,
        several=len(room.sittings) > 1,
        over=room.finished,
        labels=labels,
        late=debrief is not None and debrief.LATE and not room.finished,
        finding=said and f"{said} {counted}",
        few=few(room, text),
        plot=plot(marks, spreads or {}, say, write) if marks else None,
        games=found.BOTS,
        failed=spreads is not None and not spreads,
    )


def finding(room: Room, text: Text) -> str:
    """Say in a few sentences, in the game's words, what the class has done; "" if too little."""
    debrief, points = room.modules.debrief, _points(room)
    halved = halves(points) if len(points) >= SURE else None
    if debrief is None or halved is None:
        return ""
    said: str = debrief.finding(halved, text)
    return said


def few(room: Room, text: Text) -> str:
    """Say how many dots there are, as long as they are too few to find anything; else ""."""
    dots = len(_points(room))
    if not 0 < dots < SURE:
        return ""
    if room.finished:
        return text.plural(
            "{n} dot is too few for a finding: it may be chance.",
            "{n} dots are too few for a finding: they may be chance.",
            dots,
        )
    return text.plural(
        "{n} dot in the picture so far. From {most} on, a summary appears here.",
        "{n} dots in the picture so far. From {most} on, a summary appears here.",
        dots,
        most=SURE,
    )


def _points(room: Room) -> list[Point]:
    """Find the dots of the picture."""
    return [each.point for each, *_ in found.dots(found.marks(room))]


def _in_cash(room: Room) -> bool:
    """Return whether every seat is worth what it has in cash."""
    return all(
        sitting.table.game.sheet(sitting.table.state, seat).counted
        == sitting.table.game.books(sitting.table.state).get(cash(seat), 0)
        for sitting in room.sittings
        for seat in range(len(sitting.table.players))
    )


def tie(room: Room, rows: Sequence[Row], text: Text) -> str:
    """Say what decides between seats that are worth the same, if such seats are listed."""
    debrief = room.modules.debrief
    if debrief is None or not debrief.TIE or not found.tied(rows):
        return ""
    return debrief.labels(of_game(room.modules, text.language)).tie


def decided(room: Room, row: Row, rows: Sequence[Row], text: Text) -> str:
    """Say what decides between seats that are worth the same: the last of the game’s figures."""
    debrief = room.modules.debrief
    alike = [each for each in rows if each.worth == row.worth]
    if debrief is None or not debrief.TIE or not found.tied(alike):
        return ""
    heading = debrief.columns(text)[-1].heading
    return text("{what}: {sum}", what=heading, sum=row.figures[-1])


def plot(marks: Sequence[Mark], spreads: Mapping[int, Spread], say: Any, write: Any) -> Plot:  # noqa: ANN401 - functions
    """Place the marks of a class and the spreads of the bots.

    Parameters
    ----------
    marks
        At least one.
    spreads
        By place from left to right.
    say, write
        Functions that put the marks of a dot, and an amount of money, into words.
    """
    places = sorted({each.point.x for each in marks} | set(spreads))
    values = [each.point.y for each in marks]
    values += [round(value) for spread in spreads.values() for value in (spread[0], spread[2])]
    rows = ticks(min(0, *values), max(values, default=1), _ROWS)
    low, high = rows[0], rows[-1]
    room = (RIGHT - LEFT) / len(places)

    def across(x: int) -> float:
        return LEFT + room * (places.index(x) + 0.5)

    def up(y: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (y - low) / ((high - low) or 1), 1)

    dots: list[Dot] = []
    beside: dict[tuple[int, int], int] = {}
    for alike in found.dots(marks):
        mark = alike[0]
        spot = (mark.point.x, mark.point.y)
        number = beside[spot] = beside.get(spot, -1) + 1
        aside = (number + 1) // 2 * (1 if number % 2 else -1) * min(20, room / _BESIDE)
        dots.append(
            Dot(round(across(mark.point.x) + aside, 1), up(mark.point.y), mark.table, say(alike))
        )
    boxes = [
        Box(
            x=round(across(x) - room * _BOX / 2, 1),
            width=round(room * _BOX, 1),
            top=up(upper),
            height=round(up(lower) - up(upper), 1),
            middle=up(middle),
        )
        for x, (lower, middle, upper) in spreads.items()
    ]
    return Plot(
        rows=[Scale(up(each), write(round(each))) for each in rows],
        columns=[
            Scale(round(across(each), 1), str(each))
            for each in places[:: -(-len(places) // _NAMED)]
        ],
        dots=dots,
        boxes=boxes,
    )
