"""Kuhn poker (Harold W. Kuhn, 1950): three cards, one bet, and a reason to bluff.

The smallest game in which a bluff belongs to perfect play. It lives among the tests, made by the
steps of CONTRIBUTING.md to keep them true, and is held to the same contract as the games on the
shelf. Whoever adds a game may begin with a copy.
"""

from tests.kuhn_poker.engine import KUHN_POKER as GAME
from tests.kuhn_poker.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
