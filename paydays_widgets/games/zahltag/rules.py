"""The switches for what the rulebooks differ on, and a preset for each edition."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.core import game

Adjust: TypeAlias = Literal["three_rounds", "one_round"]
OverLimit: TypeAlias = Literal["forbid", "fine_players", "fine_bank"]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How Zahltag is played.

    Parameters
    ----------
    adjust
        How hands are adjusted before the first turn (ZT-adjust): ``three_rounds`` of one
        change each (German rulebook), or ``one_round`` in which a seat takes, or discards, up
        to three cards (French).
    over_limit
        What happens when a seat takes a thirteenth card (ZT-2-limit-how): with ``forbid`` it
        may not; ``fine_players`` fines it in favour of each other seat (German),
        ``fine_bank`` in favour of the bank (French).
    first
        The seat that starts (ZT-players), counted from 0.
    """

    adjust: Adjust = "three_rounds"
    over_limit: OverLimit = "forbid"
    first: game.StartingSeat = 0


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "teaching": Rules(),
        "de": Rules(adjust="three_rounds", over_limit="fine_players"),
        "fr": Rules(adjust="one_round", over_limit="fine_bank"),
    }
)
"""The rules of each edition; ``teaching``, the default, forbids what the rulebooks fine."""
