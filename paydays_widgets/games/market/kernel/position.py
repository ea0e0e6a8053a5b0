"""A position of the market as records, and how moves are coded.

The book is each trader's offer: one that is made is better than all of its side, so the best of
those that stand is the last.
"""

from types import SimpleNamespace
from typing import Annotated, Final, get_args

from paydays_widgets.core.chance import purpose
from paydays_widgets.games.market.engine import CARDS_EACH, MAX_SEATS
from paydays_widgets.games.market.state import Phase
from paydays_widgets.kernels.compiled import Row, in_place, lanes, table
from paydays_widgets.kernels.records import Listed, Records

PHASES: Final = get_args(Phase)
DEAL, CALL, TIE, WORD, SPEAK, _, OVER, DIVIDEND = range(len(PHASES))
SELLER, BUYER = range(2)
NOBODY: Final = -1
MOST_CARDS: Final = MAX_SEATS * CARDS_EACH
"""Of a side, and of its prices in a call, where everyone may be on both."""
NO_CROSSING: Final = SimpleNamespace(
    units=0, price=0, buyers=(), sellers=(), tied_buyers=(), tied_sellers=()
)


MOST_DIVIDENDS: Final = 8


class Trader:
    """A seat."""

    cards: Annotated[Listed, CARDS_EACH]
    done: int
    sealed: Annotated[Listed, 2 * CARDS_EACH]
    offer: int
    """Its price on the book, with shares its bid; :data:`NONE` for none."""
    ask: int
    """With shares its ask on the book; :data:`NONE` for none."""
    waits: bool
    gain: int
    booked: int
    shares: int
    debt: int
    out: bool


class Crossing:
    """Who trades at a call. Before it is known, ``buyers`` and ``sellers`` hold quotes."""

    units: int
    price: int
    buyers: Annotated[Listed, MOST_CARDS]
    sellers: Annotated[Listed, MOST_CARDS]
    tied_buyers: Annotated[Listed, MOST_CARDS]
    tied_sellers: Annotated[Listed, MOST_CARDS]


class Pack:
    """What has not been dealt of the cards of a side, the best first; nothing if each is drawn."""

    cards: Annotated[Listed, MOST_CARDS]


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    """The period that goes on, or begins."""
    traders: Annotated[Records[Trader], MAX_SEATS]
    count: int
    active: int
    traded: int
    going: int
    """:data:`NONE` before the first price."""
    last: int
    """:data:`NONE` before the first price."""
    crossing: Crossing
    packs: Annotated[Records[Pack], 2]
    """The sellers', then the buyers'."""


LEFT_OUT: Final = {
    "rules": "what a switch changes is in the room",
    "deck": "its amounts are in the room",
    "period": "it is the turn's number",
    "bids": "they are the offers of the buyers",
    "asks": "they are the offers of the sellers",
    "shown": "no strategy asks what has come to light",
}
"""What a state holds and a position does not, and why."""


class Room:
    """The rules and the deck ``d``."""

    seats: int
    call: bool
    free: bool
    shares: bool
    swap: bool
    again: bool
    """Whether each period has new cards."""
    half: int
    """The last period of the first half."""
    periods: int
    units: int
    low: int
    high: int
    """Of the prices."""
    tax: Annotated[Row[int], 2]
    """Of a seller and of a buyer, in cents."""
    quota: int
    most: int
    """How many questions a period has."""
    top: int
    grain: int
    amounts: int
    """How many amounts a card can have that is drawn by itself; 0 where cards are dealt."""
    rise: int
    """By how much values rise in the second half."""
    dividends: Annotated[Listed, MOST_DIVIDENDS]
    credit: int
    rate: int
    packs: Annotated[Records[Pack], 4]
    """The sellers' and the buyers' in the first half, then in the second."""


OFFER, TAKE, WITHDRAW, WAIT, CARD, NEXT, LOT, BID, ASK, BUY, SELL, PAY = range(12)
"""The verb of a move's code."""
BITS: Final = 6
"""Of a seat's number."""
VERBS: Final = 4
"""Bits of a verb."""
SEAT: Final = (1 << BITS) - 1

CHANCE_OF: Final = tuple(purpose(phase) for phase in PHASES)
CHOICE_OF: Final = lanes(PHASES, MAX_SEATS)
NO_TABLES: Final = table(())


@in_place
def coded(verb: int, seat: int, what: int) -> int:
    """Return the code of a move: what it names, its verb and its seat."""
    return what << BITS + VERBS | verb << BITS | seat
