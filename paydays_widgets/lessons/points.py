"""What an answer to a question is worth."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from paydays_widgets.lessons.answers import Asked

Mark = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What an answer is worth.

    Parameters
    ----------
    prediction
        For a prediction, whatever it is.
    first, later
        For a right answer, at the first try or later; for a choice, later than after one wrong
        one is too late.
    shown
        Where the answer was asked for.
    """

    prediction: Mark = 1
    first: Mark = 4
    later: Mark = 2
    shown: Mark = 0

    def of(self, asked: Asked) -> Mark:
        """Mark the answers to a question.

        Examples
        --------
        >>> q = {"id": "q", "number": 1, "marked": True, "shown": False}
        >>> q |= {"answers": ("a", "b", "c"), "right": (False, False, True)}
        >>> Points().of(Asked(**q)), Points().of(Asked(**q, options=3))
        (2, 0)
        """
        if not asked.marked:
            return self.prediction if asked.answers else 0
        if asked.right[:1] == (True,):
            return self.first
        if asked.shown:
            return self.shown
        return (
            self.later
            if earns_later(asked.answers, asked.right, is_choice=asked.options > 0)
            else 0
        )


def earns_later(answers: Sequence[str], right: Sequence[bool], *, is_choice: bool) -> bool:
    """Return whether a right answer came, and to a choice before a second wrong one."""
    if True not in right:
        return False
    return not is_choice or len({*answers[: right.index(True)]}) <= 1
