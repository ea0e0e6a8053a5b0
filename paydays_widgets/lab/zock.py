"""Exact answers to two questions of Zock: who wins a duel, and when to cash a pawn.

A duel is a chain of two states that a 1 ends. Cashing is optimal stopping: the sum in the window
rises, and each roll loses the foremost pawn one time in six. Both are solved for any board and
either reading of the disc, without simulation.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.zock.deck import Deck, default_deck
from paydays_widgets.games.zock.engine import UNLUCKY, landing, square_of
from paydays_widgets.games.zock.moves import FACES
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import HOME

Floats: TypeAlias = npt.NDArray[np.float64]

LUCKY: Final = tuple(face for face in FACES if face != UNLUCKY)
_EXACT: Final = 1e-10


class Duel(Struct, frozen=True):
    """The outcome of a duel, in which the attacked seat rolls first.

    Parameters
    ----------
    attacked_loses, attacker_loses
        Probabilities.
    rolls
        The average number.
    ended
        The probability that it has ended after 1, 2, 3… rolls.
    """

    attacked_loses: float
    attacker_loses: float
    rolls: float
    ended: tuple[float, ...]

    def attack(self, attacker: int, attacked: int) -> float:
        """Compute what an attack brings on average, from what the two seats have to lose.

        Examples
        --------
        >>> round(duel().attack(11_000, 11_000)), round(duel().attack(12_000, 10_000))
        (1000, 0)
        """
        return self.attacked_loses * attacked - self.attacker_loses * attacker


def duel(shown: int = 24) -> Duel:
    """Solve the duel; ``ended`` has ``shown`` rolls.

    Examples
    --------
    >>> round(11 * duel().attacked_loses, 6), round(11 * duel().attacker_loses, 6)
    (6.0, 5.0)
    >>> round(duel().rolls, 6)
    6.0
    """
    loses = 1 / len(FACES)
    goes_on = np.array([[0.0, 1 - loses], [1 - loses, 0.0]])  # attacked to roll, attacker to roll
    lost = np.diag([loses, loses])
    visits = np.linalg.inv(np.eye(2) - goes_on)  # how often each rolls, by who begins
    attacked, attacker = (visits @ lost)[0]
    ended = 1 - (1 - loses) ** np.arange(1, shown + 1)
    return Duel(float(attacked), float(attacker), float(visits[0].sum()), tuple(ended.tolist()))


class Square(Struct, frozen=True):
    """What to do with a pawn on one square, and what that brings.

    Parameters
    ----------
    steps
        From its exit.
    window
        What cashing brings here; 0 in the first quarter, where no pawn can be cashed.
    go_on
        What going on brings on average, cashing at the right moment later. Where the die is rolled
        first, cashing after that roll counts as going on.
    cash
        Whether to cash at once; where the die is rolled first, after any roll but a 1.
    cash_on
        The rolls after which to cash, where the die is rolled first.
    brings
        What the pawn brings on average, played like this.
    lost
        The probability that it never brings anything.
    turns
        The average number of turns until it is cashed or lost.
    """

    steps: int
    square: int
    window: int
    go_on: float
    cash: bool
    cash_on: tuple[int, ...]
    brings: float
    lost: float
    turns: float


class Stopping(Struct, frozen=True):
    """When to cash, and what that brings.

    Parameters
    ----------
    squares
        By number of steps, from 0.
    rate
        What a turn brings on average to a seat that always runs with this one pawn: from home
        until it is cashed or lost, and again.
    """

    squares: tuple[Square, ...]
    rate: float

    @property
    def cash_at(self) -> tuple[int, ...]:
        """The numbers of steps at which to cash at once."""
        return tuple(each.steps for each in self.squares if each.cash)


def stopping(
    rules: Rules | None = None,
    deck: Deck | None = None,
    *,
    seat: Seat = 0,
    seats: int = 4,
    king: bool = False,
    price: float = 0.0,
) -> Stopping:
    """Find out when to cash a pawn that is alone, foremost and never hit.

    Parameters
    ----------
    rules, deck
        By default the game's own.
    seat, seats
        Whose pawn: if sums are printed on the squares, its exit may matter.
    king
        Whether it is a king.
    price
        What a turn spent on the pawn could have earned elsewhere. With 0 the pawn has unlimited
        time. At a price it may be best to leave the pawn where it is; going on then brings 0.

    Examples
    --------
    >>> stopping().cash_at
    (31, 32, 36, 37, 38, 39)
    """
    rules, deck = rules or Rules(), deck or default_deck()
    windows = _windows(rules, deck, seat, seats, king=king)
    nexts = _nexts(rules, deck)
    after_roll = rules.cash == "after_roll"
    worth = np.zeros(deck.squares + 1)  # the last place is home: nothing is left
    while True:
        rolled = worth[nexts]
        if after_roll:
            best = np.maximum(windows[:, None], rolled).sum(axis=1) / len(FACES)
        else:
            best = np.maximum(windows, rolled.sum(axis=1) / len(FACES))
        found = np.append(np.maximum(best - price, 0.0), 0.0)
        if np.abs(found - worth).max() < _EXACT:
            break
        worth = found
    rolled = worth[nexts]
    can = windows > 0
    if after_roll:
        cashes = can[:, None] & (windows[:, None] >= rolled - _EXACT)
        go_on = best
    else:
        go_on = rolled.sum(axis=1) / len(FACES)
        cashes = np.repeat((can & (windows >= go_on - _EXACT))[:, None], len(LUCKY), axis=1)
    go_on = np.maximum(go_on - price, 0.0)
    brings, lost, turns = _played(windows, nexts, cashes, after_roll=after_roll)
    squares = tuple(
        Square(
            steps=gone,
            square=square_of(deck, seat, seats, gone),
            window=int(windows[gone]),
            go_on=float(go_on[gone]),
            cash=bool(cashes[gone].all()),
            cash_on=tuple(
                face for face, cash in zip(LUCKY, cashes[gone], strict=True) if after_roll and cash
            ),
            brings=float(brings[gone]),
            lost=float(lost[gone]),
            turns=float(turns[gone]),
        )
        for gone in range(deck.squares)
    )
    out = list(LUCKY)
    rate = brings[out].sum() / (len(FACES) + turns[out].sum())
    return Stopping(squares, float(rate))


def best_rate(
    rules: Rules | None = None, deck: Deck | None = None, *, seat: Seat = 0, seats: int = 4
) -> Stopping:
    """Find out when to cash so as to earn most in a turn, on average.

    The rate of one answer is the price of a turn for the next, until it no longer changes: then a
    turn costs exactly what it can bring.

    Examples
    --------
    >>> stopping().rate < best_rate().rate
    True
    >>> best_rate().cash_at[0]
    11
    """
    price = 0.0
    while True:
        answer = stopping(rules, deck, seat=seat, seats=seats, price=price)
        if answer.rate - price < _EXACT:
            return answer
        price = answer.rate


def _windows(rules: Rules, deck: Deck, seat: Seat, seats: int, *, king: bool) -> Floats:
    """List what cashing brings, by steps."""
    times = deck.king_times if king else 1
    sums = [
        times * deck.window(rules.payout, gone, square_of(deck, seat, seats, gone))
        for gone in range(deck.squares)
    ]
    return np.where(np.arange(deck.squares) > deck.quarter, sums, 0).astype(np.float64)


def _nexts(rules: Rules, deck: Deck) -> npt.NDArray[np.intp]:
    """Find where each roll but a 1 takes a pawn, by steps; home follows the last square."""
    went = [[landing(rules, deck, gone, die) for die in LUCKY] for gone in range(deck.squares)]
    return np.where(np.array(went) == HOME, deck.squares, went).astype(np.intp)


def _played(
    windows: Floats,
    nexts: npt.NDArray[np.intp],
    cashes: npt.NDArray[np.bool_],
    *,
    after_roll: bool,
) -> tuple[Floats, Floats, Floats]:
    """Compute, by steps, what a policy brings, how likely it brings nothing, and its turns."""
    squares = len(windows)
    share = 1 / len(FACES)
    goes = np.zeros((squares, squares + 1))
    for column, next_ in enumerate(nexts.T):
        goes[np.arange(squares), next_] += np.where(cashes[:, column], 0.0, share)
    # Cashed before the roll, it is safe from a 1.
    cashed = cashes.sum(axis=1) * (share if after_roll else 1 / len(LUCKY))
    lost = 1 - cashed - goes[:, :squares].sum(axis=1)
    system = np.eye(squares) - goes[:, :squares]
    solved = np.linalg.solve(system, np.stack([windows * cashed, lost, np.ones(squares)], axis=1))
    brings, never, turns = solved.T
    return brings, never, turns
