"""The market: buyers with values, sellers with costs, and a price that nobody sets.

Two institutions: the call market, where sealed offers meet at one price, and the continuous double
auction, where an offer stands until somebody takes it.
"""

from paydays_widgets.games.market.engine import MARKET as GAME
from paydays_widgets.games.market.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
