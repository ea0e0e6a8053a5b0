"""What is at stake in a decision: which contracts are won right away, over many games."""

from collections.abc import Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.events import AuctionsEnded, ContractWon, Event
from paydays_widgets.games.master_builder.reading.appraisal import offer
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.names import money

PROMPTS: Final = frozenset({"name", "must_name", "auction"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of a bid, as soon as an event shows it; "" before."""
    if isinstance(event, ContractWon):
        return "won" if event.seat == seat else "lost"
    return "lost" if isinstance(event, AuctionsEnded) else ""


def told(prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often the seat wins the contract; "" if it never does."""
    won = shares.get("won", "")
    if not won:
        return ""
    if prompt == "auction":
        return text("wins the contract {won} of the time", won=won)
    return text("wins the next contract {won} of the time", won=won)


def facing(view: View, text: Text) -> str:
    """Say how many others can raise the bid."""
    if view.auction is None:
        return ""
    able = sum(
        view.builders[seat].cash > view.auction.bid
        for seat in view.auction.bidders
        if seat != view.seat
    )
    if not able:
        return text("No rival can bid more.")
    return text.plural("{n} rival can bid more.", "{n} rivals can bid more.", able)


def argument(view: View, text: Text) -> str:
    """Say above which bid the contract costs more than it brings."""
    if view.auction is None or view.seat is None:
        return ""
    found = offer(view, view.seat, view.auction.contract)
    if found.worth <= view.auction.bid:
        return text("Another bid costs more than the contract brings this crew.")
    return text(
        "It brings {brings} and takes {wages} of wages: above {sum} it costs more than it brings.",
        brings=money(found.brings, text),
        wages=money(found.wages, text),
        sum=money(found.worth, text),
    )
