"""A surface that is drawn through a template, by the words of a language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from paydays_widgets.core.template import templates
from paydays_widgets.core.text import Text
from paydays_widgets.panels.surface import Surface


@cache
def style(package: str, sheet: str) -> str:
    """Give a style sheet of a package."""
    return (files(package) / "static" / sheet).read_text(encoding="utf-8")


class Drawn(Surface):
    """A surface that is drawn through a template.

    A subclass names its `package` and the style `sheet` there, its `template`, and gives its
    `facts`; where something has to be let go of when it is closed, it says so in :meth:`leave`.

    Parameters
    ----------
    css
        Style rules to add to the sheet.
    **traits
        First values of a surface's traits.
    """

    package: ClassVar[str]
    sheet: ClassVar[str]
    template = ""

    def __init__(self, *, css: str = "", **traits: Any) -> None:
        super().__init__(css=style(self.package, self.sheet) + css, **traits)

    @property
    def prefix(self) -> str:
        """What the ids of this surface's elements begin with."""
        return f"pw{self.model_id[:8]}" if self.model_id else "pw"

    def facts(self) -> Mapping[str, Any]:
        """Give what the template needs besides the words."""
        return {}

    def render(self, template: str, text: Text, **facts: object) -> str:
        """Lay some facts out; every template has the words, and the prefix of its ids."""
        words = {"text": text, "plural": text.plural, "number": text.number}
        page = templates(self.package, "templates").get_template(template)
        return page.render(**words, prefix=self.prefix, **facts)

    def leave(self) -> None:
        """Let go of what outlives the surface."""

    def close(self) -> None:
        """Leave nothing alive."""
        if self.comm is None:
            return  # it is closed, or could not be made
        self.leave()
        super().close()
