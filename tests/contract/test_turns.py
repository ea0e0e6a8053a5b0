"""Turns and refusals that are alike in every game: who may act, and how it is put in words."""

import random
import re
from itertools import product
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Refusal, Settling, Turn
from paydays_widgets.core.text import LANGUAGES, Language, Text
from tests.contract.contract import ALL_FURNISHED, ALL_GAMES, a_move, engine, is_over, knowledge

NAMES = ("Anna", "<b>{Ben}</b>", "Cem", "Dora")
"""A name may be anything."""
ALL_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)


def words(name: str, language: Language) -> tuple[Any, Text]:
    return games.modules(name).text, Text(language, games.modules(name).package)


def turns(name: str) -> list[Turn]:
    game = engine(name)
    return [
        Over(9),
        Settling(1),
        *[Chance(purpose, 1, 0) for purpose in game.chances],
        *[Decide((0,), prompt, 1, 0) for prompt in game.prompts],
        Decide((0, 1), next(iter(game.prompts)), 1, 0),
    ]


def shared(name: str) -> list[Refusal]:
    """List the refusals that the base class derives from what a game declares."""
    game = engine(name)
    kinds = [kind.__name__.lower() for kind in knowledge(name).MOVES]
    asked = [(prompt, game.prompts[prompt].clause) for prompt in game.prompts]
    out = [Refusal(game.clauses.out, "out", {"seat": 1})] if game.clauses.out else []
    return [
        *out,
        Refusal(game.clauses.over, "over"),
        Refusal(game.clauses.turns, "settling"),
        Refusal(game.clauses.turns, "not_your_turn", {"seat": 1, "active": 0}),
        Refusal(game.clauses.turns, "not_your_turn", {"seat": 1}),
        Refusal(game.clauses.seats, "no_seat", {"seat": 4, "seats": 2}),
        *[
            Refusal(clause, reason, {"purpose": purpose, "move": "* roll 9"})
            for reason in ("chance_acts", "cannot_come")
            for purpose, clause in game.chances.items()
        ],
        *[Refusal(clause, "not_chance", {"prompt": prompt}) for prompt, clause in asked],
        *[
            Refusal(clause, "wrong_phase", {"move": kind, "prompt": prompt})
            for kind, (prompt, clause) in product(kinds, asked)
        ],
    ]


@ALL_GAMES
def test_a_game_has_reasons_of_its_own_beside_the_shared_ones(name: str) -> None:
    game = engine(name)
    mine = {each.reason for each in shared(name)}
    assert not mine & set(game.reasons)
    assert set(game.refusals()) == mine | set(game.reasons)
    assert all(each.clause in game.refusals()[each.reason] for each in shared(name))


@ALL_FURNISHED
@ALL_LANGUAGES
def test_every_phrase_is_there(name: str, language: Language) -> None:
    game = engine(name)
    room, text = words(name, language)
    phrases = room.phrases(text)
    assert set(phrases.chances) == set(game.chances)
    assert set(phrases.prompts) == set(game.prompts)
    assert set(phrases.moves) == set(knowledge(name).MOVES)


@ALL_FURNISHED
@ALL_LANGUAGES
def test_every_turn_says_what_is_asked_of_whom(name: str, language: Language) -> None:
    room, text = words(name, language)
    said = [room.prompt(turn, NAMES, text) for turn in turns(name)]
    assert len(set(said)) == len(said) - len(engine(name).chances) + len(
        set(room.phrases(text).chances.values())
    )
    assert all(re.fullmatch(r"\S.*[^.]\.", each) for each in said)
    assert text.listing(NAMES[:2]) in said[-1]


@ALL_GAMES
@ALL_LANGUAGES
def test_every_shared_refusal_is_told(name: str, language: Language) -> None:
    room, text = words(name, language)
    for refusal in shared(name):
        said = room.refused(refusal, NAMES, text)
        assert re.fullmatch(r"\S.*[^.]\.", said), said
        assert not re.search(r"None|  |\.\.|[a-z]_[a-z]", said), said
        for fact in {"seat", "active"} & set(refusal.facts):
            if refusal.reason != "no_seat":
                assert NAMES[int(refusal.facts[fact])] in said


@ALL_FURNISHED
def test_languages_differ(name: str) -> None:
    for turn in turns(name):
        said = {room.prompt(turn, NAMES, text) for room, text in map(words, [name] * 3, LANGUAGES)}
        assert len(said) == len(LANGUAGES)
    for refusal in shared(name):
        told = {
            room.refused(refusal, NAMES, text) for room, text in map(words, [name] * 3, LANGUAGES)
        }
        assert len(told) == len(LANGUAGES)


@ALL_GAMES
def test_what_is_refused_follows_from_whose_turn_it_is(name: str) -> None:
    game, know = engine(name), knowledge(name)
    luck = random.Random(name)
    seats = max(game.seats)
    state = game.start(seats)
    for _ in range(60):
        reasons(name, state, seats)
        if is_over(game, state):
            break
        steps = game.unfold(state, a_move(game, state, luck, know, "even"))
        for step in steps[:-1]:
            for move in game.legal(state, 0):
                assert game.refuse(step.state, move) == Refusal(game.clauses.turns, "settling")
        state = steps[-1].state


@ALL_GAMES
def test_who_decides_again_finds_another_number_of_the_decision(name: str) -> None:
    """So what is asked of the same seats twice is never taken for one decision."""
    game, know, luck = engine(name), knowledge(name), random.Random(name)
    for seats in game.seats:
        state, before = game.start(seats), None
        for _ in range(400):
            turn = game.turn(state)
            if is_over(game, state):
                break
            assert turn != before
            before = turn if isinstance(turn, Decide) else before
            state = game.unfold(state, a_move(game, state, luck, know, "even"))[-1].state


def reasons(name: str, state: Any, seats: int) -> None:
    """Check that the refusals in a position agree with the turn, as the table sees it."""
    game, turn = engine(name), engine(name).turn(state)
    for move in knowledge(name).conceivable(state):
        refusal = game.refuse(state, move)
        by = move.by
        told = (refusal.clause, refusal.reason) if refusal else ("", "")
        match turn:
            case Over():
                assert told == (game.clauses.over, "over")
            case Chance() if by == CHANCE:
                assert told in {("", ""), (game.chances[turn.purpose], "cannot_come")}
            case Decide() if by == CHANCE:
                assert told == (game.prompts[turn.prompt].clause, "not_chance")
            case _ if by >= seats:
                assert told == (game.clauses.seats, "no_seat")
            case _ if not game.playing(state)[by]:
                assert told == (game.clauses.out, "out")
            case Chance():
                assert told == (game.chances[turn.purpose], "chance_acts")
            case Decide() if by not in turn.seats:
                own = told[0] in game.reasons.get(told[1], ())
                assert own or told == (game.clauses.turns, "not_your_turn")
            case Decide() if type(move) not in game.prompts[turn.prompt].moves:
                own = told[0] in game.reasons.get(told[1], ())
                assert own or told == (game.prompts[turn.prompt].clause, "wrong_phase")
            case _:
                assert not told[1] or told[0] in game.reasons[told[1]]
