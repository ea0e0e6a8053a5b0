"""What is at stake in a decision: how often a seat wins the object, over many rounds."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.moves import Move
from paydays_widgets.games.auction_room.state import View
from paydays_widgets.games.auction_room.text import auction_name

PROMPTS: Final = frozenset({"bid", "clock"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of the object, as soon as an event shows it; "" before."""
    match event:
        case events.ObjectSold(seat=None):  # as those see it who are not told who won
            return ""
        case events.ObjectSold(seat=winner):
            return "won" if winner == seat else "lost"
        case events.ObjectUnsold():
            return "lost"
        case _:
            return ""


def told(_prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often the seat wins the object; "" if it never does."""
    won = shares.get("won", "")
    return text("wins {won} of the time", won=won) if won else ""


def facing(view: View, text: Text) -> str:
    """Say how many rivals are still in."""
    bidders = able(view, None)
    if bidders is None:
        return ""
    rivals = len({*bidders} - {view.seat})
    return text.plural("{n} rival bids too.", "{n} rivals bid too.", rivals)


def argument(view: View, text: Text) -> str:
    """Give the argument that holds in the format whatever the others do; "" for none."""
    rules = view.rules
    if rules.common:
        return text(
            "The highest estimate wins, and it is too high as a rule: bid as if yours were it."
        )
    match rules.auction:
        case "tender_second":
            return text(
                "Another bid sets your price, so no bid is ever better than what the work costs "
                "you."
            )
        case "second" | "english":
            return text(
                "Another bid sets your price, so no bid is ever better than what it is worth to "
                "you."
            )
        case "first" | "dutch":
            return text("At a bid of what it is worth to you there is nothing to gain.")
        case "tender_first":
            return text("At a bid of what the work costs you there is nothing to gain.")
        case _:
            return text("You pay your bid even if you lose, so a low value should bid little.")


def about(view: View, _move: Move, text: Text) -> str:
    """Name the format of the auction."""
    return auction_name(view.rules.auction, text)


def able(view: View, _own: Callable[[Seat], View] | None) -> tuple[Seat, ...] | None:
    """List the seats that take part in the round."""
    if not isinstance(view.turn, Decide):
        return None
    sealed = view.turn.prompt == "bid"
    return tuple(
        seat
        for seat, each in enumerate(view.bidders)
        if not each.out and (each.still_in or sealed)
    )
