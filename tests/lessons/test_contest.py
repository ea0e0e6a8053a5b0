"""Contests: common luck, honest intervals, and strategies that fail."""

from typing import Any

import pytest

from paydays_widgets.core.table import StrategyError
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.zahltag import bots
from paydays_widgets.lessons import Choice, Contest, Right, Scoreboard
from paydays_widgets.lessons.contest import Estimate, estimate

NAMES = ["cost_plus", "undercutter"]


def test_an_estimate() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.n == 4
    # 1.96 times the standard deviation, 1.291, divided by the square root of 4
    assert found.high - found.mean == pytest.approx(1.2651, abs=1e-4)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_a_contest_can_be_repeated() -> None:
    one, other = Contest(NAMES, deals=4).play(), Contest(NAMES, deals=4).play()
    assert one == other
    assert one != Contest(NAMES, deals=4, seed=99).play()
    assert one.games == 8
    assert one.gain is None


def test_every_victory_is_somebodys() -> None:
    result = Contest([*NAMES, "hoarder"], deals=3).play()
    assert sum(score.won for score in result.scores) == pytest.approx(1)
    assert [score.name for score in result.scores] == [*NAMES, "hoarder"]


def test_the_same_strategy_gains_nothing_with_common_luck() -> None:
    contest = Contest(
        ["mine", "undercutter"],
        own={"mine": bots.cost_plus},
        instead_of="cost_plus",
        deals=4,
    )
    told: list[int] = []
    result = contest.play(told.append)
    assert result.gain == Estimate(0, 0, 0, 4)
    assert contest.games == 16
    assert told == [4, 8, 12, 16]


def test_every_strategy_gets_every_seat_with_the_same_cards() -> None:
    seen: dict[str, list[tuple[int, Any]]] = {"a": [], "b": []}

    def watching(name: str) -> Any:
        def choose(view: Any, luck: int) -> Any:
            if view.number == 0 and view.turn.repeat == 0:
                seen[name].append((view.seat, view.firms[view.seat].hand))
            return bots.cost_plus(view, luck)

        return choose

    Contest(["a", "b"], own={name: watching(name) for name in "ab"}, deals=2).play()
    assert sorted(seen["a"]) == sorted(seen["b"])
    assert {seat for seat, _ in seen["a"]} == {0, 1}


def test_one_deal_has_no_spread() -> None:
    with pytest.raises(ValueError, match="at least 2 deals, not 1"):
        Contest(NAMES, deals=1)


def test_a_scoreboard_plays_when_asked() -> None:
    board = Scoreboard(Contest(NAMES, deals=3))
    assert "Play 6 games" in board.html
    board.handle({"do": "nonsense"})
    assert "Play 6 games" in board.html
    board.handle({"do": "play"})
    result = board.result
    assert result
    assert "Undercutter" in board.html
    assert "6 games: 3 deals" in board.html
    assert "seeds 1 to 3" in board.html
    board.handle({"do": "play"})  # the second click of a double click
    assert board.result is result


def test_a_scoreboard_shows_how_far_it_is() -> None:
    board = Scoreboard(Contest(NAMES, deals=3))
    pages: list[str] = []
    board.observe(lambda change: pages.append(change["new"]), "html")
    board.play()
    assert any("4 of 6 games" in page for page in pages)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_scoreboard_speaks_the_language(language: str) -> None:
    board = Scoreboard(Contest(NAMES, deals=2), language=language)
    assert board.text.plural("Play {n} game", "Play {n} games", 4) in board.html
    board.play()
    assert board.text("Games won") in board.html
    assert board.text.pick(bots.TITLES["undercutter"][0]) in board.html


def test_a_scoreboard_waits_for_its_question() -> None:
    question = Choice("q", "?", [Right("a", "b")])
    board = Scoreboard(Contest(NAMES, deals=2), after=question)
    board.handle({"do": "play"})
    assert board.result is None
    question.reply(1)
    assert "Play 4 games" in board.html


def broken(view: Any, luck: int) -> Any:
    problem = "<b>oh</b>"
    raise ValueError(problem)


@pytest.mark.parametrize("choose", [broken, lambda view, luck: None, lambda view, luck: "1 keep"])
def test_a_strategy_that_fails_is_told_of(choose: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Scoreboard(Contest(["choose", "hoarder"], own={"choose": choose}, deals=2))
    with pytest.raises(StrategyError, match="choose"):
        board.play()
    assert board.result is None
    assert 'role="alert"' in board.html
    assert "<b>" not in board.html
    said: list[object] = []
    monkeypatch.setattr(board, "send", said.append)
    board.handle({"do": "play"})
    assert said


def test_a_gain_is_judged_by_its_interval() -> None:
    def gain(low: float, high: float) -> str:
        board = Scoreboard(Contest(["<i>", "hoarder"], own={"<i>": bots.hoarder}, deals=2))
        board.contest.instead_of = "cost_plus"
        result = board.contest.play()
        middle = (low + high) / 2
        board.result = type(result)(result.scores, 4, Estimate(middle, low, high, 2))
        board.refresh()
        assert "<i>" not in board.html
        assert "&lt;i&gt; instead of Cost plus margin" in board.html
        return board.html

    assert "That is more than luck." in gain(0.5, 2)
    assert "That is a loss" in gain(-3, -1)
    assert "The interval holds 0" in gain(-1, 2)


def test_what_is_owed_counts_and_the_rules_can_be_chosen() -> None:
    names = ["leverage_every_deal", "saver"]
    short, long = (
        Contest(names, game="pay_day", rules=Rules(months=months), deals=3).play()
        for months in (1, 6)
    )
    assert short.scores[0].money.low < 0  # cash alone is never negative
    assert long.scores[1].money.mean > short.scores[1].money.mean
