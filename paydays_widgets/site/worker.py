"""Python's side of a page of the site: it makes what the page shows, and hears what is clicked.

Both sides speak JSON. The page says a :class:`Tell`, a :class:`Desk` or a :class:`Cell`. It is
told ``{"from": …, "kind": …, "content": …}``, from a widget or from where something is shown.
"""

import ast
import linecache
from collections.abc import Callable
from traceback import format_exception
from types import TracebackType
from typing import Any, Final

from msgspec import Struct, json

from paydays_widgets.site import widgets

LONGEST: Final = 20
"""The lines of an error that are shown."""


class Tell(Struct, tag_field="do", tag="tell"):
    """Tell a widget what was clicked."""

    to: str
    content: Any


class Desk(Struct, tag_field="do", tag="desk"):
    """Show a game's desk in a place, perhaps at one of the game's positions.

    Parameters
    ----------
    place, game
        Where, and which.
    keep, seed, language
        As for :class:`paydays_widgets.panels.Desk`.
    position
        The id of a position; "" for a new game.
    start
        Whether a first game begins at its first telling decision.
    lesson
        As for :class:`paydays_widgets.panels.Desk`.
    """

    place: str
    game: str
    keep: str = ""
    seed: int | None = None
    language: str | None = None
    position: str = ""
    start: bool = False
    lesson: str = ""


class Cell(Struct, tag_field="do", tag="cell"):
    """Run a cell of a lesson, and show what its last line is."""

    place: str
    source: str


class Page:
    """The page that this Python belongs to.

    Parameters
    ----------
    say
        Sends it a text.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._space: dict[str, Any] = {"__name__": "__main__"}  # of a lesson's cells
        widgets.install(self._post)

    def hear(self, text: str) -> None:
        """Carry out what the page asks for."""
        match json.decode(text, type=Tell | Desk | Cell):
            case Tell(to, content):
                if to in widgets.Widget.known:
                    widgets.Widget.known[to].receive(content)
            case Desk() as asked:
                self._show(asked.place, _desk(asked))
            case Cell(place, source):
                self._run(place, source)

    def _run(self, place: str, source: str) -> None:
        name = f"<{place}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        try:
            self._show(place, _value(source, name, self._space))
        except Exception as error:  # noqa: BLE001 - the reader sees it, and mends the cell
            from paydays_widgets.lessons.still_plays import still_plays

            told = "".join(format_exception(error.with_traceback(_own(error, name))))
            said = still_plays(source, error, self._space)
            self._post(place, "error", "\n".join([*told.splitlines()[-LONGEST:], said]).rstrip())

    def _show(self, place: str, value: object) -> None:
        if isinstance(value, widgets.Widget):
            self._post(place, "widget", value.described())
        else:
            self._post(place, "text", "" if value is None else repr(value))

    def _post(self, sender: str, kind: str, content: object) -> None:
        told = {"from": sender, "kind": kind, "content": content}
        self._say(json.encode(told).decode())


def _desk(asked: Desk) -> object:
    from paydays_widgets.panels.desk import Desk as Panel

    made = Panel(
        asked.game, keep=asked.keep, seed=asked.seed, language=asked.language, lesson=asked.lesson
    )
    if asked.start:
        made.do("start")
    if asked.position:
        made.do("vignette", asked.position)
    return made


def _value(source: str, name: str, space: dict[str, Any]) -> object:
    """Run code as a kernel does, and return the value of its last line, if that has one."""
    body = ast.parse(source, name).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), name, "exec"), space)  # noqa: S102 - the page's own cell
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), space)  # noqa: S307 - the same


def _own(error: BaseException, name: str) -> TracebackType | None:
    """Return the traceback from the cell on: what called it is of no use to the reader."""
    at = error.__traceback__
    while at is not None and at.tb_frame.f_code.co_filename != name:
        at = at.tb_next
    return at
