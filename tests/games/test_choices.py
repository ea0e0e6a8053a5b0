"""What choices are called, and what those without one would rather do."""

from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room import panel as rooms
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Bid, Pass
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.market import moves as traders
from paydays_widgets.games.market import panel as bourse
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.master_builder import moves as builders
from paydays_widgets.games.master_builder import panel as crews
from paydays_widgets.games.zahltag import moves as firms
from paydays_widgets.games.zahltag import panel as sites
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from tests.contract.contract import game_at_random
from tests.games.auction_room.positions import opened
from tests.games.market.positions import asked
from tests.games.market.positions import opened as market
from tests.games.zahltag.positions import position


@pytest.mark.walk(len(games.names()))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_chance_has_no_button_and_every_seat_s_move_has_words(name: str, language: str) -> None:
    modules = games.modules(name)
    words, text = modules.text, Text(language, modules.package)
    names = ["Anna", "Ben", "Chloé", "David"]
    told: dict[type, set[str]] = {}
    for preset in modules.presets:
        table = game_at_random(name, preset, 4)
        for number, move in enumerate(table.branch.moves):
            view = table.game.view(table.before(number), None if move.by == CHANCE else move.by)
            told.setdefault(type(move), set()).add(words.choice(view, move, names, text))
            if isinstance(view.turn, Chance):
                assert told[type(move)] == {""}
            else:
                assert "" not in told[type(move)]
    assert len(told) > 3


@pytest.mark.clause("AR-bid", "AR-reserve")
@pytest.mark.parametrize("auction", ["first", "second", "english"])
def test_a_budget_below_the_reserve_would_rather_bid(auction: str) -> None:
    state = opened((6_000, 4_800), 3_000, 9_000, values="budget", reserve=50, auction=auction)
    view = AUCTION_ROOM.view(state, 0)
    assert view.legal == (Pass(0),)
    rather = rooms.instead(view, Pass(0))
    assert rather is not None
    assert AUCTION_ROOM.refuse(state, rather) is not None
    assert rooms.instead(view, Bid(0, 100)) is None


@pytest.mark.clause("ZT-4-bid")
def test_a_hand_that_is_not_enough_would_rather_bid() -> None:
    state = position(["F", "FW"], phase="bid", offer="FW")
    rather = sites.instead(ZAHLTAG.view(state, 0), firms.Bid(0, 0))
    assert rather is not None
    assert ZAHLTAG.refuse(state, rather) is not None
    assert sites.instead(ZAHLTAG.view(state, 0), firms.Keep(0)) is None


@pytest.mark.clause("MB-1-turns", "MB-2-auction")
def test_a_builder_who_can_only_pass_would_rather_bid_or_hire() -> None:
    modules = games.modules("master_builder")
    table = game_at_random("master_builder", next(iter(modules.presets)), 4)
    auctions = (
        number
        for number in range(len(table.branch.moves))
        if getattr(table.game.turn(table.before(number)), "prompt", "") == "auction"
    )
    view: Any = table.game.view(table.before(next(auctions)), 0)
    passes = builders.Pass(0)
    assert crews.instead(view, passes) == builders.Bid(0, view.auction.bid + 1)
    hiring = replace(view, auction=None, open=(0, 0, 7, 0))
    assert crews.instead(hiring, passes) == builders.Hire(0, "foreman")
    assert crews.instead(replace(hiring, open=(0,) * 4), passes) is None
    assert crews.instead(view, builders.Build(0)) is None


@pytest.mark.clause("MB-1-turns", "MB-2-nominate")
def test_a_builder_sits_out_hiring_and_auctions_but_no_building() -> None:
    modules = games.modules("master_builder")
    view = modules.engine.view(modules.engine.start(4), 0)

    def phase(prompt: str) -> str:
        found = crews.sits_out(replace(view, turn=Decide((0,), prompt, 1, 0)))
        return found.phase if found else ""

    prompts = ("hire", "name", "auction", "assign", "repay")
    assert [*map(phase, prompts)] == ["crews", "contracts", "contracts", "", ""]
    assert crews.sits_out(replace(view, turn=Over(9))) is None


@pytest.mark.clause("MK-wait")
def test_a_trader_waits_until_the_best_price_leaves_something() -> None:
    state = asked(market(6_000, 2_000, 5_000, 3_000), 1)
    view = MARKET.view(state, 0)
    found = bourse.sits_out(view)
    assert found is not None
    assert found.move == traders.Wait(0)
    for price, waits in ((6_100, True), (6_000, True), (5_900, False)):
        told = replace(view, legal=(*view.legal, traders.Take(0, price)))
        assert (bourse.sits_out(told) is not None) is waits
    assert bourse.sits_out(MARKET.view(state, 1)) is None  # which is not asked
    called = MARKET.view(market(6_000, 2_000, institution="call"), 0)
    assert traders.Wait(0) in called.legal
    assert bourse.sits_out(called) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_no_preset_has_are_named_by_all_that_is_unusual(language: str) -> None:
    text = Text(language, games.modules("auction_room").package)
    plain = rooms.edition(Rules(), text)
    unusual = (
        Rules(values="budget", reserve=60),
        Rules(values="common", spread=6),
        Rules(reserve=60),
        Rules(purse=50),
        Rules(told="win"),
        Rules(auction="tender_second"),
    )
    assert len({plain, *(rooms.edition(each, text) for each in unusual)}) == 1 + len(unusual)
