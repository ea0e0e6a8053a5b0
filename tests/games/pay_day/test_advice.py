"""What the gauge says of a Deal, and what games played on from there say, fit together."""

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.table import Table
from paydays_widgets.games.pay_day import reading
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.futures import estimates, played
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import default_players
from paydays_widgets.talk import advice

GAMES = 600
SEED = 7


def left_alone(strategy: str) -> tuple[int, Estimate]:
    """Return what the first Deal leaves if sold, and what leaving it costs a strategy."""
    modules = games.modules("pay_day")
    session = Session(
        Table(modules.engine, default_players("pay_day"), strategies=modules.bots.STRATEGIES)
    )
    assert session.do("start", None)
    asked = advice.question(session, 0).decision
    deal = reading.deal_offered(session.table.game.view(session.table.state, 0))
    line_up = (strategy, *asked.setting.line_up[1:])
    asked = replace(asked, setting=replace(asked.setting, line_up=line_up))
    _, passing = estimates(list(played(asked, GAMES, SEED)))
    session.close()
    return deal.price - deal.cost + deal.commission, passing[2]


@pytest.mark.clause("PD-buyer", "PD-deal-commission")
def test_who_never_lacks_cash_loses_no_more_than_the_gauge_says_by_leaving_a_deal() -> None:
    gain, behind = left_alone("leverage_every_deal")
    assert -gain <= behind.low <= behind.high < 0


@pytest.mark.clause("PD-buyer")
def test_who_buys_for_cash_alone_loses_more_since_the_gain_would_buy_more() -> None:
    gain, behind = left_alone("no_debt")
    assert behind.high < -gain
