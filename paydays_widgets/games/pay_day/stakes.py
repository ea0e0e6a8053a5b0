"""What is at stake in a decision: how often a stake wins, over many games."""

from collections.abc import Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import events
from paydays_widgets.games.pay_day.state import View

PROMPTS: Final = frozenset({"bet", "stake"})


_AT_ONCE: Final[Mapping[type[events.Event], str]] = {
    events.SwellfareWon: "won",
    events.SwellfareLost: "lost",
    events.PokerCalledOff: "off",
    events.SwellfareUnused: "out",
    events.TurnBegun: "out",
}


def settled(event: events.Event, seat: Seat) -> str:
    """Say what has become of a stake, as soon as an event shows it; "" before."""
    if isinstance(event, events.PokerWon):
        return "won" if seat in event.seats else "lost"
    if isinstance(event, events.PokerPassed):
        return "out" if event.seat == seat else ""
    return _AT_ONCE.get(type(event), "")


def told(_prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often a stake wins, or comes back; "" if it always loses, or there is none."""
    won, off = shares.get("won", ""), shares.get("off", "")
    if won and off:
        return text(
            "the stake wins {won} of the time; {off} of the time nobody joins", won=won, off=off
        )
    if won:
        return text("the stake wins {won} of the time", won=won)
    return text("nobody joins {off} of the time", off=off) if off else ""


def facing(_view: View, _text: Text) -> str:
    """Say nothing of the others: whether they join is theirs to choose."""
    return ""
