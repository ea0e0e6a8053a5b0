"""The plain bot: it plays at random."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.game import Move, View
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words


def random_legal(view: View, luck: int) -> Move:
    """Choose a random legal move.

    Idea: none at all; this is the yardstick for the others.
    """
    return choice(view.legal, luck)


class PlainBots:
    """The usual ``bots``."""

    STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType({"random_legal": random_legal})
    TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType({"random_legal": RANDOM})
