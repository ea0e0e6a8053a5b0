"""Sums, and the names of things, in three languages."""

import pytest

from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.pay_day import events as e
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.events import Event
from paydays_widgets.games.pay_day.text import explain
from paydays_widgets.games.pay_day.text.names import day_name, deal_name, mail_name, money
from tests.games.pay_day.examples import PLIGHT
from tests.games.pay_day.positions import SWELLFARE
from tests.markup import figures

PACKAGE = "paydays_widgets.games.pay_day"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("PD-loan-interest")
def test_interest_is_worked_out() -> None:
    event = e.LoanInterestPaid(seat=0, loan=1300, amount=260)
    assert figures(told(event).sum) == ["$1,300", "20%", "$260"]
    assert told(event, "de").sum == "1.300\xa0$ × 20\xa0% = 260\xa0$"
    assert told(event, "fr").sum == "1\u202f300\xa0$ × 20\xa0% = 260\xa0$"


@pytest.mark.clause("PD-raise")
def test_what_is_lacking_is_worked_out() -> None:
    note = told(e.PaymentDue(seat=0, debt="bills", amount=525, cash=325))
    assert figures(note.what) == ["$200"]
    assert figures(note.sum) == ["$525", "$325", "$200"]


@pytest.mark.clause("PD-swellfare")
def test_the_test_of_swellfare_is_worked_out() -> None:
    offered = e.SwellfareOffered(seat=0, card=SWELLFARE, **PLIGHT, means=20)
    assert figures(told(offered).sum) == ["$300", "$60", "$25", "$385", "$20"]
    unused = e.SwellfareUnused(seat=0, card=SWELLFARE, **PLIGHT, means=385, declined=False)
    assert "= $385 ≤ $385" in told(unused).sum
    billed = e.SwellfareOffered(seat=0, card=SWELLFARE, loan=0, interest=0, bills=25, means=20)
    assert "$25 > $20" in told(billed).sum
    free = e.SwellfareOffered(seat=0, card=SWELLFARE, loan=0, interest=0, bills=0, means=20)
    assert "$0 ≤ $20" in told(free).sum


@pytest.mark.clause("PD-stop")
def test_a_roll_that_is_cut_short_is_worked_out() -> None:
    assert (
        told(e.PawnMoved(clause="PD-stop", seat=0, pips=6, start=28, day=31)).sum
        == "28 + 6 = 34 > 31"
    )


@pytest.mark.clause("PD-payday-3-bills")
def test_bills_are_added_up() -> None:
    both = told(e.BillsPaid(seat=0, cards=(1, 2), amount=75))
    assert figures(both.what) == ["2", "$75"]
    assert both.sum == "$25 + $50 = $75"
    assert told(e.BillsPaid(seat=0, cards=(1,), amount=25)).sum == ""


@pytest.mark.clause("PD-end")
def test_the_end_is_worked_out_seat_by_seat() -> None:
    ended = e.GameEnded(winners=(0,), cash=(90, 0, 5), savings=(0, 0, 0), loans=(0, 900, 0))
    assert "Anna" in told(ended).what
    ben = told(ended).sum.splitlines()[1]
    assert figures(ben) == ["$0", "$0", "$900", "−$900"]


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−$1,200",
        "−1\u202f200\xa0$",
        "−1.200\xa0$",
    ]
    assert (day_name(DECK, 26, german), day_name(DECK, 0, EN)) == ("Stadtwahl", "Start")
    assert deal_name(DECK, 5, german) == "Ladung Kupferrohr"
    assert mail_name(DECK, 34, german) == "Hochzeit der Tochter"
