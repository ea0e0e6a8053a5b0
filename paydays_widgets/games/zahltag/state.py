"""The facts of a Zahltag game: firms, stacks, the pile, the contract on offer.

Cards are counted by kind, in the order of :data:`KINDS`. A contract is named by its number in
the deck, counted from 1; the number 0 stands for a payday (:data:`PAYDAY`).
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Standing, Turn
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.moves import Move
from paydays_widgets.games.zahltag.rules import Rules

Phase: TypeAlias = Literal[
    "deal", "adjust", "change", "surplus", "turn_up", "bid", "settling", "award", "over"
]

Cards: TypeAlias = tuple[int, int, int, int]
"""How many foremen, workers, cranes and excavators."""

NO_CARDS: Final[Cards] = (0, 0, 0, 0)


class Firm(Struct, frozen=True, gc=False):
    """What a seat owns.

    Parameters
    ----------
    money
        In millions.
    hand
        Equipment in hand.
    left, right
        Equipment at work: just awarded, and in its second turn.
    out
        Whether the seat has gone out of the game.
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
    rules, deck
        What is played.
    phase
        What is to be done next; ``settling`` inside a move, ``award`` while turned-up bids
        lie on the table.
    turn
        The turn, counted from 1; 0 in set-up.
    active
        Whose turn it is; in set-up, who is dealt to or adjusts.
    firms
        One a seat.
    stacks
        The four open stacks; while cards are dealt, what is left to deal.
    pile
        The contracts left in the face-down pile, by number, ascending (not their order).
    pile_paydays
        How many paydays are left in the pile.
    offer
        The contract that bids are made for; 0 where there is none.
    bids
        One a seat: None where none is made yet, 0 for "00".
    since
        The contracts turned up since the last payday, oldest first.
    past
        For each payday past, the contracts that came before it.
    count
        How often the present decision or draw was made already: cards dealt, cards taken in
        one adjustment (negative: discarded), rounds of adjustment, paydays put back.
    gone
        The seats that went out, in order; those of one step together.
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

    Parameters
    ----------
    money
        In millions.
    hand_size
        How many cards are in hand.
    hand
        Which ones; None for the other seats' hands.
    left, right
        Equipment at work.
    out
        Whether the seat has gone out.
    has_bid
        Whether its bid card lies on the table.
    bid
        The bid, 0 for "00"; None where there is none or it is still hidden.
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

    Parameters
    ----------
    seat
        Who looks; None for what lies open on the table.
    rules, deck
        What is played; all know the whole deck.
    turn
        Who may act.
    number
        The game's turn, counted from 1; 0 in set-up.
    active
        Whose turn it is.
    firms
        One a seat.
    stacks
        The four open stacks; None while cards are dealt.
    pile_size
        How many cards the face-down pile has.
    offer
        The contract that bids are made for; 0 where there is none.
    since
        The contracts since the last payday.
    past
        For each payday past, the contracts before it.
    legal
        The moves that the seat may make.
    standing
        The ranking as it stands.
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
    standing: Standing
