"""Limit the workers that play at a time on this computer, by files that they lock.

A lock ends with its process.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from time import sleep, time_ns
from typing import Final

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
    if folder is None:
        folder = Path(gettempdir()) / f"paydays_widgets-lab-{_user()}"
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
    own = folder / f"ticket-{time_ns():020d}-{os.getpid()}"
    with ExitStack() as held:
        while not (_took(held, own) and own.exists()):  # taken for a dead process's meanwhile
            sleep(0)
        try:
            yield own
        finally:
            with suppress(PermissionError):  # on Windows it goes with its lock
                own.unlink(missing_ok=True)


def _took(held: ExitStack, path: Path) -> bool:
    with suppress(Held):
        held.enter_context(locked(path))
        return True
    return False


def _alive(ticket: Path) -> bool:
    """Return whether a process holds a ticket; remove it otherwise."""
    with suppress(Held), locked(ticket):
        with suppress(PermissionError):
            ticket.unlink(missing_ok=True)
        return False
    return True


class Held(Exception):
    """Another process has locked the file."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file, which is made if there is none.

    Raises
    ------
    Held
        If another process has.
    """
    from filelock import FileLock, Timeout  # no page needs it

    path.touch()  # in no folder that is not there
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Held from None
    try:
        yield
    finally:
        lock.release()


def _user() -> str:
    if sys.platform == "win32":  # each has a folder of its own
        return ""
    else:  # noqa: RET505 - for the type checker
        return str(os.getuid())
