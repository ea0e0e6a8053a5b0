"""A student's ``choose`` is played in a process of its own, within limits.

That process has no variables of the environment, an empty folder to work in, and bounds of time
and memory. It is confined as far as the system lets us
(:mod:`~paydays_widgets.lessons.confined`), and its Python refuses sockets, programs, and what
would change other files and processes. **This is no sandbox**: code that sets out to may read
files, and may say what it likes of its result; where the system does not confine it, it may get
round what Python refuses.
"""

import linecache
import os
import subprocess
import sys
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec
from msgspec import Struct

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.patience import OutOfTime, within
from paydays_widgets.core.strategy import PATIENCE_S
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import LINE, short
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lessons import confined

if TYPE_CHECKING:
    from paydays_widgets.lab.contest import Contest

NAME: Final = "choose"
LARGEST_RESULT: Final = 1_000_000
"""Bytes that the process may write to a file."""
MOST_OPEN: Final = 64
"""Files that it may have open at once; memory can hide in them."""
MOST_WRITTEN: Final = confined.MEGABYTES * 2**20 // LARGEST_RESULT
_START: Final = f"from {__name__} import main; main()"
_REFUSED: Final = (
    *("socket.", "subprocess.", "shutil.", "sqlite3."),
    *("os.system", "os.fork", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.kill"),
    *("os.remove", "os.rename", "os.rmdir", "os.truncate", "os.link", "os.symlink"),
    *("os.chmod", "os.chown", "os.utime"),
    "ctypes.dlopen" if sys.platform == "win32" else "ctypes.",
)
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC


class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    """What a ``choose`` plays, as a lesson or a rubric says.

    Parameters
    ----------
    game, rules
        The game, and the name of a preset; "" for the default rules.
    rivals
        The bots that sit with it.
    instead_of
        The bot that it is compared with, deal by deal with the same luck.
    """

    game: str
    rivals: tuple[str, ...]
    instead_of: str
    rules: str = ""


class Task(Struct, frozen=True):
    """What the process is given.

    Parameters
    ----------
    source
        The code of ``choose``, and of what it needs.
    seconds, megabytes
        How long it may take, and how much memory it may have.
    """

    source: str
    bout: Bout
    deals: int
    seed: int
    seconds: int
    megabytes: int


class Trial(Struct, frozen=True):
    """What came of it.

    Parameters
    ----------
    gain
        How much more than the bot it earns in a game; None where it failed.
    failed
        Why it failed, in a sentence.
    """

    gain: Estimate | None = None
    failed: str = ""


def contest(bout: Bout, choose: Strategy, *, deals: int, seed: int) -> "Contest":
    """Make the contest of a bout.

    Raises
    ------
    ValueError
        If the game cannot be played like this.
    """
    from paydays_widgets.lab.contest import Contest

    return Contest(
        (NAME, *bout.rivals),
        game=bout.game,
        own={NAME: choose},
        instead_of=bout.instead_of,
        rules=bout.rules or None,
        deals=deals,
        seed=seed,
    )


def tried(task: Task) -> Trial:
    """Play a ``choose`` in a process of its own."""
    with (
        TemporaryFile() as found,
        confined.started(_START, confined.chosen(), out=found) as process,
    ):
        try:
            process.communicate(msgspec.json.encode(task), timeout=task.seconds)
        except subprocess.TimeoutExpired:
            return Trial(failed=f"it was stopped after {task.seconds} seconds")
        found.seek(0)
        try:
            return msgspec.json.decode(found.read(LARGEST_RESULT), type=Trial)
        except msgspec.DecodeError:
            return Trial(failed=f"its process ended without a result ({process.returncode})")


# --- in the process -----------------------------------------------------------------------------


def main() -> NoReturn:
    """Play the task of the standard input, and write what came of it to the standard output."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    out = os.dup(1)
    for stream in range(2):
        os.dup2(2, stream)  # which leads nowhere
    sys.modules["numba"] = None  # type: ignore[assignment] # it needs much memory, and changes no figure
    _limit(task)
    os.write(out, msgspec.json.encode(_played(task)))
    os._exit(0)  # whatever else has been left to be done at the end


def _played(task: Task) -> Trial:
    from paydays_widgets import games
    from paydays_widgets.lab.words import sentence

    package = games.modules(task.bout.game).package
    try:
        choose = within(PATIENCE_S, lambda: _defined(task.source))
        found = contest(task.bout, choose, deals=task.deals, seed=task.seed).play()
    except OutOfTime:
        return Trial(failed=f"its code had not ended after {PATIENCE_S} seconds")
    except MemoryError:
        return Trial(failed=f"it needed more than {task.megabytes} MB of memory")
    except Complaint as error:
        return Trial(failed=sentence(error, package, "en"))
    except BaseException as error:  # noqa: BLE001 - a student's code
        return Trial(failed=short(error, LINE, repr))
    return Trial(found.gain)


def _defined(source: str) -> Strategy:
    names: dict[str, Any] = {"__name__": NAME}
    linecache.cache[NAME] = (len(source), None, source.splitlines(keepends=True), NAME)
    exec(compile(source, NAME, "exec"), names)  # noqa: S102 - this is what the process is for
    choose: Strategy = names[NAME]
    return choose


def _limit(task: Task) -> None:
    """Set the limits of this process."""
    sys.addaudithook(partial(_refuse, os.path.realpath("."), count(1)))
    if sys.platform != "win32":
        import resource

        memory = task.megabytes * 2**20
        for what, most in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_CPU, task.seconds),
            (resource.RLIMIT_FSIZE, LARGEST_RESULT),
            (resource.RLIMIT_NPROC, 0),
            (resource.RLIMIT_NOFILE, MOST_OPEN),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError):  # macOS bounds no memory
                resource.setrlimit(what, (most, most))


def _refuse(own: str, written: "count[int]", event: str, facts: tuple[Any, ...]) -> None:
    """Refuse what would reach beyond the process's own folder."""
    if event.startswith(_REFUSED):
        raise PermissionError(f"a strategy must do without {event}")
    if event == "open" and facts[2] & _WRITES and not isinstance(facts[0], int):
        path = os.path.realpath(os.fsdecode(facts[0]))
        if not Path(path).is_relative_to(own):
            raise PermissionError(f"a strategy must not write {path}")
        if next(written) > MOST_WRITTEN:
            raise PermissionError(f"a strategy may write {MOST_WRITTEN} files")
