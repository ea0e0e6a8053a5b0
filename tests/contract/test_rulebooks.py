"""The rulebook of every game: every clause applied is written down, in three languages."""

import re
from typing import get_args, get_type_hints

import pytest

from paydays_widgets import games
from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import LANGUAGES, Language, Text
from tests.contract.contract import ALL_FURNISHED, FURNISHED, knowledge, rulebook
from tests.typography import assert_well_set

EVERY_CLAUSE = [
    pytest.param(name, each, id=each.id)
    for name in FURNISHED
    for each in rulebook(name).clauses.values()
]


def texts(clause: Clause, language: str) -> list[str]:
    words = (clause.title, clause.words, clause.ruling, *[each.words for each in clause.wordings])
    return [getattr(each, language) for each in words if each]


@ALL_FURNISHED
def test_a_clause_is_applied_where_an_event_or_a_refusal_carries_it(name: str) -> None:
    told = {
        clause
        for kind in knowledge(name).EVENTS
        for clause in get_args(get_type_hints(kind)["clause"])
    }
    refusing = {id_ for clauses in games.load(name).refusals().values() for id_ in clauses}
    applied = {each.id for each in rulebook(name).clauses.values() if each.role == "applied"}
    assert applied == told | refusing


@ALL_FURNISHED
def test_every_document_is_a_source_and_says_where(name: str) -> None:
    sources = [each for clause in rulebook(name).clauses.values() for each in clause.sources]
    assert {each.document for each in sources} == {*rulebook(name).documents}
    assert all(each.section for each in sources)


@ALL_FURNISHED
@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_distinct(name: str, language: str) -> None:
    clauses = rulebook(name).clauses.values()
    assert len({getattr(each.title, language) for each in clauses}) == len(clauses)


@pytest.mark.parametrize(("name", "clause"), EVERY_CLAUSE)
def test_a_clause_is_short_and_properly_set_and_names_clauses_that_exist(
    name: str, clause: Clause
) -> None:
    known = rulebook(name).clauses
    prefix = clause.id.partition("-")[0]
    for words in (clause.words, *[each.words for each in clause.wordings]):
        different = {getattr(words, language) for language in LANGUAGES}
        only_wordings = re.fullmatch(r"(\{\w+\} ?)+", words.en)
        assert len(different) == (1 if only_wordings else len(LANGUAGES))
    for language in LANGUAGES:
        assert len(getattr(clause.title, language)) <= 45
        told = getattr(clause.words, language)
        assert len(told) <= 430
        assert re.search(r"[.“”»}]$", told)
        for said in texts(clause, language):
            assert_well_set(said, language)
            assert {*re.findall(rf"\b{prefix}-[\w-]*\w", said)} <= {*known}


@pytest.mark.parametrize("language", LANGUAGES)
@ALL_FURNISHED
def test_where_a_clause_names_another_its_title_is_told(name: str, language: Language) -> None:
    book, text = rulebook(name), Text(language)
    code = re.compile("|".join(map(re.escape, book.clauses)))
    for rules in games.modules(name).presets.values():
        for id_ in book.clauses:
            told = book.told(id_, rules, text)
            assert not code.search(told), f"{id_}: {told}"
