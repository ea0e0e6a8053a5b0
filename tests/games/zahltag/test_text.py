"""Sums, and the names of things, in three languages."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.events import (
    BidsRevealed,
    ContractShared,
    Event,
    FinePaid,
    IdleEquipmentPaid,
)
from paydays_widgets.games.zahltag.moves import KINDS
from paydays_widgets.games.zahltag.text import contract_title, equipment, explain, kind_name, money
from tests.games.zahltag.examples import ended
from tests.markup import figures

PACKAGE = "paydays_widgets.games.zahltag"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("ZT-4-award")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pass_among_the_bids_is_a_sentence(language: str) -> None:
    text = TEXTS[language]
    shown = BidsRevealed(bids=(3, 0, None), lowest=3, clause="ZT-4-award")
    what = told(shown, language).what
    assert text("{name} passes", name="Ben") in what
    assert text("{name} {bid}", name="Anna", bid=money(3, text)) in what


@pytest.mark.clause("ZT-4-tie")
def test_a_tie_is_worked_out() -> None:
    tie = ContractShared(seat=0, contract=1, bid=3, amount=1, needs=(1, 1, 0, 0), tied=(2, 0))
    note = told(tie)
    assert figures(note.sum) == ["3", "2", "1"]
    assert figures(note.what) == ["3", "1"]
    note = told(replace(tie, bid=1, amount=-1), "de")
    assert figures(note.sum) == ["1", "2", "−1"]


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_is_worked_out_seat_by_seat() -> None:
    event = IdleEquipmentPaid(smallest=3, hands=(5, 3, 9), dues=(2, 0, 6), broke=(2,))
    for language in LANGUAGES:
        note = told(event, language)
        assert figures(note.what) == ["2", "6"]
        assert figures(note.why) == ["3"]
        assert [figures(line) for line in note.sum.splitlines()] == [
            ["5", "3", "2", "2"],
            ["3", "3", "0", "0"],
            ["9", "3", "6", "6"],
        ]


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_is_worked_out() -> None:
    note = told(FinePaid(seat=0, surplus=1, each=1, payees=(1, 2), paid=2))
    assert figures(note.sum) == ["1", "12", "1", "2", "2"]
    assert note.why.endswith("Ben and Cem.")
    assert "Ben" not in told(FinePaid(seat=0, surplus=1, each=1, payees=(), paid=1)).why


@pytest.mark.clause("ZT-end-tie")
def test_a_tie_at_the_end_says_what_decided() -> None:
    at_work = ended("ZT-end-tie", (1,), cards=(7, 7, 9), on_table=(2, 1, 0))
    cards = ended("ZT-end-tie", (0,), cards=(6, 7, 9), on_table=(2, 1, 0))
    nothing = ended("ZT-end-tie", (0, 1), cards=(7, 7, 9), on_table=(1, 1, 0))
    assert len({told(each).why for each in (at_work, cards, nothing)}) == 3


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert equipment((2, 0, 1, 0), EN) == "2 foremen and 1 crane"
    assert equipment((0, 0, 0, 0), EN) == "no cards"
    assert [kind_name("crane", text, 2) for text in TEXTS.values()] == ["cranes", "grues", "Kräne"]
    assert [kind_name(kind, EN) for kind in KINDS] == list(KINDS)
    assert kind_name("dragon", german) == "dragon"
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−1,200\xa0M",
        "−1\u202f200\xa0M",
        "−1.200\xa0Mio.",
    ]
    assert contract_title(DECK, 32, german) == "Hochhaus"
