"""What panels and lessons use of ipywidgets and anywidget, for a page that has its own Python.

A widget tells the page its state by messages, and hears of clicks; there is no comm.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from types import ModuleType
from typing import Any, ClassVar, TypeAlias

import traitlets as t

Post: TypeAlias = Callable[[str, str, object], None]
"""Sends the page a message: to which widget, of which kind, and what."""


class Widget(t.HasTraits):
    """A widget: its state, and the page that shows it."""

    post: ClassVar[Post]
    known: ClassVar[dict[str, "Widget"]] = {}
    _count: ClassVar[Iterator[int]] = count(1)

    def __init__(self, **traits: Any) -> None:
        self.model_id = f"m{next(self._count)}"
        self.comm: object = self  # as long as it is open
        self.layout = self
        self.classes: list[str] = []
        self._on_page = False
        self._held: list[str] | None = None
        self._handlers: list[Callable[[object, object, object], None]] = []
        self.known[self.model_id] = self
        super().__init__(**traits)

    @property
    def keys(self) -> list[str]:
        return self.trait_names(sync=True)

    def get_state(self, key: str | Iterable[str] | None = None) -> dict[str, Any]:
        names = self.keys if key is None else [key] if isinstance(key, str) else key
        return {name: getattr(self, name) for name in names}

    def notify_change(self, change: t.Bunch) -> None:
        if self._on_page and self.trait_metadata(change.name, "sync"):
            if self._held is None:
                self.send_state(change.name)
            else:
                self._held.append(change.name)
        super().notify_change(change)

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        if self._held is not None:
            yield
            return
        self._held = []
        try:
            yield
        finally:
            names, self._held = self._held, None
            if names:
                self.send_state(dict.fromkeys(names))

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        self._tell("state", self.get_state(key))

    def send(self, content: object, buffers: object = None) -> None:
        del buffers
        self._tell("message", content)

    def receive(self, content: object) -> None:
        """Pass on what the page says."""
        for each in tuple(self._handlers):
            each(self, content, None)

    def on_msg(self, act: Callable[..., None], remove: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is called
        (self._handlers.remove if remove else self._handlers.append)(act)

    def add_class(self, name: str) -> None:
        if name not in self.classes:
            self.classes.append(name)
            self._tell("classes", self.classes)

    def remove_class(self, name: str) -> None:
        if name in self.classes:
            self.classes.remove(name)
            self._tell("classes", self.classes)

    def close(self) -> None:
        if self.known.pop(self.model_id, None) is not None:
            self.comm = None
            self._tell("closed", None)

    def _tell(self, kind: str, content: object) -> None:
        if self._on_page:
            Widget.post(self.model_id, kind, content)

    def described(self) -> dict[str, Any]:
        """Describe the widget to the page that shows it from now on."""
        self._on_page = True
        return {"id": self.model_id, "classes": self.classes}


class AnyWidget(Widget):
    """A widget that a script on the page draws."""

    _anywidget_id = t.Unicode()

    def described(self) -> dict[str, Any]:
        style = {"name": self._anywidget_id, "rules": self.get_state("_css")["_css"]}
        state = {name: getattr(self, name) for name in self.keys if name != "_css"}
        return {**super().described(), "style": style, "state": state}


class Box(Widget):
    """A widget that holds others."""

    def __init__(self, children: Sequence[Widget] = (), **traits: Any) -> None:
        super().__init__(**traits)
        self.children = tuple(children)

    def described(self) -> dict[str, Any]:
        return {**super().described(), "children": [each.described() for each in self.children]}


def install(post: Post) -> None:
    """Let modules that import ipywidgets and anywidget find these widgets."""
    Widget.post = staticmethod(post)
    found: Mapping[str, type[Widget]] = {"Widget": Widget, "Box": Box, "AnyWidget": AnyWidget}
    for name in ("anywidget", "ipywidgets"):
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(found)
