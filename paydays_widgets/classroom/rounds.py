"""The rounds that a class has played, block by block: figures, profits, and one long file."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final, cast

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.periods import Period
from paydays_widgets.classroom.periods import profits as sums_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Decision, Sitting
from paydays_widgets.classroom.times import universal
from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show.check import Check
from paydays_widgets.show.programme import Bids, Course, Line, ProgrammeModule, Sheet, Theory, What
from paydays_widgets.show.spreadsheet import spreadsheet, units

COLUMNS: Final = (
    "room",
    "block",
    "rules",
    "practice",
    "round",
    "group",
    "label",
    "seat",
    "bot",
    "value",
    "signal",
    "budget",
    "bid",
    "price",
    "profit",
    "wins",
    "seconds",
    "time",
)
WHERE: Final = (
    *("room", "block", "rules", "practice", "group", "label", "seat", "bot", "seconds", "time"),
)
"""What stands before the columns of a game that has its own."""
_WHO: Final = len(WHERE) - WHERE.index("label")
_MILLI: Final = 1000


class Played(Struct, frozen=True):
    """A round of a group: where it was played, and every seat in it.

    Parameters
    ----------
    number
        Which round of its block it is, counted from 1.
    lines
        One for each seat.
    """

    period: Period
    sitting: Sitting
    number: int
    lines: Sequence[Line]

    def by_people(self, seat: Seat) -> bool:
        """Return whether people decided for a seat, not a bot."""
        return (self.lines[0].round, seat) not in self.sitting.by_bots


class BlockFigures(Struct, frozen=True):
    """What the rounds of a block came to. Money is in the smallest unit, on average.

    None stands for what the rules keep secret, too.

    Parameters
    ----------
    seats, rounds
        How many sit in a group, and how many rounds of all groups are counted.
    takings
        What the seller took, or the buyer paid; None before the first round is over.
    kept
        What the winner kept; None if nothing was sold.
    losing
        The share of winners who lost money.
    efficiency
        What winners drew from their objects, as a share of what could be drawn.
    """

    seats: int
    rounds: int
    takings: float | None
    kept: float | None
    losing: float | None
    efficiency: float | None
    theory: Theory


def programme(room: Room) -> ProgrammeModule | None:
    """Return what the game knows of rounds, unless the class answers a poll."""
    return None if room.polled else room.modules.programme


def bids(room: Room) -> Bids | None:
    """Return what the game knows of rounds in which each seat bids once; None without such."""
    game = programme(room)
    return cast("Bids", game) if game is not None and game.sheet is None else None


def title(room: Room, block: int, text: Text) -> str:
    """Name the rules of a block, without what goes without saying."""
    game, rules = programme(room), room.rules_of_blocks[block]
    if game is not None:
        rules = game.named(rules, room.rules_of_blocks)
    name: str = room.modules.panel.edition(rules, text)
    return name


def checks(room: Room, block: int, text: Text) -> Sequence[Check]:
    """Return the questions on the rules of a block, to be answered before it begins."""
    asking, start = room.modules.checks, room.starts[block].table
    if asking is None:
        return ()
    return asking.checks(start.rules, start.deck, text)[: room.blocks[block].checks]


def is_one_round(room: Room) -> bool:
    """Return whether a game is one round of a block, and the pages of the class count them."""
    return room.blocks[room.periods[-1].block].games > 1


def first(room: Room, block: int) -> Period:
    """Return the first game of a block that has begun."""
    return next(each for each in room.periods if each.block == block)


def tells(room: Room, period: Period, what: What) -> bool:
    """Return whether something of the rounds of a game may be shown now."""
    game = room.modules.programme
    if game is None:
        return True
    over = room.finished or all(each.over for each in period.sittings)
    return game.tells(period.table.rules, what, over=over, finished=room.finished)


def played(room: Room, what: What) -> list[Played]:
    """List all rounds of bids that are over and of which this may be told."""
    game = bids(room)
    return [
        Played(period, sitting, lines[0].round + period.game, lines)
        for period in room.periods
        if game is not None and tells(room, period, what)
        for sitting in period.sittings
        for lines in sitting.once("rounds", game.rounds)
    ]


def figures(room: Room, game: Bids, block: int) -> BlockFigures:
    """Sum up the rounds of a block that has begun."""
    table = first(room, block).table
    over, paid, rounds = (
        [each.lines for each in played(room, what) if each.period.block == block]
        for what in ("profits", "takings", "values")
    )
    won = [line for lines in rounds for line in lines if line.wins]
    seats = len(table.players)
    return BlockFigures(
        seats=seats,
        rounds=len(over),
        takings=fmean(game.takings(each, table.rules) for each in paid) if paid else None,
        kept=fmean(line.profit for line in won) if won else None,
        losing=fmean(line.profit < 0 for line in won) if won else None,
        efficiency=game.efficiency(rounds, table.rules) if rounds else None,
        theory=game.theory(table.rules, table.deck, seats),
    )


def profits(room: Room) -> dict[Person, list[int | None]]:
    """Add up what each person has earned in each block; None where they have not played."""
    blocks = max((each.block for each in room.periods), default=-1) + 1
    found: dict[Person, list[int | None]] = {each: [None] * blocks for each in room.present}
    game = programme(room)
    for period in room.periods:
        if game is not None and tells(room, period, "profits"):
            for sitting in period.sittings:
                for people, sum_ in zip(sitting.people, sums_of(sitting, game), strict=True):
                    for person in found.keys() & {*people}:
                        before = found[person][period.block]
                        both = [each for each in (before, sum_) if each is not None]
                        found[person][period.block] = sum(both) if both else None
    return {each: sums for each, sums in found.items() if any(sum_ is not None for sum_ in sums)}


def earned(room: Room, sitting: Sitting, person: Person) -> int:
    """Return what somebody at a table has earned so far in the rounds that count."""
    return room.earned[person] + room.earning(sitting).get(person, 0)


def own(room: Room, game: Bids, person: Person) -> list[tuple[int, Line]]:
    """List somebody's rounds of the present block with their numbers, secret or not."""
    found = []
    for period in room.periods:
        if period.block != room.periods[-1].block:
            continue
        for sitting in period.sittings:
            seat = next((at for at, each in enumerate(sitting.people) if person in each), None)
            if seat is not None:
                played = sitting.once("rounds", game.rounds)
                mine = [line for lines in played for line in lines if line.seat == seat]
                found += [(line.round + period.game, line) for line in mine]
    return found


def place(room: Room, person: Person) -> int:
    """Return the place to which a programme has brought somebody, counted from 1."""
    sums = {
        each: earned(room, sitting, each)
        for sitting in room.sittings
        for each in sitting.everybody
    }
    return 1 + sum(each > sums[person] for each in sums.values())


def total(room: Room, sums: Sequence[int | None]) -> int:
    """Add up the blocks that count."""
    practice = {each.block for each in room.periods if each.practice}
    return sum(each or 0 for block, each in enumerate(sums) if block not in practice)


def course(room: Room, block: int, text: Text) -> Course:
    """Gather what the groups of a block that has begun have played, as far as it was shown."""
    begun = [each for each in room.periods if each.block == block]
    table = begun[0].table
    return Course(
        title=title(room, block, text),
        rules=table.rules,
        deck=table.deck,
        seats=len(table.players),
        games=[
            sitting.table.branch.steps[: sitting.table.at]
            for period in begun
            for sitting in period.sittings
        ],
        told=all(tells(room, each, "values") for each in begun),
        names=[room.names(each, text) for period in begun for each in period.sittings],
    )


# --- one long file ------------------------------------------------------------------------------


def file(room: Room, language: Language) -> str:
    """Write every seat of every round as CSV: money in whole units, times in UTC.

    Until the class has finished, what it may not know is left out.
    """
    return spreadsheet(_rows(room), language)


def _rows(room: Room) -> Iterator[Sequence[object]]:
    game, own = bids(room), programme(room)
    if own is not None and own.sheet is not None:
        yield from _happenings(room, own.sheet)
        return
    yield COLUMNS
    if game is None:
        return
    for each in played(room, "data"):
        decided = _decisions(each)
        for line in each.lines:
            yield _row(room, game, each, line, decided.get(line.seat))


def _decisions(each: Played) -> dict[int, Decision]:
    """Return the last decision of each seat in a round."""
    return {
        made.seat: made
        for made in each.sitting.decisions
        if made.turn == each.lines[0].round and not made.undone
    }


def _row(
    room: Room, game: Bids, each: Played, line: Line, made: Decision | None
) -> tuple[object, ...]:
    period, sitting = each.period, each.sitting
    table = sitting.table
    own = Text("en", room.modules.package)
    return (
        room.opened.code,
        period.block + 1,
        title(room, period.block, own),
        "yes" if period.practice else "",
        each.number,
        sitting.number + 1,
        table.players[line.seat].name,
        line.seat + 1,
        "" if each.by_people(line.seat) else "yes",
        *(
            units(amount, game.UNIT)
            for amount in (
                *(line.value, line.signal, line.budget),
                *(line.bid, line.price, line.profit),
            )
        ),
        "yes" if line.wins else "",
        "" if made is None else made.took / _MILLI,
        "" if made is None else universal(made.at),
    )


def _happenings(room: Room, sheet: Sheet) -> Iterator[Sequence[object]]:
    """List what happened in the games, a line each, in the columns of the game."""
    yield (*WHERE, *sheet.COLUMNS)
    own = Text("en", room.modules.package)
    for period in room.periods:
        told = tells(room, period, "data")
        name, practice = title(room, period.block, own), "yes" if period.practice else ""
        for sitting in period.sittings:
            where = room.opened.code, period.block + 1, name, practice, sitting.number + 1
            for who, cells in _told(sitting, sheet, told=told):
                yield (*where, *who, *[cells.get(each, "") for each in sheet.COLUMNS])


def _told(
    sitting: Sitting, sheet: Sheet, *, told: bool
) -> Iterator[tuple[Sequence[object], Mapping[str, object]]]:
    """List what happened at a table, and for each the seat: its label, and who decided when."""
    table, branch = sitting.table, sitting.table.branch
    decided = {each.before: each for each in sitting.decisions if not each.undone}
    bots: dict[Seat, bool] = {}
    for step, seat, cells in sheet.lines(branch.steps[: table.at], table.rules, told=told):
        if seat is None:
            yield [""] * _WHO, cells
            continue
        move = bisect_left(branch.ends, step + 1)
        made = decided.get(move) if branch.moves[move].by == seat else None
        if branch.moves[move].by == seat:
            bots[seat] = made is None or made.person is None
        took = ("", "") if made is None else (made.took / _MILLI, universal(made.at))
        who = table.players[seat].name, seat + 1, "yes" if bots.get(seat) else ""
        yield (*who, *took), cells
