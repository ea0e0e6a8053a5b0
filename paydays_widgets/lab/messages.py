"""What a panel and a worker say to each other: a line of JSON each."""

import linecache
import pickle
from base64 import b64decode, b64encode
from importlib import import_module
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.game import Complaint
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.decision import Decision
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Prospects, Scores, Summary

Asked: TypeAlias = Setting | Decision | Contest
"""What can be asked for: a run of games, what each choice at a decision would earn, a contest."""


class Request(Struct, frozen=True):
    """Games that are asked for.

    Parameters
    ----------
    packed
        The setting of a run, a decision or a contest.
    package
        The package of its game, which may live elsewhere than on the shelf.
    games, seed
        How many games, and the seed of the run.
    language
        The language of what is said.
    sources
        The lines of a notebook's cells by the names of their files, for strategies that fail.
    """

    packed: str
    package: str
    games: int
    seed: int
    language: str
    sources: dict[str, list[str]] = {}

    @property
    def asked(self) -> Asked:
        """The run or the decision; its game is known from here on."""
        name = self.package.rpartition(".")[2]
        if name not in games.names():
            games.add(self.package)
        packed = b64decode(self.packed)
        return cast("Asked", pickle.loads(packed))  # noqa: S301 - from the kernel that owns us


def request(asked: Asked, games_: int, seed: int, language: str) -> Request:
    """Ask for games.

    Raises
    ------
    Complaint
        If a strategy of a notebook's own cannot travel to another process.
    """
    pickled: Any = pickle
    setting = asked if isinstance(asked, Setting) else asked.setting
    plain = asked.own if isinstance(asked, Contest) else setting.own
    if not plain:
        try:
            pickled = import_module("cloudpickle")
        except ModuleNotFoundError:
            raise Complaint(
                "for strategies of your own, cloudpickle is missing: pip install cloudpickle"
            ) from None
    try:
        packed = b64encode(pickled.dumps(asked)).decode()
    except Exception as error:
        raise Complaint(
            "this strategy cannot be taken to the lab’s own process: {error}", error=repr(error)
        ) from error
    package = games.modules(setting.game).package
    return Request(packed, package, games_, seed, language, {} if plain else _cells())


def _cells() -> dict[str, list[str]]:
    """Find the source of what was entered and lies in no file: it has no time of change."""
    return {
        name: entry[2]
        for name, entry in linecache.cache.items()
        if len(entry) > 1 and entry[1] is None
    }


class Waiting(Struct, frozen=True, tag="waiting"):
    """All places of the lab are taken: one's own place in the queue, from 1."""

    place: int


class Preparing(Struct, frozen=True, tag="preparing"):
    """The game is compiled first, which is done once for each version.

    Parameters
    ----------
    done, of
        How many of its parts are compiled.
    seconds
        About how long the rest takes.
    elsewhere
        Whether another process compiles it, such as the server or another visitor's.
    """

    done: int
    of: int
    seconds: int
    elsewhere: bool = False


class Grown(Struct, frozen=True, tag="grown"):
    """What there is so far."""

    summary: Summary | Prospects | Scores


class Finished(Struct, frozen=True, tag="finished"):
    """All of it."""

    summary: Summary | Prospects | Scores


class Failed(Struct, frozen=True, tag="failed"):
    """Why there is no more, in a sentence."""

    sentence: str


Message: TypeAlias = Waiting | Preparing | Grown | Finished | Failed

read = msgspec.json.Decoder(Message).decode
"""Read a line that a worker wrote."""
