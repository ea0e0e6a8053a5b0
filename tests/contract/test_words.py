"""Every event and every refusal of a game is put in words, in three languages, with its facts."""

import re
from importlib import import_module
from typing import Any, Protocol, cast, get_args, get_type_hints

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import LANGUAGES, Language, Note, Text
from tests.contract.contract import (
    ALL_FURNISHED,
    FURNISHED,
    engine,
    game_at_random,
    knowledge,
    rulebook,
    set_ups,
)

NAMES = ("Anna", "Ben", "Cem")
HOSTILE = ("<b onclick='x'>{name}</b>", "{0} %s {n!r}", "“\u202e&amp;\n")


class Examples(Protocol):
    """What the ``examples`` in a game's folder of tests define."""

    EVENTS: tuple[Any, ...]
    """Every kind of event with every clause, for each wording that it can have."""
    REFUSALS: tuple[Refusal, ...]
    """Every reason of the game's own, for each wording that it can have."""


def examples(name: str) -> Examples:
    return cast("Examples", import_module(f"tests.games.{name}.examples"))


EVERY_EVENT = pytest.mark.parametrize(
    ("name", "event"),
    [
        pytest.param(name, event, id=f"{name}-{type(event).__name__}")
        for name in FURNISHED
        for event in examples(name).EVENTS
    ],
)
EVERY_REFUSAL = pytest.mark.parametrize(
    ("name", "refusal"),
    [
        pytest.param(name, refusal, id=f"{name}-{refusal.reason}")
        for name in FURNISHED
        for refusal in examples(name).REFUSALS
    ],
)


def text(name: str, language: Language) -> Text:
    return Text(language, games.modules(name).package)


def told(name: str, event: Any, language: Language, names: tuple[str, ...] = NAMES) -> Note:
    deck = games.load(name).deck()
    return games.modules(name).text.explain(event, names, text(name, language), deck)


def refused(
    name: str, refusal: Refusal, language: Language, names: tuple[str, ...] = NAMES
) -> str:
    return games.modules(name).text.refused(refusal, names, text(name, language))


def actors(event: Any) -> tuple[int, ...]:
    seat = getattr(event, "seat", None)
    return getattr(event, "seats", ()) if seat is None else (seat,)


def check(said: str) -> None:
    """Check what holds for every sentence, whatever the language."""
    assert said == said.strip()
    assert not re.search(r"[{}]|\bNone\b(?! (of|is))|\.\.|  |\(\)", said), said


def check_note(note: Note) -> None:
    check(note.what)
    check(note.why)
    check(note.sum)
    assert re.search(r"[.!?]\)?[“”]?$", note.what), note
    assert re.search(r"[.!?]\)?[“”]?$|^$", note.why), note


@ALL_FURNISHED
def test_every_event_with_every_clause_is_among_the_examples(name: str) -> None:
    assert {(type(event), event.clause) for event in examples(name).EVENTS} == {
        (kind, clause)
        for kind in knowledge(name).EVENTS
        for clause in get_args(get_type_hints(kind)["clause"])
    }


@ALL_FURNISHED
def test_every_reason_of_the_games_own_is_among_the_examples(name: str) -> None:
    reasons = engine(name).reasons
    assert {each.reason for each in examples(name).REFUSALS} == {*reasons}
    assert all(each.clause in reasons[each.reason] for each in examples(name).REFUSALS)


@EVERY_EVENT
def test_an_event_is_told_in_every_language(name: str, event: Any) -> None:
    notes = [told(name, event, language) for language in LANGUAGES]
    for note in notes:
        check_note(note)
    assert len({note.what for note in notes}) == len(LANGUAGES)
    assert len({note.why for note in notes}) == (len(LANGUAGES) if notes[0].why else 1)


@EVERY_EVENT
def test_whoever_acts_is_named_as_typed(name: str, event: Any) -> None:
    for language in LANGUAGES:
        note = told(name, event, language, HOSTILE)
        assert all(HOSTILE[seat] in note.what for seat in actors(event))


@EVERY_EVENT
def test_what_is_hidden_is_not_told(name: str, event: Any) -> None:
    for seat in (None, 0, 1):
        seen = games.load(name).witness(event, seat)
        if seen is not None and seen != event:
            for language in LANGUAGES:
                assert told(name, seen, language).what != told(name, event, language).what


@EVERY_REFUSAL
def test_a_refusal_is_told_in_every_language(name: str, refusal: Refusal) -> None:
    said = [refused(name, refusal, language) for language in LANGUAGES]
    for each in said:
        check(each.replace("{x}", "x"))
        assert each.endswith(".")
    assert len({*said}) == len(LANGUAGES)


@EVERY_REFUSAL
def test_whoever_is_refused_is_named_as_typed(name: str, refusal: Refusal) -> None:
    for fact in {"seat", "active"} & {*refusal.facts}:
        for language in LANGUAGES:
            told = refused(name, refusal, language, HOSTILE)
            assert HOSTILE[int(refusal.facts[fact])] in told


@pytest.mark.parametrize("name", games.names())
def test_an_unknown_reason_is_an_error(name: str) -> None:
    (clause, *_) = rulebook(name).clauses
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        refused(name, Refusal(clause, "odd"), "en")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "preset", "seats"), [each for each in set_ups() if each[0] in FURNISHED]
)
def test_whole_games_are_told_as_seats_may_know_them(name: str, preset: str, seats: int) -> None:
    game, names = games.load(name), (*NAMES, "Dora", "Emma", "Farid", "Greta", "Hugo")[:seats]
    for step in game_at_random(name, preset, seats).branch.steps:
        for seen in (game.witness(step.event, None), game.witness(step.event, 0)):
            if seen is not None:
                for language in LANGUAGES:
                    check_note(told(name, seen, language, names))
