"""Events and refusals of the auction room, one for each wording that they can have."""

from paydays_widgets.core.game import Refusal
from paydays_widgets.games.auction_room import events as e
from paydays_widgets.games.auction_room.rules import Auction, Told

SALES: tuple[Auction, ...] = ("first", "english", "dutch", "all_pay")


def sold(
    auction: Auction,
    *,
    seat: int | None = 0,
    price: int | None = 4_800,
    bid: int | None = 6_000,
    rival: int | None = -1,
    told: Told = "values",
) -> e.ObjectSold:
    return e.ObjectSold(auction=auction, seat=seat, price=price, bid=bid, rival=rival, told=told)


def told(
    *values: int | None,
    worth: int | None = None,
    winner: int | None = 0,
    tender: bool = False,
    budgets: tuple[int | None, ...] = (),
    reserve: int = 0,
) -> e.ValuesTold:
    return e.ValuesTold(
        worth=worth,
        values=values,
        budgets=budgets or (None,) * len(values),
        winner=winner,
        reserve=reserve,
        spread=2_400,
        tender=tender,
        told="values",
    )


def booked(
    winner: int | None, value: int | None, price: int | None, *, tender: bool = False
) -> e.ProfitBooked:
    return e.ProfitBooked(
        winner=winner,
        value=value,
        price=price,
        profits=(1_200, 0, None),
        totals=(1_200, -300, None),
        tender=tender,
        told="values",
    )


EVENTS: tuple[e.Event, ...] = (
    e.WorthDrawn(amount=None),
    *[
        e.ValueDrawn(what=what, seat=1, amount=amount)
        for what in ("value", "cost", "estimate", "budget")
        for amount in (None, 6_300)
    ],
    *[
        e.RoundBegun(auction=auction, round=1, rounds=6, reserve=0)
        for auction in (*SALES, "second", "tender_first", "tender_second")
    ],
    e.RoundBegun(auction="first", round=2, rounds=6, reserve=5_000),
    e.BidSealed(seat=0, amount=None),
    e.BidSealed(seat=0, amount=-1),
    e.BidSealed(seat=0, amount=4_550),
    e.BidsOpened(bids=(4_550, -1, None), told="values"),
    e.BidsOpened(bids=(None, None, None), told="price"),
    e.CallMade(seat=0, price=None, stays=None),
    e.CallMade(seat=0, price=-1, stays=False),
    e.CallMade(seat=0, price=4_400, stays=False),
    e.CallMade(seat=0, price=4_400, stays=True),
    e.ClockMoved(price=4_200, rises=True),
    e.ClockMoved(price=9_800, rises=False),
    e.SeatsPassed(seats=(1,), left=2),
    e.SeatsPassed(seats=(1, 2), left=1),
    e.ClockStopped(rises=True, seats=(1,), price=4_200, left=1),
    e.ClockStopped(rises=True, seats=(0, 1), price=4_200, left=0),
    e.ClockStopped(rises=False, seats=(1,), price=7_600, left=3),
    e.LotDrawn(seat=1, tied=(0, 1), told="values"),
    e.LotDrawn(seat=None, tied=None, told="win"),
    *[sold(auction) for auction in SALES],
    sold("english", rival=4_800),
    sold("english", price=0),
    sold("all_pay", rival=4_800),
    sold("second", rival=4_800),
    sold("second"),
    sold("second", price=0),
    sold("second", rival=None, told="price"),
    sold("tender_first"),
    sold("tender_second", rival=4_800),
    sold("tender_second"),
    sold("tender_second", rival=None, told="price"),
    sold("first", seat=None, bid=None, rival=None, told="price"),
    sold("first", seat=None, price=None, bid=None, rival=None, told="win"),
    e.ObjectUnsold(reserve=0),
    e.ObjectUnsold(reserve=5_000),
    told(6_000, 4_800, 3_000),
    told(4_800, 6_000, 3_000),
    told(4_800, 4_900, 3_000, reserve=5_000),
    told(4_000, 5_200, 7_000, tender=True),
    told(5_200, 4_000, 7_000, tender=True),
    told(6_000, 4_800, None, winner=None),
    told(6_000, 4_800, 3_000, budgets=(2_000, 9_000, None)),
    told(15_000, 13_000, 14_300, worth=13_600),
    told(13_000, 15_000, 14_300, worth=13_600),
    told(13_000, None, None, worth=13_600, winner=None),
    booked(0, 6_000, 4_800),
    booked(0, 4_800, 6_000),
    booked(0, 4_000, 5_200, tender=True),
    booked(0, 5_200, 4_000, tender=True),
    booked(None, None, None),
    e.SeatRuined(seat=1, purse=5_000),
    e.ProfitsPaid(totals=(1_200, -300, 0)),
    e.GameEnded(clause="AR-end", winners=(0,), totals=(1_200, -300, 0)),
    e.GameEnded(clause="AR-end", winners=(0, 1), totals=(1_200, 1_200, 0)),
    e.GameEnded(clause="AR-ruin", winners=(0,), totals=(1_200, -300, 0)),
)
REFUSALS = (
    Refusal("AR-bid", "decided", {"seat": 1}),
    Refusal("AR-reserve", "below_reserve", {"amount": 4_000, "reserve": 5_000}),
    Refusal("AR-limit", "above_limit", {"amount": 12_000, "limit": 10_000}),
    Refusal("AR-values", "above_budget", {"amount": 6_000, "budget": 3_000}),
    Refusal("AR-bid", "off_clock", {"price": 4_300, "clock": 4_200, "end": 10_000, "tick": 200}),
    Refusal("AR-bid", "too_late", {"clock": 4_200}),
)
