"""Pay Day (Paul J. Gruen, 1975): a month of mail, bills, bargains and loans, again and again.

A salary comes once a month, bills come any day. Savings earn a tenth, loans cost a fifth, and
every bargain ties up cash until a buyer calls. So a household weighs what money earns against
what its lack costs.
"""

from paydays_widgets.games.pay_day.engine import PAY_DAY as GAME
from paydays_widgets.games.pay_day.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
