"""A game's modules, each imported when it is first used.

A game must have an engine; :mod:`paydays_widgets.show.plain` supplies any other missing module.
"""

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, TypeVar, cast

from msgspec import toml

from paydays_widgets.core import deckfile, rulebook
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.rulebook import Rulebook
from paydays_widgets.core.text import Text
from paydays_widgets.show import plain, vignette
from paydays_widgets.show.check import ChecksModule
from paydays_widgets.show.debrief import DebriefModule
from paydays_widgets.show.floor import FloorModule
from paydays_widgets.show.programme import ProgrammeModule
from paydays_widgets.show.protocols import (
    BoardModule,
    BotsModule,
    DeckModule,
    PanelModule,
    StakesModule,
    TextModule,
)
from paydays_widgets.show.start import Start
from paydays_widgets.show.template import templates
from paydays_widgets.show.ticker import TickerModule
from paydays_widgets.show.vignette import Vignette

T = TypeVar("T")


class Modules:
    """A game's modules: its own, and plain ones for those that it does not have.

    Parameters
    ----------
    package
        The package's full name, such as ``paydays_widgets.games.zahltag``.

    Examples
    --------
    >>> zahltag = Modules("paydays_widgets.games.zahltag")
    >>> zahltag.panel.TITLE
    'Zahltag'
    >>> zahltag.text.money(5, Text("en"))
    '5\N{NO-BREAK SPACE}M'
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def __repr__(self) -> str:
        """Write the call that makes it."""
        return f"Modules({self.package!r})"

    @cached_property
    def engine(self) -> AnyGame:
        """The rules."""
        return cast("AnyGame", import_module(self.package).GAME)

    @cached_property
    def presets(self) -> Mapping[str, Any]:
        """The named sets of rules; the default rules come first."""
        package = import_module(self.package)
        usual = {"usual": self.engine.rules_type()}
        return cast("Mapping[str, Any]", getattr(package, "PRESETS", usual))

    @cached_property
    def text(self) -> TextModule:
        """The words."""
        own = self._module("text")
        given = {name: getattr(own, name) for name in ("phrases", "reason") if hasattr(own, name)}
        return self._furnished("text", plain.PlainText(**given))

    @cached_property
    def board(self) -> BoardModule:
        """The picture."""
        return self._furnished("board", plain.PlainBoard(self))

    @cached_property
    def style(self) -> str:
        """The style sheet of the picture."""
        usual = plain.style() if isinstance(self.board, plain.PlainBoard) else ""
        return usual + (self._read("board/board.css") or self._read("board.css"))

    @cached_property
    def panel(self) -> PanelModule:
        """What panels need besides."""
        return self._furnished("panel", plain.PlainPanel(self))

    @cached_property
    def bots(self) -> BotsModule:
        """The strategies."""
        return self._furnished("bots", plain.PlainBots())

    @cached_property
    def deck(self) -> DeckModule | None:
        """The cards and amounts; None for a game without any."""
        return cast("DeckModule | None", self._module("deck"))

    @cached_property
    def reconstructed(self) -> Mapping[str, tuple[int, int]]:
        """The parts of ``deck.toml`` with reconstructed figures: how many, of how many."""
        return deckfile.reconstructed(self._read("deck.toml"))

    @cached_property
    def stakes(self) -> StakesModule | None:
        """What choices lead to right away; None where the game says nothing about it."""
        return cast("StakesModule | None", self._module("stakes"))

    @cached_property
    def debrief(self) -> DebriefModule | None:
        """What there is to talk about when a class has played; None for the final sums alone."""
        return cast("DebriefModule | None", self._module("debrief"))

    @cached_property
    def programme(self) -> ProgrammeModule | None:
        """What a programme of blocks needs; None for a game that is played one at a time."""
        return cast("ProgrammeModule | None", self._module("programme"))

    @cached_property
    def checks(self) -> ChecksModule | None:
        """Questions on the rules before a game begins; None where none are asked."""
        return cast("ChecksModule | None", self._module("checks"))

    @cached_property
    def ticker(self) -> TickerModule | None:
        """How a server lets the game's clock run; None for a game without one."""
        return cast("TickerModule | None", self._module("ticker"))

    @cached_property
    def floor(self) -> FloorModule | None:
        """How a class speaks, and until when; None for a game whose seats decide one by one."""
        return cast("FloorModule | None", self._module("floor"))

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses of the rules; clauses missing from ``rulebook.toml`` get a plain entry."""
        headings = plain.headings(self.package, self.engine.refusals())
        if not self._has("rulebook.toml"):
            return headings
        return rulebook.load(self.package).completed(headings)

    @cached_property
    def vignettes(self) -> Mapping[str, Vignette]:
        """The ready positions, by id."""
        found = vignette.load(self.package) if self._has("vignettes.toml") else ()
        return {each.id: each for each in found}

    @cached_property
    def start(self) -> Start | None:
        """Where a first game starts, from ``start.toml``; None for its beginning."""
        return toml.decode(found, type=Start) if (found := self._read("start.toml")) else None

    @cached_property
    def emblem(self) -> str:
        """The game's small picture, as SVG; "" where it has none."""
        return self._read("emblem.svg")

    @cached_property
    def has_minute(self) -> bool:
        """Whether the rules are told in a minute, in ``minute.html.j2`` beside the board's."""
        return self._has("board/minute.html.j2")

    def minute(
        self, rules: object, text: Text, prefix: str, deck: object = None, seats: int = 0
    ) -> str:
        """Draw the rules in play in a minute: a list, each item a picture with a sentence.

        Parameters
        ----------
        deck
            The deck in play; None for the game's own.
        seats
            How many play; 0 if this is not known yet.
        """
        template = templates(self.package, "board").get_template("minute.html.j2")
        return template.render(
            rules=rules,
            text=text,
            plural=text.plural,
            words=self.text,
            prefix=prefix,
            deck=self.engine.deck() if deck is None else deck,
            seats=seats,
        )

    def _module(self, name: str) -> ModuleType | None:
        """Import a module of the package; return None if it does not exist."""
        full = f"{self.package}.{name}"
        try:
            return import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise  # the module exists, but one of its imports does not
            return None

    def _furnished(self, name: str, usual: T) -> T:
        """Return the game's own module, with the usual one for anything it leaves out."""
        own = self._module(name)
        return usual if own is None else cast("T", _Furnished(own, usual))

    def _has(self, path: str) -> bool:
        return files(self.package).joinpath(path).is_file()

    def _read(self, path: str) -> str:
        file = files(self.package).joinpath(path)
        return file.read_text(encoding="utf-8") if file.is_file() else ""


class _Furnished:
    """A game's module that falls back on the usual one."""

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
