"""What the coach says of a bid follows the rules: theory and games that are played on agree."""

from itertools import product
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room import reading, stakes
from paydays_widgets.games.auction_room.bots import at_most
from paydays_widgets.games.auction_room.deck import UNIT, default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Move, Pass
from paydays_widgets.games.auction_room.rules import PRESETS, Auction, Rules, Values
from paydays_widgets.games.auction_room.state import View
from paydays_widgets.lab.futures import estimates, played
from paydays_widgets.talk import advice
from tests.playing_on import first_decisions

PACKAGE: Final = games.modules("auction_room").package
GAMES: Final = 60
"""For each choice."""
AROUND: Final = (-20, -10, 0, 10, 20)
"""Bids to compare: so many units from the own value, cost or estimate."""
EVERY_RULE: Final = [
    Rules(auction=auction, values=values)
    for auction, values in product(get_args(Auction), get_args(Values))
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.clause("AR-price", "AR-values")
def test_each_format_with_each_kind_of_value_has_words_of_its_own(language: str) -> None:
    text = Text(language, PACKAGE)
    told = {stakes.argued(rules, text) for rules in EVERY_RULE}
    same = sum(rules.tender for rules in EVERY_RULE) - 2  # a tender has costs alone
    same += sum(rules.budgets and not rules.truthful for rules in EVERY_RULE)
    assert len(told) == len(EVERY_RULE) - same
    for rules in EVERY_RULE:
        reserved = stakes.argued(replace(rules, reserve=50), text)
        assert (reserved in told) is rules.tender


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_theory_bids_the_own_value_just_where_the_coach_says_so(rules: Rules, seats: int) -> None:
    """The lowest estimates of a common value apart: with those nobody gains in equilibrium."""
    deck, budget, spread = default_deck(), 4_000 if rules.budgets else None, rules.spread * UNIT
    for value in range(10 * UNIT, 100 * UNIT, 10 * UNIT):
        own = value + deck.low + spread if rules.common else value
        bid = reading.equilibrium_bid(rules, deck, seats, own, budget)
        if rules.truthful:
            assert bid == min(own, budget or own)
        elif bid is not None and not rules.common:
            assert bid > own if rules.tender else bid < own
        elif bid is not None:
            second = rules.auction == "second"
            worth = reading.worth_if_highest(spread, deck, seats - second, own)
            assert bid == worth if second else bid < worth


def keeps(view: View, move: Move) -> bool:
    """Say whether a seat that wins at its own price keeps something, as the board has it."""
    if isinstance(move, Pass):
        return True
    return reading.left(view, int(str(move).split()[-1])) > 0


@pytest.mark.no_cover
@pytest.mark.walk(4)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_coach_does_not_speak_against_the_advice(preset: str) -> None:
    """Where the own value is best it is among the best; elsewhere a bid that keeps something."""
    rules, worse = replace(PRESETS[preset], rounds=1), False
    for seed in range(3):
        for session in first_decisions("auction_room", rules, seed):
            view = AUCTION_ROOM.view(session.table.state, 0)
            value = reading.own_value(view)
            own = at_most(view, value)
            bids = (at_most(view, value + units * UNIT) for units in AROUND)
            near: list[Move] = [*dict.fromkeys(bids)]
            if rules.auction == "all_pay":
                near.append(Pass(0))
            assert session.counsel()
            asked = replace(advice.question(session, 0).decision, among=tuple(near))
            ends = [*played(asked, GAMES, seed)]
            best = [
                move
                for move, (_, _, behind, _) in zip(near, estimates(ends), strict=True)
                if behind.high >= 0
            ]
            worse |= own not in best
            if rules.truthful:
                assert own in best
                assert reading.left(view, int(str(own).split()[-1])) >= 0
            else:
                assert any(keeps(view, move) for move in best)
    assert worse is not rules.truthful
