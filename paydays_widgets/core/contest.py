"""What chance brings for seats to compete for, and whether luck lets several of them."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.chance import Lane, pick
from paydays_widgets.core.game import CHANCE, Chance, Move
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import Words

Able: TypeAlias = Callable[[Any, Any], bool | None]
"""Whether a seat could bid for what a move of chance brings, by its view before the move; None if
the move brings nothing to bid for."""

RIVALS: Final = 2
"""How many seats make a contest."""


class Prize(Struct, frozen=True):
    """What seats compete for in a game, such as contracts.

    Parameters
    ----------
    able
        Tells for a seat and a move of chance.
    promise
        Says to a teacher that at least two at a table can bid for the first ``{n}``.
    """

    able: Able
    promise: Words


class Planned(Struct, frozen=True, array_like=True):
    """A draw whose outcome was chosen beforehand: its lane, and the notation of what comes."""

    turn: int
    purpose: str
    repeat: int
    move: str


def plan(tables: Sequence[AnyTable], able: Able, count: int) -> tuple[Planned, ...]:
    """Choose what comes first of all that seats compete for, the same at several tables.

    Each outcome is as likely as it is in the game, among those for which at least two seats can
    bid at as many of the tables as possible.

    Parameters
    ----------
    tables
        Tables with the same luck, where bots play on: they are played.
    """
    found: list[Planned] = []
    first = tables[0]
    while len(found) < count and all(_reaches(each, able) for each in tables):
        turn = first.turn
        rivals = [rivalry(each, able) for each in tables]
        shared = [move for move in rivals[0] if all(move in each for each in rivals)]
        if not shared or not isinstance(turn, Chance) or any(each.turn != turn for each in tables):
            break
        suits = {move: sum(each[move] for each in rivals) for move in shared}
        best = max(suits.values())
        lane = Lane(turn.turn, turn.purpose, turn.repeat)
        outcomes = first.game.outcomes(first.state)
        move = pick(
            [each for each in outcomes if suits.get(each.move) == best], first.dealer.luck(lane)
        )
        found.append(Planned(lane.turn, lane.purpose, lane.repeat, str(move)))
        for each in tables:
            each.make(move)
    return tuple(found)


def rivalry(table: AnyTable, able: Able) -> dict[Move, bool]:
    """Say whether at least two seats could bid for each outcome of the next draw.

    Empty if nobody draws now, or if nothing that could come is bid for.
    """
    if not isinstance(table.turn, Chance) or not table.newest:
        return {}
    game, state = table.game, table.state
    first = game.view(state, 0)
    brought = [move for move in game.legal(state, CHANCE) if able(first, move) is not None]
    views = [game.view(state, seat) for seat in range(len(table.players))] if brought else []
    return {move: sum(bool(able(view, move)) for view in views) >= RIVALS for move in brought}


def _reaches(table: AnyTable, able: Able) -> bool:
    """Play on to the next draw of something to bid for; return whether there is one."""
    while not rivalry(table, able):
        if not table.advance():
            return False
    return True
