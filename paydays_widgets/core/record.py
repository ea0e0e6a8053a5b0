"""Saved games: a record holds the set-up and the moves, so a replay does not depend on luck.

A record is human-readable JSON. A digest of each final position detects a replay that leads
elsewhere; a digest of the record itself detects a changed file. A share link is the same record,
compressed, in the fragment of a page's address.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from paydays_widgets import __version__
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Complaint, IllegalMove
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.table import (
    MOST_BRANCHES,
    MOST_MOVES,
    Branch,
    Player,
    Strategy,
    Table,
    deals,
    letter,
)
from paydays_widgets.core.text import LINE

FORMAT: Final = 1
"""The version of the format: raised when the layout or the luck of a seed changes."""
FRAGMENT: Final = "g="
"""The start of a share link's fragment, after the ``#``."""
_LARGEST: Final = 4_000_000
"""The size limit of an unpacked record, in bytes."""

Line: TypeAlias = Annotated[str, Meta(max_length=LINE)]
Whole: TypeAlias = Annotated[int, Meta(ge=-(2**31), lt=2**31)]


class RecordError(Complaint):
    """A record cannot be used.

    Parameters
    ----------
    place
        The place in the record.
    """

    def __init__(self, place: str, sentence: str, **facts: object) -> None:
        super().__init__(sentence, **facts)
        self.place = place

    @classmethod
    def about(cls, place: str, complaint: Complaint) -> "RecordError":
        """Say where in a record something is that cannot be done."""
        return cls(place, complaint.sentence, **complaint.facts)

    def __str__(self) -> str:
        """Write the place and the problem."""
        return f"{self.place}: {super().__str__()}"


class SavedBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """A branch: the moves after those shared with its parent."""

    parent: Whole | None
    shared: Whole
    moves: Annotated[tuple[Line, ...], Meta(max_length=MOST_MOVES)]
    digest: Line


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game.

    Parameters
    ----------
    format
        The version of this layout.
    game, game_version
        The game's id, and the version of its rules engine.
    package
        The version of the package that wrote the record.
    deck
        The digest of the deck.
    own_deck
        The deck itself if it is not the game's own; otherwise None.
    current, at
        The branch on the table, and how many of its steps precede the cursor.
    checksum
        The digest of all the rest.
    """

    format: Whole
    game: Line
    game_version: Whole
    package: Line
    rules: Any
    deck: Line
    own_deck: Any
    players: Annotated[tuple[Player, ...], Meta(max_length=60)]
    seed: int  # a table refuses one that is too large
    undo_chance: bool
    branches: Annotated[tuple[SavedBranch, ...], Meta(max_length=MOST_BRANCHES)]
    current: Whole
    at: Whole
    checksum: Line = ""


class _Head(Struct, frozen=True):
    format: Whole
    game: Line


def digest(value: object) -> str:
    """Compute a digest of a value: 16 hexadecimal digits.

    Examples
    --------
    >>> digest((1, 2)) == digest([1, 2])
    True
    """
    return blake2b(msgspec.json.encode(value, order="sorted"), digest_size=8).hexdigest()


def record(table: Table[Any, Any, Any, Any, Any, Any]) -> Record:
    """Make the record of a table, with all its branches."""
    game = table.game
    usual = game.deck()
    draft = Record(
        format=FORMAT,
        game=game.id,
        game_version=game.version,
        package=__version__,
        rules=msgspec.to_builtins(table.rules),
        deck=digest(table.deck),
        own_deck=None if table.deck == usual else msgspec.to_builtins(table.deck),
        players=table.players,
        seed=table.seed,
        undo_chance=table.undo_chance,
        branches=tuple(
            SavedBranch(
                parent=branch.parent,
                shared=branch.shared,
                moves=tuple(str(move) for move in branch.moves[branch.shared :]),
                digest=digest(branch.steps[-1].state if branch.steps else table.start),
            )
            for branch in table.branches
        ),
        current=table.current,
        at=table.at,
    )
    return msgspec.structs.replace(draft, checksum=digest(draft))


def dumps(table: Table[Any, Any, Any, Any, Any, Any]) -> str:
    """Write a table's record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(record(table)), indent=1).decode()


def share(table: Table[Any, Any, Any, Any, Any, Any]) -> str:
    """Write a table's record as the fragment of a link, such as ``g=eNq…``."""
    packed = zlib.compress(msgspec.json.encode(record(table)), 9)
    return FRAGMENT + urlsafe_b64encode(packed).decode().rstrip("=")


def unshare(fragment: str) -> str:
    """Unpack the record's JSON from a link's fragment.

    Raises
    ------
    RecordError
        If the fragment holds no record, is too long, or was cut short.
    """
    body = fragment.removeprefix("#").removeprefix(FRAGMENT)
    if len(body) > _LARGEST:
        raise RecordError("link", "it is longer than any share link")
    try:
        packed = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, _LARGEST)
        if not unpacker.eof:
            raise RecordError("link", "it is cut short or too long: was the whole link copied?")
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("link", "it cannot be unpacked: was the whole link copied?") from error


def game_of(text: str | bytes) -> str:
    """Read of which game a record is.

    Raises
    ------
    RecordError
        If it is not a saved game.
    """
    return _head(text).game


def loads(
    text: str | bytes, game: AnyGame, strategies: Mapping[str, Strategy] = MappingProxyType({})
) -> Table[Any, Any, Any, Any, Any, Any]:
    """Read a record and replay it.

    A record by an older version of the game's rules opens as well: its moves are replayed, and all
    must be legal.

    Parameters
    ----------
    strategies
        The known strategies, by name; a seat with another strategy is refused.

    Raises
    ------
    RecordError
        If it is not a record of this game, comes from a newer version, was cut short or changed,
        or contains an illegal move. The message names the place.
    """
    saved = _decode(text, game)
    return _replay(saved, game, strategies)


def _head(text: str | bytes) -> _Head:
    if len(text) > _LARGEST:
        raise RecordError("record", "it is longer than any saved game")
    try:
        return msgspec.json.decode(text.decode() if isinstance(text, bytes) else text, type=_Head)
    except msgspec.ValidationError as error:
        raise RecordError("record", "this is not a saved game") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError("record", "this is not a saved game, or it was cut short") from error


def _decode(text: str | bytes, game: AnyGame) -> Record:
    head = _head(text)
    if head.format != FORMAT:
        raise RecordError(
            "format",
            "format {found} is unknown: this version reads {known}. Was it saved by a newer one?",
            found=head.format,
            known=FORMAT,
        )
    if head.game != game.id:
        raise RecordError(
            "game", "this is a game of “{found}”, not of “{id}”", found=head.game, id=game.id
        )
    try:
        saved = msgspec.json.decode(text, type=Record)
    except msgspec.ValidationError as error:
        _, _, where = str(error).partition(" - at `$")
        raise RecordError(
            where.strip("`.") or "record", "this is not what a saved game has here"
        ) from error
    if saved.game_version > game.version:
        raise RecordError(
            "game_version",
            "it was played by version {found} of the rules; this is version {known}",
            found=saved.game_version,
            known=game.version,
        )
    return saved


def _replay(
    saved: Record, game: AnyGame, strategies: Mapping[str, Strategy]
) -> Table[Any, Any, Any, Any, Any, Any]:
    table = _set_up(saved, game, strategies)
    table.branches.clear()
    if sum(max(0, each.shared) + len(each.moves) for each in saved.branches) > MOST_MOVES:
        raise RecordError("branches", "they have more than {n} moves together", n=MOST_MOVES)
    for number, each in enumerate(saved.branches):
        table.branches.append(_branch(number, each, table, check=not _older(saved, game)))
    if not table.branches:
        raise RecordError("branches", "there must be at least one")
    if not 0 <= saved.current < len(table.branches):
        raise RecordError(
            "current",
            "there is no branch {at}: the game has {n}",
            at=saved.current,
            n=len(table.branches),
        )
    table.current = saved.current
    if not 0 <= saved.at <= len(table.branch.steps):
        raise RecordError(
            "at",
            "there is no step {at}: the branch has {n}",
            at=saved.at,
            n=len(table.branch.steps),
        )
    table.at = saved.at
    if digest(msgspec.structs.replace(saved, checksum="")) != saved.checksum:
        raise RecordError("checksum", "the record was changed after it was saved")
    return table


def _older(saved: Record, game: AnyGame) -> bool:
    """Whether it was played by older rules, so that its digests do not count."""
    return saved.game_version < game.version


def _set_up(
    saved: Record, game: AnyGame, strategies: Mapping[str, Strategy]
) -> Table[Any, Any, Any, Any, Any, Any]:
    deck = game.deck()
    try:
        rules = msgspec.convert(saved.rules, game.rules_type)
    except msgspec.ValidationError as error:
        raise RecordError("rules", "these are not rules of this game") from error
    try:
        if saved.own_deck is not None:
            deck = msgspec.convert(saved.own_deck, game.deck_type)
    except msgspec.ValidationError as error:
        raise RecordError("own_deck", "this deck does not suit the game") from error
    if digest(deck) != saved.deck and not _older(saved, game):
        raise RecordError("deck", "the deck is not the one that was played with")
    try:
        place = "players"
        game.start(len(saved.players), None, deck)
        place = "rules"
        game.start(len(saved.players), rules, deck)
        place = "players"
        return Table(
            game,
            saved.players,
            rules=rules,
            deck=deck,
            seed=saved.seed,
            strategies=strategies,
            undo_chance=saved.undo_chance,
        )
    except Complaint as error:
        raise RecordError.about(place, error) from error
    except ValueError as error:
        raise RecordError(
            place, "the deck or the rules do not suit this number of seats"
        ) from error


def _branch(
    number: int, saved: SavedBranch, table: Table[Any, Any, Any, Any, Any, Any], *, check: bool
) -> Branch[Any, Any, Any]:
    place = f"branches[{number}]"
    if number and (saved.parent is None or not 0 <= saved.parent < number):
        parent_place = f"{place}.parent"
        raise RecordError(parent_place, "{parent} is not an earlier branch", parent=saved.parent)
    if not number and (saved.parent is not None or saved.shared):
        raise RecordError(f"{place}.parent", "the first branch has no parent")
    branch: Branch[Any, Any, Any] = Branch(letter(number))
    if saved.parent is not None:
        parent = table.branches[saved.parent]
        if not 0 <= saved.shared <= len(parent.moves):
            raise RecordError(
                f"{place}.shared",
                "branch {parent} has {moves} moves, not {shared}",
                parent=saved.parent,
                moves=len(parent.moves),
                shared=saved.shared,
            )
        branch = parent.fork(letter(number), saved.parent, saved.shared)
    game = table.game
    state = branch.steps[-1].state if branch.steps else table.start
    for at, text in enumerate(saved.moves):
        try:
            move = game.read(text)
            branch.add(move, game.unfold(state, move), dealt=deals(game.turn(state)))
        except NotationError as error:
            raise RecordError(
                f"{place}.moves[{at}]", "“{move}” cannot be read as a move", move=text
            ) from error
        except IllegalMove as error:
            raise RecordError(
                f"{place}.moves[{at}]",
                "the rules do not allow “{move}” here ({clause})",
                move=text,
                clause=error.refusal.clause,
            ) from error
        state = branch.steps[-1].state
    if check and digest(state) != saved.digest:
        raise RecordError(
            f"{place}.digest", "the moves lead to a position other than the one that was saved"
        )
    return branch
