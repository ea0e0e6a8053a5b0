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
    """The rules of Master Builder that can be changed.

    Parameters
    ----------
    hire_fire_limit
        How many times a seat may hire or fire in a round before it can only pass (MB-1-three).
        The rulebook sets no limit, which 10 stands for; two reviews say 3.
    first_player_pass
        What happens when a seat names no contract (MB-2-nominate): ``next_player_names``, or
        ``phase_over_for_him``, after which that seat neither names nor bids in the phase.
    early_repay_until
        How long the early price for loans holds (MB-5-early): while contract cards are in the
        pile or on offer, or also while any seat holds an unfinished contract.
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
"""``rulebook``, the default, and ``reviews``, which uses the two figures found in reviews."""
