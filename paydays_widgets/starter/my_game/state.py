"""The facts of a position, and what a seat may know of them."""

from typing import Literal, TypeAlias

from msgspec import Struct

from my_game.moves import Move
from paydays_widgets.core import game
from paydays_widgets.core.game import BySeat, NoDeck, Seat, Standing, Turn

Phase: TypeAlias = Literal["deal", "bid", "settling", "over"]


class Rules(game.Rules, frozen=True, forbid_unknown_fields=True):
    """How the game is played. The set-up form offers what stands here."""

    lots: Literal[1, 3, 5] = 3


class State(Struct, frozen=True):
    """A position.

    Parameters
    ----------
    rules, deck
        What is played; this game has no deck.
    phase
        What is to be done next.
    lot
        The number of the lot that is on sale.
    money
        What each seat has.
    worth
        What the lot is worth to each seat; None before it is dealt.
    bids
        What each seat has bid; None before it has.
    """

    rules: Rules
    deck: NoDeck
    phase: Phase
    lot: int
    money: BySeat[int]
    worth: BySeat[int | None]
    bids: BySeat[int | None]


class View(Struct, frozen=True):
    """What a seat may know: of what is secret, its own alone."""

    seat: Seat | None
    turn: Turn
    legal: tuple[Move, ...]
    standing: Standing
    lot: int
    money: BySeat[int]
    worth: BySeat[int | None]
    bids: BySeat[int | None]
