"""Some of the texts, word for word."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.events import (
    ContractShared,
    Event,
    FinePaid,
    IdleEquipmentPaid,
)
from paydays_widgets.games.zahltag.moves import KINDS
from paydays_widgets.games.zahltag.text import (
    bid_name,
    contract_title,
    equipment,
    explain,
    kind_name,
    money,
)
from tests.games.zahltag.examples import ended

PACKAGE = "paydays_widgets.games.zahltag"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("ZT-4-tie")
def test_a_tie_is_worked_out() -> None:
    tie = ContractShared(seat=0, contract=1, bid=3, amount=1, needs=(1, 1, 0, 0), tied=(2, 0))
    note = told(tie)
    assert note.sum == "3\xa0M bid − 2\xa0M for the tie = 1\xa0M"
    assert note.what == ("Tie at 3\xa0M (Cem and Anna): Anna builds “Kiosk” and receives 1\xa0M.")
    note = told(replace(tie, bid=1, amount=-1), "de")
    assert note.sum == "Gebot 1\xa0Mio. − 2\xa0Mio. für den Gleichstand = −1\xa0Mio."


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_is_worked_out_seat_by_seat() -> None:
    event = IdleEquipmentPaid(smallest=3, hands=(5, 3, 9), dues=(2, 0, 6), broke=(2,))
    assert told(event) == Note(
        "Payday: Anna pays 2\xa0M and Cem cannot pay 6\xa0M.",
        "The smallest hand has 3 cards and is free (Ben). Cards at work cost nothing.",
        "Anna: 5 hand cards − 3 (smallest hand) = 2, so 2\xa0M\n"
        "Ben: 3 hand cards − 3 (smallest hand) = 0, so 0\xa0M\n"
        "Cem: 9 hand cards − 3 (smallest hand) = 6, so 6\xa0M",
    )
    assert (
        told(event, "de").what
        == "Zahltag: Anna muss 2\xa0Mio. zahlen und Cem kann 6\xa0Mio. nicht zahlen."
    )
    assert told(event, "fr").sum.startswith(
        "Anna\u202f: 5 cartes en main − 3 (plus petite main) = 2, soit 2\xa0M\n"
    )


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_is_worked_out() -> None:
    note = told(FinePaid(seat=0, surplus=1, each=1, payees=(1, 2), paid=2))
    assert note.sum == "1 card above 12 × 1\xa0M × 2 other firms = 2\xa0M"
    assert note.why.endswith("to every other firm: Ben and Cem.")
    assert told(FinePaid(seat=0, surplus=1, each=1, payees=(), paid=1)).why.endswith(
        "to the bank."
    )


@pytest.mark.clause("ZT-end-tie")
@pytest.mark.parametrize(
    ("winners", "cards", "on_table", "decides"),
    [
        (
            (1,),
            (7, 7, 9),
            (2, 1, 0),
            "Money and cards are equal; the firm with fewer cards at work wins.",
        ),
        ((0,), (6, 7, 9), (2, 1, 0), "Money is equal; the firm with fewer cards wins."),
        ((0, 1), (7, 7, 9), (1, 1, 0), "Money, cards and cards at work are all equal."),
    ],
)
def test_a_tie_at_the_end_says_what_decided(
    winners: tuple[int, ...], cards: tuple[int, ...], on_table: tuple[int, ...], decides: str
) -> None:
    event = ended("ZT-end-tie", winners, cards=cards, on_table=on_table)
    assert told(event).why == decides


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
    assert [bid_name(0, text) for text in TEXTS.values()] == ["passes", "passe", "passt"]
    assert bid_name(3, german) == "3\xa0Mio."
    assert contract_title(DECK, 32, german) == "Hochhaus"
