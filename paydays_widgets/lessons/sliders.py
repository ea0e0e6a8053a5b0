"""Sliders: numbers that the reader moves, and what follows from them is drawn again."""

from collections.abc import Mapping
from typing import Any

import traitlets as t
from msgspec import Struct

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf


class Slider(Struct, frozen=True):
    """A number that can be moved.

    Parameters
    ----------
    label
        What it is.
    low, high, step
        The whole numbers that it goes through.
    value
        The first one.
    """

    label: str
    low: int
    high: int
    value: int
    step: int = 1


class Sliders(Leaf):
    """Numbers for a figure that is drawn again with each of them.

    Parameters
    ----------
    sliders
        By name.
    **traits
        As for a leaf.

    Attributes
    ----------
    done
        Whether they are there to be moved: a leaf that comes `after` sliders waits with them, and
        follows them.
    values
        The numbers, by name. Observable.

    Examples
    --------
    >>> from paydays_widgets.lessons.figures import Figures
    >>> sliders = Sliders({"n": Slider("Bidders", 2, 20, 7)})
    >>> figures = Figures("Twice", ["n"], lambda: [[2 * sliders.values["n"]]], after=sliders)
    >>> "14" in figures.html, sliders.move("n", 8), "16" in figures.html
    (True, None, True)
    """

    template = "sliders.html.j2"
    done = t.Bool(read_only=True)
    values = t.Dict(key_trait=t.Unicode(), value_trait=t.Int(), read_only=True)

    def __init__(self, sliders: Mapping[str, Slider], **traits: Any) -> None:
        super().__init__(**traits)
        self.sliders = dict(sliders)
        self.set_trait("values", {name: each.value for name, each in sliders.items()})
        self.refresh()

    def move(self, name: str, value: int) -> None:
        """Move a slider, as far as it goes."""
        slider = self.sliders[name]
        self.set_trait("values", {**self.values, name: max(slider.low, min(slider.high, value))})
        self.refresh()

    def refresh(self) -> None:
        """Draw again, and have what follows wait no longer than they do."""
        super().refresh()
        self.set_trait("done", not self.waits)

    def wait(self, _text: Text) -> str:
        """Say nothing: they say themselves what they wait for."""
        return ""

    def promise(self, text: Text) -> str:
        """Say that there will be sliders."""
        return text("Then you can move the sliders here.")

    def handle(self, message: dict[str, Any]) -> None:
        """Take a number that the reader chose."""
        _, _, name = message.get("do", "").partition("slide-")
        value = str(message.get("value"))
        if name in self.sliders and value.removeprefix("-").isdecimal():
            self.move(name, int(value))

    def facts(self) -> dict[str, Any]:
        """Return each slider with its number."""
        return {
            "sliders": [(name, each, self.values[name]) for name, each in self.sliders.items()]
        }
