"""The games. Each is a package with the same rooms; :func:`load` gives one by its name."""

# os, not pathlib: importing an engine should cost next to nothing.
import os
from importlib import import_module
from types import ModuleType

from paydays_widgets.core.game import AnyGame


def names() -> tuple[str, ...]:
    """List the ids of the games on the shelf.

    Examples
    --------
    >>> "zahltag" in names()
    True
    """
    shelf = [found for found in os.scandir(__path__[0]) if found.is_dir()]
    return tuple(sorted(found.name for found in shelf if found.name[0] not in "_."))


def load(name: str) -> AnyGame:
    """Give a game's engine.

    Parameters
    ----------
    name
        Its id, such as ``zahltag``.

    Raises
    ------
    LookupError
        If there is no such game; the message lists those that there are.
    """
    game: AnyGame = room(name).GAME
    return game


def room(name: str, part: str = "") -> ModuleType:
    """Give a game's package, or one of its modules, such as ``board`` or ``text``.

    Raises
    ------
    LookupError
        If there is no such game.
    """
    if name not in names():
        message = f"no game is called {name!r}; there are: {', '.join(names())}"
        raise LookupError(message)
    return import_module(f"{__name__}.{name}.{part}".rstrip("."))
