"""Zock (Schmidt Spiele, before 1993): when to cash in, duels for all, a bank that can run dry.

A pawn's worth rises the farther it has gone, and each roll may lose it: so it is a question of
when to stop. A king that meets a king plays for everything. Who cannot pay borrows, as long as
the bank has something to lend.
"""

from paydays_widgets.games.zock.engine import ZOCK as GAME
from paydays_widgets.games.zock.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
