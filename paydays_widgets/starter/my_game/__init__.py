"""Lots go to the highest sealed bid; only the seat itself knows what a lot is worth to it."""

from my_game.engine import MY_GAME as GAME

__all__ = ["GAME"]
