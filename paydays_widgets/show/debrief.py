"""What a class talks about when a game is over: a picture of many decisions, and figures.

A game's module ``debrief`` finds both in the steps of a game. It counts and names; a class's pages
put its games beside those of bots.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Any, Protocol

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text


class Point(Struct, frozen=True, gc=False):
    """A mark in the picture.

    Parameters
    ----------
    x, y
        Where it is, in the units of :class:`Labels`.
    at
        The step of the game that it stands for, counted from 1: where to look.
    shared
        The step that several seats' marks have in common, and so one dot; 0 for none.
    """

    seat: Seat
    x: int
    y: int
    at: int
    shared: int = 0


class Labels(Struct, frozen=True):
    """The words of the picture.

    Parameters
    ----------
    x, y
        What is counted from left to right, and what upwards; the latter is money.
    note
        What one has to know to read it; "" for nothing.
    tie
        What decides between seats that are worth the same, where the game has such a rule.
    """

    title: str
    x: str
    y: str
    dot: str
    question: str
    note: str = ""
    tie: str = ""


class Column(Struct, frozen=True):
    """A column of figures: its heading, and whether they are amounts of money."""

    heading: str
    money: bool = True


class Halves(Struct, frozen=True):
    """The marks of a picture, split after a place into a left and a right half.

    Each half has what its marks come to on average, upwards.
    """

    upto: int
    left: float
    right: float


def halves(points: Sequence[Point]) -> Halves | None:
    """Split marks into halves as equal as can be, of two or more; None if that is not possible.

    Examples
    --------
    >>> halves([Point(0, x, y, 1) for x, y in ((1, 8), (2, 4), (3, 3), (4, 1))])
    Halves(upto=2, left=6.0, right=2.0)
    """
    ys = sorted((each.x, each.y) for each in points)
    cuts = [at for at in range(2, len(ys) - 1) if ys[at - 1][0] != ys[at][0]]
    if not cuts:
        return None
    cut = min(cuts, key=lambda at: abs(2 * at - len(ys)))
    left, right = (round(fmean(y for _, y in part), 1) for part in (ys[:cut], ys[cut:]))
    return Halves(ys[cut - 1][0], left, right)


class DebriefModule(Protocol):
    """A game's ``debrief``: what there is to talk about in a finished game.

    Attributes
    ----------
    TIE
        The clause that decides between seats that are worth the same, by the last of the figures;
        "" if they share a place.
    LATE
        Whether marks show what seats hide, and so wait until the class has finished.
    """

    TIE: str
    LATE: bool

    def labels(self, text: Text) -> Labels:
        """Return the words of the picture."""

    def points(self, steps: Sequence[Any]) -> Sequence[Point]:
        """Find the marks of the picture in a game's steps."""

    def finding(self, found: Halves, text: Text) -> str:
        """Say in two sentences what the halves of the picture show."""

    def columns(self, text: Text) -> Sequence[Column]:
        """Name the figures of each seat."""

    def figures(self, steps: Sequence[Any], seats: int) -> Sequence[Sequence[int]]:
        """Find the figures of each seat, in the order of the columns."""
