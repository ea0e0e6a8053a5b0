"""What an answer to a question is worth."""

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
        For a right answer, at the first try or later.
    shown
        Where the answer was asked for.
    """

    prediction: Mark = 1
    first: Mark = 2
    later: Mark = 1
    shown: Mark = 0

    def of(self, asked: Asked) -> Mark:
        """Mark the answers to a question.

        Examples
        --------
        >>> right = (False, True)
        >>> q = Asked(id="q", number=1, marked=True, answers=("3", "2"), right=right, shown=False)
        >>> Points().of(q)
        1
        """
        if not asked.marked:
            return self.prediction if asked.answers else 0
        if asked.right[:1] == (True,):
            return self.first
        if asked.shown:
            return self.shown
        return self.later if True in asked.right else 0
