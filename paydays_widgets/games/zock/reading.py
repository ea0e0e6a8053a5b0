"""Reading a view: what a seat can work out from the pawns, the money and the die.

Most functions take a seat's view and answer one question about it. The game's strategies are
built from them; a student's own ``choose`` can be too.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from paydays_widgets.core.game import Seat, me
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.engine import UNLUCKY, landing, square_of, standing_at
from paydays_widgets.games.zock.moves import FACES, PAWNS, Cash, Go, Move, Pawn, SendHome, Throw
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import HOME, KING, Side, View

LUCKY: Final = tuple(face for face in FACES if face != UNLUCKY)
"""The faces of the die that move a pawn."""
FIRST_LOSES: Final = 6 / 11
"""The probability that the seat that rolls first, the attacked one, loses a duel."""

_AT: Final = {pawn: at for at, pawn in enumerate(PAWNS)}
_SMALL: Final = 1e-9
_NEAR: Final = 0.01


# --- one's own side ---------------------------------------------------------------------------


def side(view: View) -> Side:
    """Return the seat's own money, debt and pawns."""
    return view.sides[me(view)]


def steps(view: View, pawn: Pawn) -> int:
    """Return the steps of the seat's own pawn since its exit; HOME if it is at home."""
    return side(view).pawns[_AT[pawn]]


def may_go(view: View) -> tuple[Pawn, ...]:
    """List the pawns that can use the roll."""
    return tuple(move.pawn for move in view.legal if isinstance(move, Go))


def may_cash(view: View) -> tuple[Pawn, ...]:
    """List the pawns that can be cashed now."""
    return tuple(move.pawn for move in view.legal if isinstance(move, Cash))


def foremost(view: View) -> tuple[Pawn, ...]:
    """List the pawns that a 1 could send home; none if all are at home."""
    most = max(side(view).pawns)
    return tuple(pawn for pawn in PAWNS if steps(view, pawn) == most > HOME)


# --- what a pawn is worth ---------------------------------------------------------------------


def brings(view: View, pawn: Pawn) -> int:
    """Return what cashing a pawn brings, with all that stand on its square."""
    deck, gone = view.deck, steps(view, pawn)
    times = sum(
        deck.king_times if at == KING else 1
        for at, each in enumerate(side(view).pawns)
        if each == gone
    )
    square = square_of(deck, me(view), len(view.sides), gone)
    return min(view.bank, times * deck.window(view.rules.payout, gone, square))


def worth(view: View, pawn: Pawn, gone: int, price: float = 0.0) -> float:
    """Return what one of the seat's own pawns would be worth after ``gone`` steps.

    That is what it brings on average if it is alone, always the foremost, never hit, and
    cashed at the right moment.

    Parameters
    ----------
    pawn
        A king is worth more.
    gone
        Its steps since the exit.
    price
        What each turn spent on it costs; see :func:`turn_price`.
    """
    if gone == HOME:
        return 0.0
    deck = view.deck
    times = deck.king_times if pawn == "king" else 1
    return worths(deck, view.rules, deck.exit(me(view), len(view.sides)), times, price)[gone]


@cache
def worths(
    deck: Deck, rules: Rules, exit_: int, times: int = 1, price: float = 0.0
) -> tuple[float, ...]:
    """Compute what a lone pawn is worth, by the steps it has gone.

    Its worth is the best of three: the sum in the window now; the mean of its worth after the
    next roll, which leaves nothing one time in six; and leaving it where it is. The equations
    are solved by iterating until the answer does not change.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> [round(each) for each in worths(default_deck(), Rules(), 0)[11:40:7]]
    [1536, 2103, 2902, 4000, 5000]
    """
    windows = [
        float(times * deck.window(rules.payout, gone, exit_ + gone))
        if gone > deck.quarter
        else 0.0
        for gone in range(deck.squares)
    ]
    after = [[landing(rules, deck, gone, die) for die in LUCKY] for gone in range(deck.squares)]
    found = [0.0] * deck.squares
    while True:
        before, found = found, []
        for now, nexts in zip(windows, after, strict=True):
            rolled = [0.0 if gone == HOME else before[gone] for gone in nexts]
            if rules.cash == "after_roll":
                best = sum(max(now, each) for each in rolled) / len(FACES)
            else:
                best = max(now, sum(rolled) / len(FACES))
            found.append(max(0.0, best - price))
        if all(abs(new - old) < _SMALL for new, old in zip(found, before, strict=True)):
            return tuple(found)


@cache
def cash_shares(deck: Deck, rules: Rules, exit_: int, price: float = 0.0) -> tuple[float, ...]:
    """Compute how often to cash a lone pawn, by the steps it has gone.

    If cashing comes before the roll, that is 1 (cash) or 0 (go on); if the die is rolled first,
    it is the share of the rolls, other than a 1, after which cashing is best.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> [gone for gone, share in enumerate(cash_shares(default_deck(), Rules(), 0)) if share]
    [31, 32, 36, 37, 38, 39]
    """
    worth = worths(deck, rules, exit_, 1, price)
    found = [0.0] * (deck.quarter + 1)
    for gone in range(deck.quarter + 1, deck.squares):
        now = deck.window(rules.payout, gone, exit_ + gone) + _NEAR / len(FACES)
        ahead = [landing(rules, deck, gone, die) for die in LUCKY]
        rolled = [0.0 if each == HOME else worth[each] for each in ahead]
        if rules.cash == "after_roll":
            found.append(sum(now >= each for each in rolled) / len(LUCKY))
        else:
            found.append(float(now >= sum(rolled) / len(FACES)))
    return tuple(found)


@cache
def turn_price(deck: Deck, rules: Rules, exit_: int) -> float:
    """Compute what a turn earns on average when it is spent, at best, on the king alone.

    A turn can be spent only once, so this is what any other use of it has to beat. It is the
    price at which bringing the king out is just no longer worthwhile, found by bisection.
    """
    low, high = 0.0, float(deck.king_times * max(*deck.by_progress, *deck.by_square))
    while high - low > _NEAR:
        price = (low + high) / 2
        king = worths(deck, rules, exit_, deck.king_times, price)
        if sum(king[die] for die in LUCKY) / len(FACES) > price:
            low = price
        else:
            high = price
    return low


def price(view: View) -> float:
    """Return what one of the seat's own turns is worth; see :func:`turn_price`."""
    return turn_price(view.deck, view.rules, view.deck.exit(me(view), len(view.sides)))


def time_to_cash(view: View, pawn: Pawn, price: float = 0.0) -> bool:
    """Return whether the sum in the window is at least what going on would bring.

    In the last round it always is. A pawn that is not foremost risks nothing by waiting, so it
    waits.
    """
    if view.round == view.rules.rounds:
        return True
    if pawn not in foremost(view):
        return False
    gone, now = steps(view, pawn), brings(view, pawn)
    deck, rules = view.deck, view.rules
    if view.die:  # the roll is known already
        return now >= worth(view, pawn, landing(rules, deck, gone, view.die), price)
    nexts = [worth(view, pawn, landing(rules, deck, gone, die), price) for die in LUCKY]
    return now >= sum(nexts) / len(FACES)


def gain(view: View, pawn: Pawn, price: float = 0.0) -> float:
    """Return how much this roll adds to a pawn's worth, plus the fine that it would collect."""
    after = worth(view, pawn, steps_after(view, pawn), price)
    return after - worth(view, pawn, steps(view, pawn), price) + fine_won(view, pawn)


# --- the others -------------------------------------------------------------------------------


def steps_after(view: View, pawn: Pawn) -> int:
    """Return the steps of a pawn after this roll."""
    return landing(view.rules, view.deck, steps(view, pawn), view.die)


def _met(view: View, pawn: Pawn) -> tuple[Seat, tuple[int, ...]] | None:
    gone = steps_after(view, pawn)
    if gone == HOME:
        return None
    return standing_at(view, square_of(view.deck, me(view), len(view.sides), gone), me(view))


def fine_won(view: View, pawn: Pawn) -> int:
    """Return the fine that a pawn would collect with this roll; 0 if it hits nothing."""
    met = _met(view, pawn)
    if met is None or challenged(view, pawn) is not None:
        return 0
    deck = view.deck
    return sum(deck.fine_king if at == KING else deck.fine_pawn for at in met[1])


def challenged(view: View, pawn: Pawn) -> Seat | None:
    """Return the seat that a pawn would challenge to a duel with this roll, if any."""
    met = _met(view, pawn)
    if pawn == "king" and met is not None and KING in met[1]:
        return met[0]
    return None


def duel_gain(view: View, other: Seat) -> float:
    """Return what attacking a seat's king brings on average."""
    wins = FIRST_LOSES * view.sides[other].money
    return wins - (1 - FIRST_LOSES) * side(view).money


def danger(view: View, gone: int, *, kings: bool = False) -> float:
    """Return how many pawns are expected to reach a square in the next round.

    Parameters
    ----------
    gone
        The square, in steps past the seat's own exit.
    kings
        Whether to count kings only.
    """
    seats, deck = len(view.sides), view.deck
    square = square_of(deck, me(view), seats, gone)
    found = 0
    for seat, other in enumerate(view.sides):
        if seat == me(view) or other.out:
            continue
        at = (square - deck.exit(seat, seats)) % deck.squares
        pawns = other.pawns[:1] if kings else other.pawns
        found += sum(
            landing(view.rules, deck, each, die) == at for each in {*pawns} for die in LUCKY
        )
    return found / len(FACES)


def prey(view: View, gone: int) -> int:
    """Count the others' pawns that a roll could hit from ``gone`` steps past the seat's exit."""
    seats, deck = len(view.sides), view.deck
    found = 0
    for die in LUCKY:
        ahead = landing(view.rules, deck, gone, die)
        if ahead != HOME:
            met = standing_at(view, square_of(deck, me(view), seats, ahead), me(view))
            found += 0 if met is None else len(met[1])
    return found


# --- moving -----------------------------------------------------------------------------------


def best_go(view: View, score: Callable[[Pawn], float]) -> Move:
    """Return the move whose pawn scores best; on a tie, prefer the king.

    If cashing is the only choice, cash the first pawn; if a foremost pawn has to go home, choose
    an ordinary one.
    """
    pawns = may_go(view)
    if pawns:
        return Go(me(view), max(pawns, key=score))
    homes = [move for move in view.legal if isinstance(move, SendHome)]
    return homes[-1] if homes else view.legal[0]


def before_roll(view: View) -> bool:
    """Return whether the die has yet to be taken."""
    return any(isinstance(move, Throw) for move in view.legal)
