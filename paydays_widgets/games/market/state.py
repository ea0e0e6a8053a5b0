"""The facts of a market: who holds which cards, what stands on the book, who has traded."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.events import Side
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Move, Sell
from paydays_widgets.games.market.rules import Rules

Phase: TypeAlias = Literal["deal", "call", "tie", "word", "speak", "settling", "over", "dividend"]

NONE: Final = -1
"""The sealed price of a seat that offers nothing."""


class Quote(Struct, frozen=True, gc=False):
    """A price that stands on the book, in cents."""

    seat: Seat
    price: int


class Trader(Struct, frozen=True, gc=False):
    """A seat. Amounts are in cents.

    Parameters
    ----------
    cards
        What its units are worth to it, highest first, or cost it, lowest first.
    done
        How many units it has traded in this period.
    sealed
        The prices that it has handed in, unit by unit; :data:`NONE` for none.
    waits
        Whether it has nothing to say before there is news.
    gain
        What it has earned so far.
    booked
        What the books show: nothing before the end; where shares are traded, its cash.
    shares, debt
        What it has and owes where shares are traded.
    out
        Whether it is ruined.
    """

    cards: tuple[int, ...] = ()
    done: int = 0
    sealed: tuple[int, ...] = ()
    waits: bool = False
    gain: int = 0
    booked: int = 0
    shares: int = 0
    debt: int = 0
    out: bool = False


class Crossing(Struct, frozen=True, gc=False):
    """Who trades when sealed offers are opened.

    Parameters
    ----------
    units, price
        How many units are traded, and what each costs, in cents.
    buyers, sellers
        The seats that are sure of a unit, or have drawn one, in the order of their prices.
    tied_buyers, tied_sellers
        The seats among which places are left; a seat is there once for each of its units.
    """

    units: int
    price: int
    buyers: tuple[Seat, ...]
    sellers: tuple[Seat, ...]
    tied_buyers: tuple[Seat, ...] = ()
    tied_sellers: tuple[Seat, ...] = ()


class State(Struct, frozen=True, gc=False):
    """A position; amounts are in cents.

    Parameters
    ----------
    phase
        What comes next.
    count
        The number of cards dealt, of prices asked for, of places drawn, or of words given.
    active
        The seat that was drawn to act.
    bids, asks
        The book, from the first to the best.
    traded
        How many units have been traded in this period.
    going
        The going price, which follows the prices paid, the latest most; None before the first.
    last
        The last price paid in the market; None before the first.
    crossing
        Who trades at a call, as long as lots are drawn.
    shown
        Whether all cards have come to light.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    period: int
    traders: tuple[Trader, ...]
    count: int = 0
    active: Seat = 0
    bids: tuple[Quote, ...] = ()
    asks: tuple[Quote, ...] = ()
    traded: int = 0
    going: int | None = None
    last: int | None = None
    crossing: Crossing | None = None
    shown: bool = False


class TraderView(Struct, frozen=True, gc=False):
    """What may be known of a seat; None for what is hidden.

    Fields of the same name are as in :class:`Trader`.

    Parameters
    ----------
    side
        Whether it buys or sells in this period; of no meaning where shares are traded.
    left
        How many units it can still trade.
    has_offered
        How many sealed prices it has handed in.
    cash
        Its cash where shares are traded; 0 elsewhere.
    means
        What it can pay for a share: its cash, and what it can borrow.
    """

    side: Side
    cards: tuple[int, ...] | None
    left: int
    sealed: tuple[int, ...] | None
    has_offered: int
    waits: bool
    gain: int | None
    cash: int
    shares: int
    debt: int
    means: int
    out: bool


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position.

    Fields of the same name are as in :class:`State`.

    Parameters
    ----------
    legal
        The moves that the seat may make; a price need not be a whole number of units.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    period: int
    traders: tuple[TraderView, ...]
    bids: tuple[Quote, ...]
    asks: tuple[Quote, ...]
    traded: int
    going: int | None
    last: int | None
    legal: tuple[Move, ...]


def buys(rules: Rules, period: int, seat: Seat) -> bool:
    """Return whether a seat buys: the first, the third and so on, until roles are swapped."""
    return (seat % 2 == 0) is not (rules.swap and second_half(rules, period))


def would_buy(s: State | View, move: Move) -> bool:
    """Return whether a move names or takes a price to buy; of units, its seat's side says so."""
    if isinstance(move, Bid | Ask | Buy | Sell):
        return isinstance(move, Bid | Buy)
    return buys(s.rules, s.period, move.by)


def side_of(s: State, seat: Seat) -> Side:
    """Return the side of a seat in the period that goes on."""
    return side_that(buys(s.rules, s.period, seat))


def side_that(buys: bool) -> Side:  # noqa: FBT001 - it is what is asked
    """Return the side that buys, or that sells."""
    return "buyer" if buys else "seller"


def second_half(rules: Rules, period: int) -> bool:
    """Return whether a period is in the second half of the game.

    Examples
    --------
    >>> [second_half(Rules(periods=5), period) for period in range(1, 6)]
    [False, False, False, True, True]
    """
    return 2 * (period - 1) >= rules.periods + rules.periods % 2


def bounds(rules: Rules, deck: Deck) -> tuple[int, int]:
    """Return the lowest and the highest price allowed (MK-floor, MK-ceiling, MK-limit)."""
    if rules.shares:
        high = deck.dividends[-1] * rules.periods
        return min(UNIT, high), high
    high = rules.ceiling * UNIT or deck.top
    return min(rules.floor * UNIT, high), high


def tax_of(rules: Rules, side: Side) -> int:
    """Return what a side pays to the state for a unit, in cents (MK-tax)."""
    return rules.tax * UNIT if rules.payer == f"{side}s" else 0


def gain(side: Side, card: int, price: int, tax: int) -> int:
    """Return what a unit with such a card brings a side at a price (MK-gain, MK-tax)."""
    return (card - price if side == "buyer" else price - card) - tax


# --- shares -------------------------------------------------------------------------------------


def payout(deck: Deck, periods: int) -> int:
    """Return what a share pays on average in so many periods (MK-value)."""
    return sum(deck.dividends) * periods // len(deck.dividends)


def value(rules: Rules, deck: Deck, period: int) -> int:
    """Return what a share pays on average from a period on, with its own dividend (MK-value)."""
    return payout(deck, rules.periods - period + 1)


def values(rules: Rules, deck: Deck) -> list[int]:
    """Return what a share pays on average from each period on."""
    return [value(rules, deck, n) for n in range(1, rules.periods + 1)]


def loan(rules: Rules, shares: int, last: int | None) -> int:
    """Return how much a seat with so many shares may owe at the last price (MK-credit)."""
    return rules.credit * shares * (last or 0) // 100


def means(rules: Rules, each: Trader, last: int | None) -> int:
    """Return what a seat can pay for one more share, which it can borrow against (MK-cash)."""
    return max(0, each.booked - each.debt + loan(rules, each.shares + 1, last))


def endowed(rules: Rules, deck: Deck, seat: Seat) -> Trader:
    """Return what a seat begins with (MK-shares)."""
    at = seat % len(deck.shares)
    return Trader(booked=deck.cash[at] * rules.periods, shares=deck.shares[at])


def payable(s: State | View, seat: Seat, means: int) -> int:
    """Return the highest price that a seat with such means can pay, besides what it has sealed."""
    return min(means - sum(_sealed(s, seat, first=0)), bounds(s.rules, s.deck)[1])


def own_bid(s: State | View, seat: Seat) -> int:
    """Return the highest price that a seat bids itself; :data:`NONE` for none."""
    standing = [each.price for each in s.bids if each.seat == seat]
    return max([NONE, *_sealed(s, seat, first=0), *standing])


def own_ask(s: State | View, seat: Seat) -> int:
    """Return the lowest price that a seat asks itself; one that nobody may name for none."""
    standing = [each.price for each in s.asks if each.seat == seat]
    return min([bounds(s.rules, s.deck)[1] + 1, *_sealed(s, seat, first=1), *standing])


def _sealed(s: State | View, seat: Seat, *, first: int) -> list[int]:
    """List what a seat has sealed: bids come first, and each second price is an ask."""
    return [price for price in (s.traders[seat].sealed or ())[first::2] if price != NONE]
