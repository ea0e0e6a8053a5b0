"""What a form in which a class is opened comes to: a new game, or the blocks of a programme."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom.entries import MOST_CHECKS, Block, Opened, Options, Way
from paydays_widgets.classroom.running import Opens
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint, Rules
from paydays_widgets.core.switch import Switch, settled
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show import vignette
from paydays_widgets.show.modules import Modules

BLOCKS: Final = 6
"""How many blocks the form has room for."""


def fresh(
    name: str, way: Way = "tables", preset: str = "", field: Callable[[str], str] | None = None
) -> str:
    """Make the record of a new game; in a poll, bots play all seats but one.

    Parameters
    ----------
    preset
        The name of its rules; "" for the usual ones.
    field
        Returns what a switch of the form is set to, if the form has any: ``ceiling``.

    Raises
    ------
    Complaint
        If there is no such game, or it has no such rules.
    """
    modules = _modules(name)
    rules = _rules(modules, preset)
    if field is not None:
        usual = rules or modules.engine.rules_type()
        rules = _switched(modules, usual, field, Text("en", modules.package))
    return _record(modules, rules, way)


def opening(opens: Opens, language: Language) -> Opened:
    """Return how the game of a stage of a running order is opened, without code, host and seed.

    Raises
    ------
    Complaint
        If there is no such game, position, or rules.
    """
    modules = _modules(opens.game)
    programme = blocks(opens.game, _numbered(opens.blocks), language) if opens.blocks else ()
    options = msgspec.convert({"contest": True, **opens.options}, Options)
    if programme:
        saved = programme[0].record
    elif opens.position:
        saved = _position(modules, opens.position)
    else:
        saved = fresh(opens.game, opens.way, opens.rules)
    return Opened(
        "", "", opens.way, language, saved, 0, options, prepared=True, programme=programme
    )


def _position(modules: Modules, name: str) -> str:
    if name not in modules.vignettes:
        raise Complaint("{game} has no position {name}", game=modules.panel.TITLE, name=name)
    strategies = modules.bots.STRATEGIES
    given = modules.vignettes[name]
    return record.dumps(vignette.set_up(given, modules.engine, strategies=strategies))


def _numbered(found: Sequence[Mapping[str, str | int | bool]]) -> Callable[[str], str]:
    """Return the fields of blocks as the form has them, by names that end in their number."""
    given = {
        f"{name}-{at}": "" if value is False else str(int(value) if value is True else value)
        for at, block in enumerate(found, 1)
        for name, value in block.items()
    }
    return lambda name: given.get(name, "")


_CLASH: Final = Complaint("some rules do not go together: what to change stands beside them")


class Amiss(Complaint):
    """Some fields of a form do not go together: what is wrong with each stands beside it."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(_CLASH.sentence)
        self.fields = fields


def blocks(name: str, field: Callable[[str], str], language: Language = "en") -> tuple[Block, ...]:
    """Make the blocks of a programme from the fields of a form.

    Parameters
    ----------
    field
        Returns a field; "" if the form does not have it. Those of the first block are ``rules-1``
        (the preset that it starts from), a switch such as ``auction-1`` (if it has another value
        there), ``rounds-1`` or what else the game counts, ``size-1``, ``mixed-1``,
        ``practice-1`` and ``checks-1``.

    Raises
    ------
    Complaint
        If the game cannot be played so, or no block has rules.
    Amiss
        If some rules do not go together.
    """
    modules = _modules(name)
    if modules.programme is None:
        raise Complaint("{game} is played one game at a time", game=modules.panel.TITLE)
    found, amiss = {}, dict[str, str]()
    for at in range(1, BLOCKS + 1):
        if field(f"rules-{at}"):
            try:
                found[at] = _block(modules, _of_block(field, at), language)
            except Amiss as error:
                amiss |= {f"{name}-{at}": said for name, said in error.fields.items()}
    if amiss:
        raise Amiss(amiss)
    if not found:
        raise Complaint("choose the rules of at least one block")
    counted = [
        at
        for at, each in found.items()
        if field(f"{modules.programme.COUNT}-{at}") != "1" and not each.practice
    ]
    if field("same") and len({field(f"mixed-{at}") for at in counted}) > 1:
        raise Complaint(
            "the same values in each block need new tables after each round in all blocks, or "
            "in none"
        )
    return tuple(found.values())


def _of_block(field: Callable[[str], str], at: int) -> Callable[[str], str]:
    return lambda name: field(f"{name}-{at}")


def _block(modules: Modules, field: Callable[[str], str], language: Language) -> Block:
    game, text = modules.programme, Text(language, modules.package)
    assert game is not None  # noqa: S101 - its caller has looked
    rounds = _number(field(game.COUNT), game.ROUNDS)
    mixed = bool(field("mixed"))
    if mixed and not game.MIXES:
        raise Complaint("this is not among the choices")
    rules = composed(modules, field, text)
    clashes = game.clashes(rules, text, mixed=mixed)
    if clashes:
        raise Amiss(clashes)
    return Block(
        _record(modules, game.shaped(rules, 1 if mixed else rounds)),
        _number(field("size"), modules.panel.TABLES or modules.engine.seats),
        games=rounds if mixed else 1,
        practice=bool(field("practice")),
        checks=_number(field("checks") or "0", range(MOST_CHECKS + 1)),
    )


def composed(modules: Modules, field: Callable[[str], str], text: Text) -> Any:  # noqa: ANN401 - the rules of any game
    """Take a preset's rules, and change the switches that have another value."""
    rules = _switched(modules, _rules(modules, field("rules")), field, text)
    return modules.panel.in_class(rules)


def _switched(
    modules: Modules,
    rules: Any,  # noqa: ANN401
    field: Callable[[str], str],
    text: Text,
) -> Any:  # noqa: ANN401
    switches = modules.panel.switches(text)
    for switch in switches:
        value = field(switch.field)
        if switch.field == "rounds" or not value:
            continue
        if value not in {each for each, _ in switch.options}:
            raise Complaint("this is not among the choices")
        read = msgspec.convert({switch.field: value}, modules.engine.rules_type, strict=False)
        rules = replace(rules, **{switch.field: getattr(read, switch.field)})
    return settled(rules, switches)


def switches(modules: Modules, text: Text) -> list[Switch]:
    """List the switches of a game that make a difference in a class."""
    kind, in_class = modules.engine.rules_type, modules.panel.in_class
    return [
        each
        for each in modules.panel.switches(text)
        if len(
            {
                in_class(msgspec.convert({each.field: value}, kind, strict=False))
                for value, _ in each.options
            }
        )
        > 1
    ]


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
