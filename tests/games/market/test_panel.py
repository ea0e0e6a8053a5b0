"""What the market's panel says of its rules."""

from typing import Any, get_args, get_type_hints

import pytest

from paydays_widgets.core.game import Chance, Over
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.market.bots import STRATEGIES
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.panel import (
    edition,
    glance,
    in_class,
    milestone,
    presets,
    progress,
    switches,
    turn_name,
    wishes,
)
from paydays_widgets.games.market.rules import PRESETS, Rules

EN = Text("en")


@pytest.mark.parametrize("rules", [Rules(), Rules(values="drawn")])
def test_cards_that_a_teacher_may_wish_for_can_be_dealt(rules: Rules) -> None:
    state = MARKET.start(2, rules)
    wished = [move for move, _ in wishes(MARKET.view(state, None), EN)]
    assert {*wished} & {each.move for each in MARKET.outcomes(state)}


def test_rules_of_ones_own_are_named_by_what_is_not_usual() -> None:
    assert edition(Rules(periods=8), EN) == "Double auction"
    rules = Rules("call", values="drawn", change="again", swap=True, units=2, tax=10, quota=5)
    assert edition(rules, EN) == (
        "Call market, cards drawn by themselves, new cards each period, roles swap, "
        "2 units each, tax 10 on buyers, quota 5"
    )
    free = Rules(speech="free", change="shift", ceiling=50, floor=40, tax=20, payer="sellers")
    assert edition(free, EN) == (
        "Double auction, everyone speaks freely, demand shifts, ceiling 50, floor 40, "
        "tax 20 on sellers"
    )


def test_a_class_speaks_freely_and_its_market_is_seen_at_a_glance() -> None:
    for rules in PRESETS.values():
        assert in_class(rules).free is not rules.call
        assert edition(in_class(rules), EN) == edition(rules, EN)
    players = [Player(name) for name in ("Anna", "Ben", "Cem", "Dora")]
    table = Table(MARKET, players, rules=Rules(speech="free"), seed=1)
    while not table.waiting():
        table.advance()
    assert [sum_ for _, sum_ in glance(table, EN)] == ["–", "–", "–", "0"]
    for move in ("2 offer 4500", "1 take 4500", "3 offer 2000", "4 offer 9000"):
        table.play(move)
        table.go_to(len(table.branch.steps))
    assert [sum_ for _, sum_ in glance(table, EN)] == ["$20", "$90", "$45", "1"]
    call = Table(MARKET, players, rules=Rules("call"), seed=1)
    assert len(glance(call, EN)) == 2


def test_a_period_has_its_number() -> None:
    view = MARKET.view(MARKET.start(2), None)
    assert progress(view, EN) == "Period 1 of 3"
    assert turn_name(2, EN) == "Period 2"


def test_every_preset_has_a_title_of_its_own() -> None:
    for language in LANGUAGES:
        found = presets(Text(language, "paydays_widgets.games.market"))
        assert [name for name, _, _ in found] == [*PRESETS]
        assert len({title for _, title, _ in found}) == len(PRESETS)


def test_every_switch_offers_what_the_rules_know() -> None:
    known: dict[str, Any] = get_type_hints(Rules)
    offered = {each.field: [value for value, _ in each.options] for each in switches(EN)}
    assert {*offered} == {*Rules.__struct_fields__}
    for name, values in offered.items():
        every = get_args(known[name]) or (False, True)
        assert values == [str(value).lower() for value in every]


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(values="drawn"), Rules("call", swap=True), Rules(change="shift", periods=4)],
)
def test_what_may_come_next_can_be_chosen_and_is_what_chance_brings(rules: Rules) -> None:
    kinds, marked = set(), set()
    for seed in range(20):
        table = Table(
            MARKET,
            [Player(f"P{seat}", "truthful") for seat in range(4)],
            rules=rules,
            seed=seed,
            strategies=STRATEGIES,
        )
        while not isinstance(turn := table.turn, Over):
            wished = [move for move, _ in wishes(MARKET.view(table.state, None), EN)]
            if isinstance(turn, Chance) and wished:
                possible = {each.move for each in MARKET.outcomes(table.state)}
                assert possible & {*wished}
                kinds.add(turn.purpose)
            assert table.advance()
            marked.add(milestone(table.branch.steps[table.at - 1].event, EN))
    assert "deal" in kinds
    assert ("word" in kinds) is not rules.call
    assert ("roles swap" in marked) is rules.swap
    assert ("demand shifts" in marked) is (rules.change == "shift")


def test_the_lot_between_equal_bids_can_be_chosen() -> None:
    players = [Player(name) for name in ("Anna", "Ben", "Cem", "Dora")]
    table = Table(MARKET, players, rules=Rules("call"), seed=1)
    while not table.waiting():
        table.advance()
    for move in ("1 offer 5000", "2 offer 1000", "3 offer 5000"):
        table.make(MARKET.read(move), through=False)
    table.make(MARKET.read("4 wait"), through=False)
    while not isinstance(table.turn, Chance):
        assert table.advance()
    wished = [move for move, _ in wishes(MARKET.view(table.state, None), EN)]
    assert table.turn.purpose == "tie"
    assert {each.move for each in MARKET.outcomes(table.state)} & {*wished}
