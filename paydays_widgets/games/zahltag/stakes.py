"""What is at stake in a decision: what each bid leads to right away, over many games."""

from collections.abc import Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.zahltag import reading
from paydays_widgets.games.zahltag.events import BidsRevealed, Event
from paydays_widgets.games.zahltag.state import View

PROMPTS: Final = frozenset({"bid"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of a bid, as soon as an event shows it; "" before."""
    if not isinstance(event, BidsRevealed):
        return ""
    if not event.lowest or event.bids[seat] != event.lowest:
        return "lost"
    return "won" if event.bids.count(event.lowest) == 1 else "tied"


def told(_prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often a bid wins; "" for one that never does."""
    won, tied = shares.get("won", ""), shares.get("tied", "")
    if won and tied:
        return text("wins the contract {won} of the time, ties {tied}", won=won, tied=tied)
    if won:
        return text("wins the contract {won} of the time", won=won)
    return text("never wins alone, ties {tied} of the time", tied=tied) if tied else ""


def facing(view: View, text: Text) -> str:
    """Say how many others could bid, going by what all have seen."""
    able = len(reading.rivals_able(view))
    if not able:
        return text("No rival can bid.")
    return text.plural("{n} rival may be able to bid.", "{n} rivals may be able to bid.", able)
