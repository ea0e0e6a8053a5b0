"""What lessons say of a game beyond what their own code works out, played by the engine."""

from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.playout import playout
from paydays_widgets.lab.playing import deciders
from paydays_widgets.lab.setting import setting
from paydays_widgets.lessons import position

BUILDERS = games.load("master_builder")


def ends(seed: int, *moves: str) -> int:
    """Play the last round from where the early price ends; return Anna's money, less her debts."""
    begun = position("early-becomes-late", game="master_builder").table.state
    state: Any = replace(begun, round=begun.last_round)
    for move in moves:
        state = BUILDERS.unfold(state, BUILDERS.read(move))[-1].state
    playing = deciders(setting("master_builder", ["price_to_value", "price_to_value"]))
    for _, after in playout(BUILDERS, state, playing, seed):
        state = after
    return BUILDERS.sheet(state, 0).counted


@pytest.mark.parametrize("seed", range(12))
def test_in_the_last_round_repaying_early_saves_the_difference(seed: int) -> None:
    paid, waited = ends(seed, "1 repay small", "1 pass"), ends(seed, "1 pass")
    assert paid - waited == 2
