"""Reading a view: what a seat can work out from the pawns, the money and the die.

Most functions take a seat's view and answer one question about it. The game's strategies are
built from them; a student's own ``choose`` can be too.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from paydays_widgets.core.game import Seat, me
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.engine import UNLUCKY, fine_paid, landing, square_of, standing_at
from paydays_widgets.games.zock.moves import FACES, PAWNS, Cash, Go, Move, Pawn, SendHome, Throw
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import HOME, Side, View

LONG: Final = 60
"""The most turns that are looked ahead: beyond, the end of the game no longer matters."""
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


def choice_of_front(view: View) -> bool:
    """Return whether both a foremost pawn and one that is not can use the roll."""
    front = foremost(view)
    return len({pawn in front for pawn in may_go(view)}) > 1


# --- what a pawn is worth ---------------------------------------------------------------------


def window(view: View, seat: Seat, gone: int) -> int:
    """Return what the window shows for a seat's pawn after ``gone`` steps; 0 for nothing yet."""
    deck = view.deck
    if gone <= deck.quarter:
        return 0
    return deck.window(view.rules.payout, gone, square_of(deck, seat, len(view.sides), gone))


def at_risk(view: View) -> int:
    """Return what a 1 would lose: what the foremost pawn could be cashed for now; 0 for nothing.

    Of several abreast it is the one that is worth least.
    """
    ready = [pawn for pawn in foremost(view) if pawn in may_cash(view)]
    if not ready:
        return 0
    shown = window(view, me(view), steps(view, ready[0]))
    return min(view.bank, min(map(view.deck.times, ready)) * shown)


def together(view: View, pawn: Pawn) -> tuple[Pawn, ...]:
    """List the seat's own pawns that are cashed with a pawn: all on its square."""
    gone = steps(view, pawn)
    return tuple([each for each, at in zip(PAWNS, side(view).pawns, strict=True) if at == gone])


def due(view: View, pawn: Pawn) -> int:
    """Return what the bank owes for a pawn that is cashed, with all that stand on its square."""
    times = sum(map(view.deck.times, together(view, pawn)))
    return times * window(view, me(view), steps(view, pawn))


def brings(view: View, pawn: Pawn) -> int:
    """Return what cashing a pawn brings, with all that stand on its square."""
    return min(view.bank, due(view, pawn))


def turns_left(view: View) -> int:
    """Count the turns that a seat still has, this one among them, if it is its turn."""
    return view.rules.rounds - view.round + 1


def worth(
    view: View, pawn: Pawn, gone: int, *, counted: float = 0.0, turns: int | None = None
) -> float:
    """Return what one of the seat's own pawns would be worth after ``gone`` steps.

    That is what it brings on average if it is alone, always the foremost, never hit, and
    cashed at the right moment, before the game ends and out of what the bank has now.

    Parameters
    ----------
    counted
        How much of its price each turn is charged with: 0 if turns cost nothing, 1 for all of
        it; see :func:`prices`.
    turns
        How many turns there are for it; by default those after this one.
    """
    turns = turns_left(view) - 1 if turns is None else turns
    if gone == HOME or turns <= 0:
        return 0.0
    deck = view.deck
    times = deck.times(pawn)
    most = deck.king_times * max(*deck.by_progress, *deck.by_square)
    cap = min(most, view.bank)
    exit_ = deck.exit(me(view), len(view.sides))
    found = worths_by_turns(deck, view.rules, exit_, times=times, counted=counted, cap=cap)
    return found[min(turns, LONG)][gone]


def _total(numbers: Iterable[float]) -> float:
    """Add from left to right, as compiled code does: `sum` rounds otherwise since Python 3.12."""
    found = 0.0
    for each in numbers:
        found += each
    return found


def _windows(deck: Deck, rules: Rules, exit_: int, times: int) -> list[float]:
    """List what cashing brings, by steps."""
    return [
        float(times * deck.window(rules.payout, gone, exit_ + gone))
        if gone > deck.quarter
        else 0.0
        for gone in range(deck.squares)
    ]


def _ahead(deck: Deck, rules: Rules) -> list[list[int]]:
    """List where each roll but a 1 takes a pawn, by steps."""
    return [[landing(rules, deck, gone, die) for die in LUCKY] for gone in range(deck.squares)]


def _one_turn(
    cashed: Sequence[float],
    ahead: Sequence[Sequence[int]],
    rules: Rules,
    after: Sequence[float],
    home: float = 0.0,
) -> list[float]:
    """Compute what a pawn is worth before a turn, by steps.

    Parameters
    ----------
    cashed
        What cashing it leads to.
    ahead
        Where each roll but a 1 takes it.
    after, home
        What it is worth after the turn, by steps, and at home.
    """
    found = []
    for now, nexts in zip(cashed, ahead, strict=True):
        rolled = [home if gone == HOME else after[gone] for gone in nexts]
        if rules.cash == "after_roll":
            rolled = [max(now, each) for each in rolled]
        onward = (home + _total(rolled)) / len(FACES)
        found.append(onward if rules.cash == "after_roll" else max(now, onward))
    return found


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
    windows, ahead = _windows(deck, rules, exit_, times), _ahead(deck, rules)
    found = [0.0] * deck.squares
    while True:
        before = found
        found = [max(0.0, best - price) for best in _one_turn(windows, ahead, rules, before)]
        if all(abs(new - old) < _SMALL for new, old in zip(found, before, strict=True)):
            return tuple(found)


@cache
def worths_by_turns(
    deck: Deck, rules: Rules, exit_: int, *, times: int, counted: float, cap: int
) -> tuple[tuple[float, ...], ...]:
    """Compute what a lone pawn is worth, by the turns that are left and the steps it has gone.

    Parameters
    ----------
    times
        How many times the window's sum is paid for it.
    counted
        How much of its price each turn is charged with.
    cap
        The most that the bank can pay.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> table = worths_by_turns(default_deck(), Rules(), 0, times=1, counted=0.0, cap=9_000)
    >>> [round(table[turns][27]) for turns in (0, 1, 2, 3, 60)]
    [0, 3000, 3000, 3139, 3164]
    """
    windows = [min(each, float(cap)) for each in _windows(deck, rules, exit_, times)]
    ahead, costs = _ahead(deck, rules), prices(deck, rules, exit_)
    found = [(0.0,) * deck.squares]
    for turns in range(1, LONG + 1):
        price = counted * costs[turns]
        best = _one_turn(windows, ahead, rules, found[-1])
        found.append(tuple([max(0.0, each - price) for each in best]))
    return tuple(found)


@cache
def prices(deck: Deck, rules: Rules, exit_: int) -> tuple[float, ...]:
    """Compute what one more turn brings on average, by the number of turns that are left.

    It is spent, at best, on the king alone, which runs, is cashed and runs again. With few turns
    left a turn is worth nothing, since the king gets no more past the first quarter; with many,
    it comes to :func:`turn_price`.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> [round(prices(default_deck(), Rules(), 0)[turns]) for turns in (1, 3, 4, 20, 60)]
    [0, 250, 1111, 596, 596]
    """
    windows, ahead = _windows(deck, rules, exit_, deck.king_times), _ahead(deck, rules)
    home, found = 0.0, [0.0] * deck.squares
    costs = [0.0]
    for _ in range(LONG):
        out = (home + _total([found[die] for die in LUCKY])) / len(FACES)
        cashed = [each + home if each else 0.0 for each in windows]
        found = _one_turn(cashed, ahead, rules, found, home)
        costs.append(out - home)
        home = out
    return tuple(costs)


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
            found.append(float(now >= _total(rolled) / len(FACES)))
    return tuple(found)


@cache
def turn_price(deck: Deck, rules: Rules, exit_: int) -> float:
    """Compute what a turn earns on average when it is spent, at best, on the king alone.

    A turn can be spent only once, so any other use has to beat this. It is the
    price at which bringing the king out is just no longer worthwhile, found by bisection.
    """
    low, high = 0.0, float(deck.king_times * max(*deck.by_progress, *deck.by_square))
    while high - low > _NEAR:
        price = (low + high) / 2
        king = worths(deck, rules, exit_, deck.king_times, price)
        if _total([king[die] for die in LUCKY]) / len(FACES) > price:
            low = price
        else:
            high = price
    return low


def time_to_cash(view: View, pawn: Pawn, counted: float = 0.0) -> bool:
    """Return whether the sum in the window is at least what going on would bring.

    It always is when there are no more turns left than pawns that can be cashed. Otherwise a
    pawn that is not foremost waits, since a 1 does not send it home.
    """
    if turns_left(view) <= len(may_cash(view)):
        return True
    if pawn not in foremost(view):
        return False
    gone, now = steps(view, pawn), brings(view, pawn)
    dice = (view.die,) if view.die else LUCKY  # the roll may be known already
    nexts = [
        worth(view, pawn, landing(view.rules, view.deck, gone, die), counted=counted)
        for die in dice
    ]
    return now >= _total(nexts) / (1 if view.die else len(FACES))


def cash_first(view: View, pawns: Sequence[Pawn]) -> Pawn:
    """Choose which of some pawns to cash: the one that brings most.

    When time runs out and all three are out, an ordinary one comes first: once the king has gone
    home, nothing can be cashed until it is out again.
    """
    ordinary = [pawn for pawn in pawns if pawn != "king"]
    last = 1 < turns_left(view) <= len(may_cash(view)) and HOME not in side(view).pawns
    return max(ordinary if ordinary and last else pawns, key=lambda pawn: brings(view, pawn))


def gain(view: View, pawn: Pawn, counted: float = 0.0) -> float:
    """Return how much this roll adds to a pawn's worth, plus the fine that it would collect."""
    after = worth(view, pawn, steps_after(view, pawn), counted=counted)
    return after - worth(view, pawn, steps(view, pawn), counted=counted) + fine_won(view, pawn)


# --- the others -------------------------------------------------------------------------------


def steps_after(view: View, pawn: Pawn) -> int:
    """Return the steps of a pawn after this roll."""
    return landing(view.rules, view.deck, steps(view, pawn), view.die)


def met(view: View, pawn: Pawn) -> tuple[Seat, tuple[Pawn, ...]] | None:
    """Return the opponent whose pawns a pawn would meet with this roll, and these pawns."""
    gone = steps_after(view, pawn)
    if gone == HOME:
        return None
    found = standing_at(view, square_of(view.deck, me(view), len(view.sides), gone), me(view))
    return found and (found[0], tuple([PAWNS[at] for at in found[1]]))


def fine_won(view: View, pawn: Pawn) -> int:
    """Return what a pawn would collect in fines with this roll; 0 if it hits nothing."""
    found = met(view, pawn)
    if found is None or challenged(view, pawn) is not None:
        return 0
    victim, pawns = found
    return fine_paid(view, victim, sum(map(view.deck.fine, pawns)))


def challenged(view: View, pawn: Pawn) -> Seat | None:
    """Return the seat that a pawn would challenge to a duel with this roll, if any."""
    found = met(view, pawn)
    return found[0] if pawn == "king" and found is not None and "king" in found[1] else None


def duels_lost(*, first: bool) -> int:
    """Return how many of 11 duels a seat loses, by whether it rolls first."""
    return 6 if first else 5


def duellists(view: View, rolled: int) -> tuple[Seat, Seat]:
    """Return the seat that rolls next in a duel, after some rolls, and the other seat."""
    attacked = view.active if view.attacked is None else view.attacked
    return (view.active, attacked) if rolled % 2 else (attacked, view.active)


def duel_shares(view: View, other: Seat) -> tuple[float, float]:
    """Return what attacking a seat's king wins and loses on average."""
    return FIRST_LOSES * view.sides[other].money, (1 - FIRST_LOSES) * side(view).money


def duel_gain(view: View, other: Seat) -> float:
    """Return what attacking a seat's king brings on average."""
    wins, losses = duel_shares(view, other)
    return wins - losses


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
            there = standing_at(view, square_of(deck, me(view), seats, ahead), me(view))
            found += 0 if there is None else len(there[1])
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
