"""Every vignette can be set up, says the same in three languages, and has a proved answer."""

import ast
import html
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide, Move
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Panel, Stage
from paydays_widgets.show.template import unbroken
from paydays_widgets.show.vignette import Vignette, set_up
from tests.contract.contract import FURNISHED, knowledge, rulebook
from tests.markup import BROKEN
from tests.typography import assert_well_set

MOST_TRIED = 50
"""Of more answers some are tried: each is a branch of its own."""
GAMES_TESTS = Path(__file__).parents[1] / "games"
EVERY_VIGNETTE = pytest.mark.parametrize(
    ("name", "vignette"),
    [
        pytest.param(name, vignette, id=f"{name}-{id_}")
        for name in FURNISHED
        for id_, vignette in games.modules(name).vignettes.items()
    ],
)


@cache
def written(name: str) -> set[str]:
    """Collect the strings in a game's own tests."""
    trees = [ast.parse(path.read_text()) for path in (GAMES_TESTS / name).glob("test_*.py")]
    constants = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
    ]
    return {each.value for each in constants if isinstance(each.value, str)}


def figures(said: str) -> list[str]:
    """Find the figures in a text, whatever its language's separators."""
    plain = re.sub(r"(?<=\d)[,.\u202f](?=\d{3}\b)", "", said).replace("−", "-")
    return re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", plain))


@pytest.mark.parametrize("name", games.names())
def test_there_are_eight_or_more(name: str) -> None:
    assert len(games.modules(name).vignettes) >= 8


@EVERY_VIGNETTE
def test_it_waits_for_one_person_or_for_chance(name: str, vignette: Vignette) -> None:
    game = games.load(name)
    table = set_up(vignette, game)
    assert table.newest
    assert isinstance(table.turn, Chance | Decide)
    knowledge(name).conserved(table.state)
    players = {player.name for player in vignette.players}
    if isinstance(table.turn, Decide):
        players = {vignette.players[table.waiting()[0]].name}
    for language in LANGUAGES:
        named = {*re.findall(r"\w+", getattr(vignette.question, language))}
        assert players & named, f"the question in {language} does not name who decides"


@EVERY_VIGNETTE
def test_it_speaks_every_language_with_the_same_sums_and_bends_no_name(
    name: str, vignette: Vignette
) -> None:
    players = "|".join(player.name for player in vignette.players)
    for words in (vignette.title, vignette.question, vignette.verdict, vignette.answer):
        said = {language: getattr(words, language) for language in LANGUAGES}
        assert all(said.values())
        assert len({*said.values()}) == len(LANGUAGES), name
        for language, each in said.items():
            assert_well_set(each, language)
            assert sorted(figures(each)) == sorted(figures(words.en))
        assert not re.search(r"(?i)\b(s?he|hers?|his|him)\b", words.en), "any name may stand here"
        assert not re.search(rf"({players})(s\b|’)", words.de)
        assert not re.search(rf"(’|\bde )({players})", words.fr)


@EVERY_VIGNETTE
def test_it_turns_on_clauses_of_the_rulebook(name: str, vignette: Vignette) -> None:
    assert vignette.clauses
    assert {*vignette.clauses} <= {*rulebook(name).clauses}


@EVERY_VIGNETTE
def test_its_answer_is_proved_by_a_test_of_the_game(name: str, vignette: Vignette) -> None:
    assert vignette.id in written(name), f"no test in {GAMES_TESTS / name} names it"


def seated(name: str, vignette: Vignette) -> Session:
    """Put a position on a screen."""
    seats = games.modules(name).panel.SEATS[0]
    people = [Player(each, HUMAN) for each in ("Anna", "Ben", "Chloé", "David")[:seats]]
    session = Session(Table(games.load(name), people))
    assert session.do("vignette", vignette.id)
    return session


@EVERY_VIGNETTE
def test_one_seat_is_asked_and_bots_take_the_others(name: str, vignette: Vignette) -> None:
    session = seated(name, vignette)
    (person,) = session.humans
    named = {*re.findall(r"\w+", vignette.question.en)}
    if session.table.waiting():
        assert session.names[person] in named
    if isinstance(turn := session.table.turn, Decide):
        assert person in turn.seats


@EVERY_VIGNETTE
def test_no_move_of_a_bot_or_of_chance_counts_as_an_answer(name: str, vignette: Vignette) -> None:
    session = seated(name, vignette)
    session.do("step")  # where a bot decides at the same time, or chance
    assert not session.onward
    assert ('data-do="answer"' in Controls(session).html) != session.stopped


@EVERY_VIGNETTE
def test_only_some_of_the_moves_answer_it_best(name: str, vignette: Vignette) -> None:
    if not vignette.best:
        return
    table = set_up(vignette, games.load(name))
    seat = next(at for at, each in enumerate(vignette.players) if each.kind == HUMAN)
    legal = table.game.legal(table.state, seat)
    best = vignette.openings(legal)
    assert best
    assert len(best) < len(legal)
    for move in best:
        assert vignette.praises([move]) or any(";" in each for each in vignette.best)
    assert not all(vignette.praises([move]) for move in legal)


@pytest.mark.thorough
@EVERY_VIGNETTE
def test_each_answer_leads_to_its_result_and_no_farther(name: str, vignette: Vignette) -> None:
    """Whatever is decided, the position stops and says the answer, which was nowhere before."""
    session = seated(name, vignette)
    table, game = session.table, session.table.game
    begun = table.at
    answers = game.legal(table.state, session.humans[0]) if table.waiting() else (None,)
    answers = answers[:: -(-len(answers) // MOST_TRIED)]
    for language in LANGUAGES:
        session.do("language", language)
        told = [drawn(part, session) for part in (Stage, Controls)]
        for words in (vignette.verdict, vignette.answer):
            assert not any(unbroken(session.text.pick(words)) in each for each in told)
    for answer in answers:
        if answer is not None:
            assert session.play(answer), session.screen.message
        for _ in range(99):
            if session.stopped:
                break
            if table.waiting():
                assert session.play(plain(game.legal(table.state, session.humans[0])))
            else:
                assert session.do("step")
        assert session.stopped, f"{answer}: the result does not come"
        assert not session.acting
        assert not session.can_advance()
        assert unbroken(session.text.pick(vignette.verdict)) in drawn(Controls, session)
        at = table.at
        assert session.do("step")
        assert table.at == at
        assert session.do("again")
        assert table.at == begun
        assert not session.stopped


def drawn(kind: type[Panel], session: Session) -> str:
    """Draw a part of the panel."""
    part = kind(session)
    part.close()
    return html.unescape(part.html)


def plain(options: Sequence[Move]) -> Move:
    """Choose what asks for as little as possible, or the most of what must be."""
    modest = [
        each for each in options if type(each).__name__ in {"Pass", "Keep", "Build", "Throw"}
    ]
    return (*modest, options[-1])[0]


@EVERY_VIGNETTE
def test_it_is_set_up_on_the_screen(name: str, vignette: Vignette) -> None:
    session = seated(name, vignette)
    stage = Stage(session)
    assert BROKEN not in stage.html
    assert not (games.modules(name).panel.OPEN and session.hand_over)
    stage.close()
