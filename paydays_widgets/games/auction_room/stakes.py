"""What is at stake in a decision: how often a seat wins the object, over many rounds."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, reading
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.moves import Bid, Move, Stay, Stop
from paydays_widgets.games.auction_room.rules import Auction, Rules
from paydays_widgets.games.auction_room.state import View, floor
from paydays_widgets.games.auction_room.text import auction_name, money

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
    """Give the argument that holds in the format whatever the others do."""
    return argued(view.rules, text)


def argued(rules: Rules, text: Text) -> str:
    """Say what a winner pays under some rules, and what a bid should go by."""
    told = [_paid(rules.auction, text), _best(rules, text)]
    if floor(rules):
        told.append(text("Pass if the reserve is more than the object is worth to you."))
    return " ".join(told)


def _paid(auction: Auction, text: Text) -> str:
    return {
        "first": text("You pay what you bid."),
        "second": text("If you win, you pay the next bid, not your own."),
        "english": text("If you win, you pay the price at which the last rival drops out."),
        "dutch": text("You pay the price at which you stop the clock."),
        "all_pay": text("You pay your bid even if you lose."),
        "tender_first": text("If you win, you are paid what you bid."),
        "tender_second": text("If you win, you are paid the next bid, not your own."),
    }[auction]


def _best(rules: Rules, text: Text) -> str:
    if rules.common:
        return _corrected(rules.auction, text)
    if rules.truthful:
        return _own(rules, text)
    match rules.auction:
        case "all_pay":
            return text("Bid less than your value, and little if it is low.")
        case "tender_first":
            return text(
                "At your cost nothing is left for you; above it more is left, but you win less "
                "often."
            )
        case _:
            return text(
                "At your value nothing is left for you; below it more is left, but you win less "
                "often."
            )


def _own(rules: Rules, text: Text) -> str:
    match rules.auction:
        case "tender_second":
            return text(
                "Bid your cost: with more you miss work that pays, with less you win some at a "
                "loss."
            )
        case "english" if rules.budgets:
            return text("Stay in up to your value, or up to your budget if it is less.")
        case "english":
            return text(
                "Stay in up to your value: leave earlier and you miss objects that pay, stay "
                "longer and you win some at a loss."
            )
        case _ if rules.budgets:
            return text("Bid your value, or your budget if it is less.")
        case _:
            return text(
                "Bid your value: with less you miss objects that pay, with more you win some at a "
                "loss."
            )


def _corrected(auction: Auction, text: Text) -> str:
    match auction:
        case "second":
            return text(
                "The winner’s estimate is usually too high: bid what the object would be worth "
                "if one rival had the same and nobody a higher one."
            )
        case "english":
            return text(
                "The winner’s estimate is usually too high: stay in only while the object would "
                "be worth the price if all the others dropped out now."
            )
        case "all_pay":
            return text("The winner’s estimate is usually too high: one more reason to bid low.")
        case _:
            return text(
                "The winner’s estimate is usually too high: pay less than the object would be "
                "worth if yours were the highest."
            )


def loses(view: View, move: Move) -> bool:
    """Return whether a price is one at which the seat would win at a loss."""
    match move:
        case Bid(amount=price) | Stay(price=price):
            return reading.left(view, price) < 0
        case Stop(price=price) if view.rules.auction == "dutch":
            return reading.left(view, price) < 0
        case _:
            return False


def about(view: View, _move: Move, text: Text) -> str:
    """Name the format of the auction, and what the object is worth to a seat that may know it."""
    name = auction_name(view.rules.auction, text)
    if view.seat is None:
        return name
    sum_ = money(reading.own_value(view), text)
    if view.rules.tender:
        return text("{auction}, cost {sum}", auction=name, sum=sum_)
    if view.rules.common:
        return text("{auction}, estimate {sum}", auction=name, sum=sum_)
    return text("{auction}, value {sum}", auction=name, sum=sum_)


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
