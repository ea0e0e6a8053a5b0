"""Sums, and the names of things, in three languages."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.master_builder.deck import FLAWS, SKILLS, EventCard, default_deck
from paydays_widgets.games.master_builder.events import (
    ContractWon,
    Event,
    EventTurnedUp,
    LoanRepaid,
    LoansSettled,
    UnfinishedPaid,
)
from paydays_widgets.games.master_builder.text import explain
from paydays_widgets.games.master_builder.text.names import (
    contract_title,
    crew,
    effect,
    flaw_name,
    flaws,
    money,
    part_name,
    sections,
    skill_name,
    workers,
)
from tests.markup import figures

PACKAGE = "paydays_widgets.games.master_builder"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("MB-5-repay", "MB-5-loans")
def test_a_repayment_says_what_the_credit_cost() -> None:
    repaid = LoanRepaid(seat=0, loan="small", principal=10, amount=13, early=True)
    assert figures(told(repaid).what) == ["$13,000"]
    assert figures(told(repaid).sum) == ["$13,000", "$10,000", "$3,000"]
    late = replace(repaid, amount=15, early=False)
    assert told(late).why != told(repaid).why


@pytest.mark.clause("MB-end-unfinished")
def test_an_unfinished_building_is_worked_out() -> None:
    paid = UnfinishedPaid(seat=0, contract=4, income=50, missing=2, each=20, amount=10)
    assert figures(told(paid).sum) == ["$50,000", "2", "$20,000", "$0", "$10,000"]
    assert told(paid, "de").sum.endswith("= 10.000\xa0$")


@pytest.mark.clause("MB-end-loans")
def test_the_last_repayment_counts_the_loans() -> None:
    settled = LoansSettled(seat=0, small=2, large=1, amount=64, early=True)
    assert figures(told(settled).sum) == ["2", "$13,000", "1", "$38,000", "$64,000"]


@pytest.mark.clause("MB-2-win")
def test_a_win_says_what_it_cost_above_the_least() -> None:
    won = ContractWon(clause="MB-2-win", seat=1, contract=3, price=11, cost=8)
    assert figures(told(won).sum) == ["$11,000", "$8,000", "$3,000"]
    assert not told(replace(won, price=8)).sum


@pytest.mark.parametrize(
    ("card", "facts"),
    [
        (1, [flaw_name(DECK.events[0].flaw, EN)]),
        (6, [skill_name("apprentice", EN)]),
        (10, ["1", "$3,000"]),
        (11, ["2", "$3,000"]),
        (15, ["6"]),
    ],
)
def test_an_event_says_what_it_does(card: int, facts: list[str]) -> None:
    why = told(EventTurnedUp(seat=0, card=card)).why
    assert all(each in why for each in facts)


def test_a_levy_says_what_it_takes() -> None:
    levy = EventCard(DECK.events[0].title, "levy", amount=4)
    assert figures(effect(levy, EN)) == ["$4,000"]
    assert len({effect(levy, text) for text in TEXTS.values()}) == len(LANGUAGES)


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert crew((2, 0, 1, 0), EN) == "2 apprentices and 1 foreman"
    assert crew((0, 0, 0, 0), EN) == "nobody"
    assert crew((0, 2, 0, 3), german) == "2 Gesellen und 3 Meister"
    assert workers(DECK, (1, 31, 2), EN) == "2 apprentices and 1 master"
    assert [skill_name(skill, EN) for skill in SKILLS] == list(SKILLS)
    assert skill_name("dragon", german) == "dragon"
    assert len({flaw_name(flaw, german) for flaw in FLAWS}) == 5
    assert flaws(DECK.workers[8], german) == "empfindlich, hinterlistig, nachlässig"
    parts = ("wall", "gable", "roof", "curtain", "small")
    assert len({part_name(part, german) for part in parts}) == 5
    assert sections("city_wall", (1, 2, 3), EN) == "1 curtain wall and 2 small pieces"
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−$1,200,000",
        "−1\u202f200\u202f000\xa0$",
        "−1.200.000\xa0$",
    ]
    assert contract_title(DECK, 12, german) == "Königstor"
