"""Chance as a player: what could come with which weight, and dealers that choose.

Weights are integers, so probabilities are exact. A draw is a 32-bit number ``u`` that picks
the first outcome whose cumulative weight exceeds ``u * total >> 32``. Each draw has a place of its
own (a *lane*), so whole games are repeatable, in whatever order they are played.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

M = TypeVar("M")
T = TypeVar("T")

WORD: Final = 1 << 32
"""A draw is a whole number from 0 to ``WORD - 1``."""


class Outcome(Struct, Generic[M], frozen=True, gc=False):
    """One thing that chance could do.

    Parameters
    ----------
    move
        The chance move.
    weight
        How many equally likely cases it stands for.
    """

    move: M
    weight: int


class Lane(Struct, frozen=True, gc=False):
    """The place that one draw is read from.

    Parameters
    ----------
    turn
        The game's turn, counted from 1 (0 in set-up).
    purpose
        What is drawn for; a bot's luck is read under its prompt and seat.
    repeat
        How many draws for the same purpose this turn has seen already.
    """

    turn: int
    purpose: str
    repeat: int


class Dealer(Protocol):
    """Who decides what chance does."""

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Choose one of the outcomes."""
        ...

    def luck(self, lane: Lane) -> int:
        """Give a draw for a bot."""
        ...


def probability(outcomes: Sequence[Outcome[M]], move: M) -> Fraction:
    """Give the exact probability of a chance move.

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
        At least one, in the order that the engine gives.
    draw
        From 0 to ``WORD - 1``.

    Examples
    --------
    >>> pick([Outcome("sun", 1), Outcome("rain", 3)], WORD // 4)
    'rain'
    """
    marks = list(accumulate([each.weight for each in outcomes]))
    if not marks or not marks[-1]:
        message = "no outcome has a weight"
        raise ValueError(message)
    return outcomes[bisect_right(marks, draw * marks[-1] >> 32)].move


def choice(options: Sequence[T], draw: int) -> T:
    """Choose one of some equally likely options by a draw.

    Examples
    --------
    >>> choice("abcd", WORD // 2)
    'c'
    """
    return options[draw * len(options) >> 32]


class SeededDealer:
    """Draws from a seed, each lane on its own: the same lane always has the same luck.

    So a game that went another way still meets the same cards at the same turn, which makes
    two branches fair to compare.

    Parameters
    ----------
    seed
        Any whole number.

    Examples
    --------
    >>> SeededDealer(1).luck(Lane(1, "roll", 0)) == SeededDealer(1).luck(Lane(1, "roll", 0))
    True
    """

    def __init__(self, seed: int) -> None:
        from hashlib import blake2b  # noqa: PLC0415 - loads OpenSSL, which costs 8 ms

        self.seed = seed
        self._hash = blake2b

    def luck(self, lane: Lane) -> int:
        """Give the draw of a lane."""
        key = f"{self.seed}/{lane.turn}/{lane.purpose}/{lane.repeat}"
        return int.from_bytes(self._hash(key.encode(), digest_size=4).digest(), "big")

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Choose the outcome that the lane's draw stands for."""
        return pick(outcomes, self.luck(lane))


class TeachersDealer:
    """Deals as another dealer would, save where the teacher has set what comes next.

    A wish waits until it can be granted: "the next card is a payday" holds for the next card
    turned up, whatever is thrown or dealt before.

    Parameters
    ----------
    usual
        Who deals when there is no wish.
    """

    def __init__(self, usual: Dealer) -> None:
        self.usual = usual
        self.wish: object | None = None

    def luck(self, lane: Lane) -> int:
        """Give the draw of a lane, from the usual dealer."""
        return self.usual.luck(lane)

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        """Grant the wish if it can come now; else deal as usual."""
        for each in outcomes:
            if each.move == self.wish:
                self.wish = None
                return each.move
        return self.usual.pick(outcomes, lane)
