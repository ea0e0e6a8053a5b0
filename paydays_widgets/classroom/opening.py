"""What a class begins with: a new game, or the blocks of a programme, as the form has them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from paydays_widgets import games
from paydays_widgets.classroom.entries import Block, Way
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint, Rules
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.programme import ProgrammeModule

BLOCKS: Final = 6
"""How many blocks the form has room for."""


def fresh(name: str, way: Way = "tables", preset: str = "") -> str:
    """Make the record of a new game; in a poll, bots play all seats but one.

    Parameters
    ----------
    preset
        The name of its rules; "" for the usual ones.

    Raises
    ------
    Complaint
        If there is no such game, or it has no such rules.
    """
    modules = _modules(name)
    return _record(modules, _rules(modules, preset), way)


def blocks(name: str, field: Callable[[str], str]) -> tuple[Block, ...]:
    """Make the blocks of a programme from the fields of a form.

    Parameters
    ----------
    field
        Returns a field; "" if the form does not have it. Those of the first block are
        ``rules-1``, ``rounds-1``, ``size-1``, ``mixed-1`` and ``practice-1``.

    Raises
    ------
    Complaint
        If the game cannot be played so, or no block has rules.
    """
    modules = _modules(name)
    game = modules.programme
    if game is None:
        raise Complaint("{game} is played one game at a time", game=modules.panel.TITLE)
    names = ("rules", "rounds", "size", "mixed", "practice")
    given = [
        {name: field(f"{name}-{at}") for name in names} | {"told": field("told")}
        for at in range(1, BLOCKS + 1)
    ]
    chosen = [each for each in given if each["rules"]]
    found = tuple(_block(modules, game, each) for each in chosen)
    if not found:
        raise Complaint("choose the rules of at least one block")
    counted = [each for each in chosen if each["rounds"] != "1" and not each["practice"]]
    if field("same") and len({each["mixed"] for each in counted}) > 1:
        raise Complaint(
            "the same values in each block need new tables after each round in all blocks, or "
            "in none"
        )
    return found


def _block(modules: Modules, game: ProgrammeModule, given: Mapping[str, str]) -> Block:
    rules = _rules(modules, given["rules"])
    rounds = _number(given["rounds"], game.ROUNDS)
    size = _number(given["size"], modules.engine.seats)
    mixed, told = bool(given["mixed"]), given["told"]
    if told not in game.TOLD:
        raise Complaint("this is not among the choices")
    return Block(
        _record(modules, game.shaped(rules, 1 if mixed else rounds, told)),
        size,
        games=rounds if mixed else 1,
        practice=bool(given["practice"]),
    )


def _number(given: str, allowed: Sequence[int]) -> int:
    if not given.isdecimal() or int(given) not in allowed:
        raise Complaint("this is not among the choices")
    return int(given)


def _modules(name: str) -> Modules:
    if name not in games.names():
        raise Complaint("choose one of the games")
    return games.modules(name)


def _rules(modules: Modules, preset: str) -> Rules | None:
    if not preset:
        return None
    if preset not in modules.presets:
        raise Complaint("choose one of the game’s rules")
    rules: Rules = modules.presets[preset]
    return rules


def _record(modules: Modules, rules: Rules | None, way: Way = "tables") -> str:
    bots = modules.panel.OPPONENTS
    players = [
        Player(f"Seat {seat + 1}", bots[seat % len(bots)] if way == "poll" and seat else HUMAN)
        for seat in range(modules.panel.SEATS[-1])
    ]
    strategies = modules.bots.STRATEGIES
    return record.dumps(Table(modules.engine, players, rules=rules, strategies=strategies))
