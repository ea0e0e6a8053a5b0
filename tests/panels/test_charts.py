import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.table import AnyTable, Table
from paydays_widgets.panels.charts import (
    APART,
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    money_chart,
    positions_by_turn,
)
from paydays_widgets.panels.plot import folded
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import MoneyChart
from paydays_widgets.show.report import Chart, Figures
from paydays_widgets.show.scale import ticks
from tests.markup import BROKEN, flat
from tests.panels.tables import GAME, dealt, finished, new, play, seated


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (0, 1), (0, 20), (-3, 43), (-40, -39), (0, 999), (17, 1234567)]
)
def test_round_marks_span_what_is_shown(low: int, high: int) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 8
    step = str(marks[1] - marks[0])
    assert step[0] in "125"
    assert not step[1:].strip("0")


def test_money_is_told_turn_by_turn_from_the_opening_on() -> None:
    session = Session(finished())
    positions, milestones = positions_by_turn(session, session.table.branch.steps)
    assert GAME.books(positions[0]) == GAME.books(session.table.start)
    assert positions[-1] == session.table.state
    assert [name for _, name in milestones] == [f"Payday {n}" for n in range(1, 6)]
    turns = [turn for turn, _ in milestones]
    assert turns == sorted(turns)
    assert turns[-1] == len(positions) - 1


def test_the_turns_of_the_chart_are_those_of_the_game() -> None:
    table = dealt("FFWWCCX", "FFWWCCX")
    play(table, "1 keep", "* turn 1", "1 bid 5;2 bid 00")
    session = Session(table)
    positions, _ = positions_by_turn(session, session.table.branch.steps)
    assert [GAME.books(each)["cash:1"] for each in positions] == [20, 25, 25]


def test_lines_stay_in_the_frame_and_names_apart() -> None:
    for seed in range(6):
        facts = money_chart(Session(finished(seed=seed)))
        for line in facts["series"]:
            for x, y in re.findall(r"([\d.]+) ([\d.]+)", line.path):
                assert LEFT <= float(x) <= WIDTH - RIGHT
                assert TOP <= float(y) <= HEIGHT - BOTTOM
        heights = sorted(line.label_y for line in facts["series"])
        for above, below in pairwise(heights):
            assert below - above >= APART - 0.2
        assert heights[0] >= 0
        assert heights[-1] <= HEIGHT


def test_a_game_that_has_not_begun_has_a_chart() -> None:
    facts = money_chart(Session(new()))
    assert facts["turns"] == 1
    assert {line.values for line in facts["series"]} == {(20,)}
    assert BROKEN not in MoneyChart(new()).html


def test_the_chart_has_a_name_and_its_figures_as_a_table() -> None:
    session = Session(finished())
    html = flat(MoneyChart(session).html)
    svg = ET.fromstring(re.search(r"<svg.*</svg>", html, re.DOTALL)[0])  # type: ignore[index]  # noqa: S314 - our own markup
    assert svg.get("role") == "img"
    for name in session.names:
        assert name in (svg.get("aria-label") or "")
        assert f">{name}</th>" in html
    assert html.count('class="line"') == 4


def test_a_name_stays_beside_its_line_where_others_make_way_below() -> None:
    kinds = ("saver", "leverage_every_deal", "gambler", "no_debt")
    strategies = games.modules("pay_day").bots.STRATEGIES
    table: AnyTable = Table(games.load("pay_day"), seated(*kinds), strategies=strategies)
    while not table.state.households[0].savings:
        table.advance()  # Anna is the first to come to the bank
    (savings,) = [
        each for each in money_chart(Session(table))["charts"] if each["kind"] == "savings"
    ]
    first, *others = savings["series"]
    assert first.values[-1] == savings["rows"][-1][0]
    assert first.label_y == TOP
    assert {each.values[-1] for each in others} == {0}
    heights = sorted(each.label_y for each in others)
    assert heights[-1] <= HEIGHT - BOTTOM + 10
    assert all(below - above >= APART - 0.2 for above, below in pairwise(heights))


@pytest.mark.parametrize(("rows", "columns", "drawn"), [(6, 6, False), (7, 2, True), (2, 7, True)])
def test_a_long_or_wide_table_is_folded_below_its_plot(
    rows: int, columns: int, drawn: bool
) -> None:
    figures = Figures(
        "Cash",
        columns=tuple(f"Round {n}" for n in range(columns)),
        rows=(("Wages",),) * rows,
        chart=Chart(("Wages",), {"in all": (1,)}),
    )
    assert folded(figures) is drawn
    assert not folded(replace(figures, chart=None))
