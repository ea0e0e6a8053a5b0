"""Exact answers to two questions of Zock: who wins a duel, and when to cash a pawn.

A duel is a chain of two states that a 1 ends. Cashing is optimal stopping: the sum in the window
rises, and each roll loses the foremost pawn one time in six. Both are solved for any board and
either reading of the disc, without simulation.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.games.zock.deck import Deck, default_deck
from paydays_widgets.games.zock.engine import UNLUCKY, landing, square_of
from paydays_widgets.games.zock.moves import FACES
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import HOME

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
    goes_on = 1 - loses
    attacked = loses / (1 - goes_on**2)  # after an even number of rolls that went on
    ended = tuple([1 - goes_on**rolls for rolls in range(1, shown + 1)])
    return Duel(attacked, goes_on * attacked, 1 / loses, ended)


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

    def rolled(worth: Sequence[float], gone: int) -> list[float]:
        """List what the pawn is worth after each roll but a 1, which brings nothing."""
        least = windows[gone] if after_roll else 0.0
        return [max(least, worth[after]) for after in nexts[gone]]

    def best(worth: Sequence[float], gone: int) -> float:
        least = 0.0 if after_roll else windows[gone]
        return max(0.0, max(least, sum(rolled(worth, gone)) / len(FACES)) - price)

    worth = _settled(best, deck.squares)
    go_on = [sum(rolled(worth, gone)) / len(FACES) for gone in range(deck.squares)]
    cashes = []
    for gone, window in enumerate(windows):
        others = [worth[after] if after_roll else go_on[gone] for after in nexts[gone]]
        cashes.append([0 < window >= each - _EXACT for each in others])
    brings, lost, turns = _played(windows, nexts, cashes, after_roll=after_roll)
    squares = tuple(
        Square(
            steps=gone,
            square=square_of(deck, seat, seats, gone),
            window=int(windows[gone]),
            go_on=max(0.0, go_on[gone] - price),
            cash=all(cashes[gone]),
            cash_on=tuple(
                face for face, cash in zip(LUCKY, cashes[gone], strict=True) if after_roll and cash
            ),
            brings=brings[gone],
            lost=lost[gone],
            turns=turns[gone],
        )
        for gone in range(deck.squares)
    )
    rate = sum(brings[out] for out in LUCKY) / (len(FACES) + sum(turns[out] for out in LUCKY))
    return Stopping(squares, rate)


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


def _windows(rules: Rules, deck: Deck, seat: Seat, seats: int, *, king: bool) -> list[float]:
    """List what cashing brings, by steps."""
    times = deck.king_times if king else 1
    return [
        times * deck.window(rules.payout, gone, square_of(deck, seat, seats, gone))
        if gone > deck.quarter
        else 0.0
        for gone in range(deck.squares)
    ]


def _nexts(rules: Rules, deck: Deck) -> list[list[int]]:
    """Find where each roll but a 1 takes a pawn, by steps; home follows the last square."""
    went = [[landing(rules, deck, gone, die) for die in LUCKY] for gone in range(deck.squares)]
    return [[deck.squares if each == HOME else each for each in row] for row in went]


def _settled(worth: Callable[[Sequence[float], int], float], squares: int) -> list[float]:
    """Work out what each square is worth, from what the squares after it are worth.

    A pawn may go round, so this is repeated until nothing changes; the last place is home, which
    is worth nothing.
    """
    found = [0.0] * (squares + 1)
    while True:
        before = found
        found = [*[worth(before, gone) for gone in range(squares)], 0.0]
        if max(abs(now - then) for now, then in zip(found, before, strict=True)) < _EXACT:
            return found


def _played(
    windows: Sequence[float],
    nexts: Sequence[Sequence[int]],
    cashes: Sequence[Sequence[bool]],
    *,
    after_roll: bool,
) -> tuple[list[float], list[float], list[float]]:
    """Compute, by steps, what a policy brings, how likely it brings nothing, and its turns."""
    share = 1 / len(FACES)

    def through(at_once: Callable[[int], float]) -> list[float]:
        """Add up what each turn brings at once, until the pawn is cashed or lost."""

        def worth(then: Sequence[float], gone: int) -> float:
            goes = zip(nexts[gone], cashes[gone], strict=True)
            return at_once(gone) + share * sum(then[after] for after, cash in goes if not cash)

        return _settled(worth, len(windows))

    def cashed(gone: int) -> float:
        # Cashed before the roll, it is safe from a 1.
        return sum(cashes[gone]) * (share if after_roll else 1 / len(LUCKY))

    def lost(gone: int) -> float:
        home = sum(
            after == len(windows) and not cash
            for after, cash in zip(nexts[gone], cashes[gone], strict=True)
        )
        safe = not after_roll and all(cashes[gone])
        return 0.0 if safe else share * (1 + home)

    return (
        through(lambda gone: windows[gone] * cashed(gone)),
        through(lost),
        through(lambda _: 1.0),
    )
