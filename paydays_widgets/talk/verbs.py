"""Verbs: what a page may ask for besides moves. Panels and the class each have a table of them."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from paydays_widgets.talk.line import Order
from paydays_widgets.talk.screen import PASSING, Screen

A = TypeVar("A")
R = TypeVar("R")

GOES_ON: Final = frozenset({"revealed", "playing", "sat_out"})
"""The fields kept while the game goes on: the shown hand, automatic play, and a phase's pass."""
STAYS: Final = PASSING - {"message"}
"""The fields kept by an action that changes no table; what a page tells by itself keeps all."""


class Verb(Struct, Generic[A, R], frozen=True):
    """An action of a page.

    Parameters
    ----------
    act
        Carries it out: takes who acts, and an unchecked value.
    keeps
        The :data:`~paydays_widgets.talk.screen.PASSING` fields of the screen that it does not
        clear.
    """

    act: Callable[[A, Any], R]
    keeps: frozenset[str] = frozenset()


class Done(Struct, frozen=True):
    """The result of a verb, if it is more than another screen.

    Parameters
    ----------
    screen
        The next screen.
    orders
        Messages for the page: a file to save, a link to copy.
    """

    screen: Screen
    orders: tuple[Order, ...] = ()
