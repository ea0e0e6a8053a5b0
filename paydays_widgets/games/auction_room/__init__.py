"""The auction room: one object after another, sold or commissioned by whatever format is chosen.

Values are private, or one value is common to all and each seat has an estimate of it. What theory
says of a format stands beside it in ``reading``.
"""

from paydays_widgets.games.auction_room.engine import AUCTION_ROOM as GAME
from paydays_widgets.games.auction_room.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
