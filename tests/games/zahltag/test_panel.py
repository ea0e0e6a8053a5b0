"""What a panel needs from Zahltag."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.zahltag import panel
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import PaydayCounted, StacksSorted
from tests.games.zahltag.positions import position
from tests.markup import figures

EN = Text("en")


def test_what_may_be_wished_is_what_can_still_come() -> None:
    state = position(["F", "W"], phase="turn_up", since=2, past=[3])
    wished = {move for move, _ in panel.wishes(ZAHLTAG.view(state, None), EN)}
    assert wished == {each.move for each in ZAHLTAG.outcomes(state)}


def test_a_balance_sheet_knows_equipment_and_what_a_payday_would_cost() -> None:
    state = position(["FFFF", "F", ""], left=["WW", "", ""], out=[2])
    view = ZAHLTAG.view(state, None)
    assert [each for _, each in panel.holdings(view, 0, EN)] == ["4", "2", "−3\u00a0M"]
    assert [each for _, each in panel.holdings(view, 2, EN)] == [""]


def test_progress_and_milestones_are_told() -> None:
    view = ZAHLTAG.view(position(["F", "W"], since=2, past=[3]), None)
    assert figures(panel.progress(view, EN)) == ["1", "5", "2", "8"]
    assert figures(panel.milestone(PaydayCounted(count=2, contracts=3), EN)) == ["2"]
    assert panel.milestone(StacksSorted(stacks=(0, 0, 0, 0)), EN) == ""
