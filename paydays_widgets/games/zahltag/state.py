"""The facts of a Zahltag game: firms, stacks, the pile, the contract on offer.

Cards are counted by kind, in the order of :data:`KINDS`. A contract goes by its number in the
deck, counted from 1; the number 0 stands for a payday (:data:`PAYDAY`).
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.moves import KINDS, Kind, Move
from paydays_widgets.games.zahltag.rules import Rules

Phase: TypeAlias = Literal[
    "deal", "adjust", "change", "surplus", "turn_up", "bid", "settling", "award", "over"
]

Cards: TypeAlias = tuple[int, int, int, int]
"""The number of foremen, workers, cranes and excavators."""

NO_CARDS: Final[Cards] = (0, 0, 0, 0)


def of_kind(kind: Kind, count: int = 1) -> Cards:
    """Return some cards of one kind.

    Examples
    --------
    >>> of_kind("crane", 2)
    (0, 0, 2, 0)
    """
    foremen, workers, cranes, excavators = [count * (kind == each) for each in KINDS]
    return (foremen, workers, cranes, excavators)


def covers(cards: Cards, needs: Cards) -> bool:
    """Return whether some cards are enough for a contract.

    Examples
    --------
    >>> covers((2, 1, 0, 0), (1, 1, 0, 0)), covers((2, 1, 0, 0), (1, 0, 1, 0))
    (True, False)
    """
    return (
        cards[0] >= needs[0]
        and cards[1] >= needs[1]
        and cards[2] >= needs[2]
        and cards[3] >= needs[3]
    )


class Firm(Struct, frozen=True, gc=False):
    """What a seat owns.

    Parameters
    ----------
    money
        In millions.
    left, right
        Equipment at work: in its first turn, and in its second.
    """

    money: int
    hand: Cards = NO_CARDS
    left: Cards = NO_CARDS
    right: Cards = NO_CARDS
    out: bool = False


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    phase
        What comes next; ``settling`` while a move is carried out, ``award`` while revealed
        bids lie on the table.
    turn
        The turn, counted from 1; 0 in set-up.
    active
        The seat whose turn it is; in set-up, the seat that is dealt to or adjusts.
    stacks
        The four open stacks; while cards are dealt, the cards left to deal.
    pile
        The numbers of the contracts left in the face-down pile, ascending; their order in the
        pile is not in the state.
    pile_paydays
        The number of paydays left in the pile.
    offer
        The contract on offer; 0 if there is none.
    bids
        One per seat, in millions: None if not made yet, 0 for "00".
    since
        The contracts turned up since the last payday, oldest first.
    past
        For each payday so far, the contracts that came before it.
    count
        How often the current decision or draw has been made already: cards dealt, cards taken
        in one adjustment (negative: discarded), rounds of adjustment, paydays put back.
    gone
        The seats that are out, in order; those that went out in one step together.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    turn: int
    active: Seat
    firms: tuple[Firm, ...]
    stacks: Cards
    pile: tuple[int, ...]
    pile_paydays: int
    offer: int
    bids: tuple[int | None, ...]
    since: tuple[int, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()
    count: int = 0
    gone: tuple[tuple[Seat, ...], ...] = ()


class FirmView(Struct, frozen=True, gc=False):
    """What may be known of a seat's firm.

    Fields of the same name are as in :class:`Firm`.

    Parameters
    ----------
    hand
        The cards in hand; None for the other seats' hands.
    bid
        The bid in millions, 0 for "00"; None if there is none or it is hidden.
    """

    money: int
    hand_size: int
    hand: Cards | None
    left: Cards
    right: Cards
    out: bool
    has_bid: bool
    bid: int | None


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position.

    Fields of the same name are as in :class:`State`.

    Parameters
    ----------
    number
        The turn, counted from 1; 0 in set-up.
    stacks
        The four open stacks; None while cards are dealt.
    pile_size
        The number of cards in the face-down pile.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    number: int
    active: Seat
    firms: tuple[FirmView, ...]
    stacks: Cards | None
    pile_size: int
    offer: int
    since: tuple[int, ...]
    past: tuple[tuple[int, ...], ...]
    legal: tuple[Move, ...]
