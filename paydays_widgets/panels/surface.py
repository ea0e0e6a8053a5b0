"""A surface: markup made in Python and kept up to date in the browser.

Everything that a panel shows is a :class:`Surface`. Python sends markup; the surface's script
(``talk/static``) updates the page, animates what has moved, and sends the reader's actions
back as small messages. A surface knows nothing of games.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final
from zlib import crc32

import anywidget
import traitlets as t

from paydays_widgets.talk.ahead import running_loop
from paydays_widgets.talk.line import Inbox, Order, Outbox, got
from paydays_widgets.talk.script import script

_LOG: Final = logging.getLogger(__name__)
_UNNUMBERED: Final = {"parcel", "pong", "got", "resumed", "ahead"}
"""Messages that are not sent again: they are repeated otherwise, or no longer of use."""
_ENVELOPE: Final = {"from", "number", "heard"}
"""The fields of a page's message about its delivery."""


@cache
def style(package: str, sheet: str) -> str:
    """Read a style sheet of a package."""
    return (files(package) / "static" / sheet).read_text(encoding="utf-8")


class _Parcel:
    """Changes and messages of several surfaces, to be sent together."""

    def __init__(self, carrier: "Surface") -> None:
        self.carrier = carrier
        self.traits: dict[str, dict[str, Any]] = {}  # by model
        self.later: list[Callable[[], None]] = []  # messages, sent after the traits
        self.is_open = True


_PACKING: Final[ContextVar[_Parcel | None]] = ContextVar("packing", default=None)


def _parcel() -> _Parcel | None:
    """Return the open parcel; a task that was begun within one may run when it has been sent."""
    parcel = _PACKING.get()
    return parcel if parcel is not None and parcel.is_open else None


def _script() -> str:
    shelf = os.environ.get("PAYDAYS_SCRIPTS")  # a path on the page's own server, if it has one
    if not shelf:
        return script()
    # the browser keeps the script from one visit to the next, and has it once for all surfaces
    name = f"{shelf}stage.{crc32(script().encode()):08x}.js"
    return f"export default (await import(new URL({name!r}, location.origin))).default;\n"


class Surface(anywidget.AnyWidget):
    """Markup on the page, and the reader's actions on it.

    The page reports to a surface with a store what is kept there, once the surface is shown:
    ``{"do": "kept", "value": {"records": {name: {"text": …, "when": …}}, "note": …, "link": …}}``,
    where ``link`` is a record in the page's address. Python manages the store with these messages:
    ``tell`` asks for that report again; ``keep`` stores a ``text`` under a ``name``; ``forget``
    removes ``names``, or ``all`` of the ``"panel"`` or ``"everywhere"``; ``claim`` asks whether
    another tab writes the record of a ``name``. If so, the page answers
    ``{"do": "taken", "value": name}``.

    Parameters
    ----------
    css
        Style rules in addition to those that all surfaces share, such as a game's own.
    **traits
        Initial values of the traits below.

    Attributes
    ----------
    html
        The markup to show. It is trusted: its maker must escape what users typed.
    seq
        The number of the position shown. Each message from the page carries it. Change it
        together with `html`, by :meth:`show`.
    quick
        Whether changes are shown without animation.
    pace
        The delay of automatic play in milliseconds; 0 for none. After each animation and this
        delay, the page sends ``{"do": "step", "auto": True, "seq": …}`` and waits for the next
        position.
    theme
        ``"auto"`` (as the page has it), ``"light"`` or ``"dark"``.
    label
        The name of the region for screen readers.
    keep
        The name under which the browser keeps records, unique within the page; "" to
        keep nothing. If the storage is full, the page sends ``{"do": "storage-full"}``; if the
        browser allows none, ``{"do": "storage-none"}``.
    record, record_name
        The record, stored whenever it changes, and its name; a record of ``""`` is removed from
        the store.
    note
        A text kept for this browser tab alone.
    lang
        The language of the markup, for screen readers.
    greet
        Whether the page reports the reader's earlier choices, or the browser's language:
        ``{"do": "greet", "value": {"language": …, "theme": …}}``.
    lost_words
        The words to show while Python does not answer: ``text``, ``button`` (it saves the record
        as a file) and ``file`` (that file's name). On a page of its own, which knows more of its
        kernel, ``away`` and ``gone`` are shown instead while the connection is interrupted, and
        when the kernel has ended; ``reload`` is a button that loads the page again. In a notebook,
        ``cell`` is shown in each case, and as soon as it is plain that the kernel does not know
        the surface: when the notebook is opened again, or its kernel restarted; on a page made of
        a notebook that was saved, such as an export, ``copy``. Where there is no kernel at all,
        one surface of the page says so. A surface with neither these words nor `keep` does not
        check whether Python answers; one surface per panel that does is enough.
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
        rules = style("paydays_widgets.show", "panel.css") + css
        # The page has one style element per id: surfaces with the same rules share one, and
        # surfaces with other rules do not overwrite it.
        name = f"paydays-{crc32(rules.encode()):08x}"
        self._inbox, self._outbox = Inbox(), Outbox()
        self._alone = False
        super().__init__(_css=rules, _anywidget_id=name, **traits)
        self._loop = running_loop()
        self.on_msg(self._receive)

    @property
    def name(self) -> str:
        """The name by which the page knows this surface."""
        return str(self.model_id)

    @property
    def prefix(self) -> str:
        """The prefix of the ids of this surface's elements."""
        return f"pw{self.model_id or ''}"[:10]

    def show(self, html: str, seq: int, **traits: Any) -> None:
        """Show a position: markup, number and further traits in one message.

        Parameters
        ----------
        **traits
            Other traits that change with it, such as ``record``.
        """
        with self.hold_sync():
            for name, value in {"html": html, "seq": seq, **traits}.items():
                if getattr(self, name) != value:
                    self.set_trait(name, value)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Show it as an output of its own, which may be a frame that hears no other surface."""
        self._alone = True
        return super()._repr_mimebundle_(**options)

    def show_all(self, shown: Mapping[str, Any]) -> None:
        """Send traits to the page even if they are unchanged: it may show something else."""
        self.send_state(shown)

    # --- from the page ------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> None:
        """Carry out the reader's action; subclasses implement this.

        Parameters
        ----------
        message
            It has a text ``move`` (a notation) or a text ``do`` (a verb, perhaps with a
            ``value``), and ``seq``, the position that the reader saw. Nothing else has been
            checked: the message comes from a browser.
        """

    def failed(self, error: Exception) -> None:
        """Report an error raised by :meth:`handle`; subclasses show it in words."""
        _LOG.error("a message from the page could not be handled", exc_info=error)
        self.say(str(error))

    def fresh(self, message: dict[str, Any]) -> bool:
        """Return whether a message was sent from the position now shown."""
        return message.get("seq") == self.seq

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send the changes of all surfaces within this context in one message of this surface.

        The page then lays out and paints them all at once, rather than once per surface.
        """
        if self.comm is None or _parcel() is not None:
            yield  # closed: each surface sends its own changes; or they go with those around them
            return
        with self._packing():
            yield

    @contextmanager
    def _packing(self, got: Order | None = None) -> Iterator[None]:
        """Send changes in one message, and say in it which message of a view was got."""
        parcel = _Parcel(self)
        token = _PACKING.set(parcel)
        try:
            yield
        finally:
            _PACKING.reset(token)
            parcel.is_open = False
            if parcel.traits:
                self.send({**(got or {}), "kind": "parcel", "parcel": parcel.traits})
            elif got:
                self.send(got)
            for post in parcel.later:
                post()

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send traits to the page, or add them to the open parcel."""
        parcel = _parcel()
        if parcel is None or (self._alone and parcel.carrier is not self):
            super().send_state(key)
        else:
            parcel.traits.setdefault(self.model_id, {}).update(self.get_state(key))

    def send(self, content: object, buffers: object = None) -> None:
        """Send the page a message; if a parcel is open, after that parcel."""
        if isinstance(content, dict) and content.get("kind") not in _UNNUMBERED:
            content = self._outbox.numbered(content)
        post = partial(super().send, content, buffers)
        parcel = _parcel()
        if parcel is None:
            post()
        else:
            parcel.later.append(post)

    def _receive(self, _: object, message: object, __: object) -> None:
        if not isinstance(message, dict):
            return
        verb, view, number = (message.get(key) for key in ("do", "from", "number"))
        self._outbox.heard(message.get("heard"))
        if verb == "ping":
            self.send({"kind": "pong", "n": message.get("value")})
        elif not isinstance(view, str):
            self._act(message)
        elif verb == "reconnected":
            self.send(self._inbox.resumed(view))
            self.send_state([name for name in self.keys if not name.startswith("_")])
            for each in self._outbox:
                super().send(each)
        elif self._inbox.takes(view, number):
            letter = {key: message[key] for key in message if key not in _ENVELOPE}
            self._act(letter, got(view, number))

    def _act(self, message: dict[str, Any], got: Order | None = None) -> None:
        """Carry out the reader's action, if it is one, and tell the page that it was got."""
        if self._loop not in {None, running_loop()} and self._loop.is_running():
            # JupyterLab brings messages on another thread than the one that carries out cells:
            # there nothing can interrupt a student's code, and two threads could change a table
            self._loop.call_soon_threadsafe(self._carry_out, message, got)
        else:
            self._carry_out(message, got)

    def _carry_out(self, message: dict[str, Any], got: Order | None) -> None:
        with self._packing(got) if got else nullcontext():
            self._do(message)

    def _do(self, message: dict[str, Any]) -> None:
        if not isinstance(message.get("move"), str) and not isinstance(message.get("do"), str):
            return
        if message.get("auto") and not self.fresh(message):
            return  # automatic play, from a position that is no longer on the table
        try:
            self.handle(message)
        except Exception as error:  # noqa: BLE001 (the reader must learn of any error)
            self.failed(error)

    # --- to the page, apart from the traits ---------------------------------------------------

    def say(self, text: str) -> None:
        """Have screen readers announce a text when they are next idle."""
        self.send({"kind": "say", "text": text})

    def leave(self) -> None:
        """Release what outlives the surface; for subclasses."""

    def close(self) -> None:
        """Remove the surface and its layout from the page and from ipywidgets' registry."""
        if self.comm is None:
            return  # already closed, or never opened
        self.leave()
        self.on_msg(self._receive, remove=True)
        layout = self.layout
        super().close()
        layout.close()
