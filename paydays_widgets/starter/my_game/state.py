"""The facts of a position, and what a seat may know of them."""

from typing import Literal, TypeAlias

from msgspec import Struct

from my_game.moves import Move
from paydays_widgets.core import game
from paydays_widgets.core.game import BySeat, NoDeck, Seat, Turn

Phase: TypeAlias = Literal["deal", "bid", "settling", "over"]


class Rules(game.Rules, frozen=True, forbid_unknown_fields=True):
    """The switches of the rules. The set-up form offers them."""

    lots: Literal[1, 3, 5] = 3


class State(Struct, frozen=True):
    """A position.

    Parameters
    ----------
    rules, deck
        The rules and the deck; this game has no deck.
    phase
        What happens next.
    lot
        The number of the lot on sale.
    money
        Each seat's money.
    worth
        The worth of the lot to each seat; None before it is dealt.
    bids
        Each seat's bid; None before it has bid.
    """

    rules: Rules
    deck: NoDeck
    phase: Phase
    lot: int
    money: BySeat[int]
    worth: BySeat[int | None]
    bids: BySeat[int | None]


class View(Struct, frozen=True):
    """What a seat may know: everything open, and its own secrets."""

    seat: Seat | None
    turn: Turn
    legal: tuple[Move, ...]
    lot: int
    money: BySeat[int]
    worth: BySeat[int | None]
    bids: BySeat[int | None]
