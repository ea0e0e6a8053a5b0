"""Limit the workers that play at a time on this computer, by files that they lock.

A lock ends with its process. Where files cannot be locked, there is no limit.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from time import sleep, time_ns
from typing import IO, Final

with suppress(ModuleNotFoundError):  # on Windows
    import fcntl

VARIABLE: Final = "PAYDAYS_LAB_WORKERS"
"""The environment variable with the limit."""
LOOK_S: Final = 0.2


def places() -> int:
    """Return the limit; by default one processor is left for the panels."""
    written = os.environ.get(VARIABLE, "")
    return max(1, int(written) if written.isdecimal() else (os.cpu_count() or 2) - 1)


@contextmanager
def place(tell: Callable[[int], None], folder: Path | None = None) -> Iterator[None]:
    """Wait for a place and hold it, first come, first served.

    Parameters
    ----------
    tell
        Receives the place in the queue, from 1, when it changes.
    folder
        None for a folder of this computer's user.
    """
    if sys.platform == "win32":
        yield
        return
    if folder is None:
        folder = Path(gettempdir()) / f"paydays_widgets-lab-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with ExitStack() as held:
        with _ticket(folder) as own:
            told = 0
            while True:
                ahead = sum(each < own and _alive(each) for each in folder.glob("ticket-*"))
                if not ahead and any(_took(held, folder / f"place-{n}") for n in range(places())):
                    break
                if told != ahead + 1:
                    told = ahead + 1
                    tell(told)
                sleep(LOOK_S)
        yield


@contextmanager
def _ticket(folder: Path) -> Iterator[Path]:
    """Join the queue: a locked file, named by its time."""
    name = f"{time_ns():020d}-{os.getpid()}"
    new, own = folder / f"new-{name}", folder / f"ticket-{name}"
    with new.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        new.rename(own)  # no process sees it unlocked
        try:
            yield own
        finally:
            own.unlink(missing_ok=True)


def _took(held: ExitStack, path: Path) -> bool:
    file = path.open("w")
    if not locked(file):
        file.close()
        return False
    held.enter_context(file)
    return True


def _alive(ticket: Path) -> bool:
    """Return whether a process holds a ticket; remove it otherwise."""
    try:
        with ticket.open() as file:
            if not locked(file):
                return True
            ticket.unlink(missing_ok=True)
    except FileNotFoundError:
        pass
    return False


def locked(file: IO[str] | IO[bytes]) -> bool:
    """Lock a file, unless another process has; always succeed where files cannot be locked."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
