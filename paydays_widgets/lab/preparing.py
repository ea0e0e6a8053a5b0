"""What the first run of a game waits for: its kernel is compiled, once for each version.

``python -m paydays_widgets.lab.preparing`` does so beforehand, for all games or those that are
named, at the lowest priority. Where numba is missing there is nothing to do.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from math import ceil
from time import monotonic
from typing import Any, Final

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.lab.messages import Preparing
from paydays_widgets.lab.setting import setting

PAUSE_S: Final = 0.3
"""How long the next news of it waits."""
ROUND_S: Final = 5
"""To how many seconds the rest is rounded up."""
LOWEST: Final = 19
"""The priority of doing it beforehand: whatever else wants to run comes first."""

Tell = Callable[[Preparing], None]


@contextmanager
def preparing(game: str, tell: Tell) -> Iterator[None]:
    """Tell how far a game's kernel is while it is compiled; nothing if it has been.

    Parameters
    ----------
    game
        The game's id.
    tell
        Is told the functions that are compiled, of how many, and the seconds that the rest takes.
    """
    if find_spec("numba") is None:
        yield
        return
    from paydays_widgets.lab.sample import kernel

    compiled = kernel(game)
    if compiled is None:
        yield
        return
    from numba.core import event

    listener = _listener(_functions(compiled.__name__), tell)
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


def _listener(functions: set[object], tell: Tell) -> Any:  # noqa: ANN401 - numba has no types
    from numba.core import event

    left, began, told = set(functions), monotonic(), 0.0

    def heard(news: Any) -> None:  # noqa: ANN401 - numba has no types
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


def prepare(names: Sequence[str] = ()) -> None:
    """Have the kernels of games compiled, by playing a little.

    Parameters
    ----------
    names
        The games; none for all of the shelf.
    """
    if find_spec("numba") is None:
        return
    from paydays_widgets.lab.futures import advise
    from paydays_widgets.lab.sample import play

    for name in names or games.names():
        asked = setting(name, [*games.rooms(name).bots.STRATEGIES][:2])
        play(asked, 1, 0, 1, kept=1)
        table = asked.table(1)
        while not isinstance(table.turn, Decide):
            table.advance()
        advise(table, games=1, seed=1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    prepare(sys.argv[1:])
