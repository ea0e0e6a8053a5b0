"""What a round that is over was about for the seat that looks: its price, or its estimate."""

from typing import TypeAlias

from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.reading import seats_in
from paydays_widgets.games.auction_room.state import BidderView, View, highest_above
from paydays_widgets.games.auction_room.text import money
from paydays_widgets.show import board

Scene: TypeAlias = board.Scene[View, Event]


def about(scene: Scene) -> str:
    """Tell a loser what winning would have taken, and the winner of a common value how far off."""
    seat, booked = scene.mine, scene.event
    if seat is None or seat not in scene.own or not isinstance(booked, events.ProfitBooked):
        return ""
    view = scene.own[seat]
    own = view.bidders[seat]
    ends = events.ObjectSold | events.ObjectUnsold
    sold = next((each for each in scene.past() if isinstance(each, ends)), None)
    if own.value is None or not isinstance(sold, events.ObjectSold):
        return ""
    if booked.winner == seat:
        return _estimate(scene, view, own.value) if view.worth is not None else ""
    if sold.price is None:
        return ""
    needs = sold.price if sold.bid is None else sold.bid
    return f"{_needed(scene, own, sold, needs)} {_gap(scene, view, own, needs)}"


def _estimate(scene: Scene, view: View, value: int) -> str:
    text, over = scene.text, value - (view.worth or 0)
    facts = {"estimate": money(value, text), "sum": money(abs(over), text)}
    if not over:
        return text("Your estimate of {estimate} was right.", **facts)
    off = (
        text("Your estimate of {estimate} was {sum} too high.", **facts)
        if over > 0
        else text("Your estimate of {estimate} was {sum} too low.", **facts)
    )
    known = [each.value for each in view.bidders if each.value is not None]
    if value < max(known):
        return off
    n, spread = seats_in(view), view.rules.spread * UNIT
    above = money(highest_above(spread, n), text)
    usual = text("The highest of {n} is {sum} too high on average.", n=n, sum=above)
    return f"{off} {usual}"


def _needed(scene: Scene, own: BidderView, sold: events.ObjectSold, needs: int) -> str:
    """Say what would have won; of a bid that is secret, only the price that it has led to."""
    text, sum_ = scene.text, money(needs, scene.text)
    match sold.auction:
        case "english":
            return text("You would have had to stay in beyond {sum}.", sum=sum_)
        case "dutch":
            return text("You would have had to stop the clock above {sum}.", sum=sum_)
        case "tender_first":
            return text("You would have had to ask for less than {sum}.", sum=sum_)
        case "second" if sold.bid is None:
            return text("The price was {sum}; the winning bid is secret.", sum=sum_)
        case "tender_second" if sold.bid is None:
            return text("The price was {sum}; the winning bid is secret.", sum=sum_)
        case "second":
            return text("You would have had to bid more than {sum}, and to pay {sum}.", sum=sum_)
        case "tender_second":
            return text("With a bid below {sum}, you would have been paid {sum}.", sum=sum_)
        case "all_pay" if own.bid is not None and own.bid > 0:
            bid = money(own.bid, text)
            return text(
                "You paid {bid} for nothing, and would have needed more than {sum}.",
                bid=bid,
                sum=sum_,
            )
        case _:
            return text("You would have needed more than {sum}.", sum=sum_)


def _gap(scene: Scene, view: View, own: BidderView, needs: int) -> str:
    """Compare it with what the seat would have had for it."""
    text, rules = scene.text, view.rules
    if own.budget is not None and own.budget <= needs:
        return text("You could spend {sum} at most.", sum=money(own.budget, text))
    worth = (own.value or 0) if view.worth is None else view.worth
    gain = needs - worth if rules.tender else worth - needs
    facts = {"sum": money(abs(gain), text), "worth": money(worth, text)}
    if rules.common:
        return (
            text("It was worth {worth}: a gain of up to {sum}.", **facts)
            if gain > 0
            else text("It was worth {worth}: there was nothing to gain.", **facts)
        )
    if rules.tender:
        return (
            text("That is {sum} more than your cost.", **facts)
            if gain > 0
            else text("That is {sum} less than your cost: there was nothing to gain.", **facts)
            if gain < 0
            else text("That is exactly your cost.")
        )
    return (
        text("That is {sum} less than your value.", **facts)
        if gain > 0
        else text("That is {sum} more than your value: there was nothing to gain.", **facts)
        if gain < 0
        else text("That is exactly your value.")
    )
