"""What a decision of the market leads to, and what is said of it."""

from typing import Any

import pytest

from paydays_widgets.core.game import Decide
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.market import events, stakes
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.state import State
from paydays_widgets.games.market.text import money
from tests.games.market.positions import opened, play
from tests.markup import figures

EN = Text("en")
FREE: dict[str, Any] = {"speech": "free"}
CARDS = (8_000, 2_000, 7_000, 3_000)


def moves(state: State, seat: int) -> dict[str, bool]:
    view = MARKET.view(state, seat)
    return {str(move): stakes.loses(view, move) for move in view.legal}


def test_a_trade_and_the_end_of_a_period_settle_a_decision() -> None:
    trade = events.Traded(clause="MK-take", buyer=0, seller=3, price=5_000, number=1)
    ended = events.PeriodEnded(clause="MK-close", period=1, units=1, cause="waits")
    assert [stakes.settled(trade, seat) for seat in range(4)] == ["traded", "", "", "traded"]
    assert stakes.settled(ended, 1) == "left"
    assert stakes.settled(events.Waited(seat=1), 1) == ""
    assert "40 %" in stakes.told("speak", {"traded": "40 %"}, EN)
    assert stakes.told("speak", {"left": "60 %"}, EN) == ""


def test_a_price_beyond_ones_card_is_a_loss() -> None:
    found = moves(opened(*CARDS, **FREE), 0)
    assert not found["1 offer 8000"]
    assert found["1 offer 8100"]
    assert not found["1 wait"]
    asked = play(opened(*CARDS, **FREE), "2 offer 7500").state
    assert moves(asked, 2)["3 take 7500"]
    assert not moves(asked, 0)["1 take 7500"]
    sold = moves(opened(*CARDS, institution="call", tax=10, payer="sellers"), 1)
    assert (sold["2 offer 2900"], sold["2 offer 3000"]) == (True, False)


@pytest.mark.parametrize("institution", ["call", "continuous"])
def test_the_argument_names_the_price_that_leaves_nothing(institution: str) -> None:
    state = opened(*CARDS, **FREE | {"institution": institution, "tax": 10})
    for language in LANGUAGES:
        text = Text(language, "paydays_widgets.games.market")
        for seat, limit in ((0, 7_000), (1, 2_000)):
            said = stakes.argument(MARKET.view(state, seat), text)
            assert figures(said) == figures(money(limit, text))


def test_who_else_can_trade_is_counted_on_ones_own_side() -> None:
    state = opened(*CARDS, 6_000, **FREE)
    for seat, rivals in ((0, "2"), (1, "1")):
        assert figures(stakes.facing(MARKET.view(state, seat), EN)) == [rivals]
    traded = play(state, "1 offer 5000; 2 take 5000").state
    assert stakes.able(MARKET.view(traded, None), None) == (2, 3, 4)
    assert isinstance(MARKET.turn(traded), Decide)
    assert stakes.able(MARKET.view(opened(*CARDS), None), None) is None


def test_a_decision_is_about_an_institution_and_a_card_of_ones_own() -> None:
    state = opened(*CARDS, **FREE)
    move = MARKET.read("1 wait")
    said = [stakes.about(MARKET.view(state, seat), move, EN) for seat in (0, 1, None)]
    assert [figures(each) for each in said] == [["$80"], ["$20"], []]
