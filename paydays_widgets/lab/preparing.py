"""Compile a game's kernel before its first run, once for each version.

``python -m paydays_widgets.lab.preparing`` compiles beforehand, at the lowest priority; with names
of games it compiles those now. Without numba there is nothing to do.

The process that compiles a game locks a file and writes its progress beside it; others that
need the game wait, and pass the progress on. Nobody waits for work done beforehand, which a busy
machine may never finish. It has a lock of its own and gives way at the next function; what it has
compiled stays on disk.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.lab.places import Held, locked
from paydays_widgets.lab.setting import setting

PAUSE_S: Final = 0.3
"""Between two reports of progress."""
LOCK: Final = "preparing.lock"
"""The file that the process locks that compiles a game now."""
PROGRESS: Final = "preparing"
"""Where it writes how far it has come."""
ROUND_S: Final = 5
"""The remaining time is rounded up to a multiple."""
LOWEST: Final = 19
"""The priority of compiling beforehand."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """The game is being compiled, once for each version.

    Parameters
    ----------
    done, of
        Parts compiled, and their total.
    seconds
        Roughly, until it is ready.
    elsewhere
        Whether another process compiles it, such as the server or another visitor's.
    """

    done: int
    of: int
    seconds: int
    elsewhere: bool = False


Tell = Callable[[Preparing], None]


def prepare(game: str, tell: Tell) -> None:
    """Compile a game's kernel, unless that is done.

    Parameters
    ----------
    tell
        Receives the progress, here or of another process, for which this one waits.
    """
    compiled = _kernel(game)
    if compiled is None:
        return
    folder, ready = place_of(compiled)
    if ready.exists():
        return
    with _alone(folder, tell):
        if not ready.exists():

            def note(news: Preparing) -> None:
                with suppress(OSError):  # a full disk, or a folder of somebody else's
                    (folder / PROGRESS).write_bytes(msgspec.json.encode(news))
                tell(news)

            with _heard(_counted(_missing(compiled.__name__), note)):
                _play_a_little(game)
            with suppress(OSError):  # it is compiled again, or what was kept is found
                ready.touch()


def prepare_beforehand(game: str) -> None:
    """Compile a game's kernel, until another process does."""
    compiled = _kernel(game)
    if compiled is None:
        return
    folder, ready = place_of(compiled)

    def give_way(*_: object) -> None:
        try:
            with locked(folder / LOCK):
                wanted = ready.exists()
        except Held:
            wanted = True
        if wanted:
            raise _Wanted

    with suppress(OSError, Held, _Wanted), locked(folder / "beforehand"):
        give_way()
        with _heard(give_way):
            _play_a_little(game)
        ready.touch()


class _Wanted(BaseException):
    """Another process waits for the game, or has it: no error, so numba must not catch it."""


def _kernel(game: str) -> ModuleType | None:
    if find_spec("numba") is None:
        return None
    from paydays_widgets.lab.setting import kernel

    return kernel(game)


def ready(game: str) -> bool:
    """Return whether a game's kernel is compiled."""
    compiled = _kernel(game)
    return compiled is not None and place_of(compiled)[1].exists()


def place_of(compiled: ModuleType) -> tuple[Path, Path]:
    """Return the folder of a kernel's compiled code, and the file that marks it complete."""
    from numba import __version__

    from paydays_widgets.kernels.compiled import kept

    folder = kept(compiled.__name__)
    return folder, folder / f"ready-{sys.implementation.cache_tag}-{__version__}"


@contextmanager
def _alone(folder: Path, tell: Tell) -> Iterator[None]:
    """Lock the folder's file; while another process holds it, tell how far that one is."""
    told: Preparing | None = None
    with ExitStack() as held:
        while True:
            with suppress(Held):
                with suppress(OSError):  # nothing can be kept there: nobody waits for it either
                    held.enter_context(locked(folder / LOCK))
                break
            with suppress(OSError, msgspec.DecodeError):  # nothing is written yet
                news = msgspec.json.decode((folder / PROGRESS).read_bytes(), type=Preparing)
                if news != told:
                    told = news
                    tell(replace(news, elsewhere=True))
            sleep(PAUSE_S)
        with suppress(OSError):
            (folder / PROGRESS).unlink(missing_ok=True)
        yield


@contextmanager
def _heard(hear: Callable[[Any], None]) -> Iterator[None]:
    """Call a function before and after each compilation."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, news: object) -> None:
            hear(news)

        def on_end(self, news: object) -> None:
            hear(news)

    listener = Listener()
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


def _missing(package: str) -> set[object]:
    """Find a kernel's functions that are not on disk."""
    from numba.core.registry import CPUDispatcher

    from paydays_widgets.kernels.compiled import on_disk

    found: set[object] = set()
    for name, module in sys.modules.items():
        if name == "paydays_widgets.kernels.compiled" or f"{name}.".startswith(f"{package}."):
            own = (each for each in vars(module).values() if isinstance(each, CPUDispatcher))
            found |= {each for each in own if not on_disk(each)}
    return found


def _counted(functions: set[object], tell: Tell) -> Callable[[Any], None]:
    left, began, told = set(functions), monotonic(), 0.0

    def heard(news: Any) -> None:
        nonlocal told
        if news.is_end:
            left.discard(news.data["dispatcher"])
        done, now = len(functions) - len(left), monotonic()
        if not done or now < told + PAUSE_S:
            return
        told = now
        rest = (now - began) / done * len(left)
        tell(Preparing(done, len(functions), ROUND_S * max(1, ceil(rest / ROUND_S))))

    return heard


def _play_a_little(game: str) -> None:
    """Play what panels play: a run with a course, then on from a decision."""
    from paydays_widgets.lab.futures import advise
    from paydays_widgets.lab.sample import play

    asked = setting(game, [*games.modules(game).bots.STRATEGIES][:2])
    play(asked, 1, 0, 1, kept=1)
    table = asked.table(1)
    while not isinstance(table.turn, Decide):
        table.advance()
    advise(table, games=1, seed=1)


def main(*names: str) -> None:
    """Prepare the named games, or beforehand all of the shelf."""
    for name in names:
        prepare(name, lambda _news: None)
    if names:
        return
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    for name in games.names():
        prepare_beforehand(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
