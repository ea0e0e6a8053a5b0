"""Positions of the auction room, built and played by notation. Amounts are in cents."""

from collections.abc import Sequence
from typing import Any

from paydays_widgets.games.auction_room.deck import Deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.auction_room.state import State
from tests.games import playing


class Played(playing.Played[State, Event], frozen=True):
    """What some moves led to."""

    @property
    def money(self) -> tuple[int, ...]:
        return tuple(each.money for each in self.state.bidders)

    @property
    def bids(self) -> tuple[int | None, ...]:
        return tuple(each.bid for each in self.state.bidders)


def conserved(state: State) -> object:
    return state.rules


SCRIPT = playing.Script(AUCTION_ROOM, Played, conserved)
play = SCRIPT.play
refused = SCRIPT.refused
legal = SCRIPT.legal


def opened(
    drawn: Sequence[int],
    /,
    *more: int,
    seats: int | None = None,
    deck: Deck | None = None,
    **rules: Any,
) -> State:
    """Put up the first object; what is drawn besides values comes in the order of the draws."""
    state = AUCTION_ROOM.start(seats or len(drawn), Rules(**rules), deck)
    for amount in (*drawn, *more):
        state = play(state, f"* draw {amount}").state
    return state


def common(worth: int, *estimates: int, **rules: object) -> State:
    """Put up an object that is worth the same to all."""
    asked: dict[str, Any] = {"values": "common", "spread": 24, **rules}
    return opened((worth, *estimates), seats=len(estimates), **asked)
