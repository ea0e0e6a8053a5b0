"""The class's scripts and style sheets, each under a name that changes with it."""

import gzip
from hashlib import sha256
from importlib.resources import files
from typing import Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.talk.script import script

_SHOW: Final = files("paydays_widgets.show") / "static"
_OWN: Final = files(__package__) / "static"
_KINDS: Final = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


class File(Struct, frozen=True):
    """A file to send: its kind, what is in it, and the same packed by gzip."""

    kind: str
    data: bytes
    packed: bytes


FILES: Final[dict[str, File]] = {}
"""The files by the names under which they are sent."""


def _add(name: str, text: str) -> str:
    stem, _, ending = name.rpartition(".")
    data = text.encode()
    full = f"{stem}.{sha256(data).hexdigest()[:12]}.{ending}"
    FILES[full] = File(_KINDS[ending], data, gzip.compress(data, 9, mtime=0))
    return full


STAGE: Final = _add("stage.js", script())
SOCKET: Final = _add("socket.js", (_OWN / "socket.js").read_text(encoding="utf-8"))
STYLE: Final = _add(
    "class.css",
    "".join(
        (folder / name).read_text(encoding="utf-8")
        for folder, name in (
            (_SHOW, "panel.css"),
            (_SHOW, "desk.css"),
            (_SHOW, "kit.css"),
            (_OWN, "class.css"),
        )
    ),
)


TEACHER: Final = _add(
    "teacher.css",
    "".join((_OWN / each).read_text(encoding="utf-8") for each in ("teacher.css", "beside.css")),
)
GRID: Final = _add("homework.css", (_OWN / "homework.css").read_text(encoding="utf-8"))
LOOK: Final = _add("homework.js", (_OWN / "homework.js").read_text(encoding="utf-8"))
COMPOSE: Final = _add(
    "compose.js",
    "\n".join(
        each.read_text(encoding="utf-8")
        for each in (files("paydays_widgets.talk") / "static/idle.js", _OWN / "compose.js")
    ),
)
OURS: Final = _add("ours.css", (_OWN / "ours.css").read_text(encoding="utf-8"))
DROP: Final = _add("ours.js", (_OWN / "ours.js").read_text(encoding="utf-8"))
DESK: Final = _add("teacher.js", (_OWN / "teacher.js").read_text(encoding="utf-8"))


def board(game: str) -> str:
    """Return the name of a game's style sheet."""
    if game not in _BOARDS:
        _BOARDS[game] = _add(f"{game}.css", games.modules(game).style)
    return _BOARDS[game]


_BOARDS: Final[dict[str, str]] = {}
for each in games.names():
    board(each)
