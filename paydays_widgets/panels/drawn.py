"""A surface rendered from a template, in the reader's language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from paydays_widgets.core.text import Text
from paydays_widgets.panels.surface import Surface
from paydays_widgets.show.template import templates, unbroken


@cache
def style(package: str, sheet: str) -> str:
    """Read a style sheet of a package."""
    return (files(package) / "static" / sheet).read_text(encoding="utf-8")


class Drawn(Surface):
    """A surface rendered from a template.

    A subclass names its `package`, the style `sheet` in it and its `template`, and defines
    `facts`. If closing must release something, it overrides :meth:`leave`.

    Parameters
    ----------
    css
        Additional style rules.
    **traits
        Initial values of the surface's traits.
    """

    package: ClassVar[str]
    sheet: ClassVar[str]
    template = ""

    def __init__(self, *, css: str = "", **traits: Any) -> None:
        super().__init__(css=style(self.package, self.sheet) + css, **traits)

    @property
    def prefix(self) -> str:
        """The prefix of the ids of this surface's elements."""
        return f"pw{self.model_id or ''}"[:10]

    def facts(self) -> Mapping[str, Any]:
        """Return the template's variables, in addition to the words."""
        return {}

    def render(self, template: str, text: Text, **facts: object) -> str:
        """Render a template with some facts, the words and the prefix for ids; keep sums whole."""
        words = {"text": text, "plural": text.plural, "number": text.number}
        page = templates(self.package, "templates").get_template(template)
        return unbroken(page.render(**words, prefix=self.prefix, **facts))

    def leave(self) -> None:
        """Release whatever outlives the surface."""

    def close(self) -> None:
        """Close the surface and release what it holds."""
        if self.comm is None:
            return  # already closed, or never opened
        self.leave()
        super().close()
