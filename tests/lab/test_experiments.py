"""Experiments: the same figures for any players, and every game of them opens."""

import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paydays_widgets import games, lab
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import HUMAN, AnyTable
from paydays_widgets.games.zahltag import PRESETS
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.lab import experiments
from paydays_widgets.lab import sample as sampling
from paydays_widgets.lab import setting as settings
from paydays_widgets.lab.estimate import mean, share
from paydays_widgets.lab.experiments import changed_in
from paydays_widgets.lab.playing import MARKS
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.setting import setting
from tests.markup import figures

PAIR = ("lean_crew", "hoarder")


def first_move(view: Any, _luck: int) -> Any:
    return view.legal[0]


@pytest.fixture(scope="module")
def run() -> Simulation:
    return lab.simulate("zahltag", PAIR, games=40, seed=7)


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sampling, experiments):
        monkeypatch.setattr(module, "kernel", lambda _game: None)


def ends(table: AnyTable) -> list[int]:
    return [table.game.sheet(table.state, seat).counted for seat in range(len(table.players))]


@pytest.mark.parametrize("name", games.names())
def test_the_engine_and_the_kernel_bring_the_same_figures(name: str) -> None:
    strategies = [*games.modules(name).bots.STRATEGIES]
    asked = setting(name, strategies[:3])
    compiled = sampling.play(asked, 5, 3, 4, kept=4, every=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "kernel", lambda _game: None)
        played = sampling.play(asked, 5, 3, 4, kept=4, every=2)
    for what in ("worth", "owes", "place", "course"):
        assert np.array_equal(getattr(compiled, what), getattr(played, what)), what


@pytest.mark.parametrize("name", games.names())
def test_each_game_opens_on_a_table_with_the_same_end(name: str) -> None:
    run = lab.simulate(name, [*games.modules(name).bots.STRATEGIES][:2], games=3, seed=1)
    for number in range(run.games):
        table = run.open(number)
        assert table.seed == run.game_seed(number) == game_seed(1, number)
        assert ends(table) == run.sample.worth[number].tolist()


def test_a_course_begins_with_the_start_and_ends_with_the_end(run: Simulation) -> None:
    course = run.sample.course
    assert course.shape == (40, MARKS, 2, 2)
    start = default_deck().start_money
    assert (course[:, 0, 0] == [start, 0]).all()
    assert np.array_equal(course[:, -1, :, 0], run.sample.worth)


def test_what_a_run_brought_is_summed_up(run: Simulation) -> None:
    one, other = run.seats
    assert one.strategy == "lean_crew"
    assert one.won.value + other.won.value == pytest.approx(1)
    assert one.money.low < one.money.value < one.money.high
    assert 0 <= one.ruined.low <= one.ruined.value <= one.ruined.high
    worth = run.sample.worth[:, 0]
    assert worth[run.poorest(0)] == worth.min()
    assert worth[run.richest(0)] == worth.max()
    assert abs(worth[run.typical(0)] - one.median) <= 1
    *_, played = str(run).splitlines()
    assert run.setting.game in played
    assert figures(played) == ["40", "7"]


def test_a_shared_victory_counts_for_a_part() -> None:
    none = np.zeros((2, 3), np.int64)
    shared = sampling.Sample(none, none, none, none, 1)
    assert shared.won().tolist() == [[1 / 3] * 3] * 2
    assert shared.ruined().all()


@pytest.mark.thorough
def test_figures_do_not_depend_on_who_plays() -> None:
    own = {"first": first_move}
    here = lab.simulate("zahltag", ["first", "hoarder"], games=40, seed=3, own=own)
    with ProcessPoolExecutor(2) as pool:
        there = lab.simulate(
            "zahltag", ["first", "hoarder"], games=40, seed=3, own=own, executor=pool
        )
    assert np.array_equal(here.sample.worth, there.sample.worth)
    assert np.array_equal(here.sample.course, there.sample.course)


@pytest.mark.usefixtures("without_kernels")
def test_progress_is_told_and_can_stop_the_run() -> None:
    told: list[tuple[int, int]] = []
    lab.simulate("zahltag", PAIR, games=20, seed=1, tell=lambda *n: told.append(n))
    assert told[-1] == (20, 20)
    assert len(told) > 1

    class Stopped(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        lab.simulate("zahltag", PAIR, games=20, seed=1, tell=stop)


def test_a_seed_is_drawn_if_none_is_named() -> None:
    seeds = {lab.simulate("zahltag", PAIR, games=1).seed for _ in range(3)}
    assert len(seeds) > 1


def test_two_line_ups_meet_the_same_luck() -> None:
    same = lab.compare("zahltag", PAIR, PAIR, games=20, seed=1)
    assert same.money(0).low == same.money(0).high == 0
    other = lab.compare("zahltag", PAIR, ("mixed_bidder", "hoarder"), games=20, seed=1)
    gains = other.second.sample.worth - other.first.sample.worth
    assert other.money(0) == mean(gains[:, 0])
    won = other.second.sample.won() - other.first.sample.won()
    assert other.won(0) == mean(won[:, 0])
    assert "mixed_bidder" in str(other)
    assert len(json.loads(other.to_json())["gains"]) == 2
    with pytest.raises(Complaint, match="2 and 3 seats"):
        lab.compare("zahltag", PAIR, (*PAIR, "hoarder"))


def test_in_a_tournament_each_meets_each_at_every_seat() -> None:
    names = ("random_legal", *PAIR)
    cup = lab.tournament("zahltag", names, seats=2, games=10, seed=1)
    line_ups = {each.setting.line_up for each in cup.runs}
    assert line_ups == {(one, two) for one in names for two in names if one != two}
    assert [each.strategy for each in cup.entries][-1] == "random_legal"
    assert {each.won.n for each in cup.entries} == {10}
    assert figures(str(cup).splitlines()[-1]) == ["6", "10", "1"]
    assert len(json.loads(cup.to_json())["entries"]) == 3
    all_at_one = lab.tournament("zahltag", names, games=2, seed=1)
    assert {len(each.setting.line_up) for each in all_at_one.runs} == {3}
    with pytest.raises(Complaint, match="named twice"):
        lab.tournament("zahltag", ["hoarder", "hoarder"])
    with pytest.raises(Complaint, match="1 strategies cannot play"):
        lab.tournament("zahltag", ["hoarder"])


def test_a_sweep_changes_one_figure_and_nothing_else(tmp_path: Path) -> None:
    swept = lab.sweep("zahltag", PAIR, "deck.start_money", [5, 20], games=10, seed=1)
    assert [run.setting.deck.start_money for run in swept.runs] == [5, 20]
    usual = lab.simulate("zahltag", PAIR, games=10, seed=1)
    assert np.array_equal(swept.runs[1].sample.worth, usual.sample.worth)
    file = tmp_path / "sweep.csv"
    assert swept.to_csv(file) == file.read_text()
    assert len(file.read_text().splitlines()) == 1 + 2 * 2
    assert [each["value"] for each in json.loads(swept.to_json())["runs"]] == [5, 20]
    assert str(swept).startswith("deck.start_money")


def test_a_switch_can_be_swept_too() -> None:
    usual = setting("zahltag", PAIR)
    for value in ("three_rounds", "one_round"):
        assert changed_in(usual, "rules.adjust", value).rules.adjust == value
    assert changed_in(usual, "deck.start_money", "12").deck.start_money == 12
    with pytest.raises(Complaint, match=r"no “rules\.colour” to change; there are: rules\.adjust"):
        changed_in(usual, "rules.colour", "red")
    with pytest.raises(Complaint, match=r"deck\.start_money cannot be 'a': expected int, got str"):
        changed_in(usual, "deck.start_money", "a")
    with pytest.raises(Complaint, match="at least one"):
        lab.sweep("zahltag", PAIR, "deck.start_money", [])


def test_results_are_written_as_files(run: Simulation, tmp_path: Path) -> None:
    lines = run.to_csv(tmp_path / "run.csv").splitlines()
    assert lines[0] == "game,seed,worth_1,owes_1,place_1,worth_2,owes_2,place_2"
    assert lines[1].startswith(f"0,{game_seed(7, 0)},")
    assert len(lines) == 41
    told = json.loads(run.to_json())
    assert (told["game"], told["games"], told["seed"]) == ("zahltag", 40, 7)
    assert told["seats"][1]["strategy"] == "hoarder"
    alone = json.loads(lab.simulate("zahltag", PAIR, games=1, seed=7).to_json())
    assert alone["seats"][0]["money"]["low"] is None


def test_the_names_of_seats_tell_them_apart() -> None:
    assert setting("zahltag", ["hoarder", "lean_crew", "hoarder"]).titles("fr") == (
        "Accapareur 1",
        "Équipe réduite",
        "Accapareur 2",
    )
    own = setting("zahltag", ["hoarder", "mine"], own={"mine": first_move})
    assert own.titles() == ("Hoarder", "mine")


def test_rules_are_named_or_given() -> None:
    for name, rules in PRESETS.items():
        assert setting("zahltag", PAIR, rules=name).rules == rules
    assert setting("zahltag", PAIR, rules=PRESETS["fr"]).rules == PRESETS["fr"]


def broken(_view: object, _luck: int) -> object:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"seats": ["hoarder", "x"]}, "seat 2 has the unknown strategy “x”; known: random_legal"),
        ({"seats": ["hoarder"]}, "this game is for 2–4 seats, not 1"),
        ({"games": 0}, "1 to 10,000,000 games, not 0"),
        ({"rules": "it"}, "no rules called “it”; known: teaching"),
        ({"rules": 5}, "rules: give Rules, not 5"),
        ({"own": {HUMAN: first_move}}, "stands for a person"),
        ({"deck": replace(default_deck(), paydays=1)}, "payday"),
        ({"seats": ["hoarder", "bad"], "own": {"bad": broken}}, "“bad” failed on seat 2"),
    ],
)
def test_what_cannot_be_played_is_said(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(Complaint, match=message.replace("(", r"\(")):
        lab.simulate(**{"game": "zahltag", "seats": PAIR, "games": 2, "seed": 1, **asked})


def test_a_guest_is_watched() -> None:
    with pytest.raises(StrategyError, match="gave back no move"):
        lab.simulate(
            "zahltag", ["hoarder", "none"], games=1, own={"none": lambda _view, _luck: None}
        )


def test_there_is_no_game_beyond_the_last(run: Simulation) -> None:
    with pytest.raises(Complaint, match="no game 40: choose from 0 to 39"):
        run.open(40)


@pytest.mark.thorough
def test_a_frame_has_a_row_for_each_game_and_seat(run: Simulation) -> None:
    frame = run.to_frame()
    assert len(frame) == 2 * run.games
    assert frame.groupby("game")["won"].sum().eq(1).all()
    means = frame.groupby("strategy")["worth"].mean()
    assert means["hoarder"] == run.seats[1].money.value


def test_pandas_is_asked_for_when_it_is_needed(
    run: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(Complaint, match="pip install pandas"):
        run.to_frame()


def test_without_numba_there_is_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.kernel.cache_clear()
    monkeypatch.setattr(settings, "find_spec", lambda _name: None)
    assert settings.kernel("zahltag") is None
    settings.kernel.cache_clear()


def test_an_interval_of_a_mean_holds_it_as_often_as_it_says() -> None:
    luck = np.random.default_rng(1)
    samples = [mean(luck.exponential(10, 8)) for _ in range(2000)]
    assert 0.88 < np.mean([each.low <= 10 <= each.high for each in samples]) < 0.96
    normal = [mean(luck.normal(0, 1, 3)) for _ in range(2000)]  # each degree of freedom counts
    assert 0.94 < np.mean([each.low <= 0 <= each.high for each in normal]) < 0.96


def test_an_interval_of_a_share_holds_it_and_stays_between_0_and_1() -> None:
    luck = np.random.default_rng(1)
    shares = [share(float(hits), 30) for hits in luck.binomial(30, 0.05, 2000)]
    assert np.mean([each.low <= 0.05 <= each.high for each in shares]) > 0.9
    assert all(each.low >= 0 for each in shares)
    assert (share(0, 40).low, share(20, 20).high) == (0, 1)


def test_what_the_lab_has_is_imported_when_it_is_used() -> None:
    for name in lab.__all__:
        assert callable(getattr(lab, name))
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        _ = lab.simulat
