"""A leaf of a lesson: a surface with words in a language, drawn through a template."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Protocol

import traitlets as t

from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons.catalogue import Catalogue
from paydays_widgets.panels.surface import Surface, style
from paydays_widgets.talk.part import render

PACKAGE: Final = "paydays_widgets.lessons"


class Opener(Protocol):
    """What a leaf can wait for: a question, all of them, or sliders, with a trait ``done``."""

    @property
    def done(self) -> bool:
        """Whether the wait is over."""
        ...

    def wait(self, text: Text) -> str:
        """Say what must be done first."""
        ...

    def observe(self, handler: Callable[..., object], names: str | list[str]) -> None:
        """Call back when a trait changes."""
        ...

    def unobserve(self, handler: Callable[..., object], names: str | list[str]) -> None:
        """End that."""
        ...


class Leaf(Surface):
    """A surface of a lesson.

    A subclass names its `template`, gives its `facts`, and draws itself by :meth:`refresh` once
    it has been made.

    Parameters
    ----------
    after
        A question that must be answered first: until then the leaf says so, and shows nothing; or
        sliders, whose numbers it is made with.
    quiet
        Whether it does not even say so, since another leaf beside it does.
    language
        Of the leaf's own words.
    **traits
        First values of a surface's traits.

    Attributes
    ----------
    language
        ``en``, ``fr`` or ``de``. May be set, observed and linked.
    aside
        Whether it is put aside: then it shows nothing.
    catalogue
        What the lesson says in other languages; draw the leaf again after setting it.
    """

    template: ClassVar[str] = ""
    language = t.Enum(LANGUAGES, "en")

    def __init__(
        self,
        *,
        after: Opener | None = None,
        quiet: bool = False,
        language: str = "en",
        **traits: Any,
    ) -> None:
        super().__init__(css=style(PACKAGE, "lessons.css"), language=language, **traits)
        self.catalogue = Catalogue()
        self.aside = False
        self._after = after
        self._quiet = quiet
        if after is not None:
            after.observe(self._again, ["done", "values"])
        self.observe(self._again, "language")

    @property
    def text(self) -> Text:
        """The words of the leaf's language."""
        return Text(self.language, PACKAGE)

    def told(self, words: str) -> str:
        """Say in the leaf's language what the lesson's author wrote."""
        return self.catalogue.told(words, self.text)

    @property
    def waits(self) -> bool:
        """Whether a question must be answered first."""
        return self._after is not None and not self._after.done

    def draw(self) -> str:
        """Return the markup."""
        if self.aside:
            return render(PACKAGE, "waiting.html.j2", self.text, self.prefix, sentence="")
        if self.waits:
            first = "" if self._quiet else self.first(self.text)
            sentence = f"{first} {self.promise(self.text)}".rstrip() if first else ""
            return render(PACKAGE, "waiting.html.j2", self.text, self.prefix, sentence=sentence)
        facts = {"told": self.told, **self.facts()}
        return render(PACKAGE, self.template, self.text, self.prefix, **facts)

    def first(self, text: Text) -> str:
        """Say what must be done first, as long as it waits."""
        return "" if self._after is None else self._after.wait(text)

    def facts(self) -> Mapping[str, Any]:
        """Return the template's variables, in addition to the words."""
        return {}

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then what you have found will appear here.")

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        text = self.text
        words = {
            "text": text(
                "The program behind this page does not answer. Load the page again to go on."
            ),
            "away": text(
                "The connection is interrupted. The page connects again by itself, and nothing is "
                "lost."
            ),
            "gone": text("The program behind this page has ended. Load the page again to go on."),
            "cell": text(
                "The program behind this cell does not answer. If the kernel was restarted, or "
                "the notebook opened again, run all cells again."
            ),
            "copy": text(
                "This page shows a notebook as it was saved. No program is behind it: nothing "
                "here can be played or answered."
            ),
            "reload": text("Load the page again"),
        }
        self.show(self.draw(), self.seq + 1, lost_words=words, lang=self.language)

    def leave(self) -> None:
        """Wait for no question any more."""
        if self._after is not None:
            self._after.unobserve(self._again, ["done", "values"])

    def _again(self, _: object) -> None:
        self.refresh()
