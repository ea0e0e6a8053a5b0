"""What a class talks about after a market."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.market import debrief, events
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.show.debrief import Halves
from tests.games.playing import bots_play
from tests.markup import figures

EN = Text("en")


def test_trades_are_marked_and_gains_told_at_the_end() -> None:
    table = bots_play("market", ["price_watcher"] * 6, 3, Rules())
    steps = table.branch.steps
    trades = [each.event for each in steps if isinstance(each.event, events.Traded)]
    found = debrief.points(steps)
    assert [(each.seat, each.y) for each in found] == [(each.buyer, each.price) for each in trades]
    assert [each.x for each in found] == [*range(1, len(trades) + 1)]
    assert [type(steps[each.at - 1].event) for each in found] == [events.Traded] * len(trades)
    rows = debrief.figures(steps, 6)
    assert sum(row[0] for row in rows) == sum(row[1] for row in rows) == len(trades)
    assert [row[2] for row in rows] == [each.gain for each in table.state.traders]
    before = next(n for n, each in enumerate(steps) if isinstance(each.event, events.GainsPaid))
    assert {row[2] for row in debrief.figures(steps[:before], 6)} == {0}
    assert len(debrief.columns(EN)) == len(rows[0])


def test_the_first_prices_stand_beside_the_last() -> None:
    assert debrief.labels(EN).question
    found = Halves(upto=3, left=4_000, right=4_550)
    assert figures(debrief.finding(found, EN)) == ["3", "$40", "$45.50"]
