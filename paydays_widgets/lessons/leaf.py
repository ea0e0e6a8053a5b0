"""A leaf of a lesson: a surface with words in a language, drawn through a template."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol

import traitlets as t

from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.panels.surface import Surface

if TYPE_CHECKING:
    from jinja2 import Environment

PACKAGE = "paydays_widgets.lessons"


class Opener(Protocol):
    """What another leaf can wait for: a question, with its trait ``done``."""

    @property
    def done(self) -> bool:
        """Whether the wait is over."""
        ...

    @property
    def number(self) -> int:
        """Its number in the lesson; 0 where it has none."""
        ...

    def observe(self, handler: Any, names: Any) -> None:  # noqa: ANN401 - as traitlets has it
        """Call back when a trait changes."""
        ...

    def unobserve(self, handler: Any, names: Any) -> None:  # noqa: ANN401 - as traitlets has it
        """End that."""
        ...


@cache
def templates() -> "Environment":
    """Give the lessons' templates; whatever is put into them is escaped."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415 - loaded with the first leaf

    return Environment(
        loader=PackageLoader(PACKAGE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@cache
def style() -> str:
    """Give the rules that all leaves share."""
    return (files(PACKAGE) / "static" / "lessons.css").read_text(encoding="utf-8")


class Leaf(Surface):
    """A surface of a lesson.

    A subclass names its `template`, gives its `facts`, and draws itself by :meth:`refresh` once
    it has been made.

    Parameters
    ----------
    after
        A question that must be answered first: until then the leaf says so, and shows nothing.
    language
        Of the leaf's own words.
    **traits
        First values of a surface's traits.

    Attributes
    ----------
    language
        ``en``, ``fr`` or ``de``. May be set, observed and linked.
    """

    language = t.Enum(LANGUAGES, "en")
    template = ""

    def __init__(
        self,
        *,
        after: Opener | None = None,
        language: str = "en",
        **traits: Any,  # noqa: ANN401 - traits vary
    ) -> None:
        super().__init__(css=style(), language=language, **traits)
        self._after = after
        if after is not None:
            after.observe(self._again, "done")
        self.observe(self._again, "language")

    @property
    def text(self) -> Text:
        """The words of the leaf's language."""
        return Text(self.language, PACKAGE)

    @property
    def prefix(self) -> str:
        """What the ids of this leaf's elements begin with."""
        return f"pw{self.model_id[:8]}" if self.model_id else "pw"

    @property
    def waits(self) -> bool:
        """Whether a question must be answered first."""
        return self._after is not None and not self._after.done

    def facts(self) -> Mapping[str, Any]:
        """Give what the template needs besides the words."""
        return {}

    def draw(self) -> str:
        """Give the markup."""
        text = self.text
        common = {
            "text": text,
            "plural": text.plural,
            "number": text.number,
            "prefix": self.prefix,
        }
        if self._after is not None and self.waits:
            page = templates().get_template("waiting.html.j2")
            return page.render(**common, question=self._after.number)
        return templates().get_template(self.template).render(**common, **self.facts())

    def refresh(self) -> None:
        """Draw again; the browser changes only what differs."""
        words = self.text(
            "The program behind this page does not answer. Load the page again to go on."
        )
        self.show(self.draw(), self.seq + 1, lost_words={"text": words}, lang=self.language)

    def close(self) -> None:
        """Leave nothing alive."""
        if self.comm is None:
            return
        if self._after is not None:
            self._after.unobserve(self._again, "done")
        super().close()

    def _again(self, _: object) -> None:
        self.refresh()
