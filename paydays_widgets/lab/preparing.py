"""What the first run of a game waits for: its kernel is compiled, once for each version.

``python -m paydays_widgets.lab.preparing`` does so beforehand, for all games or those that are
named, at the lowest priority. Where numba is missing there is nothing to do.

Whoever compiles a game holds a lock on a file, and writes there how far it is. Whoever needs the
game meanwhile waits, and passes that on.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import IO, Any, Final

import msgspec
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.lab.messages import Preparing
from paydays_widgets.lab.places import locked
from paydays_widgets.lab.setting import setting

PAUSE_S: Final = 0.3
"""How long the next news of it waits."""
ROUND_S: Final = 5
"""To how many seconds the rest is rounded up."""
LOWEST: Final = 19
"""The priority of doing it beforehand: whatever else wants to run comes first."""

Tell = Callable[[Preparing], None]


def prepare(game: str, tell: Tell) -> None:
    """Have a game's kernel compiled, unless it has been.

    Parameters
    ----------
    game
        The game's id.
    tell
        Is told the functions that are compiled, of how many, and the seconds that the rest takes;
        here or in another process, for whose end this one waits.
    """
    if find_spec("numba") is None:
        return
    from paydays_widgets.lab.sample import kernel

    compiled = kernel(game)
    if compiled is None:
        return
    folder, ready = place_of(compiled)
    if ready.exists():
        return
    with _alone(folder / "preparing", tell) as file:
        if not ready.exists():

            def note(news: Preparing) -> None:
                file.seek(0)
                file.write(msgspec.json.encode(news) + b"\n")
                tell(news)

            with _heard(compiled.__name__, note):
                _play_a_little(game)
            ready.touch()


def place_of(compiled: ModuleType) -> tuple[Path, Path]:
    """Return the folder of a kernel's compiled code, and the file that says that all is there."""
    from numba import __version__

    from paydays_widgets.core.compiled import kept

    folder = kept(compiled.__name__)
    return folder, folder / f"ready-{sys.implementation.cache_tag}-{__version__}"


@contextmanager
def _alone(path: Path, tell: Tell) -> Iterator[IO[bytes]]:
    """Hold a file's lock; while another process does, tell what that one writes there."""
    path.touch()
    with path.open("rb+", buffering=0) as file:
        told: Preparing | None = None
        while not locked(file):
            with suppress(msgspec.DecodeError):  # there is nothing yet
                news = msgspec.json.decode(path.read_bytes().partition(b"\n")[0], type=Preparing)
                if news != told:
                    told = news
                    tell(replace(news, elsewhere=True))
            sleep(PAUSE_S)
        file.truncate(0)
        yield file


@contextmanager
def _heard(package: str, tell: Tell) -> Iterator[None]:
    """Tell how far a kernel is while it is compiled."""
    from numba.core import event

    listener = _listener(_functions(package), tell)
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


def _functions(package: str) -> set[object]:
    """Find the functions that a kernel is made of."""
    from numba.core.registry import CPUDispatcher

    found: set[object] = set()
    for name, module in sys.modules.items():
        if name == "paydays_widgets.core.compiled" or f"{name}.".startswith(f"{package}."):
            found |= {each for each in vars(module).values() if isinstance(each, CPUDispatcher)}
    return found


def _listener(functions: set[object], tell: Tell) -> Any:
    from numba.core import event

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

    class Listener(event.Listener):
        def on_start(self, news: object) -> None:
            heard(news)

        def on_end(self, news: object) -> None:
            heard(news)

    return Listener()


def _play_a_little(game: str) -> None:
    """Play what panels play: a run with a course, and on from a decision."""
    from paydays_widgets.lab.futures import advise
    from paydays_widgets.lab.sample import play

    asked = setting(game, [*games.rooms(game).bots.STRATEGIES][:2])
    play(asked, 1, 0, 1, kept=1)
    table = asked.table(1)
    while not isinstance(table.turn, Decide):
        table.advance()
    advise(table, games=1, seed=1)


def main(*names: str) -> None:
    """Prepare games; all of the shelf if none is named."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    for name in names or games.names():
        prepare(name, lambda _news: None)


if __name__ == "__main__":
    main(*sys.argv[1:])
