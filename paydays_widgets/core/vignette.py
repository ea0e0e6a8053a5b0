"""Vignettes: ready positions with a question to the class and the answer worked out.

A vignette is a set-up and the moves that lead to its position, chance's moves among them, so it
stands on the table as a game that was played: it can be walked back, played on and branched.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError, parse_toml, read_toml
from paydays_widgets.core.game import (
    CHANCE,
    Event,
    Game,
    IllegalMove,
    Move,
    Over,
)
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.table import Player, Strategy, Table
from paydays_widgets.core.text import LANGUAGES, Words

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V")
R = TypeVar("R")
D = TypeVar("D")


class Vignette(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready position.

    Parameters
    ----------
    id
        Its name, unique in its game.
    title
        What it is about, in a few words.
    question
        What the class is asked at this position.
    answer
        What it should find, worked out.
    clauses
        The rules that it turns on, by their ids in the game's rulebook.
    players
        Who sits where; the texts call them by these names.
    moves
        The notation of every move from the start, one a line or parted by ``;``. Empty lines
        and whatever follows a ``#`` do not count.
    rules
        The game's switches, where they differ from its default rules.
    next
        The notation of what chance is to bring next, as soon as it can; "" leaves it to luck.
    """

    id: str
    title: Words
    question: Words
    answer: Words
    clauses: tuple[str, ...]
    players: tuple[Player, ...]
    moves: str
    rules: Mapping[str, Any] = MappingProxyType({})
    next: str = ""

    def script(self) -> tuple[str, ...]:
        r"""Give the notations of the moves, in order.

        Examples
        --------
        >>> vignette = load("paydays_widgets.games.zahltag")[0]
        >>> replace(vignette, moves="* deal crane; * deal worker\n\n1 keep  # waits").script()
        ('* deal crane', '* deal worker', '1 keep')
        """
        lines = [line.partition("#")[0] for line in self.moves.splitlines()]
        notations = [each.strip() for line in lines for each in line.split(";")]
        return tuple(each for each in notations if each)

    def named(self, names: Sequence[str]) -> "Vignette":
        """Give the vignette with other names at its seats, in its texts too.

        Parameters
        ----------
        names
            By seat; a seat without one keeps its own.

        Examples
        --------
        >>> vignette = load("paydays_widgets.games.zahltag")[0]
        >>> [player.name for player in vignette.named(["Mia"]).players][:2]
        ['Mia', 'Ben']
        """
        players = [
            replace(player, name=name) for player, name in zip(self.players, names, strict=False)
        ]
        new = {old.name: each.name for old, each in zip(self.players, players, strict=False)}
        if not new:
            return self
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, new))})\b")

        def said(words: Words) -> Words:
            return Words(
                **{
                    language: pattern.sub(lambda found: new[found[0]], getattr(words, language))
                    for language in LANGUAGES
                }
            )

        return replace(
            self,
            title=said(self.title),
            question=said(self.question),
            answer=said(self.answer),
            players=(*players, *self.players[len(players) :]),
        )


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    vignettes: tuple[Vignette, ...]


@cache
def load(package: str) -> tuple[Vignette, ...]:
    """Give the vignettes of a game.

    Parameters
    ----------
    package
        The game's package, which holds ``vignettes.toml``.

    Raises
    ------
    DeckError
        If the file cannot be read or used.
    """
    from importlib.resources import files

    source = files(package) / "vignettes.toml"
    return _checked(read_toml(source, _File), str(source))


def parse(text: str, name: str) -> tuple[Vignette, ...]:
    """Read vignettes from a text.

    Parameters
    ----------
    text
        TOML in the form of a game's ``vignettes.toml``.
    name
        What it is called in an error.

    Raises
    ------
    DeckError
        If it cannot be read or used.
    """
    return _checked(parse_toml(text, _File, name), name)


def _checked(file: _File, name: str) -> tuple[Vignette, ...]:
    """Refuse two vignettes of one id, and texts that say nothing."""
    ids: list[str] = []
    for at, vignette in enumerate(file.vignettes):
        place = f"vignettes[{at}]"
        if not vignette.id or vignette.id in ids:
            problem = f"expected an id of its own, got {vignette.id!r}"
            raise DeckError(name, f"{place}.id", problem)
        ids.append(vignette.id)
        for field in ("title", "question", "answer"):
            for language in LANGUAGES:
                if not getattr(getattr(vignette, field), language).strip():
                    problem = f"expected the words of {vignette.id!r}, got none"
                    raise DeckError(name, f"{place}.{field}.{language}", problem)
    return file.vignettes


def set_up(
    vignette: Vignette,
    game: Game[S, M, E, V, R, D],
    names: Sequence[str] = (),
    strategies: Mapping[str, Strategy] = MappingProxyType({}),
    seed: int = 1,
) -> Table[S, M, E, V, R, D]:
    """Put a vignette on a table, with the cursor at its position.

    Parameters
    ----------
    vignette
        The position.
    game
        The engine of its game.
    names
        In place of the vignette's own, by seat; see :meth:`Vignette.named`.
    strategies
        By name, for the seats that are not human.
    seed
        For what chance and the bots do afterwards.

    Raises
    ------
    DeckError
        If the switches, the players or a move cannot be used, or the game is over already. The
        message names the vignette and the place in it.
    """
    try:
        rules = msgspec.convert(dict(vignette.rules), game.rules_type)
    except msgspec.ValidationError as error:
        raise DeckError(vignette.id, "rules", str(error)) from error
    players = vignette.named(names).players
    try:
        table = Table(game, players, rules=rules, seed=seed, strategies=strategies)
    except ValueError as error:
        raise DeckError(vignette.id, "players", str(error)) from error
    for number, notation in enumerate(vignette.script(), 1):
        try:
            table.play(game.read(notation))
        except (IllegalMove, NotationError) as error:
            raise DeckError(vignette.id, f"move {number}", str(error)) from error
    if isinstance(table.turn, Over):
        raise DeckError(vignette.id, "moves", "expected a game that goes on; this one is over")
    table.dealer.wish = _wish(vignette, game)
    return table


def _wish(vignette: Vignette, game: Game[S, M, E, V, R, D]) -> M | None:
    """Read what chance is to bring next."""
    if not vignette.next:
        return None
    try:
        wish = game.read(vignette.next)
    except NotationError as error:
        raise DeckError(vignette.id, "next", str(error)) from error
    if wish.by != CHANCE:
        problem = f"expected a move of chance, got {vignette.next!r}"
        raise DeckError(vignette.id, "next", problem)
    return wish
