"""The games: packages with the same modules, which :func:`modules` finds by the game's id.

The games in this package that say how a first game starts are on the shelf (:func:`names`). A
game of your own can live anywhere: once :func:`add` has registered it, a desk, a contest or a test
finds it by its id.
"""

# os rather than pathlib, so that importing an engine costs next to nothing
import os
from functools import cache
from typing import TYPE_CHECKING, Final

from paydays_widgets.core.engine import AnyGame

if TYPE_CHECKING:
    from paydays_widgets.show.modules import Modules

_ADDED: Final[dict[str, str]] = {}
"""The packages of the games that live elsewhere, by id."""


@cache
def names() -> tuple[str, ...]:
    """List the ids of the games on the shelf.

    Examples
    --------
    >>> "zahltag" in names()
    True
    """
    folders = [found for found in os.scandir(__path__[0]) if found.is_dir()]
    shelf = [each for each in folders if "start.toml" in {file.name for file in os.scandir(each)}]
    return tuple(sorted(each.name for each in shelf))


def add(package: str) -> None:
    """Register a game that lives elsewhere. It is imported when it is first used.

    Parameters
    ----------
    package
        The game's package by its full name, such as ``my_class.trust``; the last part is the
        game's id. The shelf does not change.

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
    """Load a game's engine by the game's id, such as ``zahltag``.

    Raises
    ------
    LookupError
        If there is no such game; the message lists the known games.
    """
    return modules(name).engine


def modules(name: str) -> "Modules":
    """Find a game's modules: its engine, words, picture, bots and the rest.

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
    return _modules(package)


@cache
def _modules(package: str) -> "Modules":
    from paydays_widgets.show.modules import Modules

    return Modules(package)
