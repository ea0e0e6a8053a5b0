"""A process for somebody else's code, from which as much power is taken as the system lets us.

On Linux it is closed in, where the system lets us (``unshare``): it can read files, but sees no
process except its own, changes nothing outside of a small folder that is gone with it, has no
network, and ends with all that it has started. Where root starts it, it runs as ``nobody`` if
that user can start our Python. Elsewhere nothing protects files and processes but what its Python
refuses (:mod:`~paydays_widgets.lessons.trial`).
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import IO, Final

from msgspec import Struct

from paydays_widgets.core.game import Complaint

MEGABYTES: Final = 16
"""The size of the folder that a process may write to."""
_ROOT: Final = Path(__file__).parents[2]
_HERE: Final = f"import sys; sys.path.insert(0, {str(_ROOT)!r})\n"
_CLOSE: Final = "from paydays_widgets.lessons.closing import close; close()\n"
_UNSHARE: Final = (
    *("--user", "--map-root-user", "--net", "--ipc", "--pid", "--fork", "--kill-child"),
    *("--mount", "--mount-proc"),
)


class Way(Struct, frozen=True):
    """How a process is confined.

    Parameters
    ----------
    program
        What closes it in; nothing where the system does not let us.
    user, group
        As whom it runs; None as we do.
    """

    program: tuple[str, ...] = ()
    user: int | None = None
    group: int | None = None

    @property
    def told(self) -> str:
        """Say what it keeps from whom."""
        if self.program:
            reads = "your files" if self.user is None else "what the user nobody may read"
            said = f"closed in: they could read {reads}, and change or end nothing."
            as_root = self.user is None and _is_root()
            return f"{said} You are root: mark as another user." if as_root else said
        if self.user is not None:
            return "as the user nobody: they could read, change and delete what that user may."
        return (
            "held back by their Python only: code that gets round it can read, change and delete "
            "your files."
        )


def ways() -> Iterator[Way]:
    """List how a process could be confined, the best first."""
    program = which("unshare")
    closed = [(program, *_UNSHARE), ()] if program else [()]
    for each in closed:
        if _is_root() and (nobody := _nobody()):
            yield Way(each, *nobody)
        yield Way(each)


@cache
def chosen() -> Way:
    """Return the best way that works here.

    Raises
    ------
    Complaint
        If nothing would keep the code from acting as root.
    """
    found = next(each for each in ways() if works(each))
    if found == Way() and _is_root():
        raise Complaint(
            "students’ code would run as root, and nothing on this machine would confine it: "
            "mark as another user"
        )
    return found


def works(way: Way) -> bool:
    """Try a way."""
    try:
        with started("print(1)", way, out=subprocess.PIPE) as process:
            return process.communicate()[0] == b"1\n"
    except OSError:  # another user may not start our Python
        return False


@contextmanager
def started(code: str, way: Way, out: IO[bytes] | int) -> Iterator["subprocess.Popen[bytes]"]:
    """Run Python code in a process with an empty folder; end it with all that it has started."""
    code = _HERE + _CLOSE * bool(way.program) + code
    with TemporaryDirectory() as folder:
        if sys.platform != "win32" and way.user is not None and way.group is not None:
            os.chown(folder, way.user, way.group)
        with subprocess.Popen(  # noqa: S603 - this program
            [*way.program, sys.executable, "-I", "-B", "-c", code],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_environment(folder),
            start_new_session=True,
            user=way.user,
            group=way.group,
            extra_groups=None if way.user is None else [],
        ) as process:
            try:
                yield process
            finally:
                _end(process)


def _environment(folder: str) -> dict[str, str]:
    """Return all that a program needs to start; nothing that is somebody's secret."""
    needed = {"SYSTEMROOT": root} if (root := os.environ.get("SYSTEMROOT")) else {}
    return {**needed, "HOME": folder, "TMPDIR": folder, "PATH": os.defpath, "LANG": "C.UTF-8"}


def _end(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):  # it has ended, and so have they
            os.killpg(process.pid, signal.SIGKILL)


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _nobody() -> tuple[int, int] | None:
    if sys.platform != "win32":
        import pwd

        with suppress(KeyError):
            found = pwd.getpwnam("nobody")
            return found.pw_uid, found.pw_gid
    return None
