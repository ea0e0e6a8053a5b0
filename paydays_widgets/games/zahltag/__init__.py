"""Zahltag (Franz-Benno Delonge, 2002): sealed procurement bids, and paydays for idle equipment.

The lowest bid for a contract wins and is paid; idle equipment costs money on payday. So a firm
weighs capacity against its cost, and each bid against who else *can* bid.
"""

from paydays_widgets.games.zahltag.engine import ZAHLTAG as GAME
from paydays_widgets.games.zahltag.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
