"""Bots that play what a class has played, in a process of their own.

``python -m paydays_widgets.classroom.bots SEATS GAMES [BLOCK]`` reads how a room was opened, and
writes what bots do there as JSON: places from left to right, each with its spread; or, of a block
of a programme, what it measures up to.
"""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from subprocess import Popen, TimeoutExpired
from tempfile import TemporaryFile
from typing import IO, Any, Final

from msgspec import DecodeError, json

from paydays_widgets.classroom import entries, measures
from paydays_widgets.classroom.entries import Began, Opened
from paydays_widgets.classroom.measures import MOST_GAMES, Estimate
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
    found: dict[int, Spread] = await _played(opened, dict[int, Spread], seats, games)
    return found


async def measured(
    opened: Opened, block: int, seats: int, games: int = MOST_GAMES
) -> Estimate | None:
    """Have a block of a programme played, and return what bots measure up to.

    Raises
    ------
    Failed
        If it could not be played, or took too long.
    """
    found: list[Estimate] = await _played(opened, list[Estimate], seats, games, block)
    return found[0] if found else None


async def _played(opened: Opened, kind: Any, *asked_for: int) -> Any:  # noqa: ANN401 - of that kind
    command = [sys.executable, "-P", "-m", _MODULE, *map(str, asked_for)]
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
            return json.decode(found.read(), type=kind)
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
    seats, games, *block = map(int, sys.argv[1:])
    if block:
        found = json.encode(measures.of_bots(room, block[0], seats, games))
    else:
        room.apply(Began((((),) * seats,)), 0)
        found = json.encode(summed(of_bots(room, games)))
    with suppress(OSError):  # the class may have stopped
        os.write(sys.stdout.fileno(), found)


if __name__ == "__main__":
    _main()
