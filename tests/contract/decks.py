"""Rules and decks at random: what games hinge on, and whatever else a game accepts."""

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast, get_args

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import FirstSeat
from paydays_widgets.games.auction_room import rules as auction_room
from paydays_widgets.games.market import rules as market
from tests.contract.contract import knowledge
from tests.contract.hostile import changed_deck


def auction_room_rules(luck: random.Random) -> Any:
    """Set each switch by itself: they are too many for a list of all that go together."""
    switches = (
        auction_room.Auction,
        auction_room.Values,
        auction_room.Spread,
        auction_room.Reserve,
        auction_room.Told,
        auction_room.Purse,
        auction_room.Rounds,
    )
    return auction_room.Rules(*[luck.choice(get_args(each)) for each in switches])


def an_auction_room_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: values that tie or lie below a reserve, a clock's steps."""
    low = luck.choice((own.low, 2_400))
    return replace(
        own,
        top=luck.choice((own.top, 6_000, 500)),
        low=low,
        high=luck.choice((own.high, low + 200)),
        grain=luck.choice((own.grain, 20)),
        tick=luck.choice((own.tick, 60, 700, 10_000)),
    )


def market_rules(luck: random.Random) -> Any:
    """Set each switch by itself, as in the auction room."""
    switches = (
        market.Institution,
        market.Speech,
        market.Values,
        market.Change,
        bool,
        market.Units,
        market.Periods,
        market.Limit,
        market.Limit,
        market.Tax,
        market.Payer,
        market.Quota,
        market.Goods,
        bool,
        market.Credit,
        market.Rate,
    )
    return market.Rules(*[luck.choice(get_args(each) or (False, True)) for each in switches])


def a_market_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: cards and prices that tie, odd cents, time that runs short."""
    low, high = luck.choice(((own.demand_low, own.demand_high), (4_000, 4_300), (0, 2_000)))
    supply = luck.choice(((own.supply_low, own.supply_high), (4_000, 4_000), (1_000, 9_000)))
    return replace(
        own,
        top=luck.choice((own.top, 9_000, 12_000)),
        grain=luck.choice((own.grain, 20, 1)),
        demand_high=high,
        demand_low=low,
        supply_low=supply[0],
        supply_high=supply[1],
        shift=luck.choice((own.shift, 700)) if high < own.demand_high else 0,
        patience=luck.choice((own.patience, 5, 2)),
        dividends=luck.choice((own.dividends, (0, 9_000), (100, 301, 302))),
        shares=luck.choice((own.shares, (3, 0, 9), (1, 1, 1))),
        cash=luck.choice((own.cash, (0, 50, 9_000), (1_001, 0, 333))),
    )


def a_zahltag_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: little money, few contracts, other bids, more paydays."""
    bids = luck.choice((own.bid_cards, ((1, 12), (3, 7)), ((2, 1),)))
    kept = luck.choice((len(own.contracts), 9, 2))
    return replace(
        own,
        start_money=luck.choice((own.start_money, 6, 0)),
        paydays=luck.choice((own.paydays, 9)),
        bid_cards=bids,
        contracts=own.contracts[-kept:],
        titles=own.titles[-kept:],
    )


def a_zock_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: little money, high fines, a small circuit with uneven exits."""
    sums = luck.choice((own.by_square[:4], (500, 1_000, 2_000, 4_000)))
    return replace(
        own,
        start_money=luck.choice((own.start_money, 2_000, 500)),
        fine_pawn=luck.choice((own.fine_pawn, 2_500)),
        fine_king=luck.choice((own.fine_king, 7_500)),
        king_times=luck.choice((own.king_times, 1)),
        squares=16,
        exits=luck.choice(((0, 4, 8, 12), (1, 3, 10, 15))),
        by_progress=(0,) * 5 + (500,) * 4 + (1_500,) * 4 + (4_000,) * 3,
        by_square=sums,
    )


def a_pay_day_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: little money, few cards or none."""

    def some(cards: Sequence[Any], kept: int) -> list[int]:
        return luck.sample(range(len(cards)), min(kept, len(cards)))

    mail, deals = (
        some(own.mail, luck.choice((72, 24, 12, 0))),
        some(own.deals, luck.choice((16, 2, 0))),
    )
    without = luck.choice(("", "", "buyer"))
    return replace(
        own,
        start_money=luck.choice((own.start_money, 0)),
        salary=luck.choice((own.salary, 1_000)),
        days=tuple(
            replace(each, kind="sunday", amount=0) if each.kind == without else each
            for each in own.days
        ),
        mail=tuple(own.mail[at] for at in mail),
        mail_titles=tuple(own.mail_titles[at] for at in mail),
        deals=tuple(own.deals[at] for at in deals),
        deal_titles=tuple(own.deal_titles[at] for at in deals),
    )


def a_master_builder_deck(own: Any, luck: random.Random) -> Any:
    """Change what games hinge on: little money, low or uneven wages, no apprentices, a levy."""
    workers = own.workers[-luck.choice((40, 40, 25)) :]
    if luck.random() < 0.5:
        workers = tuple(replace(each, wage=luck.randint(1, 6)) for each in workers)
    events = luck.sample(own.events, luck.choice((16, 3)))
    levy = replace(own.events[-1], effect="levy", amount=luck.choice((3, 15)))
    return replace(
        own,
        start_money=luck.choice((own.start_money, 20, 90)),
        wage_limit=luck.choice((own.wage_limit, 12)),
        workers=workers,
        contracts=tuple(luck.sample(own.contracts, luck.choice((12, 9)))),
        events=(*events, levy),
    )


CHANGES: Final[Mapping[str, Callable[[Any, random.Random], Any]]] = {
    "auction_room": an_auction_room_deck,
    "market": a_market_deck,
    "master_builder": a_master_builder_deck,
    "pay_day": a_pay_day_deck,
    "zahltag": a_zahltag_deck,
    "zock": a_zock_deck,
}
"""What makes a deck of one's own from a game's own deck."""
_RULES: Final[Mapping[str, Callable[[random.Random], Any]]] = {
    "auction_room": auction_room_rules,
    "market": market_rules,
}
"""What draws the rules of a game, if not from the list that its contract tests go by."""
_SEATS: Final[Mapping[str, Sequence[int]]] = {"market": (*[2, 3, 4, 5, 6, 7, 8] * 4, 15, 60)}
"""How many seats a game is played with, if some numbers take its engine too long."""


def seats_at_random(name: str, luck: random.Random) -> int:
    """Draw a number of seats."""
    return luck.choice(_SEATS.get(name, games.load(name).seats))


def rules_at_random(name: str, luck: random.Random, seats: int) -> Any:
    """Draw the rules of a game."""
    rules = _RULES[name](luck) if name in _RULES else luck.choice(knowledge(name).VARIANTS)
    if isinstance(rules, FirstSeat):
        rules = replace(cast("Any", rules), first=luck.randrange(seats))
    return rules


def accepted(name: str, luck: random.Random) -> Any:
    """Change a game's own deck file at random until the result is another deck that it accepts."""
    deck = import_module(f"{games.modules(name).package}.deck")
    while True:
        try:
            found = deck.parse_deck(changed_deck(name, luck), "mine.toml")
        except DeckError:
            continue
        if found != deck.default_deck():
            return found
