"""A run's summary is light and names games; its picture says in words what each mark opens."""

import re
import subprocess
import sys

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from paydays_widgets import games, lab
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lab.estimate import Estimate, difference
from paydays_widgets.lab.picture import picture
from paydays_widgets.lab.results import Simulation
from paydays_widgets.lab.summary import MOST_BINS, MOST_DOTS, Summary
from tests.markup import Page


@pytest.fixture(scope="module")
def run() -> Simulation:
    return lab.simulate("zahltag", ("lean_crew", "hoarder"), games=90, seed=7)


@pytest.fixture(scope="module")
def summary(run: Simulation) -> Summary:
    return run.digest()


def test_a_summary_travels_as_json(summary: Summary) -> None:
    assert msgspec.json.decode(msgspec.json.encode(summary), type=Summary) == summary


def test_what_a_seat_is_behind_is_told_game_by_game(run: Simulation, summary: Summary) -> None:
    worth = run.sample.worth
    best = int(worth.mean(axis=0).argmax())
    other = 1 - best
    behind = summary.seats[other].behind
    assert behind == difference(worth[:, other], worth[:, best])
    page = picture(summary, ("Anna", "Ben"), Text("en", "paydays_widgets.games.zahltag"))
    less = games.modules("zahltag").text.money(round(-behind.value), Text("en"))
    assert page.count(f" {less} ") == 1
    assert ("Anna", "Ben")[best] in page.partition(f" {less} ")[2]


def test_a_difference_that_may_be_none_is_told_so(summary: Summary) -> None:
    def told(high: float) -> str:
        first, second = (
            replace(seat, mean=mean, behind=Estimate(-2, -5, high, 90, "t"))
            for seat, mean in zip(summary.seats, (20, 18), strict=True)
        )
        drawn = replace(summary, seats=(first, second))
        return picture(drawn, ("Anna", "Ben"), Text("en", "paydays_widgets.lab"))

    assert len(told(1)) > len(told(-1))


def test_a_single_game_says_nothing_of_the_spread() -> None:
    single = lab.simulate("zahltag", ("lean_crew", "hoarder"), games=1, seed=7).digest()
    assert [seat.behind for seat in single.seats] == [None, None]
    assert "Game by game" not in picture(single, ("Anna", "Ben"), Text("en"))
    assert msgspec.json.decode(msgspec.json.encode(single), type=Summary) == single


def test_bins_hold_all_games_and_name_one_of_theirs(run: Simulation, summary: Summary) -> None:
    for seat, found in enumerate(summary.seats):
        assert sum(each.count for each in found.bins) == run.games
        assert len(found.bins) <= MOST_BINS + 1
        for at, each in enumerate(found.bins):
            assert (each.game is None) == (each.count == 0)
            if each.game is not None:
                assert (run.sample.worth[each.game, seat] - summary.lowest) // summary.width == at


def test_dots_are_games_of_the_whole_run(run: Simulation, summary: Summary) -> None:
    assert len(summary.dots) == MOST_DOTS
    assert (summary.dots[0].game, summary.dots[-1].game) == (0, run.games - 1)
    for dot in summary.dots:
        assert dot.worth == tuple(run.sample.worth[dot.game].tolist())


def test_bands_over_time_lie_within_each_other(run: Simulation, summary: Summary) -> None:
    for seat, found in enumerate(summary.seats):
        assert len(found.worth) == len(found.owes) == len(summary.turns)
        assert all(list(band) == sorted(band) for band in (*found.worth, *found.owes))
        assert found.worth[-1][2] == np.median(run.sample.worth[:, seat])
        assert found.typical.worth[-1] == run.sample.worth[found.typical.game, seat]
        assert summary.course(seat)[0][0] == 0


def test_named_games_are_what_they_are_called(run: Simulation, summary: Summary) -> None:
    for seat, found in enumerate(summary.seats):
        worth = run.sample.worth[:, seat]
        kinds = {each.kind: each for each in found.examples}
        assert kinds["richest"].worth == worth.max()
        assert kinds["poorest"].worth == worth.min()
        assert ("ruined" in kinds) == bool((worth <= 0).any())
        assert all(each.worth == worth[each.game] for each in found.examples)


def test_a_single_game_is_summed_up_too() -> None:
    one = lab.simulate("zahltag", ("lean_crew", "hoarder"), games=1, seed=7)
    found = one.digest()
    assert [each.game for each in found.dots] == [0]
    assert Page(picture(found, ("Anna", "Ben"), Text("en"), verb="open")).elements


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_mark_of_a_panel_is_a_button_that_says_what_it_opens(
    name: str, language: str
) -> None:
    bots = [*games.modules(name).bots.STRATEGIES][:2]
    found = lab.simulate(name, bots, games=3, seed=3).digest()
    text = Text(language, games.modules(name).package, "paydays_widgets.lab")
    html = picture(found, ("Mia <b>", "Noé"), text, verb="lab_open", shown=0)
    assert Page(html).elements
    assert "<b>" not in html
    assert "Mia &lt;b&gt;" in html
    buttons = re.findall(r"<button[^>]*>", html)
    assert len(buttons) >= 2 * (3 + 3 + 1)
    for button in buttons:
        assert 'data-do="lab_open"' in button
        game = re.search('data-game="(.*?)"', button)
        assert game is not None
        assert game[1] in {"0", "1", "2"}
    assert 'aria-current="true"' in html


def test_a_cell_of_a_notebook_shows_the_picture_with_the_figures(run: Simulation) -> None:
    html = run._repr_html_()
    assert Page(html).elements
    assert "<button" not in html
    assert str(run) in html
    assert "90 games, seed 7" in html
    assert "Wilson" in html
    assert re.search('data-game="[0-9]+"\\s+title="Game [0-9]+: Lean crew ends with ', html)


def test_a_run_in_progress_says_so(run: Simulation) -> None:
    assert "90 of 5,000 games" in picture(run.digest(5000), ("Anna", "Ben"), Text("en"))


def test_a_summary_is_read_and_drawn_without_numpy(summary: Summary) -> None:
    code = (
        "import sys, msgspec\n"
        "from paydays_widgets.core.text import Text\n"
        "from paydays_widgets.lab.picture import picture\n"
        "from paydays_widgets.lab.summary import MOST_BINS, MOST_DOTS, Summary\n"
        "read = msgspec.json.decode(sys.stdin.buffer.read(), type=Summary)\n"
        "assert picture(read, ('Anna', 'Ben'), Text('en'))\n"
        "assert not {'numpy', 'scipy', 'numba'} & sys.modules.keys()\n"
    )
    subprocess.run(
        [sys.executable, "-c", code], input=msgspec.json.encode(summary), check=True, timeout=60
    )
