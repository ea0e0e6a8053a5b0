"""Classes that play the market as a programme, and people who trade as bots do."""

from collections.abc import Mapping
from random import Random

from paydays_widgets import games
from paydays_widgets.classroom.composing import blocks
from paydays_widgets.classroom.entries import Block
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import CHANCE
from tests.classroom.classes import Class

MARKET = games.modules("market")
USUAL: Mapping[str, str] = {"rules": "double_auction", "periods": "3", "size": "60"}
FULL = 2**32


def programme(*given: Mapping[str, str]) -> tuple[Block, ...]:
    """Make a programme as the form does: for each block, what differs from :data:`USUAL`."""
    fields = {
        f"{name}-{number}": value
        for number, block in enumerate(given, 1)
        for name, value in {**USUAL, **block}.items()
    }
    return blocks("market", lambda name: fields.get(name, ""))


def opened(people: int, *given: Mapping[str, str], same: bool = False) -> Class:
    """Open a class that plays a programme; its first block has begun."""
    room = Class().open(programme=programme(*given), same=same, pace="fast")
    return room.join(*[f"P{number}" for number in range(people)]).begin()


def trade(room: Class, most: int = 10_000, kind: str = "zero_intelligence") -> None:
    """Let people trade as a bot would, at all tables, to the end of the game or for so long."""
    luck = Random(len(room.log))
    for sitting in room.room.sittings:
        for _ in range(most):
            sitting.catch_up(room.now)
            if sitting.over or not _speak(sitting, luck, kind, room.now):
                break
            room.now += 50


def _speak(sitting: Sitting, luck: Random, kind: str, at: int) -> bool:
    """Let one seat decide; return whether any could."""
    if not sitting.waiting:
        return False
    table = sitting.table
    seat = luck.choice(sitting.waiting)
    strategy = MARKET.bots.STRATEGIES[kind]
    move = strategy(table.game.view(table.state, seat), luck.randrange(FULL))
    assert move.by != CHANCE
    sitting.play(move, next(iter(sitting.people[seat]), None), 1_000, at, at)
    sitting.show_all()
    return True
