import re
from typing import get_args, get_type_hints

import pytest

from paydays_widgets.core.rulebook import Clause, load
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import BET_STEP, MOST_BET, REFUSALS
from paydays_widgets.games.pay_day.engine.agenda import (
    BET_WINS,
    FEE,
    LOAN_PCT,
    POT_WINS,
    SAVINGS_PCT,
    STEP,
)
from paydays_widgets.games.pay_day.events import Event
from paydays_widgets.games.pay_day.rules import Rules

BOOK = load("paydays_widgets.games.pay_day")
CLAUSES = list(BOOK.clauses.values())
CARRIED = {
    clause for kind in get_args(Event) for clause in get_args(get_type_hints(kind)["clause"])
} | {clause for clauses in REFUSALS.values() for clause in clauses}


def texts(clause: Clause, language: str) -> list[str]:
    words = (clause.title, clause.words, clause.ruling)
    return [getattr(each, language) for each in words if each]


def test_events_and_refusals_name_clauses_of_the_rulebook() -> None:
    assert set(BOOK.clauses) >= CARRIED


def test_a_clause_is_applied_where_an_event_or_a_refusal_carries_it() -> None:
    assert {each.id for each in CLAUSES if each.role == "applied"} == CARRIED


def test_every_switch_is_described_by_a_clause() -> None:
    described: set[str] = set()
    for each in CLAUSES:
        described |= {each.switch} if isinstance(each.switch, str) else {*(each.switch or ())}
    assert described == set(Rules.__struct_fields__)


def test_what_no_rulebook_says_is_a_ruling_and_says_why() -> None:
    rulings = [each.id for each in CLAUSES if each.ruling]
    assert {each.id for each in CLAUSES if not each.sources} <= set(rulings)
    assert all(each.sources or each.ruling for each in CLAUSES)


def test_the_source_is_the_article() -> None:
    for clause in CLAUSES:
        assert {source.document for source in clause.sources} in (set(), {"article"}), clause.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_few_and_titles_distinct(language: str) -> None:
    titles = [getattr(each.title, language) for each in CLAUSES]
    assert len(set(titles)) == len(titles)
    for clause in CLAUSES:
        assert len(getattr(clause.title, language)) <= 45, clause.id
        assert len(getattr(clause.words, language)) <= 430, clause.id
        assert re.search(r"[.“”»]$", getattr(clause.words, language)), clause.id


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
        said = getattr(BOOK[id_].words, language)
        assert {int(n) for n in re.findall(r"\d+", said)} == expected, id_


@pytest.mark.clause("PD-mail-deck")
def test_the_words_give_the_number_of_mail_cards() -> None:
    assert "72" in BOOK["PD-mail-deck"].words.en
    assert len(default_deck().mail) == 72


@pytest.mark.parametrize("clause", CLAUSES, ids=[each.id for each in CLAUSES])
def test_the_words_are_properly_set(clause: Clause) -> None:
    for said in texts(clause, "fr"):
        assert not re.search(r"[\"'“”„]| [;:!?»]|«(?!\u202f)|(?<!\u202f)»", said), said
    for said in texts(clause, "de"):
        assert not re.search(r"[\"'«»”]", said), said
        assert said.count("„") == said.count("“")
    for said in texts(clause, "en"):
        assert not re.search(r"[\"'«»„]", said), said
    for language in LANGUAGES:
        for said in texts(clause, language):
            assert not re.search(r"\d [$%]|€", said), said
            assert said == said.strip()


def test_every_clause_named_in_a_clause_exists() -> None:
    for clause in CLAUSES:
        for language in LANGUAGES:
            named = re.findall(r"PD-[\w-]*\w", " ".join(texts(clause, language)))
            assert set(named) <= set(BOOK.clauses)
