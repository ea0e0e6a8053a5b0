"""Pay Day (Paul J. Gruen, 1975): month after month of mail, bills, bargains and loans.

The salary comes once a month, but bills come on any day. Savings earn a tenth, loans cost a
fifth, and every bargain ties up cash until a buyer calls. A household must therefore weigh what
money can earn against the cost of running out.
"""

from paydays_widgets.games.pay_day.engine import PAY_DAY as GAME
from paydays_widgets.games.pay_day.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
