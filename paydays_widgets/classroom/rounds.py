"""The rounds that a class has played, block by block: figures, profits, and one long file."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from statistics import fmean
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.periods import Period
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Decision, Sitting
from paydays_widgets.classroom.times import universal
from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show.programme import Check, Line, ProgrammeModule, Theory
from paydays_widgets.show.spreadsheet import spreadsheet

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
_MILLI: Final = 1000
What: TypeAlias = Literal["values", "takings", "profits", "data"]
"""What of a round is asked for; data are the lines of the file."""


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


def title(room: Room, block: int, text: Text) -> str:
    """Name the rules of a block; what students learn after a round, only if that differs."""
    game, rules = programme(room), room.rules_of_blocks[block]
    if game is not None and len({each.told for each in room.rules_of_blocks}) == 1:
        rules = game.shaped(rules, rules.rounds, game.TOLD[0])
    name: str = room.modules.panel.edition(rules, text)
    return name


def checks(room: Room, block: int, text: Text) -> Sequence[Check]:
    """Return the questions on the rules of a block, to be answered before it begins."""
    game, start = programme(room), room.starts[block].table
    if game is None:
        return ()
    return game.checks(start.rules, start.deck, text)[: room.blocks[block].checks]


def is_one_round(room: Room) -> bool:
    """Return whether a game is one round of a block, and the pages of the class count them."""
    return room.blocks[room.periods[-1].block].games > 1


def first(room: Room, block: int) -> Period:
    """Return the first game of a block that has begun."""
    return next(each for each in room.periods if each.block == block)


def tells(room: Room, period: Period, what: What) -> bool:
    """Return whether something of the rounds of a game may be shown now.

    What the rules keep secret no page ever shows. Profits are paid at the end, and the file, as
    the data of an experiment, has everything then.
    """
    game, rules = room.modules.programme, period.table.rules
    if game is None or not game.keeps(rules):
        return True
    if what == "values" or not room.finished:
        return False
    return what != "takings" or game.tells_takings(rules)


def played(room: Room, what: What) -> list[Played]:
    """List all rounds that are over and of which this may be shown."""
    game = programme(room)
    return [
        Played(period, sitting, lines[0].round + period.game, lines)
        for period in room.periods
        if game is not None and tells(room, period, what)
        for sitting in period.sittings
        for lines in game.rounds(sitting.table.branch.steps[: sitting.table.at])
    ]


def figures(room: Room, game: ProgrammeModule, block: int) -> BlockFigures:
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
    for each in played(room, "profits"):
        for line in each.lines:
            for person in each.sitting.people[line.seat]:
                if person in found:
                    sums = found[person]
                    sums[each.period.block] = (sums[each.period.block] or 0) + line.profit
    return {each: sums for each, sums in found.items() if any(sum_ is not None for sum_ in sums)}


def earned(room: Room, sitting: Sitting, person: Person) -> int:
    """Return what somebody at a table has earned so far in the rounds that count."""
    return room.earned[person] + room.earning(sitting).get(person, 0)


def own(room: Room, game: ProgrammeModule, person: Person) -> list[tuple[int, Line]]:
    """List somebody's rounds of the present block with their numbers, secret or not."""
    found = []
    for period in room.periods:
        if period.block != room.periods[-1].block:
            continue
        for sitting in period.sittings:
            seat = next((at for at, each in enumerate(sitting.people) if person in each), None)
            if seat is not None:
                steps = sitting.table.branch.steps[: sitting.table.at]
                mine = [
                    line for lines in game.rounds(steps) for line in lines if line.seat == seat
                ]
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


# --- one long file ------------------------------------------------------------------------------


def file(room: Room, language: Language) -> str:
    """Write every seat of every round as CSV: money in whole units, times in UTC.

    Until the class has finished, what it may not know is left out.
    """
    return spreadsheet(_rows(room), language)


def _rows(room: Room) -> Iterator[Sequence[object]]:
    yield COLUMNS
    game = programme(room)
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
    room: Room, game: ProgrammeModule, each: Played, line: Line, made: Decision | None
) -> tuple[object, ...]:
    period, sitting = each.period, each.sitting
    table = sitting.table
    own = Text("en", room.modules.package)

    def units(amount: int | None) -> object:
        return "" if amount is None else Decimal(amount) / game.UNIT

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
        units(line.value),
        units(line.signal),
        units(line.budget),
        units(line.bid),
        units(line.price),
        units(line.profit),
        "yes" if line.wins else "",
        "" if made is None else made.took / _MILLI,
        "" if made is None else universal(made.at),
    )
