"""What is at stake in a decision: how often a stake wins, over many games."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import events, reading
from paydays_widgets.games.pay_day.moves import Move, Sell
from paydays_widgets.games.pay_day.state import DealOffer, InsuranceOffer, SwellfareOffer, View
from paydays_widgets.games.pay_day.text.names import deal_name, mail_name, money

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


def argument(view: View, text: Text) -> str:
    """Say what a Deal on offer risks, on credit and for cash."""
    if view.seat is None or not isinstance(view.turn, Decide) or view.turn.prompt != "buy":
        return ""
    loan = reading.loan_needed(reading.own(view), reading.price_asked(view))
    interest = reading.interest_on(view, loan)
    if not interest:
        return text("Cash earns nothing: a Deal costs its price only if no buyer comes.")
    return text(
        "On credit, each Pay Day without a buyer costs {sum}; unsold at the end, the price is "
        "lost too.",
        sum=money(interest, text),
    )


def loses(_view: View, _move: Move) -> bool:
    """Say no: there are no bids."""
    return False


def about(view: View, move: Move, text: Text) -> str:
    """Name the card that is offered, or the Deal that is sold."""
    if isinstance(move, Sell):
        return deal_name(view.deck, move.deal, text)
    match view.agenda[0]:
        case DealOffer(deal=deal):
            return deal_name(view.deck, deal, text)
        case InsuranceOffer(card=card) | SwellfareOffer(card=card):
            return mail_name(view.deck, card, text)
        case _:
            return ""


def able(_view: View, _own: Callable[[Seat], View] | None) -> None:
    """Say nothing: there are no auctions."""
