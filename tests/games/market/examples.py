"""Events and refusals of the market, one for each wording that they can have."""

from typing import Final, Literal

from paydays_widgets.core.game import Refusal
from paydays_widgets.games.market import events as e

SIDES: Final[tuple[e.Side, ...]] = ("buyer", "seller")
CLAUSES: Final[tuple[Literal["MK-take", "MK-cross"], ...]] = ("MK-take", "MK-cross")


def opened(
    bids: tuple[int, ...], asks: tuple[int, ...], units: int = 0, price: int | None = None
) -> e.OffersOpened:
    return e.OffersOpened(bids=bids, asks=asks, units=units, price=price)


def booked(
    side: e.Side, card: int | None, price: int, gain: int | None, tax: int = 0
) -> e.GainBooked:
    clause: Literal["MK-gain", "MK-tax"] = "MK-tax" if tax else "MK-gain"
    return e.GainBooked(
        clause=clause, seat=0, side=side, card=card, price=price, tax=tax, gain=gain
    )


EVENTS: tuple[e.Event, ...] = (
    *[
        e.CardDealt(seat=1, side=side, amount=amount)
        for side in ("buyer", "seller")
        for amount in (None, 6_300)
    ],
    e.DemandShifted(amount=2_000),
    e.DemandShifted(amount=None),
    e.RolesSwapped(),
    e.PeriodBegun(period=2, periods=3),
    *[
        e.OfferSealed(seat=0, unit=unit, price=price)
        for unit in (0, 1)
        for price in (None, -1, 4_550)
    ],
    *[
        e.OfferSealed(seat=0, unit=unit, price=4_550, side=side)
        for unit in (0, 1)
        for side in SIDES
    ],
    opened((), ()),
    opened((), (4_000,)),
    opened((4_000,), ()),
    opened((4_000, 3_000), (4_500, 6_000)),
    opened((8_000,), (1_000,), 1, 4_500),
    opened((8_000, 6_000, 4_000), (1_000, 5_000, 7_000), 2, 5_500),
    opened((8_000, 6_001), (1_000, 5_000), 2, 5_500),
    opened((6_000, 6_000), (5_000, 6_500), 1, 6_000),
    opened((8_000, 6_000, 4_000, 3_900), (1_000, 5_000, 7_000, 7_100), 2, 5_500),
    opened((8_000, 6_000), (1_000, 5_000), 1, 4_500),
    e.OffersOpened(bids=(8_000,), asks=(1_000,), units=1, price=4_500, share=True),
    e.OffersOpened(bids=(8_000, 6_000), asks=(1_000, 5_000), units=2, price=5_500, share=True),
    e.LotDrawn(seat=0, side="buyer", tied=(0, 2)),
    e.LotDrawn(seat=1, side="seller", tied=(1, 2)),
    e.LotDrawn(seat=0, side="buyer", tied=(0,)),
    e.WordGiven(seat=1),
    *[
        e.OfferMade(seat=0, side=side, price=4_500, before=before)
        for side in ("buyer", "seller")
        for before in (None, 4_450)
    ],
    e.OfferWithdrawn(seat=0, side="buyer", price=4_500),
    e.OfferWithdrawn(seat=1, side="seller", price=4_500),
    e.Waited(seat=2),
    e.Traded(clause="MK-take", buyer=0, seller=1, price=4_500, number=2),
    e.Traded(clause="MK-cross", buyer=0, seller=1, price=4_500, number=1),
    *[
        e.Traded(clause=clause, buyer=0, seller=1, price=15_000, number=1, share=True, value=value)
        for clause in CLAUSES
        for value in (None, 12_000)
    ],
    booked("buyer", 8_000, 4_500, 3_500),
    booked("buyer", 8_000, 4_500, 1_500, tax=2_000),
    booked("buyer", 4_500, 4_500, 0),
    booked("buyer", 4_000, 4_500, -500),
    booked("seller", 1_000, 4_500, 3_500),
    booked("seller", 1_000, 4_500, 1_500, tax=2_000),
    booked("buyer", None, 4_500, None),
    e.OfferLapsed(seat=0, price=9_000),
    e.LoanTaken(seat=1, amount=2_000, debt=5_000),
    e.LoanRepaid(seat=1, amount=2_000, debt=3_000),
    e.LoanRepaid(seat=1, amount=5_000, debt=0),
    *[e.DividendPaid(amount=2_800, left=left, shares=(3, 0, 2)) for left in (0, 1, 4)],
    e.DividendPaid(amount=0, left=4, shares=(3, 0, 2)),
    e.InterestBooked(seat=0, debt=1_019, rate=10, amount=101),
    e.MarginCalled(seat=0, debt=7_000, shares=3, price=4_000, credit=50, most=6_000),
    e.ForceSold(seat=0, buyer=None, price=4_000, value=9_600, last=4_000),
    e.ForceSold(seat=0, buyer=2, price=9_700, value=9_600, last=30_000),
    e.Ruined(seat=0, debt=1_700),
    e.PeriodEnded(clause="MK-close", cause="waits", period=1, units=0),
    e.PeriodEnded(clause="MK-close", cause="waits", period=1, units=1),
    e.PeriodEnded(clause="MK-close", cause="side", period=2, units=4),
    e.PeriodEnded(clause="MK-close", cause="time", period=2, units=4),
    e.PeriodEnded(clause="MK-quota", cause="quota", period=2, units=3),
    e.PeriodEnded(clause="MK-cross", cause="call", period=2, units=3),
    e.CardsTold(cards=((8_000, 6_000), (1_000, 2_050), (7_000, 4_000))),
    e.GainsPaid(totals=(1_200, -300, 0)),
    e.GameEnded(winners=(0,), totals=(1_200, -300, 0)),
    e.GameEnded(winners=(0, 1), totals=(1_200, 1_200, 0)),
    e.GameEnded(winners=(0,), totals=(1_200, -300, 0), shares=True),
    e.GameEnded(winners=(0, 1), totals=(1_200, 1_200, 0), shares=True),
)
REFUSALS = (
    Refusal("MK-call", "decided", {"seat": 1}),
    Refusal("MK-wait", "waits", {"seat": 1}),
    Refusal("MK-cards", "traded_all", {"seat": 1}),
    Refusal("MK-ceiling", "above_limit", {"price": 5_000, "most": 4_000}),
    Refusal("MK-limit", "above_limit", {"price": 11_000, "most": 10_000}),
    Refusal("MK-floor", "below_limit", {"price": 5_000, "least": 6_000}),
    Refusal("MK-limit", "below_limit", {"price": 0, "least": 100}),
    *[
        refusal
        for side in ("buyer", "seller")
        for refusal in (
            Refusal("MK-offer", "no_better", {"side": side, "price": 4_500, "best": 4_500}),
            Refusal("MK-take", "no_price", {"side": side}),
            *[
                Refusal("MK-take", "stale", {"side": side, "price": price, "best": 4_600})
                for price in (0, 4_500)  # 0 for one that nobody has read
            ],
        )
    ],
    Refusal("MK-withdraw", "no_offer", {"seat": 1}),
    *[Refusal("MK-goods", "goods", {"goods": goods}) for goods in ("shares", "units")],
    *[
        Refusal(clause, "beyond_means", {"price": 7_600, "most": 7_500})
        for clause in ("MK-cash", "MK-credit")
    ],
    Refusal("MK-short", "no_share", {"seat": 1}),
    *[Refusal("MK-short", "own", {"side": side, "price": 5_000}) for side in SIDES],
    Refusal("MK-sealed", "bid_now"),
    Refusal("MK-sealed", "ask_now"),
)
