"""The switches on which the sources differ or are silent, and the presets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game

FirstPlayerPass: TypeAlias = Literal["next_player_names", "phase_over_for_him"]
EarlyRepay: TypeAlias = Literal["deck_or_display_nonempty", "any_contract_unfinished"]
UnfinishedPenalty: TypeAlias = Literal["20000_each", "20_percent_each"]
Limit: TypeAlias = Annotated[int, Meta(ge=1, le=999)]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How Master Builder is played.

    Parameters
    ----------
    hire_fire_limit
        After so many hirings and firings in a round a seat can only pass (MB-1-three). The
        rulebook sets no bound: 10 stands for that; two reviews have 3.
    first_player_pass
        What passing the naming means (MB-2-nominate): ``next_player_names``, or
        ``phase_over_for_him``, after which that seat neither names nor bids in the phase.
    early_repay_until
        How long the early rate of the loans holds (MB-5-early): while contract cards are in
        the pile or on offer, or also while one that a seat holds is unfinished.
    unfinished_penalty
        What a missing section costs at the end (MB-end-unfinished).
    """

    hire_fire_limit: Limit = 10
    first_player_pass: FirstPlayerPass = "next_player_names"
    early_repay_until: EarlyRepay = "deck_or_display_nonempty"
    unfinished_penalty: UnfinishedPenalty = "20000_each"


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "rulebook": Rules(),
        "reviews": Rules(hire_fire_limit=3, unfinished_penalty="20_percent_each"),
    }
)
"""``rulebook``, the default, and ``reviews``, which takes the two figures that reviews have."""
