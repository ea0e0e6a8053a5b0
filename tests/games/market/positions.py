"""Positions of the market, built and played by notation. Amounts are in cents."""

from collections.abc import Sequence
from typing import Any

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.moves import Card
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import State
from tests.games import playing


class Played(playing.Played[State, Event], frozen=True):
    """What some moves led to."""

    @property
    def gains(self) -> tuple[int, ...]:
        return tuple(each.gain for each in self.state.traders)

    @property
    def book(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        bids = tuple(each.price for each in self.state.bids)
        return bids, tuple(each.price for each in self.state.asks)


def conserved(state: State) -> object:
    return state.rules


SCRIPT = playing.Script(MARKET, Played, conserved)
play = SCRIPT.play
refused = SCRIPT.refused
legal = SCRIPT.legal
listed = SCRIPT.listed


def opened(*cards: int, deck: Deck | None = None, **rules: Any) -> State:
    """Open a market whose seats have these cards, drawn by themselves, seat by seat."""
    asked: dict[str, Any] = {"values": "drawn", **rules}
    units = asked.get("units", 1)
    state = MARKET.start(len(cards) // units, Rules(**asked), deck)
    return dealt(state, cards)


def dealt(state: State, cards: Sequence[int]) -> State:
    for card in cards:
        state = MARKET.unfold(state, Card(CHANCE, card))[-1].state
    return state


def asked(state: State, seat: int) -> State:
    """Draw a seat, counted from 1, to act next."""
    return play(state, f"* next {seat}").state
