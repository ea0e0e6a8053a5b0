"""What has happened in rooms goes to the store; what the store has not taken has not happened."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import AnyEntry
from paydays_widgets.classroom.pages import Pages
from paydays_widgets.classroom.rooms import RARELY, Rooms, line
from paydays_widgets.classroom.store import Addition, Behind, Damaged, Failure, Gone, LogLine, Lost

_RETRY: Final = 1_000
"""Milliseconds until it is tried again to read a room."""
_LOG: Final = logging.getLogger("paydays")


class Saving:
    """Writes the entries of all rooms at once, and reads rooms again for which that failed.

    Parameters
    ----------
    rooms
        The rooms, with their store.
    pages
        Is told which pages are out of date.
    found
        Is told of a room that has been read again.
    """

    def __init__(self, rooms: Rooms, pages: Pages, found: Callable[[Here], None]) -> None:
        self._rooms = rooms
        self._pages = pages
        self._found = found
        self._batch: dict[Here, list[LogLine]] = {}

    def add(self, here: Here, entry: AnyEntry) -> int:
        """Take an entry that is to be written; return the time that the log has for it."""
        written = line(entry, self._rooms.now)
        self._batch.setdefault(here, []).append(written)
        return written.at

    def give_up(self, here: Here) -> None:
        """Write nothing in a room of which nobody knows what it is: it is read again."""
        here.sound = False
        self._batch.pop(here, None)

    async def write(self) -> Mapping[Here, Failure]:
        """Write what has happened; return the rooms for which that failed."""
        batch, self._batch = self._batch, {}
        failure = await self._append(batch) if batch else None
        if len(batch) > 1 and isinstance(failure, Lost | Behind):  # it is true of some alone
            tried = {here: await self._append({here: batch[here]}) for here in batch}
        else:
            tried = dict.fromkeys(batch, failure)
        failed = {here: why for here, why in tried.items() if why is not None}
        for here, why in failed.items():  # all of them, before the first is read
            here.trouble, here.sound = why, False
        for here in batch.keys() - failed.keys():
            here.written += len(batch[here])
            if here.trouble is not None:
                here.trouble = None
                self._pages.touch(here, *here.teachers)
        for here in failed:
            await self.read_again(here)
        return failed

    async def _append(self, batch: Mapping[Here, list[LogLine]]) -> Failure | None:
        """Write all lines of rooms, or none; return why not."""
        additions = [
            Addition(here.id, here.written, lines, ended=here.room.ended)
            for here, lines in batch.items()
        ]
        try:
            await asyncio.to_thread(self._rooms.store.append, self._rooms.server, additions)
        except Exception as error:  # noqa: BLE001 - the other rooms play on
            failure = error if isinstance(error, Failure) else Gone()
            ours = error is failure
            _LOG.warning("The class’s log could not be written: %s", error, exc_info=not ours)
            return failure
        return None

    async def read_again(self, here: Here) -> None:
        """Read a room again from the store."""
        try:
            lines = await asyncio.to_thread(self._rooms.store.load, here.id)
            if not lines:
                return
            here.room = await asyncio.to_thread(self._rooms.read, lines)
            here.clocks.clear()  # they go on from what the store has
            here.bells.clear()
            self._found(here)
        except Failure as error:
            here.trouble = error
            return
        except Exception:  # noqa: BLE001 - the other rooms play on
            if not isinstance(here.trouble, Damaged):
                _LOG.exception("What is saved of the class %s is damaged.", here.code)
                for client in here.clients:
                    client.post({"kind": "gone"})  # loaded again, a page says what is wrong
            here.trouble = Damaged()
            return
        here.written = len(lines)
        here.sound = True
        self._pages.touch(here, *here.clients)


def retry(here: Here) -> int:
    """Return when it is tried again to read a room."""
    return here.tried + (RARELY if isinstance(here.trouble, Damaged) else _RETRY)
