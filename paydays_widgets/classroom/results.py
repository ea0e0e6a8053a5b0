"""What a class has done: every decision as a file, and the results of all tables."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from statistics import quantiles
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.periods import Period
from paydays_widgets.classroom.poll import Answer
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rounds import tells
from paydays_widgets.classroom.sitting import Decision, Sitting
from paydays_widgets.classroom.times import universal
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.show.debrief import Point
from paydays_widgets.show.spreadsheet import spreadsheet
from paydays_widgets.talk import decisions as table_of
from paydays_widgets.talk.decisions import Line, Reading

Spread: TypeAlias = tuple[float, float, float]
"""The lower quartile, the median and the upper quartile."""

_MILLI: Final = 1000
BOTS: Final = 1000
"""How many games of bots are played to compare."""


class Row(Struct, frozen=True):
    """A seat in the results.

    Parameters
    ----------
    table, seat
        Where, counted from 0.
    name
        The name of the people in the seat.
    place
        Its place at the table, counted from 1; 0 as long as nothing tells the seats apart.
    worth
        What it is worth now, as the rules count it.
    figures
        What the game's ``debrief`` counts, in the order of its columns.
    """

    table: int
    seat: Seat
    name: str
    place: int
    worth: int
    figures: tuple[int, ...]
    bot: bool


class Mark(Struct, frozen=True):
    """A mark of the picture, with its table."""

    table: int
    point: Point


def decisions(room: Room, text: Text) -> str:
    """Write every decision of a class as CSV: tables and seats counted from 1, times in UTC.

    Until the class has finished, what was decided in secret is left out, unless everyone knows it
    by now.
    """
    return spreadsheet(table_of.rows(_lines(room, text)), text.language)


def _lines(room: Room, text: Text) -> Iterator[Line]:
    for period in room.periods:
        data = tells(room, period, "data")
        for sitting in period.sittings:
            at = _reading(room, sitting, text)
            lines = [
                (each.before, _line(room, period, sitting, each, at))
                for each in sitting.decisions
                if room.finished or (sitting.told(each) and (data or not each.secret))
            ]
            lines += [
                (number, _unasked(room, period, sitting, number, at))
                for number in sitting.unasked
                if room.finished or (at.table.told(number, None, shown=at.table.at) and data)
            ]
            yield from (line for _, line in sorted(lines, key=itemgetter(0)))
    for number, answers in enumerate(_polls(room)):
        at = _reading(room, room.sittings[0], text)
        asked = room.poll.rounds[number].decision if number < len(room.poll.rounds) else None
        for person, answer in answers.items():
            yield _answer(room, at, asked, person, answer)


def _reading(room: Room, sitting: Sitting, text: Text) -> Reading:
    """Return a table as the teacher may know it."""
    modules = room.modules
    return Reading(
        sitting.table,
        modules,
        room.names(sitting, text),
        Text(text.language, modules.package, "paydays_widgets.talk"),
        hands=room.finished or modules.panel.OPEN,
        everything=room.finished,
    )


def _polls(room: Room) -> list[Any]:
    shown = room.poll.revealed or room.ended
    return [each.answers for each in room.poll.rounds] + ([room.poll.answers] if shown else [])


def _answer(
    room: Room, at: Reading, asked: Decision | None, person: Person, answer: Answer
) -> Line:
    """Tell an answer of a poll, by the first of its moves; it has no time of its own."""
    first, table = answer.moves[0], at.table
    state = table.before(asked.before) if asked else table.state
    line = Line({"seat": first.by + 1, "turn": asked.turn if asked else table.turn.turn})
    turn = table.game.turn(state)
    if table.game.refuse(state, first) is None and isinstance(turn, Decide):
        line |= table_of.asked(at, turn, first.by) | table_of.answered(at, state, first)
    return line | {
        "room": room.opened.code,
        "block": 1,
        "table": 1,
        "name": room.people[person].name,
        "by": "poll",
        "seconds": answer.took / _MILLI,
        "move": "; ".join(map(str, answer.moves)),
    }


def _line(room: Room, period: Period, sitting: Sitting, each: Decision, at: Reading) -> Line:
    by = "bot" if each.person is None else room.people[each.person].name
    if each.person is None and room.polled:
        by = "teacher"
    if each.undone:  # its position may be gone
        asked = Decide((each.seat,), each.prompt, each.turn, 0)
        line = table_of.asked(at, asked, each.seat) | table_of.given(at, each.move)
    else:
        line = table_of.made(at, each.before)
    return line | {
        **_place(room, period, sitting, each.turn),
        "by": by,
        "seconds": each.took / _MILLI,
        "time": universal(each.at),
        "taken_back": "yes" if each.undone else "",
    }


def _unasked(room: Room, period: Period, sitting: Sitting, number: int, at: Reading) -> Line:
    """Tell a decision that was made without being asked for, since there was no choice."""
    line = table_of.made(at, number)
    turn = at.table.game.turn(at.table.before(number)).turn
    return line | _place(room, period, sitting, turn) | {"by": "rules"}


def _place(room: Room, period: Period, sitting: Sitting, turn: int) -> Line:
    return {
        "room": room.opened.code,
        "block": period.block + 1,
        "table": sitting.number + 1,
        "turn": turn + period.game,
    }


def rows(room: Room, text: Text) -> list[Row]:
    """List every seat of every table, each table's best first."""
    return [row for sitting in room.sittings for row in rows_of(room, sitting, text)]


def rows_of(room: Room, sitting: Sitting, text: Text) -> list[Row]:
    """List the seats of a table, the best first."""
    debrief, table = room.modules.debrief, sitting.table
    game, state = table.game, table.state
    shown = table.branch.steps[: table.at]
    seats = len(table.players)
    called = room.names(sitting, text)
    figures: Sequence[Sequence[int]] = debrief.figures(shown, seats) if debrief else [()] * seats
    return [
        Row(
            table=sitting.number,
            seat=seat,
            name=called[seat],
            place=place,
            worth=game.sheet(state, seat).counted,
            figures=tuple(figures[seat]),
            bot=not sitting.people[seat],
        )
        for seat, place in places(sitting).items()
    ]


def places(sitting: Sitting) -> dict[Seat, int]:
    """Find the place of each seat of a table, counted from 1: the best first.

    As long as all are worth the same and the game goes on, nobody has one: it is 0.
    """
    game, state = sitting.table.game, sitting.table.state
    seats = range(len(sitting.table.players))
    if not sitting.over and len({game.sheet(state, seat).counted for seat in seats}) == 1:
        return dict.fromkeys(seats, 0)
    found: dict[Seat, int] = {}
    for group in game.standing(state).ranking:
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def tied(rows: Sequence[Row]) -> bool:
    """Return whether seats of a table that are worth the same have different places."""
    return any(
        (one.table, one.worth) == (other.table, other.worth) and one.place != other.place
        for one, other in pairwise(rows)
    )


def marks(room: Room) -> list[Mark]:
    """Find the marks of the picture at all tables, as far as their events have been shown."""
    debrief = room.modules.debrief
    if debrief is None or (debrief.LATE and not room.finished):
        return []
    return [
        Mark(sitting.number, point)
        for sitting in room.sittings
        for point in debrief.points(sitting.table.branch.steps[: sitting.table.at])
    ]


def dots(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Gather the marks that are one dot: what several seats of a table share."""
    found: dict[object, list[Mark]] = {}
    for number, mark in enumerate(marks):
        shared = mark.point.shared
        found.setdefault((mark.table, shared) if shared else number, []).append(mark)
    return list(found.values())


def of_bots(room: Room, number: int) -> list[Point]:
    """Find the dots of the picture in games between bots, as the class began its own."""
    debrief = room.modules.debrief
    found: list[Point] = []
    if debrief is not None:
        for each in range(number):
            table = room.of_bots(each)
            while table.advance():
                pass
            points = debrief.points(table.branch.steps)
            found += [each.point for each, *_ in dots([Mark(0, point) for point in points])]
    return found


def spreads(points: Sequence[Point], most: int = 12) -> dict[int, Spread]:
    """Sum up the marks above each place from left to right: the middle half, and the median.

    Parameters
    ----------
    most
        How many places are kept: the first ones.

    Examples
    --------
    >>> spreads([Point(0, 1, y, 1) for y in (2, 4, 4, 8)])
    {1: (3.5, 4.0, 5.0)}
    """
    by_x: dict[int, list[int]] = {}
    for each in points:
        by_x.setdefault(each.x, []).append(each.y)
    found: dict[int, Spread] = {}
    for x in sorted(by_x)[:most]:
        ys = by_x[x]
        low, middle, high = quantiles(ys, method="inclusive") if len(ys) > 1 else [ys[0]] * 3
        found[x] = (low, middle, high)
    return found
