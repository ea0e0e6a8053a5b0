"""Lots go to the highest sealed bid; what one is worth to a seat, only that seat knows."""

from my_game.engine import MY_GAME as GAME

__all__ = ["GAME"]
