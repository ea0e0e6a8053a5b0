"""How a class speaks in the market: all at any time, or in secret, until the bell (MK-wait)."""

from paydays_widgets.core.game import Seat
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board import news
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.moves import Wait
from paydays_widgets.games.market.state import State

__all__ = ["closes", "flows", "hurries", "news", "passes", "rest", "rings", "silent"]

_NEWS = (
    events.OfferSealed,
    events.OfferMade,
    events.OfferWithdrawn,
    events.Waited,
    events.Traded,
    events.GainBooked,
    events.OfferLapsed,
    events.LoanTaken,
    events.LoanRepaid,
    events.InterestBooked,
)


def rings(s: State) -> bool:
    """Return whether a bell can end the period."""
    return s.phase == "call" or flows(s)


def flows(s: State) -> bool:
    """Return whether any seat may speak."""
    return s.phase == "speak" and s.rules.free


def rest(seat: Seat) -> Wait:
    """Return the move of a seat that has nothing to say."""
    return Wait(seat)


def silent(event: Event) -> bool:
    """Return whether an event changes the book alone, or nothing that its reader knows."""
    if isinstance(event, events.GainBooked):
        return event.gain is None
    return isinstance(
        event, events.OfferMade | events.OfferWithdrawn | events.OfferLapsed | events.Waited
    )


def closes(event: Event) -> bool:
    """Return whether the market has closed."""
    return isinstance(event, events.PeriodEnded)


def passes(event: Event) -> bool:
    """Return whether the period goes on after an event."""
    return isinstance(event, _NEWS)


def hurries(event: Event) -> bool:
    """Return whether an event is one of a chain: a margin call, a forced sale, a ruin."""
    return isinstance(event, events.MarginCalled | events.ForceSold | events.Ruined)
