"""Chance as a player: weighted outcomes, and dealers that choose among them.

Weights are integers, so probabilities are exact. A draw is a 32-bit number ``u`` that picks
the first outcome whose cumulative weight exceeds ``u * total >> 32``. Each draw comes from a
*lane* of its own, so a game can be repeated exactly, in whatever order its draws are made.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from os import urandom
from typing import Final, Generic, Protocol, TypeVar
from zlib import crc32

from msgspec import Struct

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
T = TypeVar("T")

WORD: Final = 1 << 32
"""A draw is a whole number from 0 to ``WORD - 1``."""


def drawn_seed() -> int:
    """Draw a seed by lot, with at most ten digits.

    Examples
    --------
    >>> 0 <= drawn_seed() < WORD
    True
    """
    return int.from_bytes(urandom(4), "big")


class Outcome(Struct, Generic[M_co], frozen=True, gc=False):
    """A possible move of chance.

    Parameters
    ----------
    weight
        The number of equally likely cases that it stands for.
    """

    move: M_co
    weight: int


class Lane(Struct, frozen=True, gc=False):
    """The address of one draw.

    Parameters
    ----------
    turn
        The game's turn, counted from 1 (0 in set-up).
    purpose
        What the draw is for; for a bot's luck, its prompt and seat.
    repeat
        The number of earlier draws for the same purpose in this turn.
    """

    turn: int
    purpose: str
    repeat: int


class Dealer(Protocol):
    """Decides what chance does."""

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Choose one of the outcomes."""

    def luck(self, lane: Lane) -> int:
        """Draw a number for a bot, from 0 to ``WORD - 1``."""


def probability(outcomes: Sequence[Outcome[M]], move: M) -> Fraction:
    """Compute the exact probability of a chance move.

    Examples
    --------
    >>> probability([Outcome("sun", 1), Outcome("rain", 2)], "rain")
    Fraction(2, 3)
    """
    hits = sum(each.weight for each in outcomes if each.move == move)
    return Fraction(hits, sum(each.weight for each in outcomes))


def pick(outcomes: Sequence[Outcome[M]], draw: int) -> M:
    """Choose the outcome that a draw stands for.

    Parameters
    ----------
    outcomes
        At least one, in the engine's order.
    draw
        From 0 to ``WORD - 1``.

    Raises
    ------
    ValueError
        If no outcome has a weight.

    Examples
    --------
    >>> pick([Outcome("sun", 1), Outcome("rain", 3)], WORD // 4)
    'rain'
    """
    left = draw * sum([each.weight for each in outcomes]) >> 32
    for each in outcomes:
        left -= each.weight
        if left < 0:
            return each.move
    message = "no outcome has a weight"
    raise ValueError(message)


def choice(options: Sequence[T], draw: int) -> T:
    """Choose one of several equally likely options by a draw.

    Examples
    --------
    >>> choice("abcd", WORD // 2)
    'c'
    """
    return options[draw * len(options) >> 32]


def choice_by_kind(options: Sequence[T], draw: int) -> T:
    """Choose by a draw among the types of some options, then among the options of that type.

    So a move that can be made with many sums is no more likely than one that has none.

    Examples
    --------
    >>> [choice_by_kind([1, 2, 3, 4, "pass"], WORD // 8 * n) for n in range(8)]
    [1, 2, 3, 4, 'pass', 'pass', 'pass', 'pass']
    """
    kinds = tuple(dict.fromkeys([type(each) for each in options]))
    alike = [each for each in options if type(each) is choice(kinds, draw)]
    return choice(alike, draw * len(kinds) % WORD)


def shuffled(items: Sequence[T], draws: Iterator[int]) -> list[T]:
    """Put items into a random order, each order equally likely (Fisher and Yates 1938).

    There are at least as many draws as items.

    Examples
    --------
    >>> shuffled("abc", iter([0, 0, 0]))
    ['b', 'c', 'a']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        at = next(draws) * (last + 1) >> 32
        order[at], order[last] = order[last], order[at]
    return order


def key(seed: int) -> int:
    """Turn a seed into the 64-bit key of its draws.

    Examples
    --------
    >>> key(1) == key(1), key(1) == key(2)
    (True, False)
    """
    return _mix((seed & _MASK) * _GOLDEN & _MASK)


def draw(key: int, turn: int, purpose: int, repeat: int) -> int:
    """Draw the number that belongs to a lane, using 64-bit integers only.

    Compiled code draws the same numbers, so a seed means the same game in both.

    Parameters
    ----------
    key
        The seed's :func:`key`.
    turn, repeat
        The lane's turn and repeat, from 0 to 65,535.
    purpose
        The number of the lane's :func:`purpose`, from 0 to ``WORD - 1``.

    Returns
    -------
    int
        From 0 to ``WORD - 1``.

    Raises
    ------
    ValueError
        If the turn or the repeat does not fit into a lane.

    Examples
    --------
    >>> draw(key(1), 3, purpose("roll"), 0)
    1060224211
    """
    if turn >> 16 or repeat >> 16:
        message = f"a lane has turns and repeats from 0 to 65535, not {turn} and {repeat}"
        raise ValueError(message)
    return _mix((key ^ (purpose << 32 | turn << 16 | repeat)) + _GOLDEN & _MASK) >> 32


def game_seed(seed: int, number: int) -> int:
    """Compute the seed of one game of a run.

    Parameters
    ----------
    seed
        The seed of the run: any whole number; only its lowest 64 bits count.
    number
        The number of the game in the run, counted from 0.

    Returns
    -------
    int
        From 0 to 2**53 - 1, so that a table, a link and a spreadsheet can hold it exactly.

    Examples
    --------
    >>> [game_seed(7, number) for number in range(2)]
    [4642246745515369, 3749621344500475]
    """
    return _mix(key(seed) + number * _GOLDEN & _MASK) >> 11


@cache
def purpose(name: str) -> int:
    """Turn the name of a purpose into a number from 0 to ``WORD - 1``."""
    return crc32(name.encode())


_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    """Mix 64 bits so that each depends on all: splitmix64's finalizer (Steele et al. 2014)."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


class SeededDealer:
    """Draws from a seed, each lane independently: the same lane always has the same luck.

    A game that takes a different course still meets the same cards at the same turn, so two
    branches can be compared fairly.

    Parameters
    ----------
    seed
        Any whole number; only its lowest 64 bits count.

    Examples
    --------
    >>> SeededDealer(1).luck(Lane(1, "roll", 0)) == SeededDealer(1).luck(Lane(1, "roll", 0))
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = key(seed)

    def luck(self, lane: Lane) -> int:
        """Draw the number of a lane."""
        return draw(self._key, lane.turn, purpose(lane.purpose), lane.repeat)

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Choose the outcome that the lane's draw stands for."""
        return pick(outcomes, self.luck(lane))


class PlannedDealer:
    """Deals like another dealer, except for some draws whose outcome was chosen beforehand.

    Parameters
    ----------
    usual
        The dealer used for all other draws, and where a planned outcome cannot come.
    planned
        The outcome of each planned draw.
    """

    def __init__(self, usual: Dealer, planned: Mapping[Lane, object]) -> None:
        self.usual = usual
        self.planned = planned

    def luck(self, lane: Lane) -> int:
        """Draw the number of a lane, as the usual dealer does."""
        return self.usual.luck(lane)

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Choose what was planned if it is possible; otherwise deal as usual."""
        planned = self.planned.get(lane)
        for each in outcomes:
            if each.move == planned:
                return each.move
        return self.usual.pick(outcomes, lane)


class TeachersDealer:
    """Deals like another dealer, unless the teacher has chosen what comes next.

    A wish waits until it can be granted: "the next card is a payday" holds for the next card
    turned up, whatever is thrown or dealt before.

    Attributes
    ----------
    wish
        The chance move that the teacher has chosen; None for no wish.
    """

    def __init__(self, usual: Dealer) -> None:
        self.usual = usual
        self.wish: object | None = None

    def luck(self, lane: Lane) -> int:
        """Draw the number of a lane, as the usual dealer does."""
        return self.usual.luck(lane)

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Grant the wish if it is possible now; otherwise deal as usual."""
        for each in outcomes:
            if each.move == self.wish:
                self.wish = None
                return each.move
        return self.usual.pick(outcomes, lane)
