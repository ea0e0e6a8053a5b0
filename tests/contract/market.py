"""What the contract tests need to know of the market."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Decide, Seat
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.events import (
    CardDealt,
    CardsTold,
    DividendPaid,
    Event,
    GainsPaid,
    GameEnded,
    LoanRepaid,
    LoanTaken,
    LotDrawn,
    OffersOpened,
    PeriodEnded,
    Traded,
)
from paydays_widgets.games.market.moves import (
    Ask,
    Bid,
    Buy,
    Card,
    Dividend,
    Lot,
    Move,
    Next,
    Offer,
    Sell,
    Take,
    Wait,
    Withdraw,
)
from paydays_widgets.games.market.rules import PRESETS, Rules
from paydays_widgets.games.market.state import NONE, State, View, bounds
from tests.contract.swap import Swap

SEATS = (2, 3, 6, 8)
VARIANTS = (
    *PRESETS.values(),
    Rules(speech="free", change="shift", units=2),
    Rules(speech="free", swap=True, quota=2),
    Rules("call", values="drawn", units=3, floor=40, periods=4),
    Rules("call", swap=True, change="shift", tax=10, payer="sellers"),
    Rules(values="drawn", change="again", ceiling=60, floor=30, tax=30),
    Rules(goods="shares", credit=75, rate=10, speech="free", periods=4, shown=True),
    Rules("call", goods="shares", credit=75, units=3),
)
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset(
    {"random_legal", "zero_intelligence", "truthful", "sniper", "bargainer", "fundamentalist"}
)
CHANGED = {
    "institution": ("MK-periods",),
    "speech": ("MK-word",),
    "values": ("MK-cards",),
    "change": ("MK-change",),
    "swap": ("MK-roles",),
    "units": ("MK-cards", "MK-sealed"),
    "periods": ("MK-periods",),
    "ceiling": ("MK-ceiling",),
    "floor": ("MK-floor",),
    "tax": ("MK-tax",),
    "payer": ("MK-tax",),
    "quota": ("MK-quota",),
    "goods": ("MK-goods", "MK-close", "MK-limit", "MK-end"),
    "shown": ("MK-value",),
    "credit": ("MK-credit",),
    "rate": ("MK-interest", "MK-margin"),
}
TOLD = {
    ("MK-periods", "institution"): "prices are sealed, or named one after the other",
    ("MK-sealed", "units"): "it says how often each is asked",
    ("MK-cards", "values"): "cards come from a schedule, or from the whole scale",
    **dict.fromkeys(
        [(f"MK-{each}", "goods") for each in ("goods", "close", "limit", "end")],
        "units and shares are held and named in other ways: no position is of both markets",
    ),
}
RARE = ()
_CREDITED = (
    *("cash", "repay", "interest", "margin", "forced", "ruin", "credit", "end", "offer", "take"),
    *("periods", "word", "call", "cross", "tie", "sealed", "short", "close", "wait"),
)
UNSAID = {
    **dict.fromkeys(
        [(f"MK-{each}", "swap") for each in ("cross", "offer", "take", "withdraw", "gain", "tax")],
        "MK-roles says who buys and who sells",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "swap") for each in ("cards", "change", "periods", "told")],
        "MK-roles says that there are new cards; the old ones are told first",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "change") for each in ("periods", "told")],
        "MK-change says which cards are used again; the others are told before the next period",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "institution") for each in ("call", "word", "offer", "wait", "cards")],
        "MK-periods says which market it is",
    ),
    **dict.fromkeys(
        [("MK-close", "institution"), *[("MK-quota", each) for each in ("institution", "speech")]],
        "MK-periods and MK-word say who may act, and so who waits",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "speech") for each in ("cards", "wait")], "MK-word says who may act"
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "units") for each in ("close", "cross", "periods", "word")],
        "MK-cards says who has a unit left",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "quota") for each in ("close", "cross")],
        "MK-quota says what ends with the last unit, and what the price is then",
    ),
    **dict.fromkeys(
        [("MK-gain", each) for each in ("tax", "payer")], "it refers to a tax that is paid"
    ),
    ("MK-floor", "ceiling"): "it says what a floor above the ceiling counts as",
    **dict.fromkeys(
        [(f"MK-{each}", "shown") for each in ("take", "cross", "forced")],
        "MK-value says when the value is shown",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "credit") for each in _CREDITED],
        "MK-credit says who can owe something, and so who can pay what",
    ),
    **dict.fromkeys(
        [(f"MK-{each}", "rate") for each in _CREDITED], "MK-interest says what is added to debts"
    ),
    ("MK-sealed", "institution"): "MK-periods says which market it is",
    ("MK-close", "speech"): "MK-word says who may act",
    ("MK-sealed", "units"): "MK-cards says how many units each can trade",
}
_AMOUNTS = (0, 50, 1_000, 4_000, 4_050, 5_500, 7_000, 9_900, 10_000, 10_100)
_TOLD_BY = (CardsTold, GainsPaid, GameEnded)
_OPENED_SHARES = (
    *(OffersOpened, LotDrawn, Traded, PeriodEnded, LoanTaken, LoanRepaid, DividendPaid, GameEnded),
)


def conceivable(s: State) -> Iterator[Move]:
    """Yield every price for the first seat that may act: the others are asked the same."""
    turn = MARKET.turn(s)
    acting = turn.seats if isinstance(turn, Decide) else ()
    standing = {each.price for each in (*s.bids, *s.asks)}
    top = bounds(s.rules, s.deck)[1] + 100
    for by in range(CHANCE, len(s.traders) + 1):
        yield Wait(by)
        yield Withdraw(by)
        every = range(0, top, 100) if by in acting[:1] else ()
        for each in (Bid, Ask) if s.rules.shares else (Offer, Take):
            yield from (each(by, price) for price in {*_AMOUNTS, *every})
        for price in {*_AMOUNTS[::3], *standing}:
            yield from (each(by, price) for each in (Offer, Take, Bid, Ask, Buy, Sell))
    for seat in range(-1, len(s.traders) + 1):
        yield Next(CHANCE, seat)
        yield Lot(CHANCE, seat)
    for amount in range(0, 10_200, 50):
        yield Card(CHANCE, amount)
        yield Dividend(CHANCE, amount)


def unlisted(s: State, move: Move) -> bool:
    """Say whether it is a price that is no whole number of units."""
    return isinstance(move, Offer | Bid | Ask) and move.price % 100 != 0


def conserved(s: State) -> object:
    """Nothing is conserved: what is gained comes from the cards."""
    return len(s.traders)


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    """Change others' cards, gains and sealed prices, which nobody else can know."""
    if s.shown or s.phase not in {"call", "word", "speak"}:
        return
    if s.rules.shares:
        yield from _sealed_swaps(s, seat)
        return
    opened = (OffersOpened, LotDrawn, Traded, PeriodEnded, CardDealt)
    for at, each in enumerate(s.traders):
        if at == seat:
            continue
        cards = tuple([card - 100 if card else 100 for card in each.cards])
        yield Swap(_with(s, at, replace(each, cards=cards)), _TOLD_BY)
        yield Swap(_with(s, at, replace(each, gain=each.gain + 100)), _TOLD_BY)
        if s.phase == "call" and each.sealed:
            sealed = tuple([NONE if price != NONE else 5_000 for price in each.sealed])
            yield Swap(_with(s, at, replace(each, sealed=sealed)), (*opened, *_TOLD_BY))


def _sealed_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    """Change what others have sealed: all else is public where shares are traded."""
    for at, each in enumerate(s.traders):
        if at != seat and s.phase == "call" and each.sealed and not each.out:
            sealed = tuple([NONE if price != NONE else 100 for price in each.sealed[:1]])
            after = (*sealed, *each.sealed[1:])
            yield Swap(_with(s, at, replace(each, sealed=after)), _OPENED_SHARES)


def _with(s: State, seat: Seat, trader: object) -> State:
    return replace(s, traders=(*s.traders[:seat], trader, *s.traders[seat + 1 :]))


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    match move:
        case Card(_, amount) if s.count // s.rules.units != seat:
            last = s.count + 1 == len(s.traders) * s.rules.units
            others = [
                each.move for each in MARKET.outcomes(s) if each.move != Card(CHANCE, amount)
            ]
            if s.rules.values == "drawn" or not last:
                yield from others[:2]
        case Bid(by, price) | Ask(by, price) if s.phase == "call" and by != seat:
            if sum(len(each.sealed) == s.count for each in s.traders) > 1:
                yield Wait(by)
                if price >= 100 and isinstance(move, Bid):
                    yield Bid(by, price - 100)
        case Offer(by, price) if s.phase == "call" and by != seat:
            unit = sum(len(each.sealed) == s.count for each in s.traders)
            if unit > 1 or s.count + 1 < s.rules.units:
                yield Wait(by)
                if price + 100 <= (s.rules.ceiling * 100 or 10_000):
                    yield Offer(by, price + 100)
        case _:
            pass


def eager(move: Move) -> int:
    """Prefer to trade, to wait, and offers that tie."""
    match move:
        case Take() | Buy():
            return 60
        case Sell():
            return 200
        case Wait() | Withdraw():
            return 30
        case Offer(_, 5_000):
            return 40
        case _:
            return 1


def summary(s: State) -> dict[str | Seat, str]:
    book = " ".join(f"{each.seat + 1}:{each.price}" for each in s.bids)
    asks = " ".join(f"{each.seat + 1}:{each.price}" for each in s.asks)
    return {
        "bids": book,
        "asks": asks,
        **{
            at: f"cash {each.booked}, shares {each.shares}, debt {each.debt}"
            if s.rules.shares
            else f"cards {each.cards}, traded {each.done}, gain {each.gain}"
            for at, each in enumerate(s.traders)
        },
    }
