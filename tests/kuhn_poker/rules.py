"""The switch of Kuhn poker."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.core import game

Size: TypeAlias = Literal[3, 4]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How Kuhn poker is played.

    Parameters
    ----------
    cards
        The number of cards in play (KP-cards), from the lowest up.
    """

    cards: Size = 3


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({"kuhn": Rules(), "ace": Rules(cards=4)})
"""``kuhn``, the default, is the well-known game; ``ace`` has one more card."""
