"""What the blocks of a class are measured by: pure functions of its log.

A measure is the same share for a class, bots, theory and an experiment
(:mod:`paydays_widgets.show.measure`), so that all can stand on one scale.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum, inf, sqrt
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.text import Text
from paydays_widgets.lab.estimate import quantile
from paydays_widgets.show.measure import THEORY, Seen, Topic
from paydays_widgets.show.programme import ProgrammeModule

Observation: TypeAlias = tuple[object, float, float]
"""By whom: a person or a group; and so much of so much."""

FEWEST: Final = 5
"""An interval takes so many people or groups; of fewer, there are dots alone."""
MOST_GAMES: Final = 200
ENOUGH: Final = 400
"""How many games bots play to compare, or fewer with so many observations."""
BOUNDS: Final[Mapping[Topic, tuple[float, float]]] = MappingProxyType(
    {
        "price": (0, inf),
        "overbidding": (0, 1),
        "curse": (-inf, inf),
        "efficiency": (-inf, 1),
        "shares": (0, inf),
    }
)
"""The least and the most that a share can be."""
BOTS_AMONG: Final = 8
"""A group counts with at most one bot among so many seats; so a group of four with none."""


class Named(Struct, frozen=True):
    """The words of a topic: its title, what the scale says, what is counted, who a dot is."""

    title: str
    scale: str
    counted: Callable[[int], str]
    dot: str


class Estimate(Struct, frozen=True):
    """A share of all that was observed.

    Parameters
    ----------
    low, high
        The interval of 95 %, by leaving out one person or group after the other; None where
        they are too few, or all alike.
    n
        How many observations there are.
    dots
        The share of each person or group.
    """

    value: float
    low: float | None
    high: float | None
    n: int
    dots: Sequence[float]


class Measure(Struct, frozen=True):
    """What a block came to.

    Parameters
    ----------
    block, seats
        Its number, counted from 0, and how many seats a group has.
    estimate
        None if nothing counts.
    without
        How many observations do not count since bots made them, or had a part in them.
    theory
        What theory expects.
    """

    topic: Topic
    block: int
    seats: int
    practice: bool
    estimate: Estimate | None
    without: int
    theory: float


def of(room: Room) -> list[Measure]:
    """Measure every block that is over and whose values all may know."""
    game = rounds.programme(room)
    if game is None or not room.periods:
        return []
    found = [of_block(room, block) for block in range(room.periods[-1].block + 1)]
    return [each for each in found if each is not None]


def of_block(room: Room, block: int) -> Measure | None:
    """Measure a block; None if it has no measure, is not over, or keeps its values secret."""
    game = rounds.programme(room)
    if game is None or not over(room, block):
        return None
    first = rounds.first(room, block)
    table = first.table
    topic = game.topic(table.rules, table.deck)
    if topic is None or not rounds.tells(room, first, "values"):
        return None
    counted, without = [], 0
    for each in _observed(room, block):
        if each is None:
            without += 1
        else:
            counted.append(each)
    return Measure(
        topic=topic,
        block=block,
        seats=len(table.players),
        practice=first.practice,
        estimate=estimate(counted, *BOUNDS[topic]),
        without=without,
        theory=THEORY[topic],
    )


def over(room: Room, block: int) -> bool:
    """Return whether a block has been played to its end, or the class has finished."""
    begun = [each for each in room.periods if each.block == block]
    if not begun:
        return False
    whole = len(begun) == room.blocks[block].games
    return room.finished or (whole and all(each.over for each in begun[-1].sittings))


def unmeasured(room: Room, block: int, text: Text) -> str:
    """Say why a block has no measure; "" if it has one.

    Parameters
    ----------
    text
        The words of the game.
    """
    game, table = rounds.programme(room), room.starts[block].table
    if game is None or game.topic(table.rules, table.deck) is not None:
        return ""
    return game.unmeasured(table.rules, text)


def of_bots(room: Room, block: int, seats: int, games: int = MOST_GAMES) -> list[Estimate]:
    """Let the game's usual bots play a block, and measure it; empty if it has no measure."""
    game, start = rounds.programme(room), room.starts[block].table
    if game is None or game.topic(start.rules, start.deck) is None:
        return []
    observed: list[Observation] = []
    for number in range(games):
        table = room.of_bots(number, block, seats)
        while table.advance():
            pass
        seen = game.seen(table.branch.steps, table.rules, table.deck)
        observed += [(number, each.part, each.whole) for each in seen]
        if len(observed) >= ENOUGH:
            break
    found = estimate(observed)
    return [] if found is None else [found]


def _observed(room: Room, block: int) -> Iterator[Observation | None]:
    """List what people did in a block; None for what bots did, or had a part in."""
    game = rounds.programme(room)
    for period in room.periods:
        if game is None or period.block != block:
            continue
        table = period.table
        for sitting in period.sittings:
            for each in _seen(game, sitting, table.rules, table.deck):
                if not _by_people(sitting, each, room):
                    yield None
                elif each.seat is None:
                    yield (period.game, sitting.number), each.part, each.whole
                else:
                    yield (*sitting.people[each.seat],), each.part, each.whole


def _seen(game: ProgrammeModule, sitting: Sitting, rules: Any, deck: Any) -> Sequence[Seen]:  # noqa: ANN401 - each game has its own
    return sitting.once("seen", lambda steps: [*game.seen(steps, rules, deck)])


def _by_people(sitting: Sitting, seen: Seen, room: Room) -> bool:
    """Return whether people made an observation: a seat's, or, with few bots, all seats'."""
    by_round = rounds.bids(room) is not None
    bots = {seat for turn, seat in sitting.by_bots if turn == seen.round or not by_round}
    if seen.seat is not None:
        return seen.seat not in bots
    return len(bots) * BOTS_AMONG <= len(sitting.people)


def estimate(
    observed: Iterable[Observation], least: float = -inf, most: float = inf
) -> Estimate | None:
    """Estimate a share from observations of people or groups; None without any to divide by.

    Parameters
    ----------
    least, most
        Where an interval ends at the latest.

    Examples
    --------
    >>> found = estimate([("Anna", 1, 1), ("Anna", 0, 1), ("Ben", 1, 1), ("Ben", 1, 1)])
    >>> found.value, found.dots, found.low
    (0.75, [0.5, 1.0], None)
    >>> found = estimate([(n, n % 2, 1) for n in range(20)])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (0.5, 0.26, 0.74)
    """
    sums: dict[object, tuple[float, float]] = {}
    n = 0
    for who, part, whole in observed:
        before = sums.get(who, (0.0, 0.0))
        sums[who] = before[0] + part, before[1] + whole
        n += 1
    part, whole = _sum(sums, 0), _sum(sums, 1)
    if not whole:
        return None
    value = part / whole
    reach = _reach([(part - one) / rest for one, of in sums.values() if (rest := whole - of)])
    return Estimate(
        value=value,
        low=max(least, value - reach) if reach else None,
        high=min(most, value + reach) if reach else None,
        n=n,
        dots=[one / of for one, of in sums.values() if of],
    )


def _sum(sums: Mapping[object, tuple[float, float]], at: int) -> float:
    return fsum(each[at] for each in sums.values())


def _reach(without: Sequence[float]) -> float:
    """Return how far the interval reaches, from the shares without one person or group each."""
    count = len(without)
    if count < FEWEST:
        return 0
    mean = fsum(without) / count
    spread = sqrt((count - 1) / count * fsum((each - mean) ** 2 for each in without))
    return quantile(count - 1) * spread


def named(topic: Topic, text: Text) -> Named:
    """Name a topic in the words of the classroom."""

    def auctions(n: int) -> str:
        return text.plural("{n} auction", "{n} auctions", n)

    match topic:
        case "price":
            return Named(
                text("What is paid"),
                text("in per cent of the equilibrium"),
                auctions,
                text("a group"),
            )
        case "overbidding":
            return Named(
                text("Bids above the value"),
                text("bids above the bidder’s own value, in per cent"),
                lambda n: text.plural("{n} bid", "{n} bids", n),
                text("a bidder"),
            )
        case "curse":
            return Named(
                text("What winners keep"),
                text("winners’ profit, in per cent of the equilibrium"),
                auctions,
                text("a group"),
            )
        case "efficiency":
            return Named(
                text("Gains from trade"),
                text("gained, in per cent of what could be gained"),
                lambda n: text.plural("{n} period", "{n} periods", n),
                text("a market"),
            )
        case "shares":
            return Named(
                text("What shares cost"),
                text("in per cent of their value"),
                lambda n: text.plural("{n} trade", "{n} trades", n),
                text("a market"),
            )
