"""Where a switch changes what happens, the clauses that it changes say so, and no others do.

A position is taken under other rules that differ by one switch: what is then refused, and what
follows from the same move, shows the clauses that the switch changes.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice, product, zip_longest
from typing import Any, TypeAlias

import pytest
from msgspec import Struct, convert
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Decide, Event, Step
from paydays_widgets.core.switch import idle, settled
from paydays_widgets.core.text import LANGUAGES, Language, Text
from tests.boards import steps
from tests.contract.contract import (
    ALL_FURNISHED,
    a_move,
    engine,
    is_over,
    knowledge,
    moves,
    rulebook,
)
from tests.typography import assert_well_set

STARTS = frozenset({"first"})
"""The player who starts is chosen in each game; no clause says who."""
AMOUNTS = frozenset({"months", "rounds", "periods", "capital"})
"""How long a game lasts, or how much there is, decides when a clause applies, not what it says."""
ANOTHER_GAME = frozenset({"goods"})
"""What a position holds hangs on them: under another choice it is a position of no game."""
FEWEST, MOST = 60, 400
"""How many games are played: enough to see every change, and some more to see no other."""
MOVES = 400
"""How many moves of each: where chance favours some outcomes, a game may not end."""

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
Pair: TypeAlias = tuple[str, str]
LONGEST = 430


@cache
def options(name: str) -> dict[str, list[Any]]:
    """List the values of each switch that can be chosen."""
    kind = games.load(name).rules_type
    return {
        switch.field: [
            getattr(convert({switch.field: _read(value)}, kind, strict=False), switch.field)
            for value, _ in switch.options
        ]
        for switch in games.modules(name).panel.switches(Text("en"))
    }


def _read(value: str) -> str | None:
    return None if value == "null" else value


def declared(name: str) -> set[Pair]:
    clauses = rulebook(name).clauses.values()
    return {(each.id, switch) for each in clauses for switch in each.switches}


# --- what the clauses say -----------------------------------------------------------------------


@ALL_FURNISHED
def test_the_clauses_that_a_switch_changes_are_those_found_by_reading_the_rules(name: str) -> None:
    read = knowledge(name).CHANGED
    assert declared(name) == {(clause, switch) for switch in read for clause in read[switch]}


@ALL_FURNISHED
def test_every_switch_changes_a_clause(name: str) -> None:
    changing = {switch for _, switch in declared(name)}
    assert changing == {*games.load(name).rules_type.__struct_fields__} - STARTS


@ALL_FURNISHED
@IN_EVERY_LANGUAGE
def test_a_clause_has_words_for_every_choice_and_for_no_other(
    name: str, language: Language
) -> None:
    text, chosen = Text(language), options(name)
    usual = games.load(name).rules_type()
    for clause in rulebook(name).clauses.values():
        used = {each for each in clause.wordings if not each.values}
        for switch in clause.switches:
            told = set()
            for value in chosen[switch]:
                used.add(clause.wording(switch, value))
                told.add(said := clause.told(replace(usual, **{switch: value}), text))
                assert_well_set(said, language)
                assert re.search(r"\.[“”]?$", said)
                assert len(said) <= LONGEST
                assert "{" not in said
            assert len(told) > 1, f"{switch} changes nothing in {clause.id}"
        assert used == {*clause.wordings}, f"{clause.id} has words for no choice"


@ALL_FURNISHED
@IN_EVERY_LANGUAGE
def test_a_clause_tells_what_is_played_and_then_every_other_choice(
    name: str, language: Language
) -> None:
    modules = games.modules(name)
    text = Text(language, modules.package)
    switches = modules.panel.switches(text)
    choices = options(name)
    titles = {each.field: each.label.removesuffix(" *") for each in switches}
    for rules, clause in product(modules.presets.values(), rulebook(name).clauses.values()):
        told, others = clause.told(rules, text), clause.otherwise(rules, switches, text)
        assert {each.switch for each in others} <= {titles[each] for each in clause.switches}
        for switch in clause.switches:
            now = clause.wording(switch, getattr(rules, switch))
            rest = {clause.wording(switch, each) for each in choices[switch]} - {now}
            if switch in idle(rules, switches):
                rest = set()
            assert now.told(getattr(rules, switch), text) in told
            below = [each for each in others if each.switch == titles[switch]]
            assert len(below) == len(rest)
            assert not any(each.words in told for each in below)


@ALL_FURNISHED
def test_presets_leave_switches_alone_that_make_no_difference(name: str) -> None:
    modules = games.modules(name)
    switches = modules.panel.switches(Text("en"))
    fields = [each.field for each in switches]
    for each in switches:
        for other, value in each.applies:
            assert fields.index(other) < fields.index(each.field)
            assert value.removeprefix("!") in dict(switches[fields.index(other)].options)
    for rules in modules.presets.values():
        assert settled(rules, switches) == rules


@ALL_FURNISHED
def test_every_rule_that_a_game_applies_is_told_and_none_is_never_told(name: str) -> None:
    modules, know = games.modules(name), knowledge(name)
    switches = modules.panel.switches(Text("en"))
    clauses = rulebook(name).clauses
    told = set()
    for number, rules in enumerate(dict.fromkeys([*modules.presets.values(), *know.VARIANTS])):
        played = {id_ for id_, each in clauses.items() if each.played(rules, switches)}
        told |= played
        for story, _ in islice(steps(name, max(know.SEATS), number, rules), MOVES):
            assert story[-1].clause in played
    assert told == {*clauses}


# --- what happens -------------------------------------------------------------------------------


class Continued(Struct, frozen=True):
    """A position, what can be played there, and what follows from one of these moves."""

    at: Any
    moves: list[Any]
    steps: Sequence[Step[Any, Any]]


def continued(game: AnyGame, s: Any, move: Any) -> Continued:
    steps = () if game.refuse(s, move) else game.unfold(s, move)
    return Continued(s, moves(game, s), steps)


def changed(game: AnyGame, here: Continued, there: Continued) -> Iterator[str]:
    """Yield the clauses by which a position goes on otherwise under other rules."""
    match game.turn(here.at), game.turn(there.at):
        case Decide(seats, prompt), Decide(others, same) if prompt == same and seats != others:
            yield game.prompts[prompt].clause
        case _:
            pass
    for allowed, barred in ((here, there), (there, here)):
        of_a_kind = {type(each): each for each in {*allowed.moves} - {*barred.moves}}
        for each in of_a_kind.values():
            refusal = game.refuse(barred.at, each)
            if refusal and refusal.reason in game.reasons:
                yield refusal.clause
    if there.steps:
        yield from apart(*([step.event for step in each.steps] for each in (here, there)))


def apart(one: Sequence[Event], two: Sequence[Event]) -> Iterator[str]:
    """Yield the clauses of the first events that differ, without those that only come later."""
    for at, (this, that) in enumerate(zip_longest(one, two)):
        if this != that:
            if this and this not in two[at:]:
                yield this.clause
            if that and that not in one[at:]:
                yield that.clause
            return


def observed(name: str) -> Iterator[set[Pair]]:
    """Play game after game under each combination of switches; yield what a switch changed."""
    know = knowledge(name)
    for played in count():
        for number, rules in enumerate(know.VARIANTS):
            yield one_game(name, rules, None, f"{name} {number} {played}")
        for number, position in enumerate([*know.RARE] * 10):
            yield one_game(name, position.rules, position, f"{name} rare {number} {played}")


def one_game(name: str, rules: Any, position: Any, seed: str) -> set[Pair]:
    """Play a game, and beside it for each switch the same one under another choice."""
    game, know, luck = engine(name), knowledge(name), random.Random(seed)
    mood, seats = luck.choice(["even", "eager"]), luck.choice([*know.SEATS])
    favour: dict[str, float] = defaultdict(luck.random)
    others = {
        switch: replace(rules, **{switch: value})
        for switch, values in options(name).items()
        if switch not in ANOTHER_GAME
        if (value := luck.choice(values)) != getattr(rules, switch)
    }
    found: set[Pair] = set()
    s = position or game.start(seats, rules)
    beside = {
        switch: replace(s, rules=other) if position else game.start(seats, other)
        for switch, other in others.items()
    }
    for _ in range(MOVES):
        if is_over(game, s):
            break
        outcomes = game.outcomes(s)
        if outcomes:  # some of what chance brings is rare in this game: no game is like another
            weights = [each.weight * favour[str(each.move)] ** 2 for each in outcomes]
            move = luck.choices(outcomes, weights)[0].move
        else:
            move = a_move(game, s, luck, know, mood)
        here = continued(game, s, move)
        s = here.steps[-1].state
        for switch, other in beside.items():
            there = continued(game, other, move)
            clauses = {*changed(game, here, there)}
            found |= {(clause, switch) for clause in clauses}
            beside[switch] = (
                replace(s, rules=others[switch])
                if clauses or not there.steps
                else there.steps[-1].state
            )
    return found


@ALL_FURNISHED
def test_every_preset_is_played(name: str) -> None:
    assert {*games.modules(name).presets.values()} <= {*knowledge(name).VARIANTS}


@pytest.mark.thorough
@ALL_FURNISHED
def test_a_switch_changes_what_happens_by_the_clauses_that_say_so(name: str) -> None:
    know, book = knowledge(name), rulebook(name)
    said = declared(name)
    shown = {pair for pair in said - {*know.TOLD} if book[pair[0]].role == "applied"}
    seen: set[Pair] = set()
    for played, found in enumerate(observed(name), 1):
        seen |= found
        if (played >= FEWEST and shown <= seen) or played == MOST:
            break
    assert shown - seen == set(), "these say that a switch changes them, and nothing changes"
    unsaid = {pair for pair in seen - said if pair[1] not in AMOUNTS}
    assert unsaid <= {*know.UNSAID}, "a switch changes these, and they do not say so"
