"""A student's ``choose`` is played in a process of its own, within limits.

That process has no variables of the environment, an empty folder to work in, and bounds of time
and memory. On Linux it has no network where the system lets an ordinary user take it away
(``unshare``); everywhere its Python refuses sockets and programs. **This is no sandbox**: code
that sets out to may read files of the user who marks, and may say what it likes of its result.
"""

import linecache
import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec
from msgspec import Struct

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.patience import OutOfTime, within
from paydays_widgets.core.strategy import PATIENCE_S
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import LINE, short
from paydays_widgets.lab.estimate import Estimate

if TYPE_CHECKING:
    from paydays_widgets.lab.contest import Contest

NAME: Final = "choose"
LARGEST_RESULT: Final = 1_000_000
"""Bytes that the process may write to a file."""
_ROOT: Final = Path(__file__).parents[2]
_START: Final = f"""
import sys
sys.path.insert(0, {str(_ROOT)!r})
from paydays_widgets.lessons.trial import main
main()
"""
_REFUSED: Final = ("socket.", "subprocess.", "os.system", "os.fork", "os.exec", "os.posix_spawn")


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
    program = [*offline(), sys.executable, "-I", "-c", _START]
    with TemporaryDirectory() as folder, TemporaryFile() as found:
        process = subprocess.Popen(  # noqa: S603 - this program
            program,
            stdin=subprocess.PIPE,
            stdout=found,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_environment(folder),
            start_new_session=True,
        )
        try:
            process.communicate(msgspec.json.encode(task), timeout=task.seconds)
        except subprocess.TimeoutExpired:
            return Trial(failed=f"it was stopped after {task.seconds} seconds")
        finally:
            _end(process)
        found.seek(0)
        try:
            return msgspec.json.decode(found.read(LARGEST_RESULT), type=Trial)
        except msgspec.DecodeError:
            return Trial(failed=f"its process ended without a result ({process.returncode})")


@cache
def offline() -> tuple[str, ...]:
    """Return what starts a program without a network; nothing where the system does not let us."""
    program = which("unshare")
    if program is None:
        return ()
    without = (program, "--user", "--map-root-user", "--net")
    ran = subprocess.run([*without, "true"], capture_output=True, check=False)  # noqa: S603 - ours
    return () if ran.returncode else without


def _environment(folder: str) -> dict[str, str]:
    """Return all that a program needs to start; nothing that is somebody's secret."""
    needed = {"SYSTEMROOT": root} if (root := os.environ.get("SYSTEMROOT")) else {}
    return {**needed, "HOME": folder, "TMPDIR": folder, "PATH": os.defpath, "LANG": "C.UTF-8"}


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process with all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):  # it has ended, and so have they
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# --- in the process -----------------------------------------------------------------------------


def main() -> NoReturn:
    """Play the task of the standard input, and write what came of it to the standard output."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
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
    sys.addaudithook(_refuse)
    if sys.platform == "win32":
        return
    import resource

    memory = task.megabytes * 2**20
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, task.seconds),
        (resource.RLIMIT_FSIZE, LARGEST_RESULT),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError):  # macOS bounds no memory
            resource.setrlimit(what, (most, most))


def _refuse(event: str, _: object) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"a strategy must do without {event}")
