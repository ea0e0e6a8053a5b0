"""Every block that a class can play is measured by a topic that has words, or says why by none."""

from collections.abc import Iterator
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom.measures import BOUNDS, named
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.show.measure import THEORY, Topic
from tests.classroom.classes import game
from tests.games.playing import bots_play

PROGRAMMES: Final = {
    name: programme
    for name in games.names()
    if (programme := games.modules(name).programme) is not None
}
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)


def blocks(name: str) -> Iterator[Any]:
    """List the rules of all presets, each as it is and with every value of every switch."""
    modules = games.modules(name)
    hints = get_type_hints(type(modules.engine.rules_type()))
    for rules in modules.presets.values():
        yield rules
        for field in rules.__struct_fields__:
            kind = hints[field]
            values = get_args(kind) if get_origin(kind) is Literal else (False, True)
            yield from (replace(rules, **{field: value}) for value in values)


@pytest.mark.parametrize("name", PROGRAMMES)
def test_each_block_has_a_measure_or_says_why_not(name: str) -> None:
    modules, programme = games.modules(name), PROGRAMMES[name]
    deck = game(name, 2).deck
    for rules in blocks(name):
        reasons = {
            programme.unmeasured(rules, Text(language, modules.package)) for language in LANGUAGES
        }
        measured = programme.topic(rules, deck) is not None
        assert measured or (len(reasons) == len(LANGUAGES) and "" not in reasons), rules


@pytest.mark.parametrize("name", PROGRAMMES)
def test_what_bots_do_is_seen_in_the_measure_of_their_block(name: str) -> None:
    modules, programme = games.modules(name), PROGRAMMES[name]
    for preset, rules in modules.presets.items():
        kinds = [next(iter(modules.bots.STRATEGIES))] * 4
        table = bots_play(name, kinds, 5, rules)
        seen = [*programme.seen(table.branch.steps, table.rules, table.deck)]
        topic = programme.topic(table.rules, table.deck)
        assert bool(seen) is (topic is not None), preset
        assert {each.round for each in seen} <= {*range(1, programme.ROUNDS[-1] + 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_topic_has_words_and_theory(language: Language) -> None:
    said = [named(topic, words(language)) for topic in TOPICS]
    assert len({each.title for each in said}) == len(TOPICS)
    for topic, each in zip(TOPICS, said, strict=True):
        assert each.scale
        assert each.dot
        assert each.counted(1) != each.counted(3)
        least, most = BOUNDS[topic]
        assert least <= THEORY[topic] <= most


def test_topics_are_measured_somewhere() -> None:
    found = {
        programme.topic(rules, game(name, 2).deck)
        for name, programme in PROGRAMMES.items()
        for rules in games.modules(name).presets.values()
    }
    assert found == {*TOPICS}
