import re
from typing import get_args, get_type_hints

import pytest

from paydays_widgets.core.rulebook import Clause, load
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import REFUSALS
from paydays_widgets.games.zock.events import Event
from paydays_widgets.games.zock.rules import Rules

BOOK = load("paydays_widgets.games.zock")
CLAUSES = list(BOOK.clauses.values())
CARRIED = {
    clause for kind in get_args(Event) for clause in get_args(get_type_hints(kind)["clause"])
} | {clause for clauses in REFUSALS.values() for clause in clauses}


def texts(clause: Clause, language: str) -> list[str]:
    words = (clause.title, clause.words, clause.ruling)
    return [getattr(each, language) for each in words if each]


def test_a_clause_is_applied_where_an_event_or_a_refusal_carries_it() -> None:
    assert {each.id for each in CLAUSES if each.role == "applied"} == CARRIED


def test_every_switch_is_described_by_a_clause() -> None:
    """ZK-end has two: it names ``all_money``, and its words speak of the rounds."""
    named = {each.switch for each in CLAUSES if each.switch}
    assert named | {"rounds"} == set(Rules.__struct_fields__)
    assert "number of rounds" in BOOK["ZK-end"].words.en


def test_what_the_source_does_not_say_is_a_ruling() -> None:
    assert {each.id for each in CLAUSES if not each.sources} == {"ZK-lap", "ZK-no-move"}
    assert all(each.sources or each.ruling for each in CLAUSES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_few_and_titles_distinct(language: str) -> None:
    titles = [getattr(each.title, language) for each in CLAUSES]
    assert len(set(titles)) == len(titles)
    for clause in CLAUSES:
        assert len(getattr(clause.title, language)) <= 45, clause.id
        assert len(getattr(clause.words, language)) <= 430, clause.id
        assert getattr(clause.words, language).endswith("."), clause.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    for id_, field, expected in (
        ("ZK-money", "words", {deck.start_money, 5_000, 1_000, 500}),
        ("ZK-money", "ruling", {deck.money}),
        ("ZK-hit", "words", {deck.fine_king, deck.fine_pawn}),
    ):
        said = getattr(getattr(BOOK[id_], field), language)
        figures = re.findall(r"\d+(?:[.,\u202f]\d{3})*", said)
        assert {int(re.sub(r"\D", "", each)) for each in figures} == expected, id_


@pytest.mark.parametrize("clause", CLAUSES, ids=[each.id for each in CLAUSES])
def test_the_words_are_properly_set(clause: Clause) -> None:
    for said in texts(clause, "fr"):
        assert not re.search(r"[\"'“”„]| [;:!?»]|«(?!\u202f)|(?<!\u202f)»", said), said
    for said in texts(clause, "de"):
        assert not re.search(r"[\"'«»”]", said), said
    for said in texts(clause, "en"):
        assert not re.search(r"[\"'«»„]", said), said
    for language in LANGUAGES:
        assert all(said == said.strip() for said in texts(clause, language))


def test_every_clause_named_in_a_clause_exists() -> None:
    for clause in CLAUSES:
        for language in LANGUAGES:
            named = re.findall(r"ZK-[\w-]*\w", " ".join(texts(clause, language)))
            assert set(named) <= set(BOOK.clauses)
