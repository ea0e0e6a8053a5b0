"""A game's rooms: its package, part by part, each imported when it is first asked for.

A game must have an engine; :mod:`paydays_widgets.core.plain` furnishes whatever else it lacks.
What panels, lessons and tests ask of a part is declared here, once: a Protocol for each.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from paydays_widgets.core import plain, rulebook, vignette
from paydays_widgets.core.board import Scene
from paydays_widgets.core.game import AnyGame, Move, Refusal, Seat, Turn
from paydays_widgets.core.report import Report
from paydays_widgets.core.rulebook import Rulebook
from paydays_widgets.core.switch import Switch
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Note, Text, Words
from paydays_widgets.core.vignette import Vignette

T = TypeVar("T")
Names: TypeAlias = Sequence[str]
"""The seats' names, in their order."""
WhatIfs: TypeAlias = Callable[
    [Any, Any, Sequence[str], Text], tuple[str, Sequence[tuple[Move, str]]]
]
Measures: TypeAlias = Callable[[Any, Seat, Text], Sequence[tuple[str, int]]]
Reports: TypeAlias = Callable[[Any, Sequence[tuple[Any, Any]], Text], Sequence[Report]]


class TextRoom(Protocol):
    """A game's ``text``: its words."""

    def explain(self, event: Any, names: Names, text: Text, deck: Any) -> Note:
        """Tell an event: what happened, why, and the sum worked out."""
        ...

    def prompt(self, turn: Turn, names: Names, text: Text) -> str:
        """Say what is asked of whom."""
        ...

    def refused(self, refusal: Refusal, names: Names, text: Text) -> str:
        """Say why a move is refused, and what can be done instead."""
        ...

    def money(self, n: int, text: Text) -> str:
        """Write a sum of money."""
        ...


class BoardRoom(Protocol):
    """A game's ``board``: its picture. What it looks like stands in ``board.css``."""

    def draw(self, scene: Scene[Any, Any]) -> str:
        """Draw the table, as markup in which all that users wrote is escaped."""
        ...


class BotsRoom(Protocol):
    """A game's ``bots``: its strategies, by name."""

    @property
    def STRATEGIES(self) -> Mapping[str, Strategy]:
        """The strategies."""
        ...

    @property
    def TITLES(self) -> Mapping[str, tuple[Words, Words]]:
        """Their names, and their ideas in a few words; one without goes by its own name."""
        ...


class DeckRoom(Protocol):
    """A game's ``deck``: its cards and amounts, which a teacher may replace."""

    def parse_deck(self, text: str, name: str) -> Any:
        """Read a deck from the text of a deck file.

        Raises
        ------
        DeckError
            If it cannot be used; the message says where, and what was expected.
        """
        ...


class OwnPanel(Protocol):
    """What a game says of itself in its ``panel``."""

    @property
    def TITLE(self) -> str:
        """The game's name."""
        ...

    @property
    def ABOUT(self) -> Words:
        """What it is about, for the shelf."""
        ...

    @property
    def SEATS(self) -> tuple[int, ...]:
        """How many seats there may be."""
        ...

    @property
    def OPPONENTS(self) -> tuple[str, ...]:
        """The bots that sit at the table when nobody chose any."""
        ...

    def edition(self, rules: Any, text: Text) -> str:
        """Name the rules that are played: a preset, or a mixture of them."""
        ...

    def presets(self, text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
        """List the presets: name, title, and the value of every switch."""
        ...

    def switches(self, text: Text) -> Sequence[Switch]:
        """List the switches of the rules."""
        ...

    def wishes(self, view: Any, text: Text) -> Sequence[tuple[Move, str]]:
        """List what a teacher may set to come next: move and name."""
        ...

    def holdings(self, view: Any, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
        """List what a seat's balance sheet says besides its money: label and amount."""
        ...

    def progress(self, view: Any, text: Text) -> str:
        """Say how far the game has come."""
        ...

    def milestone(self, event: Any, text: Text) -> str:
        """Name what a chart marks on its time axis; "" for an event that it does not mark."""
        ...


class PanelRoom(OwnPanel, Protocol):
    """A game's ``panel``: what panels ask beside its rules, its picture and its words.

    The names of :class:`OwnPanel` and these. Even a game on the shelf may leave these out:
    what then holds stands in :mod:`paydays_widgets.core.plain`.
    """

    @property
    def OPEN(self) -> bool:
        """Whether seats hide nothing from each other, so that nobody takes over the screen."""
        ...

    @property
    def HIDES(self) -> frozenset[str] | None:
        """The prompts of the hidden decisions, where only some are; None: all of them.

        At all others no seat has to take over the screen.
        """
        ...

    @property
    def STAND_IN(self) -> str:
        """The strategy that decides for people in a game that is told again with one change.

        "" for the first of the opponents.
        """
        ...

    @property
    def what_ifs(self) -> WhatIfs | None:
        """Tells a decision (view before it, move, names, text), and what else was possible.

        Move and name of each alternative. None where the game says nothing of that.
        """
        ...

    @property
    def measures(self) -> Measures | None:
        """Measures a seat beside its money for the comparison of two branches (view, seat, text).

        Label and sum. None where there is nothing to measure.
        """
        ...

    @property
    def reports(self) -> Reports | None:
        """Works out how play has gone (opening view; events, each with the view after it; text).

        None where the game has no reports.
        """
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


class Rooms:
    """A game's package, room by room. A room is imported when it is first asked for.

    Parameters
    ----------
    package
        The package's full name, such as ``paydays_widgets.games.zahltag``.

    Examples
    --------
    >>> zahltag = Rooms("paydays_widgets.games.zahltag")
    >>> zahltag.panel.TITLE
    'Zahltag'
    >>> zahltag.text.money(5, Text("en"))
    '5\N{NO-BREAK SPACE}M'
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def __repr__(self) -> str:
        """Write how it was made."""
        return f"Rooms({self.package!r})"

    @cached_property
    def engine(self) -> AnyGame:
        """The rules."""
        return cast("AnyGame", import_module(self.package).GAME)

    @cached_property
    def presets(self) -> Mapping[str, Any]:
        """The rules that go together, by name; the default ones come first."""
        package = import_module(self.package)
        usual = {"usual": self.engine.rules_type()}
        return cast("Mapping[str, Any]", getattr(package, "PRESETS", usual))

    @cached_property
    def text(self) -> TextRoom:
        """The words."""
        return self._furnished("text", plain.PlainText())

    @cached_property
    def board(self) -> BoardRoom:
        """The picture."""
        return self._furnished("board", plain.PlainBoard(self))

    @cached_property
    def style(self) -> str:
        """The style sheet of the picture."""
        usual = plain.style() if isinstance(self.board, plain.PlainBoard) else ""
        return usual + (self._read("board/board.css") or self._read("board.css"))

    @cached_property
    def panel(self) -> PanelRoom:
        """What panels ask besides."""
        return self._furnished("panel", plain.PlainPanel(self))

    @cached_property
    def bots(self) -> BotsRoom:
        """The strategies."""
        return self._furnished("bots", plain.PlainBots())

    @cached_property
    def deck(self) -> DeckRoom | None:
        """The cards and amounts; None for a game without."""
        return cast("DeckRoom | None", self._module("deck"))

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses of the rules."""
        if self._has("rulebook.toml"):
            return rulebook.load(self.package)
        return plain.headings(self.package, self.engine.refusals())

    @cached_property
    def vignettes(self) -> Mapping[str, Vignette]:
        """The ready positions, by id."""
        found = vignette.load(self.package) if self._has("vignettes.toml") else ()
        return {each.id: each for each in found}

    @cached_property
    def emblem(self) -> str:
        """The game's small picture, as SVG; "" where it has none."""
        return self._read("emblem.svg")

    def _module(self, name: str) -> ModuleType | None:
        """Import a module of the package; None if there is no such module."""
        full = f"{self.package}.{name}"
        try:
            return import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise  # it is there, and imports something that is not
            return None

    def _furnished(self, name: str, usual: T) -> T:
        """Furnish a room: the game's own, and whatever it leaves out is as usual."""
        own = self._module(name)
        return usual if own is None else cast("T", _Furnished(own, usual))

    def _has(self, path: str) -> bool:
        return files(self.package).joinpath(path).is_file()

    def _read(self, path: str) -> str:
        file = files(self.package).joinpath(path)
        return file.read_text(encoding="utf-8") if file.is_file() else ""


class _Furnished:
    """A room of a game, with what is usual wherever it says nothing."""

    def __init__(self, own: ModuleType, usual: object) -> None:
        self._own = own
        self._usual = usual

    def __getattr__(self, name: str) -> object:
        try:
            return getattr(self._own, name)
        except AttributeError:
            if not hasattr(self._usual, name):
                raise
        return getattr(self._usual, name)
