"""Shares: who may trade them, what they pay, and what becomes of those who borrowed too much.

A seat's cash is its ``booked``. It owes something only while it has no cash: what it receives goes
to its debt first (MK-repay).
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from paydays_widgets.core.engine import put, then
from paydays_widgets.core.game import Refusal, Seat, Step
from paydays_widgets.core.ledger import BANK, Account, Transfer, cash
from paydays_widgets.games.market import events
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine import book
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Move, Sell, Wait, Withdraw
from paydays_widgets.games.market.state import (
    NONE,
    State,
    Trader,
    bounds,
    loan,
    means,
    own_ask,
    own_bid,
    payable,
    side_that,
    value,
)

_Steps = list[Step[State, Event]]


def debt(seat: Seat) -> Account:
    """Return the account of what a seat owes, at or below 0."""
    return f"debt:{seat + 1}"


# --- what is legal ------------------------------------------------------------------------------


def options(s: State, by: Seat) -> Iterator[Move]:
    """List the legal moves of a seat; its prices are whole units."""
    bid, ask, most = book.best(s.bids), book.best(s.asks), _most(s, by)
    low, top = bounds(s.rules, s.deck)
    standing = (low - 1 if bid is None else bid.price, top + 1 if ask is None else ask.price)
    if s.phase != "call" or s.count % 2 == 0:
        yield from _named(Bid, by, standing[0] + 1, min(most, own_ask(s, by) - 1))
    if s.traders[by].shares and (s.phase != "call" or s.count % 2):
        yield from _named(Ask, by, max(own_bid(s, by) + 1, low), standing[1] - 1)
    if ask is not None and ask.seat != by and ask.price <= most:
        yield Buy(by, ask.price)
    if bid is not None and bid.seat != by and s.traders[by].shares:
        yield Sell(by, bid.price)
    if by in {quote.seat for quote in (*s.bids, *s.asks)}:
        yield Withdraw(by)
    yield Wait(by)


@lru_cache(maxsize=8192)
def _named(kind: type[Bid | Ask], by: Seat, low: int, high: int) -> tuple[Bid | Ask, ...]:
    """List the moves that name the whole units from one price to another."""
    return tuple([kind(by, price) for price in range(-(-low // UNIT) * UNIT, high + 1, UNIT)])


def _top(s: State) -> int:
    return bounds(s.rules, s.deck)[1]


def _most(s: State, by: Seat) -> int:
    return payable(s, by, means(s.rules, s.traders[by], s.last))


def refuse(s: State, m: Bid | Ask | Buy | Sell) -> Refusal | None:
    """Return why a seat may not buy, sell or name a price; None if it may."""
    buying = isinstance(m, Bid | Buy)
    check = _refuse_taking if isinstance(m, Buy | Sell) else _refuse_naming
    refusal = check(s, m.by, m.price, buying=buying)
    return refusal or _refuse_price(s, m.by, m.price, buying=buying)


def _refuse_price(s: State, by: Seat, price: int, *, buying: bool) -> Refusal | None:
    """Refuse a price that nobody may name, one beyond a seat's means, and shares it has not."""
    low, top = bounds(s.rules, s.deck)
    if price > top:
        return Refusal("MK-limit", "above_limit", {"price": price, "most": top})
    if price < low:
        return Refusal("MK-limit", "below_limit", {"price": price, "least": low})
    if buying and price > (most := _most(s, by)):
        clause = "MK-credit" if s.rules.credit else "MK-cash"
        return Refusal(clause, "beyond_means", {"price": price, "most": most})
    if not buying and not s.traders[by].shares:
        return Refusal("MK-short", "no_share", {"seat": by})
    return None


def _refuse_naming(s: State, by: Seat, price: int, *, buying: bool) -> Refusal | None:
    """Refuse a bid or an ask out of turn, one against one's own, and one that is no better."""
    if s.phase == "call" and (s.count % 2 == 0) is not buying:
        return Refusal("MK-sealed", "ask_now" if buying else "bid_now")
    own = own_ask(s, by) if buying else own_bid(s, by)
    if price >= own if buying else price <= own:
        if own > _top(s):
            return None
        return Refusal("MK-short", "own", {"side": side_that(not buying), "price": own})
    return book.refuse_naming(s, price, buying=buying)


def _refuse_taking(s: State, by: Seat, price: int, *, buying: bool) -> Refusal | None:
    """Refuse to take a price that does not stand, or one's own."""
    facing = book.best(book.offers(s, buying=buying)[1])
    if facing is not None and facing.seat == by:
        return Refusal("MK-short", "own", {"side": side_that(not buying), "price": facing.price})
    return book.refuse_taking(s, price, buying=buying)


def silent(s: State, seat: Seat) -> bool:
    """Return whether a seat can name no price at a call: it is ruined, or has no share left."""
    each = s.traders[seat]
    asked = sum(price != NONE for price in each.sealed[1::2])
    return each.out or (s.count % 2 == 1 and each.shares <= asked)


# --- trades -------------------------------------------------------------------------------------


def paid(s: State, buyer: Seat, seller: Seat, price: int, event: Event, steps: _Steps) -> State:
    """Let a share change hands: the buyer borrows what is lacking, the seller repays (MK-repay).

    Parameters
    ----------
    event
        What happened, without the money that moves.
    """
    lacking = price - s.traders[buyer].booked
    if lacking > 0:
        s = _borrowed(s, buyer, lacking, steps)
    each = s.traders[buyer]
    traders = put(
        s.traders, buyer, replace(each, booked=each.booked - price, shares=each.shares + 1)
    )
    other = traders[seller]
    traders = put(
        traders, seller, replace(other, booked=other.booked + price, shares=other.shares - 1)
    )
    moved = (Transfer(cash(buyer), cash(seller), price),) if price else ()
    s = then(steps, replace(event, transfers=moved), replace(s, traders=traders, last=price))
    return lapsed(_repaid(s, seller, steps), steps)


def _borrowed(s: State, seat: Seat, amount: int, steps: _Steps) -> State:
    each = s.traders[seat]
    each = replace(each, booked=each.booked + amount, debt=each.debt + amount)
    moved = (Transfer(debt(seat), cash(seat), amount),)
    event = events.LoanTaken(seat=seat, amount=amount, debt=each.debt, transfers=moved)
    return then(steps, event, replace(s, traders=put(s.traders, seat, each)))


def _repaid(s: State, seat: Seat, steps: _Steps) -> State:
    each = s.traders[seat]
    amount = min(each.booked, each.debt)
    if not amount:
        return s
    each = replace(each, booked=each.booked - amount, debt=each.debt - amount)
    moved = (Transfer(cash(seat), debt(seat), amount),)
    event = events.LoanRepaid(seat=seat, amount=amount, debt=each.debt, transfers=moved)
    return then(steps, event, replace(s, traders=put(s.traders, seat, each)))


def lapsed(s: State, steps: _Steps) -> State:
    """Take bids off the book that their seats can no longer pay (MK-cash)."""
    for bid in s.bids:
        if bid.price > means(s.rules, s.traders[bid.seat], s.last):
            event = events.OfferLapsed(seat=bid.seat, price=bid.price)
            s = then(steps, event, replace(s, bids=book.without(s.bids, bid.seat)))
    return s


# --- the end of a period ------------------------------------------------------------------------


def close(s: State, amount: int, steps: _Steps) -> State:
    """Pay the dividend, book interest, and call margins unless the game is over."""
    seats, left = range(len(s.traders)), s.rules.periods - s.period
    shares = tuple([each.shares for each in s.traders])
    moved = tuple([Transfer(BANK, cash(at), amount * shares[at]) for at in seats])
    event = events.DividendPaid(
        amount=amount,
        left=left,
        shares=shares,
        transfers=tuple([each for each in moved if each.amount]),
    )
    traders = tuple(
        [replace(each, booked=each.booked + amount * each.shares) for each in s.traders]
    )
    last = s.last if left else 0  # after the last dividend (MK-end)
    s = then(steps, event, replace(s, traders=traders, last=last, phase="settling"))
    for seat in seats:
        s = _repaid(s, seat, steps)
    for seat in seats:
        s = _charged(s, seat, steps)
    while left and (called := _called(s)) is not None:
        s = _margin(s, called, steps)
    for seat, each in enumerate(s.traders):
        if each.debt and not each.out and not (left and each.shares):
            ruined = events.Ruined(seat=seat, debt=each.debt)
            s = then(steps, ruined, replace(s, traders=put(s.traders, seat, _ruined(each))))
    return s


def _ruined(each: Trader) -> Trader:
    return replace(each, out=True)


def _charged(s: State, seat: Seat, steps: _Steps) -> State:
    """Book the interest of a period (MK-interest)."""
    each = s.traders[seat]
    amount = 0 if each.out else each.debt * s.rules.rate // 100
    if not amount:
        return s
    event = events.InterestBooked(
        seat=seat,
        debt=each.debt,
        rate=s.rules.rate,
        amount=amount,
        transfers=(Transfer(debt(seat), BANK, amount),),
    )
    traders = put(s.traders, seat, replace(each, debt=each.debt + amount))
    return then(steps, event, replace(s, traders=traders))


def _called(s: State) -> Seat | None:
    """Return the first seat that owes more than its shares are good for (MK-margin)."""
    return next((seat for seat in range(len(s.traders)) if _owes_too_much(s, seat)), None)


def _owes_too_much(s: State, seat: Seat) -> bool:
    each = s.traders[seat]
    return each.shares > 0 and each.debt > loan(s.rules, each.shares, s.last)


def _margin(s: State, seat: Seat, steps: _Steps) -> State:
    """Call a seat's margin, and sell its shares one by one until it owes no more than it may."""
    each, price = s.traders[seat], s.last or 0
    called = events.MarginCalled(
        seat=seat,
        debt=each.debt,
        shares=each.shares,
        price=price,
        credit=s.rules.credit,
        most=loan(s.rules, each.shares, s.last),
    )
    s = then(steps, called, s)
    while _owes_too_much(s, seat):
        s = _forced(s, seat, steps)
    return s


def _forced(s: State, seat: Seat, steps: _Steps) -> State:
    """Sell a share to who bids most, or to the bank if it pays more (MK-forced)."""
    last = s.last or 0
    worth = value(s.rules, s.deck, s.period + 1)
    bank = min(last, worth)
    told = worth if s.rules.shown else None
    best = next((each for each in reversed(s.bids) if each.seat != seat), None)
    if best is not None and best.price >= bank:
        event = events.ForceSold(
            seat=seat, buyer=best.seat, price=best.price, value=told, last=last
        )
        s = replace(s, bids=book.without(s.bids, best.seat))
        return paid(s, best.seat, seat, best.price, event, steps)
    each = s.traders[seat]
    event = events.ForceSold(
        seat=seat,
        buyer=None,
        price=bank,
        value=told,
        last=last,
        transfers=(Transfer(BANK, cash(seat), bank),) if bank else (),
    )
    each = replace(each, booked=each.booked + bank, shares=each.shares - 1)
    s = then(steps, event, replace(s, traders=put(s.traders, seat, each)))
    return _repaid(s, seat, steps)
