"""What choices lead to right away: each event that settles it, and the words for it."""

from functools import partial
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room import events as sold
from paydays_widgets.games.auction_room import reading as rooms
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Pass, Stop
from paydays_widgets.games.auction_room.rules import TENDERS, Auction
from paydays_widgets.games.market import events as traded
from paydays_widgets.games.master_builder import events as built
from paydays_widgets.games.master_builder.reading.appraisal import offer
from paydays_widgets.games.pay_day import events as paid
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import BidsRevealed, EquipmentKept, IdleEquipmentPaid
from paydays_widgets.games.zahltag.reading import wages_spared
from paydays_widgets.games.zock import events as zocked
from paydays_widgets.games.zock import reading
from tests.contract.contract import game_at_random
from tests.games.auction_room.positions import common, opened
from tests.games.auction_room.positions import play as played
from tests.games.zahltag.positions import play, position
from tests.markup import figures
from tests.playing_on import first_decisions

HIT = zocked.PawnsHit(seat=0, victim=1, fine=0, clause="ZK-hit", pawns=("a",), square=3)
HOME = zocked.PawnWentHome(seat=1, pawn="a", steps=3, foremost=1, clause="ZK-one")
SOLD = sold.ObjectSold(auction="first", seat=1, price=40, bid=40, rival=-1, told="values")
TRADED = traded.Traded(clause="MK-take", buyer=0, seller=2, price=5_000, number=1)
SETTLED = [
    ("auction_room", SOLD, 1, "won"),
    ("auction_room", SOLD, 0, "lost"),
    ("auction_room", replace(SOLD, seat=None), 0, ""),
    ("auction_room", sold.ObjectUnsold(reserve=0), 0, "lost"),
    ("auction_room", sold.ClockMoved(price=200, rises=True), 0, ""),
    ("market", TRADED, 0, "traded"),
    ("market", TRADED, 2, "traded"),
    ("market", TRADED, 1, ""),
    ("market", traded.PeriodEnded(clause="MK-close", cause="waits", period=1, units=1), 1, "left"),
    ("zahltag", BidsRevealed(bids=(0, 4, 4), lowest=4), 0, "lost"),
    ("zahltag", BidsRevealed(bids=(0, 4, 4), lowest=4), 1, "tied"),
    ("zahltag", BidsRevealed(bids=(3, 4, 4), lowest=3), 0, "won"),
    ("zahltag", BidsRevealed(bids=(0, 0, 0), lowest=0), 0, "lost"),
    ("zahltag", IdleEquipmentPaid(smallest=1, hands=(1, 2), dues=(0, 1), broke=()), 0, "payday"),
    ("zahltag", EquipmentKept(clause="ZT-2-change", seat=0, total=7), 0, ""),
    ("pay_day", paid.PokerWon(seats=(0, 2), stakes=300, each=150), 2, "won"),
    ("pay_day", paid.PokerWon(seats=(0, 2), stakes=300, each=150), 1, "lost"),
    ("pay_day", paid.PokerCalledOff(seats=(1,), stake=100), 1, "off"),
    ("pay_day", paid.SwellfareLost(seat=1, pips=2, stake=100, pot=100), 1, "lost"),
    ("pay_day", paid.SwellfareWon(seat=1, pips=6, stake=100, prize=1000, returned=True), 1, "won"),
    ("pay_day", paid.PokerPassed(seat=1), 1, "out"),
    ("pay_day", paid.PokerPassed(seat=1), 0, ""),
    ("pay_day", paid.TurnBegun(clause="PD-players", seat=1, turn=9), 0, "out"),
    ("master_builder", built.AuctionsEnded(clause="MB-2-end", without=(), left=()), 1, "lost"),
    ("zock", HOME, 1, "lost"),
    ("zock", HOME, 0, ""),
    ("zock", HIT, 1, "lost"),
    ("zock", zocked.TurnBegun(seat=1, turn=5, round=2, clause="ZK-players"), 1, "kept"),
    ("zock", zocked.TurnBegun(seat=1, turn=5, round=2, clause="ZK-players"), 0, ""),
    (
        "zock",
        zocked.GameEnded(ending="rounds", winners=(0,), money=(1, 0), debts=(0, 0)),
        0,
        "kept",
    ),
]


@pytest.mark.parametrize(("name", "event", "seat", "what"), SETTLED)
def test_an_event_settles_it(name: str, event: Any, seat: int, what: str) -> None:
    stakes = games.modules(name).stakes
    assert stakes is not None
    assert stakes.settled(event, seat) == what


@pytest.mark.parametrize(
    ("clause", "seat", "what"), [("MB-2-win", 1, "won"), ("MB-2-last-one", 0, "lost")]
)
def test_whoever_gets_the_contract_has_won_it(clause: Any, seat: int, what: str) -> None:
    won = built.ContractWon(clause=clause, seat=1, contract=3, price=9, cost=8)
    stakes = games.modules("master_builder").stakes
    assert stakes is not None
    assert stakes.settled(won, seat) == what


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_how_often_in_words(language: str) -> None:
    for name in games.names():
        modules = games.modules(name)
        text = Text(language, modules.package)
        assert modules.stakes is not None
        told = [
            modules.stakes.told(prompt, dict.fromkeys(shares, "31%"), text)
            for prompt in sorted(modules.stakes.PROMPTS)
            for shares in (
                ("won",),
                ("tied",),
                ("won", "tied"),
                ("traded",),
                ("off",),
                ("won", "off"),
                ("lost",),
            )
        ]
        assert any("31%" in each for each in told)
        assert modules.stakes.told("", {}, text) == ""


@pytest.mark.parametrize(("name", "prompt"), [("pay_day", "stake"), ("zock", "choose")])
def test_where_all_is_in_sight_nothing_is_told_of_rivals(name: str, prompt: str) -> None:
    stakes, table = games.modules(name).stakes, at(name, prompt)
    assert stakes is not None
    view = table.game.view(table.state, 0)
    assert stakes.facing(view, Text("en", games.modules(name).package)) == ""


BIDS = {
    "auction_room": {"bid", "call"},
    "market": {"call", "speak"},
    "master_builder": {"bid"},
    "zahltag": {"bid"},
}
"""Prompts that ask for a bid."""
PLAIN = {"auction_room", "market"}
"""Games in which every decision is about the same."""


@pytest.mark.parametrize("name", games.names())
def test_it_is_said_what_a_decision_is_about_and_who_could_bid(name: str) -> None:
    modules = games.modules(name)
    stakes, text = modules.stakes, Text("en", modules.package)
    assert stakes is not None
    told, bids = set(), 0
    for preset in modules.presets:
        table = game_at_random(name, preset, 4)
        for number, move in enumerate(table.branch.moves):
            state = table.before(number)
            turn, view = table.game.turn(state), table.game.view(state, None)
            if not isinstance(turn, Decide):
                continue
            told.add(stakes.about(view, move, text))
            able = stakes.able(view, partial(table.game.view, state))
            bids += able is not None
            if turn.prompt in BIDS.get(name, ()):
                assert able is not None
                assert {*able} <= {0, 1, 2, 3}
    assert len(told - {""}) > (0 if name in PLAIN else 2)
    assert bool(bids) is (name in BIDS)


def at(name: str, prompt: str) -> AnyTable:
    """Let bots play to a decision."""
    modules = games.modules(name)
    kinds = [*modules.bots.STRATEGIES][1:4]
    table: AnyTable = Table(
        modules.engine,
        [Player(kind, kind) for kind in kinds],
        seed=3,
        strategies=modules.bots.STRATEGIES,
    )
    while not (isinstance(table.turn, Decide) and table.turn.prompt == prompt):
        assert table.advance()
    return table


def test_it_is_told_how_many_rivals_can_bid() -> None:
    table, text = at("zahltag", "bid"), Text("en", "paydays_widgets.games.zahltag")
    stakes = games.modules("zahltag").stakes
    assert stakes is not None
    view = table.game.view(table.state, 0)
    assert figures(stakes.facing(view, text)) == ["2"]
    change = at("zahltag", "change")
    assert stakes.facing(change.game.view(change.state, 0), text) == ""
    firms = tuple(replace(each, hand_size=0) for each in view.firms)
    none = stakes.facing(replace(view, firms=firms), text)
    assert none
    assert not figures(none)


def test_it_is_told_how_many_rivals_can_raise_a_bid() -> None:
    table, text = (
        at("master_builder", "auction"),
        Text("en", "paydays_widgets.games.master_builder"),
    )
    stakes = games.modules("master_builder").stakes
    assert stakes is not None
    view = table.game.view(table.state, table.turn.seats[0])  # type: ignore[union-attr]
    beyond = replace(view, auction=replace(view.auction, bid=10**6))
    some, none = stakes.facing(view, text), stakes.facing(beyond, text)
    assert figures(some)
    assert none
    assert not figures(none)
    assert stakes.facing(replace(view, auction=None), text) == ""


def decider(table: AnyTable) -> tuple[int, Any]:
    """Return the one seat that decides, and its view."""
    assert isinstance(table.turn, Decide)
    [seat] = table.turn.seats
    return seat, table.game.view(table.state, seat)


def argument(name: str, table: AnyTable, seat: int) -> str:
    modules = games.modules(name)
    assert modules.stakes is not None
    view = table.game.view(table.state, seat)
    return modules.stakes.argument(view, Text("en", modules.package))


@pytest.mark.clause("AR-price")
def test_each_format_has_an_argument_and_rivals() -> None:
    stakes, text = games.modules("auction_room").stakes, Text("en")
    assert stakes is not None
    views = [
        AUCTION_ROOM.view(opened((6_000, 4_800, 3_000), auction=each), 0)
        for each in ("first", "second", "all_pay", "tender_first")
    ]
    assert all(figures(stakes.facing(view, text)) == ["2"] for view in views)
    views.append(AUCTION_ROOM.view(common(13_600, 15_000, 13_000), 0))
    assert len({stakes.argument(view, text) for view in views}) == len(views)
    assert stakes.facing(AUCTION_ROOM.view(AUCTION_ROOM.start(3), 0), text) == ""
    clock = played(
        opened((6_000, 4_800, 3_000), auction="english"), "1 stay 200; 2 pass; 3 stay 200"
    )
    assert figures(stakes.facing(AUCTION_ROOM.view(clock.state, 0), text)) == ["1"]


@pytest.mark.parametrize("auction", get_args(Auction))
@pytest.mark.parametrize("values", ["private", "common"])
@pytest.mark.clause("AR-price")
def test_a_price_wins_at_a_loss_just_where_the_gauge_has_nothing_left(
    auction: str, values: str
) -> None:
    stakes = games.modules("auction_room").stakes
    assert stakes is not None
    tender = auction in TENDERS
    if values == "common" and not tender:
        state = common(7_000, 6_000, 6_500, auction=auction)
    else:
        state = opened((6_000, 6_500), auction=auction)
    view = AUCTION_ROOM.view(state, 0)
    drops = auction == "english"
    found = set()
    for move in view.legal:
        amount = getattr(move, "amount", getattr(move, "price", None))
        if amount is None or (drops and isinstance(move, Stop)):
            assert not stakes.loses(view, move)
            continue
        left = rooms.left(view, amount)
        assert stakes.loses(view, move) is (left < 0)
        found.add(left < 0)
    assert found == ({False} if auction == "dutch" and len(view.legal) < 3 else {True, False})


@pytest.mark.clause("AR-price", "AR-values")
@pytest.mark.parametrize("auction", ["second", "english"])
def test_nothing_is_left_of_a_common_value_at_the_bid_of_theory(auction: Auction) -> None:
    for estimate in range(8_000, 16_000, 1_300):
        drawn = common(estimate, estimate, estimate + 500, estimate - 500, auction=auction)
        view = AUCTION_ROOM.view(drawn, 0)
        bid = rooms.equilibrium(view)
        assert bid is not None
        assert rooms.worth_if_won(view) == round(bid, -2)


@pytest.mark.parametrize("name", games.names())
def test_a_price_can_lose_in_auctions_and_markets_alone(name: str) -> None:
    stakes, losing = games.modules(name).stakes, 0
    assert stakes is not None
    for preset in games.modules(name).presets:
        table = game_at_random(name, preset, 4)
        for number, move in enumerate(table.branch.moves):
            state = table.before(number)
            if isinstance(table.game.turn(state), Decide):
                losing += stakes.loses(table.game.view(state, move.by), move)
    assert bool(losing) is (name in {"auction_room", "market", "master_builder"})


@pytest.mark.clause("AR-values")
def test_what_a_bid_was_about_names_the_worth_to_who_may_know_it() -> None:
    stakes, text = games.modules("auction_room").stakes, Text("en", "x")
    assert stakes is not None
    states = [
        opened((6_000, 4_800)),
        opened((6_000, 4_800), auction="tender_first"),
        common(6_500, 6_000, 4_800, auction="first"),
    ]
    told = [
        [stakes.about(AUCTION_ROOM.view(each, seat), Pass(0), text) for seat in (0, None)]
        for each in states
    ]
    assert len({own for own, _ in told}) == len(told)
    assert all(figures(own) == ["$60"] and not figures(hidden) for own, hidden in told)


@pytest.mark.clause("ZT-4-payday", "ZT-4-back")
def test_the_argument_about_a_sealed_bid_names_the_wages_that_its_cards_save() -> None:
    state = position(["FFWWCX", "FWC", "W", "FW"], phase="bid", offer="FW", past=[4])
    view, text = ZAHLTAG.view(state, 0), Text("en", "x")
    stakes = games.modules("zahltag").stakes
    assert stakes is not None
    assert figures(stakes.argument(view, text))[-1] == f"{wages_spared(view):.1f}"
    spends = position(["FW", "FWC", "FWC"], phase="bid", offer="FW", past=[4])
    assert figures(stakes.argument(ZAHLTAG.view(spends, 0), text)) == ["2"]
    assert stakes.argument(ZAHLTAG.view(state, 2), text) == ""


@pytest.mark.clause("ZT-4-tie")
def test_the_argument_about_a_sealed_bid_holds() -> None:
    table = at("zahltag", "bid")
    assert "2" in figures(argument("zahltag", table, 0))
    assert argument("zahltag", at("zahltag", "change"), 0) == ""
    for bid, more in ((3, 1), (2, 0), (1, -1)):
        state = position(["FW"] * 2, phase="bid", offer="FW")
        assert play(state, f"1 bid {bid}", f"2 bid {bid}").money == (20 + more,) * 2


@pytest.mark.clause("MB-2-auction", "MB-5-wages")
def test_the_argument_about_an_auction_is_the_gauge_s_limit() -> None:
    table = at("master_builder", "auction")
    seat, view = decider(table)
    found = offer(view, seat, view.auction.contract)
    text = Text("en", "paydays_widgets.games.master_builder")
    limit = games.modules("master_builder").text.money(found.worth, text)
    told = argument("master_builder", table, seat)
    assert (f"{limit} is left" in told) == (found.worth > view.auction.bid)
    high = replace(view, auction=replace(view.auction, bid=max(0, found.worth)))
    stakes = games.modules("master_builder").stakes
    assert stakes is not None
    assert stakes.argument(high, text) != told
    assert stakes.argument(replace(view, auction=None), text) == ""


@pytest.mark.clause("PD-deal", "PD-loan-interest")
def test_the_argument_about_a_deal_names_the_interest_of_a_loan_for_it() -> None:
    table = at("pay_day", "buy")
    seat, view = decider(table)
    stakes, text = games.modules("pay_day").stakes, Text("en", "paydays_widgets.games.pay_day")
    assert stakes is not None
    own = view.households[seat]
    rich = replace(own, cash=10_000)
    poor = replace(own, cash=0, savings=0, loan=0)

    def told(household: Any) -> str:
        households = (*view.households[:seat], household, *view.households[seat + 1 :])
        return stakes.argument(replace(view, households=households), text)

    assert told(rich) != told(poor)
    assert figures(told(poor))
    assert argument("pay_day", at("pay_day", "bank"), 0) == ""


@pytest.mark.clause("ZK-one", "ZK-cash-when")
def test_the_argument_about_a_roll_is_a_sixth_of_what_it_risks() -> None:
    table = at("zock", "choose")
    while not argument("zock", table, 0):
        assert table.advance()
    view = table.game.view(table.state, 0)
    foremost = reading.foremost(view)
    assert {*foremost} & {*reading.may_cash(view)}
    shown = reading.window(view, 0, reading.steps(view, foremost[0]))
    lost = min(view.deck.times(pawn) for pawn in foremost) * shown
    stakes = games.modules("zock").stakes
    assert stakes is not None
    assert stakes.argument(table.game.view(table.state, None), Text("en", "x")) == ""
    told = argument("zock", table, 0)
    assert {f"{lost:,}", f"{round(lost / 6):,}"} <= {*figures(told)}
    stakes, text = games.modules("zock").stakes, Text("en", "paydays_widgets.games.zock")
    assert stakes is not None
    later = replace(view, rules=replace(view.rules, cash="after_roll"))
    assert stakes.argument(later, text) == ""


@pytest.mark.clause("ZK-choose", "ZK-two-out")
@pytest.mark.parametrize("preset", games.modules("zock").presets)
def test_nothing_is_said_of_pawns_between_which_nothing_differs(preset: str) -> None:
    """The foremost pawn is spoken of where it can be moved, or another one."""
    told = set()
    for session in first_decisions("zock", games.modules("zock").presets[preset], 5, 60):
        view = session.table.game.view(session.table.state, 0)
        places = {reading.steps(view, pawn) for pawn in reading.may_go(view)}
        session.screen = replace(session.screen, coach=True)
        if places:
            assert not session.coached() or len(places) > 1
            assert bool(session.coached()) == (
                len(places) > 1 and max(places) == max(view.sides[0].pawns)
            )
            told.add(bool(session.coached()))
    assert told == {True, False}
