import re
from typing import get_args, get_type_hints

import pytest

from paydays_widgets.core.rulebook import Clause, load
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.rules import Rules

BOOK = load("paydays_widgets.games.zahltag")
CLAUSES = list(BOOK.clauses.values())
CARRIED = {
    clause for kind in get_args(Event) for clause in get_args(get_type_hints(kind)["clause"])
} | {clause for clauses in ZAHLTAG.refusals().values() for clause in clauses}


def texts(clause: Clause, language: str) -> list[str]:
    words = (clause.title, clause.words, clause.ruling)
    return [getattr(each, language) for each in words if each]


def test_events_and_refusals_name_clauses_of_the_rulebook() -> None:
    assert set(BOOK.clauses) >= CARRIED


def test_a_clause_is_applied_where_an_event_or_a_refusal_carries_it() -> None:
    assert {each.id for each in CLAUSES if each.role == "applied"} == CARRIED


def test_every_switch_is_described_by_a_clause() -> None:
    assert {each.switch for each in CLAUSES if each.switch} == set(Rules.__struct_fields__)


def test_what_no_rulebook_says_is_a_ruling_and_says_why() -> None:
    rulings = [each.id for each in CLAUSES if each.ruling]
    assert {each.id for each in CLAUSES if not each.sources} <= set(rulings)
    assert all(each.sources or each.ruling for each in CLAUSES)


def test_sources_are_both_rulebooks() -> None:
    for clause in CLAUSES:
        named = {source.document for source in clause.sources}
        assert named in (set(), {"de", "fr"}), clause.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_few_and_titles_distinct(language: str) -> None:
    titles = [getattr(each.title, language) for each in CLAUSES]
    assert len(set(titles)) == len(titles)
    for clause in CLAUSES:
        assert len(getattr(clause.title, language)) <= 45, clause.id
        assert len(getattr(clause.words, language)) <= 430, clause.id
        assert re.search(r"[.“”»]$", getattr(clause.words, language)), clause.id


@pytest.mark.clause("ZT-money", "ZT-deal", "ZT-pile", "ZT-bids")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    amounts = sum(deck.bid_cards, ())
    for id_, expected in {
        "ZT-money": {deck.start_money},
        "ZT-deal": {sum(deck.equipment), *deck.equipment},
        "ZT-pile": {len(deck.contracts), deck.paydays},
        "ZT-bids": {min(amounts), max(amounts)},
    }.items():
        said = getattr(BOOK[id_].words, language)
        assert {int(n) for n in re.findall(r"\d+", said)} - {0} == expected, id_


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
            assert not re.search(r"\d (M|Mio)\b", said), said
            assert said == said.strip()


def test_every_clause_named_in_a_clause_exists() -> None:
    for clause in CLAUSES:
        for language in LANGUAGES:
            named = re.findall(r"ZT-[\w-]*\w", " ".join(texts(clause, language)))
            assert set(named) <= set(BOOK.clauses)
