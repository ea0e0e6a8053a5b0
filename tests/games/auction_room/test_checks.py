"""Questions on the rules of a block: what is right, by the engine and by hand."""

from itertools import product
from typing import Any, get_args

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.auction_room.checks import checks
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.rules import Auction, Rules, Values

PACKAGE = games.modules("auction_room").package
RESERVES: tuple[Any, ...] = (0, 60)
EVERY_RULE = [
    Rules(auction=auction, values=values, reserve=reserve)
    for auction, values, reserve in product(get_args(Auction), get_args(Values), RESERVES)
]


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_each_question_has_its_answer_once_in_words_of_its_own(rules: Rules) -> None:
    asked = [checks(rules, default_deck(), Text(each, PACKAGE)) for each in LANGUAGES]
    for each in asked[0]:
        assert each.options.count(each.right) == 1
        assert [*each.options] == sorted({*each.options})
        assert len(each.options) >= 3
    assert len({each.asked for pair in asked for each in pair}) == 2 * len(LANGUAGES)
    assert len({each.why for pair in asked for each in pair}) == 2 * len(LANGUAGES)


@pytest.mark.clause("AR-price")
@pytest.mark.parametrize(
    ("rules", "earned"),
    [
        ({"auction": "first"}, (10, 0)),
        ({"auction": "second"}, (20, 0)),
        ({"auction": "english"}, (20, 0)),
        ({"auction": "dutch"}, (10, 0)),
        ({"auction": "all_pay"}, (10, -70)),
        ({"auction": "tender_first"}, (10, 0)),
        ({"auction": "tender_second"}, (20, 0)),
        ({"auction": "first", "values": "common", "spread": 24}, (-16, 0)),
        ({"auction": "english", "values": "common", "spread": 24}, (-8, 0)),
        ({"auction": "second", "values": "budget"}, (20, 80)),
    ],
)
def test_what_is_right_follows_from_the_rules(
    rules: dict[str, Any], earned: tuple[int, int]
) -> None:
    asked = checks(Rules(**rules), default_deck(), Text("en", PACKAGE))
    assert tuple(each.right // 100 for each in asked) == earned
