"""The games. Each is a package with the same rooms: :func:`rooms` finds them by its name.

Those of this package stand on the shelf (:func:`names`). A game of your own can live anywhere:
:func:`add` makes it known, and then a desk, a contest or a test takes it by its name.
"""

# os, not pathlib: importing an engine should cost next to nothing.
import os
from functools import cache
from typing import TYPE_CHECKING, Final

from paydays_widgets.core.game import AnyGame

if TYPE_CHECKING:
    from paydays_widgets.core.rooms import Rooms

_ADDED: Final[dict[str, str]] = {}
"""The packages of the games that live elsewhere, by id."""


def names() -> tuple[str, ...]:
    """List the ids of the games on the shelf.

    Examples
    --------
    >>> "zahltag" in names()
    True
    """
    shelf = [found for found in os.scandir(__path__[0]) if found.is_dir()]
    return tuple(sorted(found.name for found in shelf if found.name[0] not in "_."))


def add(package: str) -> None:
    """Make a game known that lives elsewhere. It is imported when it is first asked for.

    Parameters
    ----------
    package
        Its full name, such as ``my_class.trust``; the last part is the game's id. It has the
        rooms of every game. The shelf does not change.

    Raises
    ------
    ValueError
        If another game has that id.
    """
    name = package.rpartition(".")[2]
    known = f"{__name__}.{name}" if name in names() else _ADDED.get(name, package)
    if known != package:
        message = f"{package} cannot be added: {known} is called {name!r} already"
        raise ValueError(message)
    _ADDED[name] = package


def load(name: str) -> AnyGame:
    """Load a game's engine.

    Parameters
    ----------
    name
        Its id, such as ``zahltag``.

    Raises
    ------
    LookupError
        If there is no such game; the message lists those that there are.
    """
    return rooms(name).engine


def rooms(name: str) -> "Rooms":
    """Find a game's rooms: its engine, words, picture, bots and the rest.

    Raises
    ------
    LookupError
        If there is no such game.
    """
    on_shelf = names()
    package = f"{__name__}.{name}" if name in on_shelf else _ADDED.get(name)
    if package is None:
        message = f"no game is called {name!r}; there are: {', '.join([*on_shelf, *_ADDED])}"
        raise LookupError(message)
    return _rooms(package)


@cache
def _rooms(package: str) -> "Rooms":
    from paydays_widgets.core.rooms import Rooms

    return Rooms(package)
