"""What a game is given to draw: views, the last event, and who may act on this screen."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text

V = TypeVar("V")
E = TypeVar("E")


class Scene(Struct, Generic[V, E], frozen=True):
    """What is to be drawn.

    Parameters
    ----------
    table
        What lies open on the table.
    own
        The views of the seats whose hidden things may be shown on this screen.
    event
        The last event, as those seats may know it; None at the start.
    names
        The seats' names, as they were typed: never trusted as markup.
    acting
        The seats whose moves are entered on this screen now.
    picked
        What has been picked up before a move is complete, such as ``hand:worker``; "" for
        nothing.
    text
        The words of the reader's language.
    prefix
        Precedes every element id, so that two panels can share a page.
    key
        Names the step that is shown; something that happens once, such as money that flies,
        carries it in its ``data-key``.
    why
        Tells in words why a move, given in its notation, is refused now; "" where it is legal.
        A picture shows it on what cannot be played.
    advice
        Whether the picture may say what is best, or how likely something is. A lesson asks that
        first.
    past
        Gives the events up to the last one, the newest first, as this screen may know them.
    """

    table: V
    own: Mapping[Seat, V]
    event: E | None
    names: tuple[str, ...]
    acting: frozenset[Seat]
    picked: str
    text: Text
    prefix: str
    key: str
    why: Callable[[str], str]
    advice: bool = True
    past: Callable[[], Iterable[E]] = tuple


class Headline(Struct, frozen=True, gc=False):
    """The line over the table.

    Parameters
    ----------
    prompt
        What is to be decided or has just happened.
    hint
        What one may do, or what it leads to; "" for nothing.
    """

    prompt: str
    hint: str = ""


class Play(Struct, frozen=True, gc=False):
    """What activating a thing does.

    Parameters
    ----------
    label
        What a screen reader says.
    verb
        What is written on it.
    move
        The move that it makes; "" where it only picks up or puts down.
    value
        What is then picked up.
    why
        Why it cannot be played now; "" where it can.
    """

    label: str
    verb: str
    move: str = ""
    value: str = ""
    why: str = ""


class Place(Struct, frozen=True, gc=False):
    """A place in the ranking."""

    number: int
    seat: int
    name: str
    money: str
