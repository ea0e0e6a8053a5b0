"""Kuhn poker (Harold W. Kuhn, 1950): three cards, one bet, and a reason to bluff.

The smallest game in which bluffing is part of perfect play. It lives among the tests: it follows
the steps of CONTRIBUTING.md, which keeps them true, and passes the same contract as the games on
the shelf.
"""

from tests.kuhn_poker.engine import KUHN_POKER as GAME
from tests.kuhn_poker.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
