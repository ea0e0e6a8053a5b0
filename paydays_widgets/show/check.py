"""Questions on a game's rules, asked before it begins: an amount, whose sum the engine works out.

A game's module ``checks`` poses them. Each comes from a position and moves in it, so a test can
play them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from paydays_widgets.core.game import Move
from paydays_widgets.core.text import Text

_WRONG: Final = 3
"""How many wrong answers are offered, at most."""


class Check(Struct, frozen=True):
    """A question on the rules, with one right amount among a few.

    Parameters
    ----------
    options
        The amounts to choose from, in the smallest unit of money, from low to high.
    right
        The one that is right; `why` says by which rule, and by which sum.
    slips
        What the mistake is that leads to each of the others.
    before, moves
        The position that it is about, and the moves in it from which the right answer follows;
        no moves if it follows from what the position allows.
    """

    asked: str
    options: Sequence[int]
    right: int
    why: str
    slips: Mapping[int, str]
    before: Any
    moves: Sequence[Move] = ()


class ChecksModule(Protocol):
    """A game's ``checks``."""

    def checks(self, rules: Any, deck: Any, text: Text) -> Sequence[Check]:  # noqa: ANN401
        """Return the questions that can be asked before a game begins, the first one first."""


def posed(  # noqa: PLR0917 - the question, the answer, and what they come from
    asked: str,
    right: int,
    why: str,
    slips: Iterable[tuple[int, str]],
    before: Any,  # noqa: ANN401
    moves: Sequence[Move] = (),
) -> Check:
    """Pose a question; of the mistakes, the first few count that lead to amounts of their own.

    Examples
    --------
    >>> slips = [(5, "right"), (9, "a"), (9, "b"), (0, "c"), (1, "d"), (2, "e")]
    >>> posed("?", 5, "", slips, None).slips
    {9: 'a', 0: 'c', 1: 'd'}
    """
    wrong: dict[int, str] = {}
    for amount, why_not in slips:
        if amount != right and amount not in wrong and len(wrong) < _WRONG:
            wrong[amount] = why_not
    return Check(asked, sorted([right, *wrong]), right, why, wrong, before, moves)
