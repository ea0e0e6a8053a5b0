"""A market on a server that is killed while phones reload: what was acknowledged is there."""

import asyncio
from pathlib import Path

import pytest

from paydays_widgets.games.market.rules import Rules
from tests.classroom.market_load import Floor, check, kill, market

PEOPLE = 12
FOR = 3.0
"""Seconds, twice."""


@pytest.mark.hosting
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_nothing_is_lost_and_all_screens_are_equal(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/class.db"
    rules = Rules(speech="free", units=3, periods=15)

    async def act(floor: Floor) -> None:
        async with floor.open():
            await floor.trade(FOR, 10)
            floor.reload(3)
            kill(program)
            await floor.trade(FOR, 10)
            await floor.rest()

    with market(database, PEOPLE, rules) as (floor, number, program):
        asyncio.run(act(floor))
    found = check(floor, database, number)
    assert len(found) > 1
    for order, made in found:
        if order.got:  # else its answer was lost, and it may be sent again
            assert all(each.saw(made) > order.sent for each in floor.traders)
