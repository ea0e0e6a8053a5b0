"""What panels, lessons and tests require of a game's modules: one Protocol per module."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from paydays_widgets.core.contest import Prize
from paydays_widgets.core.engine import AnyGame
from paydays_widgets.core.game import Move, Refusal, Seat, Turn
from paydays_widgets.core.switch import Switch
from paydays_widgets.core.table import AnyTable, Strategy
from paydays_widgets.core.text import Note, Text, Words
from paydays_widgets.show.board import Routine, Scene
from paydays_widgets.show.report import Report
from paydays_widgets.show.words import Phrases

Names: TypeAlias = Sequence[str]
"""The seats' names, in seat order."""
WhatIfs: TypeAlias = Callable[
    [Any, Any, Sequence[str], Text], tuple[str, Sequence[tuple[Move, str]]]
]
Measures: TypeAlias = Callable[[Any, Seat, Text], Sequence[tuple[str, int]]]
Reports: TypeAlias = Callable[[Any, Sequence[tuple[Any, Any]], Text], Sequence[Report]]


class TextModule(Protocol):
    """A game's ``text``: its words.

    Instead of ``prompt`` and ``refused``, a game may define ``reason(refusal, names, text)``,
    which explains a refusal for one of the game's own reasons, or returns None.
    """

    def phrases(self, text: Text) -> Phrases:
        """Return the game's parts of shared sentences."""

    def explain(self, event: Any, names: Names, text: Text, deck: Any) -> Note:
        """Explain an event: what happened, why, and the calculation.

        The event is as its reader may know it; a hidden card appears as "a card".
        """

    def prompt(self, turn: Turn, names: Names, text: Text) -> str:
        """Describe who has to decide what."""

    def choice(self, view: Any, move: Any, names: Names, text: Text, /) -> str:
        """Name a choice in the words of its button, by the view of the seat that has it."""

    def refused(self, refusal: Refusal, names: Names, text: Text) -> str:
        """Explain why a move is refused, and what is possible instead."""

    def money(self, n: float, text: Text) -> str:
        """Write an amount of money; an average is a fraction."""


class BoardModule(Protocol):
    """A game's ``board``: its picture, styled by ``board.css``.

    Most boards derive it from :class:`~paydays_widgets.show.board.Picture`.
    """

    def draw(self, scene: Scene[Any, Any]) -> str:
        """Draw the table as HTML, with everything that users typed escaped."""


class BotsModule(Protocol):
    """A game's ``bots``: its strategies, by name."""

    @property
    def STRATEGIES(self) -> Mapping[str, Strategy]:
        """The strategies."""

    @property
    def TITLES(self) -> Mapping[str, tuple[Words, Words]]:
        """Their titles, each with its idea in a few words; without one, the name is shown."""


class StakesModule(Protocol):
    """A game's ``stakes``: what a choice leads to right away, such as winning the auction.

    The lab counts it in the games that it plays with each choice.
    """

    @property
    def PROMPTS(self) -> frozenset[str]:
        """The prompts of decisions whose choices soon lead to something."""

    def settled(self, event: Any, seat: Seat) -> str:
        """Name what a seat's choice has led to, as soon as an event shows it; "" before."""

    def told(self, prompt: str, shares: Mapping[str, str], text: Text) -> str:
        """Tell how often a choice led to what, for those that occurred; "" to say nothing."""

    def facing(self, view: Any, text: Text) -> str:
        """Say in a sentence what others could do about it; "" to say nothing."""

    def argument(self, view: Any, text: Text) -> str:
        """Give a simple argument about the decision that holds without any game; "" for none."""

    def loses(self, view: Any, move: Any, /) -> bool:
        """Return whether a choice wins at a loss, as the seat's own view shows."""

    def about(self, view: Any, move: Move, text: Text) -> str:
        """Name what a decision is about, such as a contract; "" where there is nothing to name."""

    def able(self, view: Any, own: Callable[[Seat], Any] | None) -> Sequence[Seat] | None:
        """List the seats that could bid for what is on offer; None for no auction.

        It takes the open view, and what makes a seat's own view, or None if hands are hidden.
        Where able seats show only in hands, the answer is then None too.
        """


class DeckModule(Protocol):
    """A game's ``deck``: its cards and amounts, which a teacher may replace.

    The engine declares the type of what is read as its ``deck_type``; its method ``deck`` returns
    the game's own.
    """

    def parse_deck(self, text: str, name: str) -> Any:
        """Read a deck from the text of a deck file, named ``name`` in error messages.

        Raises
        ------
        DeckError
            If it cannot be used; the message names the place, and what was expected.
        """


class OwnPanel(Protocol):
    """The part of ``panel`` that every game on the shelf defines."""

    @property
    def TITLE(self) -> str:
        """The game's name."""

    @property
    def ABOUT(self) -> Words:
        """The subject of the game, for the shelf."""

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The possible numbers of seats."""

    @property
    def MINUTES(self) -> int:
        """About how long a game against bots takes, for the shelf; 0 where that is not known."""

    @property
    def OPPONENTS(self) -> tuple[str, ...]:
        """The bots that take part if nobody chose any."""

    def edition(self, rules: Any, text: Text) -> str:
        """Name the rules in play: a preset, or a mixture."""

    def presets(self, text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
        """List the presets: name, title, and the values of all switches."""

    def switches(self, text: Text) -> Sequence[Switch]:
        """List the switches of the rules."""

    def wishes(self, view: Any, text: Text) -> Sequence[tuple[Move, str]]:
        """List the chance moves that a teacher may choose to come next, with their labels."""

    def holdings(self, view: Any, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
        """List what a seat has besides its balance sheet: label and amount."""

    def progress(self, view: Any, text: Text) -> str:
        """Describe how far the game has progressed."""

    def milestone(self, event: Any, text: Text) -> str:
        """Return the label of an event on a chart's time axis; "" for no mark."""


class PanelModule(OwnPanel, Protocol):
    """A game's ``panel``: what panels need besides rules, picture and words.

    Even a game on the shelf may leave out the names added here to those of :class:`OwnPanel`;
    :mod:`paydays_widgets.show.plain` has the defaults.
    """

    @property
    def GOAL(self) -> Words | None:
        """What wins, in a short sentence that stands on the table; None for no such line."""

    @property
    def OPEN(self) -> bool:
        """Whether seats hide nothing from one another, so that nobody takes over the screen."""

    @property
    def HIDES(self) -> frozenset[str] | None:
        """The prompts whose decisions are hidden; None for all.

        For any other prompt, no seat has to take over the screen.
        """

    @property
    def LUCK(self) -> str:
        """Where luck comes from: ``cards``, ``dice`` or ``both``."""

    @property
    def OPENING(self) -> Mapping[str, Words]:
        """The prompts that end the set-up, each with what skipping it is called.

        As long as none has come, chance and bots can play on to it. Empty for no such set-up.
        """

    @property
    def BEGINS(self) -> Collection[str]:
        """The prompts at which a class begins that skips the set-up, if they come later.

        All at a table face them at once: a class does not begin with one who decides alone.
        """

    @property
    def RESTS(self) -> bool:
        """Whether a film rests where a turn ends, since its result is to be read."""

    @property
    def CONTEST(self) -> Prize | None:
        """What seats compete for, if luck can keep all but one of them out; None for nothing."""

    @property
    def STAND_IN(self) -> str:
        """The strategy that decides for people when a game is replayed with one change.

        "" for the first of the opponents.
        """

    @property
    def TABLES(self) -> Sequence[int]:
        """How many may sit at a table of a class, the usual number first; () for as many as SEATS.

        The engine's most seats stand for everybody at one table.
        """

    def glance(self, table: AnyTable, text: Text) -> Sequence[tuple[str, str]]:
        """List what of a table is to be seen at a glance where many are shown: name and sum."""

    def has_cash(self, view: Any) -> bool:
        """Return whether seats have cash now: gains that are paid at the end are none before."""

    def brief(self, rules: Any, text: Text) -> str:
        """Say what is played by some rules, where a class chooses them; "" for no such words."""

    def in_class(self, rules: Any) -> Any:
        """Return how a class plays by these rules, where each has a phone and time passes."""

    def sits_out(self, view: Any) -> Routine | None:
        """Return what the view's seat, which is asked, can leave to the page; None for nothing."""

    def instead(self, view: Any, move: Move) -> Move | None:
        """Return what a seat would rather do than its only move; its refusal says why it cannot.

        None where nothing else is thinkable.
        """

    def ready(self, view: Any) -> Sequence[Move]:
        """List the moves of the view's seat whose sums stand in fields before anything is typed.

        Advice shows them, however many other choices there are.
        """

    @property
    def what_ifs(self) -> WhatIfs | None:
        """A function that describes a decision and its alternatives; None if the game has none.

        It takes the view before the decision, the move, the names and the text. It returns the
        description, and the move and label of each alternative.
        """

    @property
    def measures(self) -> Measures | None:
        """A function that measures more than money when branches are compared; None if unused.

        It takes a view, a seat and the text. It returns labels and amounts.
        """

    @property
    def reports(self) -> Reports | None:
        """A function that makes reports about how play has gone; None if the game has none.

        It takes the opening view, the events, each with the view after it, and the text.
        """

    def accounts(self, text: Text) -> Mapping[str, str]:
        """Name the kinds of accounts other than cash, and the lines of balance sheets."""

    def totals(self, text: Text) -> tuple[str, str]:
        """Name what counts in the ranking, and the total of all lines; "" for no second total."""

    def remarks(self, view: Any, seat: Seat, text: Text) -> Sequence[str]:
        """Say what a seat's balance sheet does not show, in sentences; none by default."""

    def flows(self, text: Text) -> Mapping[str, str]:
        """Name the accounts of a cash flow statement, in order.

        The keys are the names of event classes, or clauses for events that differ by clause. An
        event that is missing goes by the title of its clause.
        """

    def figures(self, text: Text) -> Mapping[str, str]:
        """Name the parts of ``deck.toml`` by field, to tell which figures are reconstructed."""

    def turn_name(self, turn: int, text: Text) -> str:
        """Name a turn in the storyline, such as a round or a month."""

    def face_up(self, text: Text) -> tuple[str, str]:
        """Return the label and the hint of the button that shows everything hidden."""

    def curtain(self, name: str, text: Text) -> tuple[str, str]:
        """Return the hint and the label of the button to take over the screen."""


class GameModules(Protocol):
    """The modules that every game has, its own or plain ones."""

    package: str

    @property
    def engine(self) -> AnyGame:
        """The rules."""

    @property
    def presets(self) -> Mapping[str, Any]:
        """The named sets of rules; the default rules come first."""

    @property
    def text(self) -> TextModule:
        """The words."""

    @property
    def bots(self) -> BotsModule:
        """The strategies."""

    @property
    def panel(self) -> PanelModule:
        """The words and numbers of the panel."""
