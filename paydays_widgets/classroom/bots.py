"""Bots that play what a class has played, in a process of their own.

``python -m paydays_widgets.classroom.bots SEATS GAMES`` reads how a room was opened, and writes
what bots do there as JSON: places from left to right, each with its spread.
"""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from subprocess import Popen, TimeoutExpired
from tempfile import TemporaryFile
from typing import IO, Final

from msgspec import DecodeError, json

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.entries import Began, Opened
from paydays_widgets.classroom.results import BOTS, Spread, of_bots
from paydays_widgets.classroom.results import spreads as summed
from paydays_widgets.classroom.room import Room

_MODULE: Final = "paydays_widgets.classroom.bots"
_PATIENCE: Final = 1200
"""Seconds that the games may take."""
_NICE: Final = 15
"""How far they step back behind whatever else runs."""


class Failed(Exception):
    """The games could not be played."""


async def spreads(opened: Opened, seats: int, games: int = BOTS) -> Mapping[int, Spread]:
    """Have the games played, and return what bots do.

    Raises
    ------
    Failed
        If they could not be played, or took too long.
    """
    command = [sys.executable, "-P", "-m", _MODULE, str(seats), str(games)]
    with TemporaryFile() as asked, TemporaryFile() as found:
        asked.write(entries.write(opened))
        asked.seek(0)
        try:
            process = _started(command, asked, found)
        except OSError as error:
            raise Failed(repr(error)) from None
        try:
            await asyncio.to_thread(process.wait, _PATIENCE)
            found.seek(0)
            return json.decode(found.read(), type=dict[int, Spread])
        except (TimeoutExpired, DecodeError) as error:
            raise Failed(repr(error)) from None
        finally:
            _end(process)


def _started(command: Sequence[str], asked: IO[bytes], found: IO[bytes]) -> "Popen[bytes]":
    """Start it without the event loop's help: on Windows, Voila's can start no program."""
    return Popen(command, stdin=asked, stdout=found)  # noqa: S603 - our own program


def _end(process: "Popen[bytes]") -> None:
    """End it at once, even where no loop runs any more."""
    process.kill()
    process.wait()


def _main() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    room = Room([(entries.read(sys.stdin.buffer.read()), 0)])
    room.apply(Began((((),) * int(sys.argv[1]),)), 0)
    found = json.encode(summed(of_bots(room, int(sys.argv[2]))))
    with suppress(OSError):  # the class may have stopped
        os.write(sys.stdout.fileno(), found)


if __name__ == "__main__":
    _main()
