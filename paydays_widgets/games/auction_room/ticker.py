"""The auction room's clocks as a server lets them run: what a press, or none, comes to."""

from collections.abc import Iterator

from paydays_widgets.core.game import Seat
from paydays_widgets.games.auction_room.engine import clock_ends
from paydays_widgets.games.auction_room.events import CallMade, ClockMoved, ClockStopped, Event
from paydays_widgets.games.auction_room.moves import Move, Pass, Stay, Stop
from paydays_widgets.games.auction_room.state import PASSED, Bidder, State, ceiling
from paydays_widgets.show.ticker import Clock


def clock(s: State) -> Clock | None:
    """Return the clock that runs (AR-bid); None if none does."""
    if s.phase != "clock":
        return None
    _, end = clock_ends(s.rules, s.deck)
    falls = s.rules.auction == "dutch"
    step = -s.deck.tick if falls else s.deck.tick
    halts = [end, *_halts(s, falls=falls)]
    return Clock(s.clock, step, max(halts) if falls else min(halts))


def _halts(s: State, *, falls: bool) -> Iterator[int]:
    """Yield where bots let the clock stop, and where budgets end as it rises."""
    for each in s.bidders:
        if each.out or each.bid is not None:
            continue
        if each.call is not None and each.call.price != PASSED:
            yield each.call.price
        elif each.call is None and not falls and each.budget is not None:
            yield max(s.clock, _last_payable(s, each, each.budget))


def _last_payable(s: State, bidder: Bidder, price: int) -> int:
    """Return the last price of the clock that a seat can pay, up to a price."""
    most = min(price, ceiling(s.rules, s.deck) if bidder.budget is None else bidder.budget)
    start, _ = clock_ends(s.rules, s.deck)
    return start + (most - start) // s.deck.tick * s.deck.tick


def call(s: State, seat: Seat, price: int, *, stops: bool) -> Move:
    """Return the move of a seat that has stopped the clock at a price, or has let it run."""
    if stops:
        return Stop(seat, price)
    _, end = clock_ends(s.rules, s.deck)
    if s.rules.auction == "dutch":
        beyond = price - s.deck.tick
        return Stay(seat, beyond) if beyond >= end else Pass(seat)
    beyond = price + s.deck.tick
    payable = min(end, _last_payable(s, s.bidders[seat], beyond))
    if payable < price:
        return Pass(seat)
    return Stay(seat, beyond) if payable == beyond else Stop(seat, price)


def silent(event: Event) -> bool:
    """Return whether an event only says that a clock runs on."""
    return isinstance(event, CallMade | ClockMoved)


def seen(event: Event) -> bool:
    """Return whether an event only says what those who watch the clock have seen."""
    return silent(event) or (isinstance(event, ClockStopped) and event.rises and event.left > 1)
