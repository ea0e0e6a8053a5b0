"""A test before and after a course: the same questions with other figures, and no help."""

from collections.abc import Iterator
from typing import Any, Final

import ipywidgets  # type: ignore[import-untyped]

from paydays_widgets.lessons.answers import SITTINGS
from paydays_widgets.lessons.leaf import Leaf
from paydays_widgets.lessons.progress import Progress, homework

FIGURES: Final = 38
"""The seed of what is asked after the course, where no figure is the usual one, as before it."""


class Exam(Leaf):
    """The choice between both tests, with the marks of each.

    In a homework there is one, with each student's own figures; a second homework has others.

    Parameters
    ----------
    keep, of
        As for a :class:`~paydays_widgets.lessons.progress.Progress`.
    """

    template = "exam.html.j2"

    def __init__(self, keep: str, *, of: int) -> None:
        super().__init__()
        names = ("",) if homework()[0] else SITTINGS
        self.sittings = {name: Progress(keep, of=of, exam=True, sitting=name) for name in names}
        first, *others = self.sittings.values()
        for each in others:
            each.seed = FIGURES
            each.put_aside(aside=True)
        for each in self:
            each.observe(self._again, "done")
        self.aside = not others
        first.add(self)

    def __iter__(self) -> Iterator[Progress]:
        """List the tests: what is asked is asked in each."""
        return iter(self.sittings.values())

    def taken(self, question: str = "") -> ipywidgets.Box:
        """Show a question of the test that is taken; without a name, how far the reader is."""
        found = [
            next((each for each in progress.questions if each.id == question), progress)
            for progress in self
        ]
        box = ipywidgets.Box(found)
        box.add_class("pw-sittings")
        return box

    def handle(self, message: dict[str, Any]) -> None:
        """Take the other test."""
        value = message.get("value")
        if message.get("do") == "sitting" and value in self.sittings:
            for name, each in self.sittings.items():
                each.put_aside(aside=name != value)
            self.refresh()

    def facts(self) -> dict[str, Any]:
        """Return both tests."""
        return {"sittings": [*self.sittings.items()]}
