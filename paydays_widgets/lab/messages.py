"""Messages between a panel and a worker, a line of JSON each."""

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
from paydays_widgets.lab.decision import Decision, Review
from paydays_widgets.lab.preparing import Preparing
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Prospects, Reviewed, Scores, Summary

Asked: TypeAlias = Setting | Decision | Review | Contest
Answer: TypeAlias = Summary | Prospects | Reviewed | Scores


class Request(Struct, frozen=True):
    """A request for games.

    Parameters
    ----------
    packed
        The pickled setting, decision, review or contest.
    package
        The package of its game, which need not be on the shelf.
    sources
        The lines of a notebook's cells by file name, to name the line in which a strategy failed.
    """

    packed: str
    package: str
    games: int
    seed: int
    language: str
    sources: dict[str, list[str]] = {}

    @property
    def asked(self) -> Asked:
        """What is asked for. Unpacking it registers its game."""
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
        If a strategy from a notebook cannot be sent to another process.
    """
    pickled: Any = pickle
    setting = asked if isinstance(asked, Setting) else asked.setting
    plain = asked.own if isinstance(asked, Contest) else setting.own
    if not plain:
        try:
            pickled = import_module("cloudpickle")
        except ModuleNotFoundError:
            raise Complaint(
                "for strategies of your own, cloudpickle is missing: "
                "pip install 'paydays_widgets[lab]'"
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
    """Find source that was typed and is in no file: it has no modification time."""
    return {
        name: entry[2]
        for name, entry in linecache.cache.items()
        if len(entry) > 1 and entry[1] is None
    }


class Waiting(Struct, frozen=True, tag="waiting"):
    """The lab is full: the place in the queue, from 1."""

    place: int


class Grown(Struct, frozen=True, tag="grown"):
    """Interim results."""

    summary: Answer


class Finished(Struct, frozen=True, tag="finished"):
    """The final results."""

    summary: Answer


class Failed(Struct, frozen=True, tag="failed"):
    """Why there are no more results, in a sentence."""

    sentence: str


Message: TypeAlias = Waiting | Preparing | Grown | Finished | Failed

read = msgspec.json.Decoder(Message).decode
