"""Zock (Schmidt Spiele, before 1993): when to cash, duels for everything, a bank that can run dry.

A pawn is worth more the farther it has gone, and each roll may lose it: the question is when to
stop. A king that meets a king plays for everything. A seat that cannot pay borrows, as long as
the bank has money to lend.
"""

from paydays_widgets.games.zock.engine import ZOCK as GAME
from paydays_widgets.games.zock.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
