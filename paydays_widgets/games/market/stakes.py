"""What is at stake in a decision: whether a seat trades its unit, over many periods."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Decide, Seat, me
from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events, reading
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.moves import Move, Offer, Take
from paydays_widgets.games.market.state import View, payout
from paydays_widgets.games.market.text import institution_name, money

PROMPTS: Final = frozenset({"call", "speak"})


def settled(event: Event, seat: Seat) -> str:
    """Say whether the seat has traded, as soon as an event shows it; "" before."""
    match event:
        case events.Traded(buyer=buyer, seller=seller) if seat in {buyer, seller}:
            return "traded"
        case events.PeriodEnded():
            return "left"
        case _:
            return ""


def told(_prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often the seat trades in this period; "" if it never does."""
    traded = shares.get("traded", "")
    return text("trades {share} of the time", share=traded) if traded else ""


def facing(view: View, text: Text) -> str:
    """Say how many can still trade on the seat's side."""
    if view.rules.shares:
        others = sum(not each.out for each in view.traders) - 1
        return text.plural("{n} other trades shares.", "{n} others trade shares.", others)
    own = view.traders[me(view)].side
    rivals = sum(each.side == own and each.left > 0 for each in view.traders) - 1
    if own == "buyer":
        return text.plural("{n} other buyer has a unit left.", "{n} others buy too.", rivals)
    return text.plural("{n} other seller has a unit left.", "{n} others sell too.", rivals)


def argument(view: View, text: Text) -> str:
    """Give the argument that holds whatever the others do."""
    if view.rules.shares:
        mean = money(payout(view.deck, 1), text)
        return text.plural(
            "A share pays {n} more dividend, {mean} on average. "
            "Anyone who pays more needs a buyer.",
            "A share pays {n} more dividends, {mean} on average. "
            "Anyone who pays more needs a buyer.",
            view.rules.periods - view.period + 1,
            mean=mean,
        )
    buying = view.traders[me(view)].side == "buyer"
    limit = money(reading.limit(view), text)
    if view.rules.call:
        return (
            text(
                "Above {limit} you lose. Your bid hardly moves the price if many trade.",
                limit=limit,
            )
            if buying
            else text(
                "Below {limit} you lose. Your ask hardly moves the price if many trade.",
                limit=limit,
            )
        )
    return (
        text("Up to {limit} you gain. If you wait for less, you may be left without.", limit=limit)
        if buying
        else text(
            "From {limit} on you gain. If you wait for more, you may keep the unit.", limit=limit
        )
    )


def loses(view: View, move: Move) -> bool:
    """Return whether a price is one at which the seat would trade at a loss."""
    return isinstance(move, Offer | Take) and reading.left(view, move.price) < 0


def about(view: View, _move: Move, text: Text) -> str:
    """Name the institution, and the card of a seat that may know it."""
    name = institution_name(view.rules.institution, text)
    if view.rules.shares:
        return text("{institution}, shares", institution=name)
    if view.seat is None:
        return name
    card = money(reading.next_card(view), text)
    if view.traders[view.seat].side == "buyer":
        return text("{institution}, value {card}", institution=name, card=card)
    return text("{institution}, cost {card}", institution=name, card=card)


def able(view: View, _own: Callable[[Seat], View] | None) -> tuple[Seat, ...] | None:
    """List the seats that can still trade in this period."""
    if not isinstance(view.turn, Decide):
        return None
    return tuple(at for at, each in enumerate(view.traders) if each.left)
