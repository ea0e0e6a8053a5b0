"""What every part of a turn does to a position: sums that change hands, cards, the pot."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.engine import put, then
from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.ledger import Transfer, cash
from paydays_widgets.games.pay_day import events
from paydays_widgets.games.pay_day.engine.facts import POT, POT_WINS
from paydays_widgets.games.pay_day.state import Household, State

Steps: TypeAlias = list[Step[State, events.Event]]
Act: TypeAlias = Callable[[State, Any, Steps], State]
"""What a move or an item of the agenda does; it adds the steps, and returns the state."""


def changed(s: State, seat: Seat, household: Household) -> tuple[Household, ...]:
    return put(s.households, seat, household)


def gained(s: State, seat: Seat, amount: int, **changes: Any) -> tuple[Household, ...]:
    """Add to a seat's cash, and make other changes to its household."""
    household = s.households[seat]
    return changed(s, seat, replace(household, cash=household.cash + amount, **changes))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Remove a card from cards in ascending order."""
    at = bisect_left(cards, card)
    return cards[:at] + cards[at + 1 :]


def win_pot(s: State, seat: Seat, steps: Steps) -> State:
    event = events.PotWon(seat=seat, amount=s.pot, transfers=(Transfer(POT, cash(seat), s.pot),))
    won = replace(s, households=gained(s, seat, s.pot), pot=0, pot_open=False)
    return then(steps, event, won)


def roll_for(s: State, seat: Seat, pips: int, steps: Steps) -> State:
    """Award the pot to a roll that is not for movement, where the rules allow (PD-election)."""
    if pips == POT_WINS and s.pot_open and s.rules.pot_six == "any_roll":
        return win_pot(s, seat, steps)
    return s
