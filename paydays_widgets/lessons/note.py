"""A note: text of a lesson that appears once a question is answered."""

from typing import Any

from paydays_widgets.lessons.leaf import Leaf, Opener


class Note(Leaf):
    """A sentence or two about what has appeared, or a list of what has been found.

    Parameters
    ----------
    *lines
        The text; several are the points of a list.
    after, quiet, language
        As for every leaf.

    Examples
    --------
    >>> from paydays_widgets.lessons.number import Number
    >>> question = Number("sum", "1 + 1?", 2, {})
    >>> note = Note("Two is even.", after=question)
    >>> question.reply(1), "even" in note.html, question.reply(2), "even" in note.html
    (False, False, True, True)
    """

    template = "note.html.j2"

    def __init__(
        self, *lines: str, after: Opener, quiet: bool = False, language: str = "en"
    ) -> None:
        super().__init__(after=after, quiet=quiet, language=language)
        self.lines = lines
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Return the text."""
        return {"lines": [self.told(line) for line in self.lines]}
