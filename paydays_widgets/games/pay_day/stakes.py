"""What is at stake in a decision: how often a stake wins, over many games."""

from collections.abc import Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day.events import (
    Event,
    PokerCalledOff,
    PokerWon,
    SwellfareLost,
    SwellfareWon,
)
from paydays_widgets.games.pay_day.state import View

PROMPTS: Final = frozenset({"bet", "stake"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of a stake, as soon as an event shows it; "" before."""
    match event:
        case PokerWon(seats=seats):
            return "won" if seat in seats else "lost"
        case SwellfareWon():
            return "won"
        case SwellfareLost():
            return "lost"
        case PokerCalledOff():
            return "off"
        case _:
            return ""


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
