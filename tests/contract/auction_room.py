"""What the contract tests need to know of the auction room."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Decide, Seat
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import (
    BidsOpened,
    ClockMoved,
    ClockStopped,
    Event,
    GameEnded,
    ObjectSold,
    ObjectUnsold,
    ProfitBooked,
    ProfitsPaid,
    SeatRuined,
    SeatsPassed,
    ValuesTold,
)
from paydays_widgets.games.auction_room.moves import Bid, Draw, Lot, Move, Pass, Stay, Stop
from paydays_widgets.games.auction_room.rules import PRESETS, Rules
from paydays_widgets.games.auction_room.state import PASSED, Call, State, View
from tests.contract.swap import Swap

SEATS = (2, 3, 5, 8)
VARIANTS = (
    *PRESETS.values(),
    Rules("second", reserve=40, told="price", rounds=3),
    Rules("tender_second", told="win", rounds=3),
    Rules("english", values="common", told="bids", purse=50),
    Rules("dutch", values="budget", reserve=50, told="win", rounds=3),
    Rules("all_pay", told="bids", purse=100, rounds=10),
    Rules("first", values="budget", reserve=30, told="win", purse=50),
)
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal"})
CHANGED = {
    "auction": ("AR-values", "AR-bid", "AR-reserve", "AR-price", "AR-told", "AR-profit"),
    "values": ("AR-values", "AR-told"),
    "spread": ("AR-values",),
    "rounds": ("AR-rounds",),
    "reserve": ("AR-reserve",),
    "told": ("AR-told",),
    "purse": ("AR-ruin",),
}
TOLD = {("AR-values", "spread"): "estimates are drawn from a wider range"}
RARE = ()
UNSAID = {
    **dict.fromkeys(
        [(f"AR-{each}", "told") for each in ("bid", "price", "profit", "tie")],
        "AR-told says who reads what an event tells",
    ),
    **dict.fromkeys(
        [(f"AR-{each}", "values") for each in ("bid", "limit", "profit", "rounds")],
        "AR-values says what an object is worth; the sums follow",
    ),
    **dict.fromkeys(
        [(f"AR-{each}", "spread") for each in ("bid", "limit", "told")],
        "it refers to the highest estimate, or names the error that AR-values gives",
    ),
    **dict.fromkeys(
        [(f"AR-{each}", "reserve") for each in ("bid", "price", "rounds", "told")],
        "AR-reserve says where a clock starts and what a single bid pays",
    ),
    **dict.fromkeys(
        [(f"AR-{each}", "auction") for each in ("limit", "rounds", "tie")],
        "AR-bid and AR-price say how a format goes",
    ),
    **dict.fromkeys(
        [(f"AR-{each}", "purse") for each in ("end", "profit")],
        "AR-ruin says who is out, and what all begin with",
    ),
}
_AMOUNTS = (0, 100, 2_050, 3_000, 5_000, 9_900, 10_000, 11_200, 26_200, 30_000)


def conceivable(s: State) -> Iterator[Move]:
    """Yield every price for the first seat that may act: the others are asked the same."""
    turn = AUCTION_ROOM.turn(s)
    acting = turn.seats if isinstance(turn, Decide) else ()
    every = {*_AMOUNTS, s.clock, *range(0, 30_000, s.deck.tick), *range(0, 27_600, 100)}
    for by in range(CHANCE, len(s.bidders) + 1):
        yield Pass(by)
        for price in sorted(every) if by in acting[:1] else _AMOUNTS:
            if s.phase in {"bid", "lot"} or price in _AMOUNTS:
                yield Bid(by, price)
            if s.phase == "clock" or price in _AMOUNTS:
                yield Stop(by, price)
                yield Stay(by, price)
    for seat in range(-1, len(s.bidders) + 1):
        yield Lot(CHANCE, seat)
    for amount in range(0, 28_000, 50):
        yield Draw(CHANCE, amount)


def unlisted(s: State, move: Move) -> bool:
    """Say whether it is a bid that is no whole number of units."""
    return isinstance(move, Bid) and move.amount % 100 != 0


def conserved(s: State) -> object:
    """Nothing is conserved: the house pays, and is paid. The purse is where all began."""
    return s.rules.purse


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    others = [at for at, each in enumerate(s.bidders) if at != seat and not each.out]
    revealing = (BidsOpened, ObjectSold, ObjectUnsold, ValuesTold, ProfitBooked, SeatRuined)
    ends = (*revealing, ProfitsPaid, GameEnded, ClockMoved, ClockStopped, SeatsPassed)
    if s.phase not in {"bid", "clock"}:
        return
    for other in others:
        each = s.bidders[other]
        if each.value is not None:
            value = each.value - 100 if each.value else 100
            yield Swap(_with(s, other, replace(each, value=value)), ends)
        if s.phase == "bid" and each.bid is not None and each.bid != PASSED:
            fewest = s.rules.reserve * 100
            bid = each.bid - 100 if each.bid - 100 >= fewest else PASSED
            yield Swap(_with(s, other, replace(each, bid=bid)), ends)
        if s.phase == "clock" and each.call is not None and each.call.price != PASSED:
            call = Call(each.call.price, stays=not each.call.stays)
            if each.call.price != s.clock:
                yield Swap(_with(s, other, replace(each, call=call)), ends)
    if s.worth is not None:
        yield Swap(replace(s, worth=s.worth - 100 if s.worth > s.deck.low else 5_100), ends)


def _with(s: State, seat: Seat, bidder: object) -> State:
    return replace(s, bidders=(*s.bidders[:seat], bidder, *s.bidders[seat + 1 :]))


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    waiting = sum(each.bid is None and each.call is None and not each.out for each in s.bidders)
    match move:
        case Bid(by, amount) if by != seat and waiting > 1:
            budget = s.bidders[by].budget
            most = 10_000 if budget is None else budget
            yield Pass(by)
            if amount + 100 <= most and amount >= s.rules.reserve * 100:
                yield Bid(by, amount + 100)
        case Stop(by, price) if by != seat and waiting > 1 and price != s.clock:
            yield Stay(by, price)
        case Draw(_, amount) if s.phase == "deal" and not s.rules.common:
            playing = [at for at, each in enumerate(s.bidders) if not each.out]
            draws = playing if not s.rules.budgets else playing * 2
            if s.count + 1 < len(draws) and draws[s.count] != seat:
                yield Draw(CHANCE, amount - 100 if amount else 100)
        case _:
            pass


def eager(move: Move) -> int:
    """Prefer to pass, to stop a clock early, and bids that tie."""
    match move:
        case Pass():
            return 12
        case Bid(_, 5_000) | Stop(_, 5_000):
            return 60
        case Stay():
            return 1
        case _:
            return 2


def summary(s: State) -> dict[str | Seat, str]:
    return {
        "clock": str(s.clock),
        "worth": str(s.worth),
        **{
            at: "out" if each.out else f"value {each.value}, bid {each.bid}, has {each.money}"
            for at, each in enumerate(s.bidders)
        },
    }
