"""Contests: common luck, differences deal by deal, and strategies that fail."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from paydays_widgets import lab
from paydays_widgets.core.game import Complaint, Seat
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.zahltag import bots
from paydays_widgets.lab import contest as contests
from paydays_widgets.lab.contest import BY_ENGINE, Contest
from paydays_widgets.lab.estimate import difference, mean
from paydays_widgets.lab.preparing import prepare

if TYPE_CHECKING:
    from paydays_widgets.lab.summary import Scores

NAMES = ["cost_plus", "undercutter"]


def test_a_difference_is_taken_pair_by_pair() -> None:
    luck = np.array([0, 40, 80, 120])
    more, less = luck + np.array([3, 4, 3, 4]), luck
    found = difference(more, less)
    assert found.value == 3.5
    assert found.low > 2  # although each mean's own interval holds the other mean by far
    assert mean(more).low < mean(less).value < mean(more).value < mean(less).high
    assert found.method == "t"


def test_one_method_says_how_far_apart_two_are() -> None:
    contest = Contest(NAMES, deals=12, instead_of="hoarder", seed=5)
    found = contest.play()
    orders = [NAMES, NAMES[::-1]], [["hoarder", NAMES[1]], [NAMES[1], "hoarder"]]
    mine = [
        lab.compare("zahltag", theirs, ours, games=12, seed=5)
        for ours, theirs in zip(*orders, strict=True)
    ]
    turned = [each.second.sample.worth[:, at] for at, each in enumerate(mine)]
    before = [each.first.sample.worth[:, at] for at, each in enumerate(mine)]
    assert found.gain == difference(np.mean(turned, axis=0), np.mean(before, axis=0))
    entries = {
        each.strategy: each for each in lab.tournament("zahltag", NAMES, games=12, seed=5).entries
    }
    assert {each.name: each.money for each in found.scores} == {
        name: each.money for name, each in entries.items()
    }


def test_what_each_is_behind_is_told_from_the_best() -> None:
    found = Contest([*NAMES, "hoarder"], deals=30).play()
    best = max(found.scores, key=lambda each: each.money.value)
    for score in found.scores:
        assert score.behind.value == pytest.approx(score.money.value - best.money.value)
    assert (best.behind.low, best.behind.high) == (0, 0)


def test_a_contest_can_be_repeated_by_whatever_plays_it() -> None:
    prepare("zahltag", lambda _news: None)
    one = Contest(NAMES, deals=4).play()
    own = {"mine": bots.cost_plus}  # the same one, but asked as a guest, by the engine
    other = Contest(["mine", NAMES[1]], own=own, deals=4).play()
    assert [each.money for each in other.scores] == [each.money for each in one.scores]
    assert one != Contest(NAMES, deals=4, seed=99).play()
    assert one.games == one.of == 8
    assert one.gain is None


def test_every_victory_is_somebodys() -> None:
    result = Contest([*NAMES, "hoarder"], deals=3).play()
    assert sum(score.won for score in result.scores) == pytest.approx(1)
    assert [score.name for score in result.scores] == [*NAMES, "hoarder"]


def test_more_than_money_is_counted_for_each_strategy() -> None:
    def turns(table: AnyTable, _: Seat) -> float:
        return table.turn.turn

    def money(table: AnyTable, seat: Seat) -> float:
        return table.game.sheet(table.state, seat).counted

    contest = Contest(NAMES, deals=3, counts={"Turns": turns, "Money": money})
    told: list[Scores] = []
    result = contest.play(told.append)
    first, second = result.scores
    assert first.counts[0] == second.counts[0] > 1  # they played the same games
    for score in result.scores:
        assert score.counts[1] == pytest.approx(score.money.value)
    assert told[0].scores[0].counts == ()  # the money is there first
    assert not told[0].complete
    assert (result.counted, result.to_count) == (6, 6)
    assert not contest.own  # its counts cannot travel as the game's own code does


def test_the_same_strategy_gains_nothing_with_common_luck() -> None:
    contest = Contest(
        ["mine", "undercutter"], own={"mine": bots.cost_plus}, instead_of="cost_plus", deals=4
    )
    result = contest.play()
    assert result.gain is not None
    assert (result.gain.low, result.gain.value, result.gain.high) == (0, 0, 0)
    assert contest.games == result.games == 16


@pytest.mark.thorough
def test_the_first_figures_need_no_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ready(game: str) -> bool:
        asked.append(game)
        return False

    monkeypatch.setattr(contests, "ready", ready)
    course = contests.rounds(Contest(NAMES, deals=BY_ENGINE + 40))
    assert next(course) is None  # one deal has no spread
    first = next(course)
    assert first is not None
    assert (first.games, asked) == (4, [])  # it is seen before anything is loaded
    *_, last = course
    assert last is not None
    assert last.games == last.of == 2 * BY_ENGINE  # and fewer are played where it is not there
    assert last.complete
    assert asked == ["zahltag"]


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


def test_an_unknown_strategy_is_told_of_at_once() -> None:
    with pytest.raises(Complaint, match="nobody"):
        Contest(["cost_plus", "nobody"])


def test_what_is_owed_counts_and_the_rules_can_be_chosen() -> None:
    names = ["leverage_every_deal", "saver"]
    short, long = (
        Contest(names, game="pay_day", rules=Rules(months=months), deals=3).play()
        for months in (1, 6)
    )
    assert short.scores[0].money.low < 0  # cash alone is never negative
    assert long.scores[1].money.value > short.scores[1].money.value


def test_who_has_nothing_left_is_counted() -> None:
    found = Contest(
        ["leverage_every_deal", "saver"], game="pay_day", rules=Rules(months=1), deals=60
    )
    ruined = [each.ruined for each in found.play().scores]
    assert 0 < ruined[1] < ruined[0] < 1


def test_what_was_printed_before_a_fault_is_told() -> None:
    def broken(_view: object, _luck: int) -> Any:
        print("so far")
        raise ValueError

    told: list[Scores] = []
    with pytest.raises(StrategyError):
        Contest(["broken", "hoarder"], own={"broken": broken}, deals=2).play(told.append)
    assert [each.printed for each in told] == ["so far"]
    assert told[0].scores == ()


def strategies(contest: Contest) -> Sequence[str]:
    return [name for each in contest.settings for name in each.line_up]


def test_a_strategy_is_compared_in_its_own_place() -> None:
    assert strategies(Contest(NAMES, instead_of="hoarder")) == [*NAMES, "hoarder", NAMES[1]]
