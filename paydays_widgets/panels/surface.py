"""A surface: markup made in Python, shown in the browser and kept in step with it.

Whatever a panel shows is a :class:`Surface`. Python sends markup; the surface's script
(``static/stage.js``) brings the page to it, moves what moved, and sends back what the reader
did, as small messages. A surface knows no game.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import anywidget
import traitlets as t

_STATIC: Final = Path(__file__).with_name("static")
_SCRIPT: Final = _STATIC / "stage.js"
_STYLE: Final = _STATIC / "panel.css"
_LOG: Final = logging.getLogger(__name__)


class _Parcel:
    """What surfaces have to tell the page at once."""

    def __init__(self) -> None:
        self.traits: dict[str, dict[str, Any]] = {}  # by model
        self.later: list[Callable[[], None]] = []  # messages, sent after the traits


_PACKING: Final[ContextVar[_Parcel | None]] = ContextVar("packing", default=None)


def _script() -> str | Path:
    # A path is watched for changes, and keeps every surface alive that was ever made from it:
    # it serves those who write the script, and nobody else.
    watched = os.environ.get("PAYDAYS_DEV") == "1"
    return _SCRIPT if watched else _SCRIPT.read_text(encoding="utf-8")


class Surface(anywidget.AnyWidget):
    """Markup on the page, and what the reader does with it.

    A surface with a shelf hears what is kept there once it is shown: ``{"do": "kept", "value":
    {"records": {name: {"text": …, "when": …}}, "note": …, "link": …}}``, where ``link`` is a
    record in the page's address. These messages concern the shelf: ``tell`` has the page say it
    again; ``keep`` puts a ``text`` there under a ``name``; ``forget`` takes off ``names``, or
    ``all`` of the ``"panel"`` or ``"everywhere"``;
    ``claim`` asks other tabs whether one of them writes the record of a ``name``, and if so comes
    ``{"do": "taken", "value": name}``.

    Parameters
    ----------
    css
        Style rules to add to those that all surfaces share, such as a game's own.
    **traits
        First values of the traits below.

    Attributes
    ----------
    html
        The markup to show. It is trusted: whoever makes it escapes what users wrote.
    seq
        The number of the position that the markup shows. Each message carries it back. Change
        it together with `html`, by :meth:`show`.
    quick
        Whether changes are shown without motion.
    pace
        More than 0 plays on: so many milliseconds after each render has come to rest, the page
        sends ``{"do": "step", "auto": True, "seq": …}``, and waits for the next position.
    theme
        ``"auto"`` (as the page has it), ``"light"`` or ``"dark"``.
    label
        The name of the region for screen readers.
    keep
        The name of the shelf on which the browser keeps records, one for each panel of a page;
        "" keeps nothing. Storage that is full is told by ``{"do": "storage-full"}``.
    record, record_name
        What is kept whenever it changes, and under which name; a record of ``""`` is taken off
        the shelf.
    note
        What is kept for this tab of the browser alone.
    lang
        The language of the markup, for screen readers.
    greet
        Whether the page tells what its reader chose before, or the browser's language:
        ``{"do": "greet", "value": {"language": …, "theme": …}}``.
    lost_words
        What stands on the page while Python does not answer: ``text``, ``button`` (it saves
        the record as a file) and ``file`` (that file's name). A surface with neither words nor
        `keep` does not ask whether Python is there; one such surface on a panel is enough.
    """

    _esm = _script()
    _css = t.Unicode().tag(sync=True)

    html = t.Unicode().tag(sync=True)
    seq = t.Int().tag(sync=True)
    quick = t.Bool().tag(sync=True)
    pace = t.Int(min=0).tag(sync=True)
    theme = t.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    label = t.Unicode().tag(sync=True)
    keep = t.Unicode().tag(sync=True)
    record = t.Unicode().tag(sync=True)
    record_name = t.Unicode().tag(sync=True)
    note = t.Unicode().tag(sync=True)
    lang = t.Unicode("en").tag(sync=True)
    greet = t.Bool().tag(sync=True)
    lost_words = t.Dict(key_trait=t.Unicode(), value_trait=t.Unicode()).tag(sync=True)

    def __init__(self, *, css: str = "", **traits: Any) -> None:
        style = _STYLE.read_text(encoding="utf-8") + css
        # The page keeps one style element per id: surfaces with the same rules share it, and
        # those with others do not overwrite it.
        name = f"paydays-{crc32(style.encode()):08x}"
        super().__init__(_css=style, _anywidget_id=name, **traits)
        self.on_msg(self._receive)

    def show(self, html: str, seq: int, **traits: Any) -> None:
        """Show a position: markup, number and further traits in one message.

        Parameters
        ----------
        html
            The markup.
        seq
            The number of the position.
        **traits
            Other traits that change with it, such as ``record``.
        """
        with self.hold_sync():
            self.set_trait("html", html)
            self.set_trait("seq", seq)
            for name, value in traits.items():
                self.set_trait(name, value)

    # What comes from the page.

    def handle(self, message: dict[str, Any]) -> None:
        """Do what the reader asked for; a subclass says how.

        Parameters
        ----------
        message
            It has a text ``move`` (a notation) or a text ``do`` (a verb, perhaps with a
            ``value``), and ``seq``, the position that the reader saw. Nothing else about it
            has been checked: it comes from a browser.
        """

    def failed(self, error: Exception) -> None:
        """Tell that :meth:`handle` raised an error; a subclass shows it in words.

        Parameters
        ----------
        error
            What it raised.
        """
        _LOG.error("a message from the page could not be handled", exc_info=error)
        self.say(str(error))

    def fresh(self, message: dict[str, Any]) -> bool:
        """Tell whether a message was sent from the position that is shown now."""
        return message.get("seq") == self.seq

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send whatever surfaces change meanwhile in one message, through this one's channel.

        The page then takes all of it in at once: it is laid out and painted once, not once for
        each surface.
        """
        if self.comm is None:
            yield  # it is closed: each goes its own way
            return
        parcel = _Parcel()
        token = _PACKING.set(parcel)
        try:
            yield
        finally:
            _PACKING.reset(token)
            if parcel.traits:
                self.send({"kind": "parcel", "parcel": parcel.traits})
            for post in parcel.later:
                post()

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send traits to the page, or put them into the parcel that is being packed."""
        parcel = _PACKING.get()
        if parcel is None:
            super().send_state(key)
        else:
            parcel.traits.setdefault(self.model_id, {}).update(self.get_state(key))

    def send(self, content: Any, buffers: Any = None) -> None:  # noqa: ANN401 (as ipywidgets has it)
        """Send the page a message; while a parcel is being packed, after that."""
        post = partial(super().send, content, buffers)
        parcel = _PACKING.get()
        if parcel is None:
            post()
        else:
            parcel.later.append(post)

    def _receive(self, _: object, message: object, __: object) -> None:
        if not isinstance(message, dict):
            return
        move, verb = message.get("move"), message.get("do")
        if verb == "ping":
            self.send({"kind": "pong", "n": message.get("value")})
            return
        if not isinstance(move, str) and not isinstance(verb, str):
            return
        if message.get("auto") and not self.fresh(message):
            return  # playing on asked from a position that something else has left meanwhile
        try:
            self.handle(message)
        except Exception as error:  # noqa: BLE001 (whatever it is, the reader must hear of it)
            self.failed(error)

    # What goes to the page, apart from the traits.

    def say(self, text: str) -> None:
        """Have a screen reader say a text when it is next idle."""
        self.send({"kind": "say", "text": text})

    def close(self) -> None:
        """Take the surface off the page and out of ipywidgets' registry, its layout too."""
        self.on_msg(self._receive, remove=True)
        layout = self.layout
        super().close()
        layout.close()
