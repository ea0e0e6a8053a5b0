"""The games of a screen: the one on the table, the one before, and those that the browser keeps.

The browser keeps records by name, in storage that all tabs of a page share, and a private note
for each tab. A record is packed again after every new move. The note says which game the tab has
on its table, and where the cursor stands. So a reloaded tab gets its own game back, and a new tab
is offered those of the others. To the page, records and notes are opaque (``static/keeper.js``).
"""

import os
import time
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

import msgspec
from msgspec import Struct

from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.table import AnyTable, Strategy, deals
from paydays_widgets.core.text import short
from paydays_widgets.talk.line import Order

MOST_KEPT: Final = 8
"""The number of games that a browser keeps per panel; the oldest are dropped."""


class Stored(Struct, frozen=True):
    """A record as the page stores it.

    Parameters
    ----------
    text
        The packed record, as in a link.
    when
        When it was stored, in milliseconds since 1970; 0 if unknown.
    """

    text: str
    when: int = 0


class Storage(Struct, frozen=True):
    """What a page stores.

    Parameters
    ----------
    records
        All stored records, by name.
    note
        The tab's note from before it was reloaded; "" for a new tab.
    link
        The record in the page's address; "" for none.
    """

    records: dict[str, Stored] = {}
    note: str = ""
    link: str = ""


class _Note(Struct, frozen=True):
    """The game on a tab's table, how it came there, and the position of the cursor."""

    name: str
    before: str
    vignette: str
    came: int
    current: int
    at: int


class KeptGame(Struct, frozen=True):
    """A kept game, which can be resumed.

    Parameters
    ----------
    when
        As in :class:`Stored`.
    players
        Their names.
    moves
        The number of moves on its current branch.
    rules, view
        Its rules, and the open view at its cursor.
    """

    name: str
    when: int
    players: tuple[str, ...]
    moves: int
    rules: Any
    view: Any


class Keeping:
    """The games of a screen.

    Parameters
    ----------
    strategies
        The known strategies, by name; a kept game with any other bot cannot be opened.

    Attributes
    ----------
    name
        The name under which the game on the table is kept.
    vignette
        The id of the vignette that it started from; "" for none.
    before
        The name of the previous game; "" for none.
    browser
        Whether a browser keeps the games.
    """

    def __init__(self, table: AnyTable, strategies: Mapping[str, Strategy]) -> None:
        self._strategies = strategies
        self._stored: dict[str, Stored] = {}
        self._looked_at: dict[tuple[str, Stored], KeptGame | None] = {}
        self.before = ""
        self.browser = False
        self._lay(table, _new_name())

    def _lay(self, table: AnyTable, name: str, vignette: str = "", *, lent: bool = False) -> None:
        """Put a game on the table, with the cards dealt."""
        if not table.branch.moves and deals(table.turn):
            table.advance()
        self.table = table
        self.name = name
        self.vignette = vignette
        self._lent = lent
        self._came = _moves(table)
        self._packed = -1, ""

    def copied(self) -> "Keeping":
        """Make a copy with a table in which a step can be tried."""
        other = copy(self)
        other.table = self.table.copied()
        return other

    # --- the game on the table ----------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether more than a deal has been played."""
        return _begun(self.table)

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played since the game came onto the table."""
        return _moves(self.table) == self._came

    def record(self) -> str:
        """Pack the game for the browser; return "" while nothing has been played."""
        moves = _moves(self.table)
        if self._packed[0] != moves:
            self._packed = moves, record.share(self.table) if self.begun else ""
        return self._packed[1]

    def note(self) -> str:
        """Write the tab's note: its game and the position of the cursor."""
        table = self.table
        here = table.current, table.at
        noted = _Note(self.name, self.before, self.vignette, self._came, *here)
        return msgspec.json.encode(noted).decode()

    def has(self, table: AnyTable) -> bool:
        """Return whether a game is the one on the table, regardless of the cursor."""
        return _played(table) == _played(self.table)

    def put(self, table: AnyTable, vignette: str = "", *, lent: bool = False) -> tuple[Order, ...]:
        """Put another game on the table, and keep the current one; return messages for the page.

        Parameters
        ----------
        vignette
            The id of its vignette; "" for none. A vignette is not kept until it has been played.
        lent
            Whether it comes from the lab, which has it still. It is not kept either until it has
            been played on.
        """
        left = self._leave()
        self._lay(table, _new_name() if left else self.name, vignette, lent=lent)
        return (*left, *self._trim())

    def _leave(self) -> tuple[Order, ...]:
        """Keep the game on the table in its current state, if it is worth keeping."""
        if not self.begun or ((self.vignette or self._lent) and self.fresh):
            return ()
        text = record.share(self.table)
        self._stored[self.name] = Stored(text, int(1000 * time.time()))
        self.before = self.name
        return ({"kind": "keep", "name": self.name, "text": text},)

    # --- the others ---------------------------------------------------------------------------

    @property
    def others(self) -> list[KeptGame]:
        """The kept games other than the current one, newest first."""
        return [each for each in map(self._look_at, self._names()) if each is not None]

    @property
    def offered(self) -> KeptGame | None:
        """The game offered for resuming: the previous one, or in a new tab the newest."""
        if not self.fresh or (self.begun and not self.before):
            return None
        names = [self.before] if self.before else self._names()
        return next(filter(None, map(self._look_at, names)), None)

    @property
    def several(self) -> bool:
        """Whether there are several other games."""
        return len(self._names()) > 1

    def go_back(self, name: str) -> tuple[Order, ...]:
        """Put one of the others on the table; return messages for the page.

        Raises
        ------
        RecordError
            If it cannot be read.
        """
        stored = self._stored[name]
        table = self._unpack(stored.text)
        left = self._leave() or _forget([self.name])
        if self.before == name:
            self.before = ""
        self._lay(table, name)
        return (*left, *self._trim(), {"kind": "claim", "name": name})

    def forget(self, name: str) -> tuple[Order, ...]:
        """Forget one of the other games; return messages for the page."""
        del self._stored[name]
        if self.before == name:
            self.before = ""
        return _forget([name])

    def forget_all(self) -> None:
        """Forget all other games."""
        self._stored.clear()
        self.before = ""

    # --- what the page reports ----------------------------------------------------------------

    def told(self, told: Storage) -> tuple[Order, ...]:
        """Adopt what the page stores, and restore the game of a reloaded tab.

        Returns messages for the page.
        """
        before = {name: each for name, each in self._stored.items() if name == self.before}
        self._stored = before | told.records
        kept = self._stored.items()
        self._looked_at = {key: each for key, each in self._looked_at.items() if key in kept}
        claimed = () if self.begun else self._restore(told.note)
        return (*self._trim(), *claimed)

    def _restore(self, text: str) -> tuple[Order, ...]:
        try:
            note = msgspec.json.decode(text, type=_Note)
        except msgspec.DecodeError:
            return ()
        self.before = note.before if note.before in self._stored else ""
        stored = self._stored.get(note.name, Stored(""))
        try:
            table = self._unpack(stored.text)
        except record.RecordError:
            return ()
        if note.current in range(len(table.branches)):
            table.current = note.current
            table.go_to(min(max(note.at, 0), len(table.branch.steps)))
        self._lay(table, note.name, note.vignette)
        self._packed = self._came, stored.text
        self._came = note.came
        return ({"kind": "claim", "name": note.name},)

    def taken(self, name: str) -> None:
        """Rename the current game if another tab has it on its table too."""
        if name == self.name:
            self.name = _new_name()

    def _names(self) -> list[str]:
        """List the names of the other games, newest first."""
        names = sorted(self._stored, key=lambda name: -self._stored[name].when)
        return [name for name in names if name != self.name]

    def _trim(self) -> tuple[Order, ...]:
        """Forget the oldest games if there are too many."""
        old = [name for name in self._names()[MOST_KEPT:] if name != self.before]
        for name in old:
            del self._stored[name]
        return _forget(old) if old else ()

    def _look_at(self, name: str) -> KeptGame | None:
        """Open a kept game, with a cache; None if it is unreadable or has not begun."""
        stored = self._stored[name]
        if (name, stored) not in self._looked_at:
            self._looked_at[name, stored] = self._looked_over(name, stored)
        return self._looked_at[name, stored]

    def _looked_over(self, name: str, stored: Stored) -> KeptGame | None:
        try:
            table = self._unpack(stored.text)
        except record.RecordError:
            return None
        if not _begun(table):
            return None
        names = tuple(player.called for player in table.players)
        view = table.game.view(table.state, None)
        return KeptGame(name, stored.when, names, len(table.branch.moves), table.rules, view)

    def _unpack(self, text: str) -> AnyTable:
        return record.loads(record.unshare(text), self.table.game, self._strategies)


def read(value: object) -> Storage:
    """Read a page's report.

    Raises
    ------
    Complaint
        If the value has another form.
    """
    try:
        return msgspec.convert(value, Storage)
    except msgspec.ValidationError:
        told = Complaint(
            "“{value}” cannot be used here: send the games that a browser keeps",
            value=short(value),
        )
        raise told from None


def _forget(names: Sequence[str]) -> tuple[Order, ...]:
    return ({"kind": "forget", "names": names},)


def _new_name() -> str:
    return os.urandom(6).hex()


def _begun(table: AnyTable) -> bool:
    """Return whether more than a deal has been played."""
    return any(not all(branch.dealt) for branch in table.branches)


def _moves(table: AnyTable) -> int:
    """Count the moves of all branches; the count grows with every new move."""
    return sum(len(branch.moves) for branch in table.branches)


def _played(table: AnyTable) -> tuple[object, ...]:
    """Identify a game, regardless of the cursor."""
    return table.players, table.rules, table.deck, [branch.moves for branch in table.branches]
