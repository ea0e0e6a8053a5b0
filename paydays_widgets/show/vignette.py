"""Vignettes: prepared positions with a question for the class and a worked answer.

A vignette is a set-up and the moves that lead to its position, including those of chance. On the
table it behaves like any game in play: one can step back, play on and start branches.
"""

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError, parse_toml, read_toml
from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import CHANCE, Decide, Event, IllegalMove, Move, Over
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Strategy, Table
from paydays_widgets.core.text import LANGUAGES, Words

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V")
R = TypeVar("R")
D = TypeVar("D")

SPOKEN: Final = ("title", "question", "verdict", "answer")
"""The fields that hold words in three languages."""


class Vignette(Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared position.

    Parameters
    ----------
    verdict
        The answer in one sentence: what is best, and why.
    answer
        The answer, with its calculation.
    clauses
        The rules at issue, by their ids in the game's rulebook.
    players
        The players, clockwise; the texts use these names. The seat that the question is about is a
        person's, and bots take the others.
    moves
        The notation of every move from the start, one per line or separated by ``;``. Empty
        lines and comments after ``#`` are ignored.
    rules
        The switches that differ from the default rules.
    next
        The notation of the move that chance should make as soon as it can; "" leaves it to luck.
    quiet
        Whether the picture would tell the answer: what does so is hidden until the result is
        there, or until it is asked for.
    best
        The moves that answer the question best: one notation, or several separated by ``; ``, with
        ``*`` for anything. Further moves may follow. None where no moves answer it.
    stand_ins
        The strategies that play on for the reader as the verdict assumes, the first of them in the
        advice. None where it holds whichever plays.
    until
        The kinds of event that are the result, by the names of their classes. Without any it has
        come when the turn ends or another seat may decide.
    """

    id: str
    title: Words
    question: Words
    verdict: Words
    answer: Words
    clauses: tuple[str, ...]
    players: tuple[Player, ...]
    moves: str
    rules: Mapping[str, Any] = MappingProxyType({})
    next: str = ""
    quiet: bool = False
    until: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()

    def script(self) -> tuple[str, ...]:
        r"""List the notations of the moves, in order.

        Examples
        --------
        >>> vignette = load("paydays_widgets.games.zahltag")[0]
        >>> replace(vignette, moves="* deal crane; * deal worker\n\n1 keep  # waits").script()
        ('* deal crane', '* deal worker', '1 keep')
        """
        lines = [line.partition("#")[0] for line in self.moves.splitlines()]
        notations = [each.strip() for line in lines for each in line.split(";")]
        return tuple(each for each in notations if each)

    def praises(self, moves: Sequence[Move]) -> bool:
        """Return whether moves of people begin with one of the best answers.

        Examples
        --------
        >>> from paydays_widgets.games.zahltag.moves import Bid
        >>> vignette = replace(load("paydays_widgets.games.zahltag")[0], best=("1 bid *",))
        >>> vignette.praises([Bid(0, 3)]), vignette.praises([Bid(1, 3)])
        (True, False)
        """
        made = "; ".join(map(str, moves))
        return any(fnmatchcase(made, each + end) for each in self.best for end in ("", "; *"))

    def openings(self, moves: Sequence[M]) -> list[M]:
        """Return those of a seat's moves with which one of the best answers begins."""
        heads = [each.removeprefix("*").partition(";")[0] for each in self.best]
        return [each for each in moves if any(fnmatchcase(str(each), head) for head in heads)]

    def named(self, names: Sequence[str]) -> "Vignette":
        """Return the vignette with other names for its players, in its texts too.

        Parameters
        ----------
        names
            By seat; any further seats keep their names.

        Examples
        --------
        >>> vignette = load("paydays_widgets.games.zahltag")[0]
        >>> [player.name for player in vignette.named(["Mia"]).players][:2]
        ['Mia', 'Ben']
        """
        players = [
            replace(player, name=name) for player, name in zip(self.players, names, strict=False)
        ]
        new = {old.name: each.called for old, each in zip(self.players, players, strict=False)}
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
            verdict=said(self.verdict),
            answer=said(self.answer),
            players=(*players, *self.players[len(players) :]),
        )


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    vignettes: tuple[Vignette, ...]


@cache
def load(package: str) -> tuple[Vignette, ...]:
    """Load the vignettes of a game from the ``vignettes.toml`` of its package.

    Raises
    ------
    DeckError
        If the file cannot be read or used.
    """
    from importlib.resources import files

    source = files(package) / "vignettes.toml"
    return _checked(read_toml(source, _File, SPOKEN), str(source))


def parse(text: str, name: str) -> tuple[Vignette, ...]:
    """Read vignettes from such TOML; ``name`` stands for it in errors.

    Raises
    ------
    DeckError
        If it cannot be read or used.
    """
    return _checked(parse_toml(text, _File, name, SPOKEN), name)


def _checked(file: _File, name: str) -> tuple[Vignette, ...]:
    """Return the vignettes of a file, after checking for repeated ids and empty texts."""
    ids: list[str] = []
    for at, vignette in enumerate(file.vignettes):
        place = f"vignettes[{at}]"
        if not vignette.id or vignette.id in ids:
            problem = f"expected an id of its own, got {vignette.id!r}"
            raise DeckError(name, f"{place}.id", problem)
        ids.append(vignette.id)
        for field in SPOKEN:
            for language in LANGUAGES:
                if not getattr(getattr(vignette, field), language).strip():
                    problem = f"expected the words of {vignette.id!r}, got none"
                    raise DeckError(name, f"{place}.{field}.{language}", problem)
    return file.vignettes


def set_up(
    vignette: Vignette,
    game: Engine[S, M, E, V, R, D],
    names: Sequence[str] = (),
    strategies: Mapping[str, Strategy] = MappingProxyType({}),
    seed: int = 1,
) -> Table[S, M, E, V, R, D]:
    """Put a vignette on a table, with the cursor at its position.

    Parameters
    ----------
    names
        Names to replace the vignette's own, by seat; see :meth:`Vignette.named`.
    strategies
        The strategies of the bots, by name; without any, people sit at all seats.

    Raises
    ------
    DeckError
        If the switches, the players or a move cannot be used, or the game is already over. The
        message names the vignette and the place in it.
    """
    try:
        rules = msgspec.convert(dict(vignette.rules), game.rules_type)
    except msgspec.ValidationError as error:
        raise DeckError(vignette.id, "rules", str(error)) from error
    players = vignette.named(names).players
    if not strategies:
        players = tuple(replace(each, kind=HUMAN) for each in players)
    try:
        table = Table(game, players, rules=rules, seed=seed, strategies=strategies)
    except ValueError as error:
        raise DeckError(vignette.id, "players", str(error)) from error
    for number, notation in enumerate(vignette.script(), 1):
        try:
            table.make(game.read(notation))
        except (IllegalMove, NotationError) as error:
            raise DeckError(vignette.id, f"move {number}", str(error)) from error
    if isinstance(table.turn, Over):
        raise DeckError(vignette.id, "moves", "expected a game that goes on; this one is over")
    table.dealer.wish = wish(vignette, game)
    return table


def asked(vignette: Vignette, table: AnyTable) -> int | None:
    """Return the step at which a vignette asks its question; None on a branch that leaves it."""
    moves, branch = len(vignette.script()), table.branch
    while branch.parent is not None:
        if branch.shared < moves:
            return None
        branch = table.branches[branch.parent]
    return branch.begins(moves)


def result(vignette: Vignette, table: AnyTable) -> int | None:
    """Return the step at which the result of a vignette has come; None as long as it has not."""
    begun = asked(vignette, table)
    if begun is None:
        return None
    branch, turn_of = table.branch, table.game.turn
    turn = turn_of(branch.steps[begun - 1].state if begun else table.start).turn
    people = tuple(seat for seat, each in enumerate(table.players) if each.kind == HUMAN)
    come = None
    for at in range(begun + 1, len(branch.steps) + 1):
        if come and at - 1 in branch.ends:
            return come
        step = branch.steps[at - 1]
        now = turn_of(step.state)
        if isinstance(now, Over):
            return at
        if type(step.event).__name__ in vignette.until:
            come = at  # the last of its kind that the move brings
        elif not vignette.until and now.turn != turn:
            return max(at - 1, begun + 1)
        elif not vignette.until and isinstance(now, Decide) and now.seats != people:
            return at
    return come


def wish(vignette: Vignette, game: Engine[S, M, E, V, R, D]) -> M | None:
    """Read the move that chance should make next.

    Raises
    ------
    DeckError
        If it is none.
    """
    if not vignette.next:
        return None
    try:
        move = game.read(vignette.next)
    except NotationError as error:
        raise DeckError(vignette.id, "next", str(error)) from error
    if move.by != CHANCE:
        problem = f"expected a move of chance, got {vignette.next!r}"
        raise DeckError(vignette.id, "next", problem)
    return move
