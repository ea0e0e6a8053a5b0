"""Scoreboards: figures that grow, verdicts that come last, and strategies that fail."""

import asyncio
import linecache
import re
from collections.abc import Callable
from threading import Lock
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.games.zahltag import bots
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.games.zahltag.text import money
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.messages import Finished, Grown, Waiting
from paydays_widgets.lessons import Choice, Contest, Figures, Right, Scoreboard, text
from paydays_widgets.lessons.catalogue import Catalogue
from tests.markup import Page

NAMES = ["cost_plus", "undercutter"]


def hint(board: Scoreboard) -> list[str]:
    """Return the figures of the line that says how far the games are."""
    (found, *_) = [each for each in Page(board.html).elements if each["class"] == "pw-hint"]
    return found.figures


def verdict(board: Scoreboard) -> str:
    return next(each.said for each in Page(board.html).inside("gain") if each.tag == "p")


def test_a_scoreboard_plays_when_asked() -> None:
    board = Scoreboard(Contest(NAMES, deals=3))
    assert 'data-do="play"' in board.html
    board.handle({"do": "nonsense"})
    board.handle({"do": "stop"})
    assert "<table" not in board.html
    board.handle({"do": "play"})
    result = board.result
    assert result
    assert board.done
    assert "Undercutter" in board.html
    assert "6" in Page(board.html).key("score").figures
    assert 'data-do="play"' not in board.html
    board.handle({"do": "play"})  # the second click of a double click
    assert board.result is result


def test_what_each_is_behind_the_first_is_drawn_beside_zero() -> None:
    board = Scoreboard(Contest([*NAMES, "hoarder"], deals=20))
    best, second, _ = sorted(board.play().scores, key=lambda each: -each.money.value)
    rows = re.findall(r"<tr data-key.*?</tr>", board.html, re.DOTALL)
    assert [row.count('<span class="pw-range"') for row in rows] == [0, 1, 1]
    assert [row.count('<span class="pw-range__zero"') for row in rows] == [0, 1, 1]
    behind = second.behind
    sums = (money(each, board.text) for each in (behind.value, behind.low, behind.high))
    assert "{} ({} to {})".format(*sums) in rows[1]
    assert best.name == "undercutter"
    assert "Undercutter" in rows[0]


def test_large_sums_have_no_digits_after_the_point() -> None:
    board = Scoreboard(
        Contest(["hunter", "duellist"], game="zock", instead_of="random_legal", deals=2)
    )
    first = board.play().scores[0].money
    assert f">{first.value:,.0f}</td>" in board.html
    assert f"{first.value:,.1f}" not in board.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_sums_are_written_as_their_game_writes_them(language: Language) -> None:
    contest = Contest(
        ["trend_follower", "borrower"],
        game="market",
        instead_of="fundamentalist",
        rules="credit",
        deals=2,
    )
    board = Scoreboard(contest, language=language)
    found = board.play()
    assert found.gain
    written = games.modules("market").text.money
    for score in found.scores:
        assert f">{written(score.money.value, board.text)}</td>" in board.html
    assert written(found.gain.low, board.text) in board.html
    assert "$" in verdict(board)


def test_a_scoreboard_shows_how_far_it_is_and_judges_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Scoreboard(Contest(NAMES, instead_of="hoarder", deals=3))
    found = board.play()
    monkeypatch.setattr(board.played.client, "plays_for", lambda _tell: True)
    board.played._told(Grown(replace(found, games=8)))
    assert hint(board) == ["8", "12"]
    assert "<table" in board.html  # what there is so far is seen
    narrows = verdict(board)
    assert not board.done
    board.played._told(Waiting(2))
    assert hint(board) == ["2"]
    board.played._told(Grown(replace(found, counted=3, to_count=12)))
    assert hint(board) == ["3", "12"]
    monkeypatch.setattr(board.played.client, "plays_for", lambda _tell: False)
    board.played._told(Finished(found))
    assert verdict(board) != narrows
    assert board.done


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_scoreboard_speaks_the_language(language: str) -> None:
    board = Scoreboard(Contest(NAMES, deals=2), title="Two deals", language=language)
    assert "Two deals" in board.html
    assert board.text("Play the games") in board.html
    board.play()
    assert board.text("Games won") in board.html
    assert board.text.pick(bots.TITLES["undercutter"][0]) in board.html


def test_a_scoreboard_waits_for_its_question_and_others_for_it() -> None:
    question = Choice("q", "?", [Right("a", "b")])
    board = Scoreboard(Contest(NAMES, deals=2), after=question)
    figures = Figures("Why", ["a", "b"], [("x", 1)], after=board)
    board.handle({"do": "play"})
    assert board.result is None
    question.reply(1)
    assert 'data-do="play"' in board.html
    assert Page(figures.html).key("waiting").said
    board.handle({"do": "play"})
    assert "Why" in figures.html
    question.again()
    assert "Why" not in figures.html


def broken(view: Any, luck: int) -> Any:
    problem = "<b>oh</b>"
    raise ValueError(problem)


@pytest.mark.parametrize("choose", [broken, lambda view, luck: None, lambda view, luck: "1 keep"])
def test_a_strategy_that_fails_is_told_of(choose: Any) -> None:
    board = Scoreboard(Contest(["choose", "hoarder"], own={"choose": choose}, deals=2))
    with pytest.raises(StrategyError, match="choose"):
        board.play()
    assert board.result is None
    assert not board.done
    assert 'role="alert"' in board.html
    assert "<b>" not in board.html
    board.handle({"do": "play"})
    assert 'role="alert"' in board.html


def judged(low: float, high: float) -> Scoreboard:
    board = Scoreboard(
        Contest(["<i>", "hoarder"], own={"<i>": bots.hoarder}, instead_of="cost_plus", deals=2)
    )
    gain = Estimate((low + high) / 2, low, high, 2, "t")
    board.played._told(Finished(replace(board.play(), gain=gain)))
    assert "<i>" not in board.html
    assert "&lt;i&gt;" in board.html
    return board


def test_a_gain_is_judged_by_its_interval() -> None:
    gain, loss, undecided = judged(0.5, 2), judged(-3, -1), judged(-1, 1)
    assert len({re.sub(r"[−\d.]", "", verdict(each)) for each in (gain, loss, undecided)}) == 3
    # 0 is drawn within the interval
    assert '<span style="left:50.0%">0</span>' in undecided.html


def test_no_gain_at_all_is_drawn_at_zero() -> None:
    board = Scoreboard(Contest(["cost_plus", "hoarder"], instead_of="cost_plus", deals=2))
    board.play()
    assert '<span style="left:0.0%">0</span>' in board.html


def test_an_illegal_choice_is_told_in_words_and_titles() -> None:
    def greedy(view: Any, luck: int) -> Any:
        return Bid(view.seat, 9)

    board = Scoreboard(Contest(["greedy", "hoarder"], own={"greedy": greedy}, deals=2))
    board.handle({"do": "play"})
    assert "ZT-adjust" in Page(board.html).key("error").said


def test_what_was_printed_is_shown() -> None:
    def chatty(view: Any, luck: int) -> Any:
        print("<b>seat", view.seat)
        return bots.hoarder(view, luck)

    board = Scoreboard(Contest(["chatty", "hoarder"], own={"chatty": chatty}, deals=2))
    assert not Page(board.html).keys("printed")
    board.play()
    assert Page(board.html).keys("printed")
    assert "&lt;b&gt;seat 0\n&lt;b&gt;seat" in board.html


# --- in a process of its own --------------------------------------------------------------------


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(100):
        while not true():
            await asyncio.sleep(0.01)


def test_games_are_played_in_a_process_of_their_own_and_can_be_stopped() -> None:
    async def play() -> Scoreboard:
        board = Scoreboard(
            Contest(["cost_plus", "hoarder"], instead_of="undercutter", deals=50_000)
        )
        board.handle({"do": "play"})
        board.handle({"do": "play"})  # the second click of a double click
        await until(lambda: "<table" in board.html)
        assert 'data-do="stop"' in board.html
        assert not board.done
        board.handle({"do": "stop"})
        return board

    board = asyncio.run(play())
    assert board.result is not None
    assert board.done
    assert 'data-do="stop"' not in board.html
    assert 'data-do="play"' in board.html  # again, from the beginning


@pytest.mark.thorough
def test_a_process_ends_with_its_contest() -> None:
    async def play() -> tuple[Scoreboard, Any]:
        board = Scoreboard(Contest(NAMES, deals=3))
        board.handle({"do": "play"})
        process = board.played.client._process
        await until(lambda: board.done)
        return board, process

    board, process = asyncio.run(play())
    assert board.result is not None
    assert board.result.complete
    assert process.poll() is not None


def test_a_contest_that_is_stopped_at_once_has_no_table() -> None:
    async def play() -> Scoreboard:
        board = Scoreboard(Contest(NAMES, deals=50))
        board.handle({"do": "play"})
        board.handle({"do": "stop"})
        return board

    board = asyncio.run(play())
    assert "<table" not in board.html
    assert 'data-do="play"' in board.html
    assert not board.done


def test_a_closed_scoreboard_plays_no_more() -> None:
    async def close() -> Scoreboard:
        board = Scoreboard(Contest(NAMES, deals=50_000))
        board.handle({"do": "play"})
        process = board.played.client._process
        assert process is not None
        board.close()
        assert process.poll() is not None
        return board

    assert not asyncio.run(close()).played.playing


def test_a_fault_there_names_the_line_here() -> None:
    async def play(board: Scoreboard) -> None:
        board.handle({"do": "play"})
        await until(lambda: not board.played.playing)

    source = "def choose(view, luck):\n    print('so far')\n    return 1 / 0\n"
    name = "<a cell>"
    found: dict[str, Any] = {"__name__": "__main__"}  # as a notebook's own code has it
    exec(compile(source, name, "exec"), found)  # noqa: S102 - a cell is carried out so
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            linecache.cache, name, (len(source), None, source.splitlines(keepends=True), name)
        )
        board = Scoreboard(
            Contest(["choose", "hoarder"], own={"choose": found["choose"]}, deals=2)
        )
        asyncio.run(play(board))
    assert "3: return 1 / 0" in Page(board.html).key("error").said
    assert "so far" in board.html


def test_what_cannot_travel_is_told() -> None:
    async def play(board: Scoreboard) -> None:
        board.handle({"do": "play"})

    lock = Lock()

    def held(view: Any, luck: int) -> Any:
        with lock:
            return bots.hoarder(view, luck)

    board = Scoreboard(Contest(["held", "hoarder"], own={"held": held}, deals=2))
    asyncio.run(play(board))
    assert Page(board.html).key("error").said
    assert not board.played.playing


def test_its_title_is_said_in_the_readers_language() -> None:
    board = Scoreboard(Contest(NAMES, deals=2), title=text("Four rules, four firms"))
    board.catalogue = Catalogue("05_mark_up_and_rivals")
    board.language = "fr"
    said = board.catalogue.translations("fr").gettext(board.title)
    assert said != board.title
    assert said in board.html
    assert board.title not in board.html
