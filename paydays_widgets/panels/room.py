"""What panels ask of a game's module ``panel``, in one place: :class:`Panel`.

What a game leaves out is as :class:`Usual` has it.
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, Protocol, TypeAlias, cast

from paydays_widgets import games
from paydays_widgets.core.game import Seat
from paydays_widgets.core.report import Report
from paydays_widgets.core.switch import Switch
from paydays_widgets.core.text import Text, Words

WhatIfs: TypeAlias = Callable[
    [Any, Any, Sequence[str], Text], tuple[str, Sequence[tuple[str, str]]]
]
Measures: TypeAlias = Callable[[Any, Seat, Text], Sequence[tuple[str, int]]]
Reports: TypeAlias = Callable[[Any, Sequence[tuple[Any, Any]], Text], Sequence[Report]]


class Usual:
    """What holds for a game whose ``panel`` says nothing else.

    Attributes
    ----------
    OPEN
        Whether seats hide nothing from each other, so that nobody has to take over the screen.
    HIDES
        The prompts of the decisions that are hidden, such as ``{"assign"}``, where only some
        are; at all others no seat has to take over the screen. None: all of them.
    STAND_IN
        The strategy that decides for people in a game that is told again with one change; "" for
        the first of the opponents.
    what_ifs
        Tells a decision (view before it, move, names, text), and what could have been done in
        its place: notation and name of each. None where the game says nothing of that.
    measures
        Measures a seat for the comparison of two branches (view, seat, text), beside its money:
        label and sum. None where there is nothing to measure.
    reports
        Works out the course of play (opening view; each event with the view after it; text).
        None where the game has no reports.
    """

    OPEN = False
    HIDES: frozenset[str] | None = None
    STAND_IN = ""
    what_ifs: WhatIfs | None = None
    measures: Measures | None = None
    reports: Reports | None = None

    @staticmethod
    def accounts(text: Text) -> Mapping[str, str]:  # noqa: ARG004 - others need it
        """Name the kinds of accounts beside cash."""
        return {}

    @staticmethod
    def turn_name(turn: int, text: Text) -> str:
        """Name what the storyline counts."""
        return text("Turn {n}", n=turn)

    @staticmethod
    def face_up(text: Text) -> tuple[str, str]:
        """Say what showing all that is hidden shows: the button, and its hint."""
        return text("All hands"), text("Show every hand; sealed bids stay hidden")

    @staticmethod
    def curtain(name: str, text: Text) -> tuple[str, str]:
        """Say what taking over the screen shows, and what is written on the button."""
        hint = text("Take over the screen: your hand is shown to whoever looks at it.")
        return hint, text("I am {name}: show my hand", name=name)


class Panel(Protocol):
    """A game's ``panel``: what panels ask beside its rules, its picture and its words.

    The names of :class:`Usual` may be left out, all others must be there.

    Attributes
    ----------
    TITLE, ABOUT
        The game's name, and what it is about, for the shelf.
    SEATS
        How many seats there may be.
    OPPONENTS
        The bots that sit at the table when nobody chose any.
    """

    TITLE: str
    ABOUT: Words
    SEATS: tuple[int, ...]
    OPPONENTS: tuple[str, ...]

    OPEN: bool
    HIDES: frozenset[str] | None
    STAND_IN: str
    what_ifs: WhatIfs | None
    measures: Measures | None
    reports: Reports | None

    def edition(self, rules: Any, text: Text) -> str:  # noqa: ANN401 - a game's
        """Name the rules that are played: a preset, or a mixture of them."""
        ...

    def presets(self, text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
        """List the presets: name, title, and the value of every switch."""
        ...

    def switches(self, text: Text) -> Sequence[Switch]:
        """List the switches of the rules."""
        ...

    def wishes(self, view: Any, text: Text) -> Sequence[tuple[str, str]]:  # noqa: ANN401 - a game's
        """List what a teacher may set to come next: notation and name."""
        ...

    def holdings(self, view: Any, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:  # noqa: ANN401 - a game's
        """List what a seat's balance sheet says besides its money: label and amount."""
        ...

    def progress(self, view: Any, text: Text) -> str:  # noqa: ANN401 - a game's
        """Say how far the game has come."""
        ...

    def milestone(self, event: Any, text: Text) -> str:  # noqa: ANN401 - a game's
        """Name what a chart marks on its time axis; "" for an event that it does not mark."""
        ...

    def accounts(self, text: Text) -> Mapping[str, str]:
        """Name the kinds of accounts beside cash."""
        ...

    def turn_name(self, turn: int, text: Text) -> str:
        """Name what the storyline counts."""
        ...

    def face_up(self, text: Text) -> tuple[str, str]:
        """Say what showing all that is hidden shows: the button, and its hint."""
        ...

    def curtain(self, name: str, text: Text) -> tuple[str, str]:
        """Say what taking over the screen shows, and what is written on the button."""
        ...


OPTIONAL: Final = frozenset(name for name in vars(Usual) if not name.startswith("_"))
"""What a game's ``panel`` may leave out."""


class _Room:
    """A game's ``panel``, with what is usual where it says nothing."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        usual = (getattr(Usual, name),) if name in OPTIONAL else ()
        return getattr(self._module, name, *usual)


def panel(game: str) -> Panel:
    """Give a game's ``panel``, whole.

    Raises
    ------
    LookupError
        If there is no such game.
    """
    return cast("Panel", _Room(games.room(game, "panel")))
