"""A film: what bots and chance have done up to the next decision, shown beat by beat."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from paydays_widgets.core.table import AnyTable

LONGEST: Final = 4400
"""The milliseconds that a film takes at most, besides the motion of what is played."""
MOST_BEATS: Final = 10
"""The number of pictures that it has at most: each also moves for a quarter of a second."""


class Film(Struct, frozen=True):
    """What is still to be shown.

    Parameters
    ----------
    stops
        The cursor's places, in order.
    pace
        The milliseconds from one to the next; 0 until the reader goes on.
    """

    stops: tuple[int, ...]
    pace: int


def beats(table: AnyTable, begin: int, end: int) -> tuple[int, ...]:
    """List where the cursor rests between two steps: what belongs together is one beat.

    Events of one kind in a row are, such as three hidden assignments or a round of raises.
    """
    steps, dealt = table.branch.steps, table.branch.dealt

    def together(at: int) -> bool:
        """Whether a step and the next one are one beat."""
        alike = type(steps[at - 1].event) is type(steps[at].event)
        return alike or (dealt[at - 1] and dealt[at])

    return stops([at for at in range(begin + 1, end + 1) if at == end or not together(at)])


def stops(found: Sequence[int]) -> tuple[int, ...]:
    """Choose among places so many as a film has pictures, the last one among them."""
    if len(found) <= MOST_BEATS:
        return tuple(found)
    return tuple(found[len(found) * n // MOST_BEATS - 1] for n in range(1, MOST_BEATS + 1))


def film(table: AnyTable, begin: int, end: int, pace: int) -> Film | None:
    """Cut a film between two steps, at a usual pace in ms; None if nothing happens there."""
    stops = beats(table, begin, end)
    return Film(stops, min(pace, LONGEST // len(stops))) if stops else None
