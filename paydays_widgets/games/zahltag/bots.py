"""Named strategies: each a small function from what a seat may know, and a draw, to its move.

Read one, then write a better one: whatever is called as ``choose(view, luck)`` and gives a
legal move can sit at a table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import WORD, choice
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.zahltag.moves import Move
from paydays_widgets.games.zahltag.reading import (
    best_change,
    bid_up_to,
    bidding,
    chance_able,
    contracts_ahead,
    covered,
    needs,
    owned,
    rivals,
    rivals_able,
    smallest_other_hand,
)
from paydays_widgets.games.zahltag.state import Cards, View

HIGHEST: Final = 8
"""The most that a bid card shows in the game's own deck, in millions."""


def random_legal(view: View, luck: int) -> Move:
    """Draw lots among the legal moves."""
    return choice(view.legal, luck)


def cost_plus(view: View, luck: int) -> Move:  # noqa: ARG001 - every strategy is given luck
    """Ask for what the work costs plus a margin.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)) + 1)
    return best_change(view, lambda hand: -abs(sum(hand) - 7))


def lean_crew(view: View, luck: int) -> Move:  # noqa: ARG001
    if bidding(view):
        return bid_up_to(view, sum(needs(view)))
    ahead = contracts_ahead(view)

    def score(hand: Cards) -> float:
        return covered(hand, ahead) / 100 - max(0, sum(hand) - LEAN)
    return best_change(view, score)

LEAN = 3

def hoarder(view: View, luck: int) -> Move:  # noqa: ARG001
    ahead = contracts_ahead(view)
    if bidding(view):
        return bid_up_to(view, sum(needs(view)))
    return best_change(view, lambda hand: sum(hand) * 100 + covered(hand, ahead))

def weigh(view, worth):
    ahead = contracts_ahead(view)
    free = smallest_other_hand(view)
    def score(hand: Cards) -> float:
        return worth * covered(hand, ahead) / max(1, len(ahead)) - max(0, sum(hand) - free)
    return best_change(view, score)

W = 10
def undercutter(view: View, luck: int) -> Move:  # noqa: ARG001
    if bidding(view):
        able = rivals_able(view)
        if not able:
            return bid_up_to(view, HIGHEST)
        return bid_up_to(view, max(UMIN, sum(needs(view)) - len(able) + UOFF))
    return weigh(view, W)
UMIN = 2
UOFF = 1

PM = 5
def patient_bidder(view: View, luck: int) -> Move:  # noqa: ARG001
    if bidding(view):
        return bid_up_to(view, max(PM, sum(needs(view))+2))
    return weigh(view, W)

FLOOR = 2
def mixed_bidder(view: View, luck: int) -> Move:
    if bidding(view):
        share = 1.0
        for seat in rivals(view):
            able = chance_able(view, seat)
            share *= (1 - able) / (1 - able * luck / WORD)
        return bid_up_to(view, FLOOR + (HIGHEST - FLOOR) * share + 0.5)
    return weigh(view, W)


STRATEGIES = {f.__name__: f for f in (random_legal, cost_plus, lean_crew, hoarder, undercutter, patient_bidder, mixed_bidder)}
