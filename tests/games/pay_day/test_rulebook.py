import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import BET_STEP, MOST_BET
from paydays_widgets.games.pay_day.engine.facts import (
    BET_WINS,
    FEE,
    LOAN_PCT,
    POT_WINS,
    SAVINGS_PCT,
    STEP,
)
from paydays_widgets.games.pay_day.rules import Rules

BOOK = games.modules("pay_day").rulebook


@pytest.mark.clause("PD-start", "PD-payday-1-salary", "PD-daylight", "PD-election", "PD-poker")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    for id_, expected in {
        "PD-start": {deck.start_money},
        "PD-payday-1-salary": {deck.salary},
        "PD-daylight": {deck.daylight_bonus},
        "PD-election": {deck.days[25].amount, POT_WINS},
        "PD-poker": {deck.days[9].amount},
        "PD-move": {len(deck.days)},
        "PD-deal-deck": {len(deck.deals)},
        "PD-swellfare": {BET_STEP, MOST_BET, BET_WINS, BET_WINS + 1},
        "PD-savings": {STEP, FEE},
        "PD-payday-2-interest": {SAVINGS_PCT, LOAN_PCT},
    }.items():
        said = BOOK[id_].told(Rules(), Text(language))
        assert {int(n) for n in re.findall(r"\d+", said)} == expected, id_


@pytest.mark.clause("PD-mail-deck")
def test_the_words_give_the_number_of_mail_cards() -> None:
    assert "72" in BOOK["PD-mail-deck"].words.en
    assert len(default_deck().mail) == 72
