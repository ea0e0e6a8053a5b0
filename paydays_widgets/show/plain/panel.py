"""Defaults for whatever a game's ``panel`` leaves out."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import cycle, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import Move, Seat, View
from paydays_widgets.core.ledger import CASH, cash
from paydays_widgets.core.switch import Switch, listed, written
from paydays_widgets.core.text import Text, Words
from paydays_widgets.show.board import Routine
from paydays_widgets.show.plain.fields import fields, hints, said, title

if TYPE_CHECKING:
    from paydays_widgets.show.protocols import GameModules

MOST_SEATS: Final = 4
"""The number of seats for which panels have names, colours and marks."""


class PlainPanel:
    """The usual ``panel``; :mod:`paydays_widgets.show.protocols` documents each name."""

    GOAL = None
    HIDES = None
    LUCK = "both"
    OPENING: Final[Mapping[str, Words]] = MappingProxyType({})
    BEGINS = ()
    RESTS = False
    CONTEST = None
    STAND_IN = ""
    TABLES = ()
    MINUTES = 0
    what_ifs = None
    measures = None
    reports = None

    def __init__(self, modules: "GameModules") -> None:
        self._modules = modules

    @property
    def TITLE(self) -> str:
        """The game's id, written as a title."""
        return title(self._modules.engine.id)

    @property
    def ABOUT(self) -> Words:
        """The first line of the docstring of the game's package."""
        told = (import_module(self._modules.package).__doc__ or self.TITLE).partition("\n")[0]
        return Words.alike(told)

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The numbers of seats that the engine accepts."""
        return tuple(filter(self._can_start, range(1, MOST_SEATS + 1)))

    @property
    def OPPONENTS(self) -> tuple[str, ...]:
        """The game's bots in rotation, one for every seat but the first."""
        return tuple(islice(cycle(self._modules.bots.STRATEGIES), max(self.SEATS) - 1))

    @property
    def OPEN(self) -> bool:
        """Whether the engine hides no events."""
        return getattr(type(self._modules.engine), "witness", None) is Engine.witness

    def edition(self, rules: object, text: Text) -> str:
        """Name the rules in play: a preset, or a mixture."""
        named = {preset: title(name) for name, preset in self._modules.presets.items()}
        return named.get(rules) or text("Rules of your own")

    def presets(self, text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
        """List the presets: name, title (their edition), and the values of all switches."""
        panel = self._modules.panel
        presets = self._modules.presets
        titles = {name: panel.edition(rules, text) for name, rules in presets.items()}
        return listed(presets, titles, [each.field for each in panel.switches(text)])

    def switches(self, text: Text) -> Sequence[Switch]:
        """List the switches of the rules that are a choice of words, or yes or no."""
        found = []
        for name, hint in hints(self._modules.engine.rules_type).items():
            values = (True, False) if hint is bool else get_args(hint)
            if hint is bool or get_origin(hint) is Literal:
                options = [(written(each), title(said(each, hint, (), text))) for each in values]
                found.append(Switch(name, title(name), options))
        return found

    @staticmethod
    def has_cash(view: View) -> bool:
        """Return whether seats have cash: always."""
        return True

    @staticmethod
    def brief(rules: object, text: Text) -> str:
        """Say nothing of rules besides their names."""
        return ""

    @staticmethod
    def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
        """List the chance moves that a teacher may choose to come next: none."""
        return ()

    def holdings(self, view: Any, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
        """List a seat's holdings in the open, without its cash: label and value."""
        names = [text("seat {n}", n=n) for n in range(1, MOST_SEATS + 1)]
        mine = [each.of(seat) for each in fields(view, self._purse) if each.by_seat]
        return [(title(each.name), said(each.value, each.hint, names, text)) for each in mine]

    @cached_property
    def _purse(self) -> str:
        """The field of a view that holds the seats' cash; "" if there is none."""
        engine = self._modules.engine
        opening = engine.start(max(self.SEATS))
        books = engine.books(opening)
        money = tuple(books.get(cash(seat), 0) for seat in range(max(self.SEATS)))
        view = engine.view(opening, None)
        return next((each.name for each in fields(view) if each.value == money), "")

    @staticmethod
    def glance(table: Any, text: Text) -> Sequence[tuple[str, str]]:
        """List what of a table is to be seen at a glance: nothing, its seats say it all."""
        return ()

    @staticmethod
    def in_class(rules: Any) -> Any:
        """Return how a class plays by these rules: just so."""
        return rules

    @staticmethod
    def sits_out(view: Any) -> Routine | None:
        """Return what a seat can leave to the page: nothing."""
        return None

    @staticmethod
    def instead(view: Any, move: Move) -> Move | None:
        """Return what a seat would rather do than its only move: nothing."""
        return None

    @staticmethod
    def ready(view: Any) -> Sequence[Move]:
        """List the moves whose sums stand in fields at first: none."""
        return ()

    @staticmethod
    def progress(view: View, text: Text) -> str:
        """Describe how far the game has progressed."""
        return text("Turn {n}", n=view.turn.turn)

    @staticmethod
    def milestone(event: Any, text: Text) -> str:
        """Return the label of an event on a chart's time axis: "" for no mark."""
        return ""

    def accounts(self, text: Text) -> Mapping[str, str]:
        """Name the kinds of accounts other than cash."""
        return self._accounts

    @cached_property
    def _accounts(self) -> Mapping[str, str]:
        engine = self._modules.engine
        books = engine.books(engine.start(min(self.SEATS)))
        kinds = {each.partition(":")[0]: None for each in books}
        return {kind: title(kind) for kind in kinds if kind != CASH}

    @staticmethod
    def totals(text: Text) -> tuple[str, str]:
        """Name what counts in the ranking, and nothing besides."""
        return text("Net worth"), ""

    @staticmethod
    def remarks(view: Any, seat: Seat, text: Text) -> Sequence[str]:
        """Say nothing below a balance sheet."""
        return ()

    @staticmethod
    def flows(text: Text) -> Mapping[str, str]:
        """Name no accounts of cash flows: they go by the titles of their clauses."""
        return {}

    @staticmethod
    def figures(text: Text) -> Mapping[str, str]:
        """Name no parts of the deck: they go by their fields."""
        return {}

    @staticmethod
    def turn_name(turn: int, text: Text) -> str:
        """Name a turn in the storyline."""
        return text("Turn {n}", n=turn)

    @staticmethod
    def face_up(text: Text) -> tuple[str, str]:
        """Return the label and the hint of the button that shows everything hidden."""
        return text("Show all"), text("Show what each player alone can see")

    @staticmethod
    def curtain(name: str, text: Text) -> tuple[str, str]:
        """Return the hint and the label of the button to take over the screen."""
        hint = text(
            "Hand the screen over to {name}, or let everyone else look away: it will show "
            "the hand of {name}.",
            name=name,
        )
        return hint, text("I am {name}: show my hand", name=name)

    def _can_start(self, seats: int) -> bool:
        try:
            self._modules.engine.start(seats)
        except ValueError:
            return False
        return True
