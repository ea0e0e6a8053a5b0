"""Contests: common luck, honest intervals, and strategies that fail."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from paydays_widgets.core.game import Seat
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.zahltag import bots
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.lessons import Choice, Contest, Right, Scoreboard
from paydays_widgets.lessons.contest import Count, Estimate, Outcome, _end, estimate

NAMES = ["cost_plus", "undercutter"]


def test_an_estimate() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.n == 4
    # 1.96 times the standard deviation, 1.291, divided by the square root of 4
    assert found.high - found.mean == pytest.approx(1.2651, abs=1e-4)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_a_contest_can_be_repeated() -> None:
    one = Contest(NAMES, deals=4).play()
    own = {"cost_plus": bots.cost_plus}  # the same one, but asked anew
    assert Contest(NAMES, own=own, deals=4).play() == one
    assert one != Contest(NAMES, deals=4, seed=99).play()
    assert one.games == 8
    assert one.gain is None


def test_games_among_bots_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(
        ["mine", "hoarder"], own={"mine": bots.cost_plus}, instead_of="undercutter", deals=3
    )
    first = contest.play()
    played: list[AnyTable] = []

    def end(table: AnyTable, counts: Sequence[Count]) -> Outcome:
        played.append(table)
        return _end(table, counts)

    monkeypatch.setattr("paydays_widgets.lessons.contest._end", end)
    assert contest.play() == first
    assert len(played) == contest.games / 2
    assert all("mine" in {each.kind for each in table.players} for table in played)


def test_every_victory_is_somebodys() -> None:
    result = Contest([*NAMES, "hoarder"], deals=3).play()
    assert sum(score.won for score in result.scores) == pytest.approx(1)
    assert [score.name for score in result.scores] == [*NAMES, "hoarder"]


def test_more_than_money_is_counted_for_each_strategy() -> None:
    def turns(table: AnyTable, _: Seat) -> float:
        return table.turn.turn

    def money(table: AnyTable, seat: Seat) -> float:
        return table.game.sheet(table.state, seat).counted

    board = Scoreboard(Contest(NAMES, deals=3, counts={"Turns": turns, "Money": money}))
    result = board.play()
    assert result
    first, second = result.scores
    assert first.counts[0] == second.counts[0] > 1  # they played the same games
    for score in result.scores:
        assert score.counts[1] == pytest.approx(score.money.mean)
        assert f">{score.counts[0]:.1f}</td>" in board.html
    assert ">Turns</th>" in board.html


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
    assert told == list(range(1, 17))
    assert (result.games, result.deals) == (16, 4)  # as many as the button says


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
    assert "6 games, with the same luck for everyone." in board.html
    assert board.html.count('<span class="pw-range"') == 2  # an interval is drawn for each
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
    board = Scoreboard(Contest(NAMES, deals=2), title="Two deals", language=language)
    assert "Two deals" in board.html
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
        board.result = type(result)(result.scores, 8, 2, Estimate(middle, low, high, 2))
        board.refresh()
        assert "<i>" not in board.html
        assert "Compared with Cost plus margin, &lt;i&gt; earns " in board.html
        return board.html

    assert "That is more than luck." in gain(0.5, 2)
    assert "That is a loss" in gain(-3, -1)
    undecided = gain(-1, 1)
    assert "The interval holds 0" in undecided
    assert '<span style="left:50.0%">0</span>' in undecided  # and is drawn on both sides of it


def test_no_gain_at_all_is_drawn_at_zero() -> None:
    board = Scoreboard(Contest(["cost_plus", "hoarder"], instead_of="cost_plus", deals=2))
    board.play()
    assert '<span style="left:0.0%">0</span>' in board.html


def test_what_is_owed_counts_and_the_rules_can_be_chosen() -> None:
    names = ["leverage_every_deal", "saver"]
    short, long = (
        Contest(names, game="pay_day", rules=Rules(months=months), deals=3).play()
        for months in (1, 6)
    )
    assert short.scores[0].money.low < 0  # cash alone is never negative
    assert long.scores[1].money.mean > short.scores[1].money.mean


def test_an_illegal_choice_is_told_in_words_and_titles() -> None:
    def greedy(view: Any, luck: int) -> Any:
        return Bid(view.seat, 9)

    board = Scoreboard(Contest(["greedy", "hoarder"], own={"greedy": greedy}, deals=2))
    board.handle({"do": "play"})
    assert "which rule ZT-adjust forbids. Not possible now: bid. Expected: " in board.html


def test_what_was_printed_is_shown() -> None:
    def chatty(view: Any, luck: int) -> Any:
        print("<b>seat", view.seat)
        return bots.hoarder(view, luck)

    board = Scoreboard(Contest(["chatty", "hoarder"], own={"chatty": chatty}, deals=2))
    assert "What the strategies printed" not in board.html
    board.play()
    assert "What the strategies printed" in board.html
    assert "&lt;b&gt;seat 0\n&lt;b&gt;seat" in board.html


def test_a_contest_is_stopped_between_two_games() -> None:
    contest = Contest(["cost_plus", "hoarder"], instead_of="undercutter", deals=50)

    async def play(until: int) -> Scoreboard:
        board = Scoreboard(contest)
        board.handle({"do": "play"})
        board.handle({"do": "play"})  # the second click of a double click
        while f"{until} of 200 games" not in board.html:
            await asyncio.sleep(0)
        assert 'data-do="stop"' in board.html
        board.handle({"do": "stop"})
        while 'data-do="stop"' in board.html:
            await asyncio.sleep(0)
        return board

    board = asyncio.run(play(10))
    result = board.result
    assert result is not None
    assert result.deals in {2, 3}
    assert result.games == 4 * result.deals
    assert result.gain is not None
    assert result.gain.n == result.deals
    assert "these are the games that were played to the end" in board.html
    assert f"{result.games} games, with the same luck and the same rivals for Cost" in board.html
    assert "Play 200 games" in board.html  # again, from the beginning
    early = asyncio.run(play(2))
    assert early.result is None
    assert "Stopped too early: too few games" in early.html


def test_a_closed_scoreboard_plays_no_more() -> None:
    async def close() -> Scoreboard:
        board = Scoreboard(Contest(NAMES, deals=50))
        board.handle({"do": "play"})
        await asyncio.sleep(0)
        board.close()
        for _ in range(3):
            await asyncio.sleep(0)
        return board

    assert asyncio.run(close()).result is None


def test_what_fails_on_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(board: Scoreboard) -> None:
        board.handle({"do": "play"})
        await asyncio.sleep(0.1)

    said: list[str] = []
    board = Scoreboard(Contest(["mine", "hoarder"], own={"mine": broken}, deals=2))
    monkeypatch.setattr(board, "say", said.append)
    asyncio.run(play(board))
    assert said == ["The strategy “mine” failed on seat 1: ValueError('<b>oh</b>')."]
