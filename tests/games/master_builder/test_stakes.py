"""What speaks for and against a bid: one reckoning for coach, board and advice."""

import re
from typing import Any

import pytest

from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder import stakes
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.moves import Bid, Name, Pass
from paydays_widgets.games.master_builder.reading.appraisal import Other, offer, other
from paydays_widgets.games.master_builder.state import State, View
from paydays_widgets.games.master_builder.text.bidding import instead
from tests.games.master_builder.positions import naming, play

TEXT = Text("en")


def view(state: State) -> View:
    return MASTER_BUILDER.view(state, 1)


def auction(crew: str, bid: int, **how: Any) -> View:
    """Let Ben bid for contract 4 after Anna."""
    return view(play(naming(["A", crew], [4], cash=[40, 60], **how), f"1 name 4 {bid}").state)


@pytest.mark.clause("MB-5-wages")
@pytest.mark.parametrize(
    ("crew", "bid", "holdings", "figures"),
    [
        ("AATT", 10, {}, ["$50,000", "$16,000", "2", "$34,000"]),
        ("AATT", 35, {}, ["$50,000", "$16,000", "2"]),
        ("AATTTTT", 10, {3: (1, 2, 3, 4, 5)}, ["$50,000"]),
        ("A", 10, {}, []),
    ],
)
def test_the_coach_says_what_is_left_for_a_bid_after_the_wages_it_takes(
    crew: str, bid: int, holdings: dict[int, tuple[int, ...]], figures: list[str]
) -> None:
    seen = auction(crew, bid, holdings=[{}, holdings], round=5)
    assert re.findall(r"\$[\d,]+\d|\b\d\b", stakes.argument(seen, TEXT)) == figures


@pytest.mark.clause("MB-2-win")
def test_a_bid_above_what_the_contract_brings_is_a_loss_whoever_is_due_wages() -> None:
    seen = auction("AATT", 10, round=5)
    found = offer(seen, 1, 4)
    assert found.worth < found.brings
    assert not stakes.loses(seen, Bid(1, found.worth + 1))
    assert not stakes.loses(seen, Bid(1, found.brings))
    assert stakes.loses(seen, Bid(1, found.brings + 1))
    naming_ = view(naming(["A", "AATT"], [4], round=5))
    assert stakes.loses(naming_, Name(1, 4, found.brings + 1))
    assert not stakes.loses(naming_, Pass(1))


@pytest.mark.clause("MB-2-left-over")
def test_what_else_is_on_offer_is_weighed_at_its_lowest_bid() -> None:
    state = naming(["AATTTT", "AATTTT"], [4, 3], round=5)
    bill = state.builders[1].bill
    assert other(view(state), 1, 4) == Other(3, 45 - 8 - bill)
    assert other(view(state), 1, 3) == Other(4, 50 - 10 - bill)
    kept = naming(["AATTTT", "AATTTT"], [4], left_over=[3], pot=5, round=5)
    assert other(view(kept), 1, 4) == Other(3, 45 + 5 - 8 - bill)
    assert other(view(naming(["A", "A"], [4, 3], round=5)), 1, 4) is None
    poor = naming(["AATTTT", "AATTTT"], [4, 3], cash=[40, 7], round=5)
    assert other(view(poor), 1, 4) is None
    during = view(play(state, "1 name 4 10").state)
    assert f"${45 - 8 - bill},000" in instead(during, 1, 4, TEXT)
