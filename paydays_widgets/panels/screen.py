"""One screen: all that stands on it besides the table, and what it may show of the table."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.board import Scene
from paydays_widgets.core.game import Decide, Move, Over, Seat
from paydays_widgets.core.table import HUMAN, AnyTable, Strategy
from paydays_widgets.core.text import Language, Text
from paydays_widgets.core.vignette import Vignette
from paydays_widgets.panels.keeping import Keeping

Tone: TypeAlias = Literal["info", "good", "warn", "error"]

PACES: Final = {"slow": 1800, "normal": 900, "fast": 250}
"""Milliseconds between two steps while the game plays on."""
THEMES: Final = ("auto", "light", "dark")


class Message(Struct, frozen=True):
    """What the panel has to say; it stays until the next action."""

    tone: Tone
    text: str


class Screen(Struct, frozen=True, kw_only=True):
    """Everything on a screen but the table.

    Parameters
    ----------
    language
        ``en``, ``fr`` or ``de``.
    follows
        Whether the language follows the reader's browser.
    theme
        One of :data:`THEMES`.
    pace
        How fast the game plays on: a key of :data:`PACES`.
    tab
        Which drawer is open; "" for none.
    face_up
        Whether all hands are shown (sealed bids stay hidden until they turn over).
    picked
        What has been picked up before a move is complete, such as ``hand:worker``.
    revealed
        The seat that has taken over a screen that several share.
    playing
        Whether the game plays on by itself.
    message
        What is to be said, if anything.
    vignette, answered
        The ready position on the table, and whether its answer is shown.
    compared
        Two branches that are set side by side.
    replaced
        How many tables have taken the place of the first.
    """

    language: Language = "en"
    follows: bool = False
    theme: str = "auto"
    pace: str = "normal"
    tab: str = ""
    face_up: bool = False
    picked: str = ""
    revealed: Seat | None = None
    playing: bool = False
    message: Message | None = None
    vignette: Vignette | None = None
    answered: bool = False
    compared: tuple[int, int] | None = None
    replaced: int = 0

    def cleared(self, keeps: Collection[str] = ()) -> "Screen":
        """Clear what passes with every action, but for what this one keeps."""
        return self._without(PASSING - set(keeps))

    def at_another_table(self) -> "Screen":
        """Clear whatever had to do with the table that was there."""
        bare = self._without(PASSING | {"vignette", "answered", "compared"})
        return replace(bare, replaced=self.replaced + 1)

    def saying(self, tone: Tone, text: str) -> "Screen":
        """Set the message."""
        return replace(self, message=Message(tone, text))

    def _without(self, names: Collection[str]) -> "Screen":
        return replace(self, **{name: getattr(_BLANK, name) for name in names})


_BLANK: Final = Screen()
PASSING: Final = frozenset({"picked", "revealed", "playing", "message"})
"""What every action clears unless it says that it keeps it."""


class Sight:
    """A screen at a table: what it shows, and who may act on it.

    Attributes
    ----------
    screen
        Everything on it but the table; what is done replaces it.
    keeping
        The game on the table, and those that one can go back to.
    id
        The game's.
    rooms, words, panel
        The game's rooms, and two of them.
    own_strategies
        Strategies by name, beside the game's own.
    """

    def __init__(
        self, screen: Screen, table: AnyTable, strategies: Mapping[str, Strategy] | None = None
    ) -> None:
        self.screen = screen
        self.id: str = table.game.id
        self.rooms = games.rooms(self.id)
        self.words = self.rooms.text
        self.panel = self.rooms.panel
        self.own_strategies = {**table.strategies, **(strategies or {})}
        self.keeping = Keeping(table, self.strategies)

    # --- the game -----------------------------------------------------------------------------

    @property
    def table(self) -> AnyTable:
        """The table: a new game, a vignette or a loaded record takes the place of the first."""
        return self.keeping.table

    @property
    def text(self) -> Text:
        """The words of the screen's language."""
        return _words(self.screen.language, self.rooms.package)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(player.name for player in self.table.players)

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The game's strategies and those that were given, by name."""
        return {**self.rooms.bots.STRATEGIES, **self.own_strategies}

    # --- who may see and do what --------------------------------------------------------------

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(at for at, each in enumerate(self.table.players) if each.kind == HUMAN)

    @property
    def all_shown(self) -> bool:
        """Whether this screen shows all that seats know: the game hides nothing, or all agreed.

        Who plays a game in which seats hide nothing from each other shares the screen as it is.
        """
        return self.screen.face_up or self.panel.OPEN

    @property
    def open(self) -> bool:
        """Whether nothing is hidden from anybody at present.

        Where a game hides only some decisions, no seat has to take over the screen at the others.
        """
        if self.all_shown:
            return True
        hides = self.panel.HIDES
        turn = self.table.turn
        return hides is not None and isinstance(turn, Decide) and turn.prompt not in hides

    @property
    def viewer(self) -> Seat | None:
        """The seat whose secrets this screen may show; None where there is none, or all are."""
        if self.all_shown:
            return None
        humans = self.humans
        return humans[0] if len(humans) == 1 else self.screen.revealed

    @property
    def hand_over(self) -> Seat | None:
        """The seat that must take over the screen before the game goes on; None if none must."""
        waiting = self.table.waiting()
        taken_over = len(self.humans) == 1 or self.screen.revealed in waiting
        return waiting[0] if waiting and not self.open and not taken_over else None

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats whose moves are entered on this screen now."""
        waiting = frozenset(self.table.waiting())
        return waiting if self.open else waiting & {self.viewer}

    def can_undo(self) -> bool:
        """Tell whether there is a move to take back; a deal is the beginning."""
        table = self.table
        return table.can_undo() and not table.branch.dealt[table.at - 1]

    def can_advance(self) -> bool:
        """Tell whether a step can be made without a person's decision."""
        table = self.table
        if not table.newest:
            return True
        turn = table.turn
        if isinstance(turn, Decide):
            return len(table.waiting()) < len(turn.seats)
        return not isinstance(turn, Over)

    # --- what is drawn ------------------------------------------------------------------------

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather what the game's board is to draw."""
        table = self.table
        game, state, viewer = table.game, table.state, self.viewer
        seats = range(len(table.players)) if self.open else [viewer] if viewer is not None else []
        event = table.event
        return Scene(
            table=game.view(state, None),
            own={seat: game.view(state, seat) for seat in seats},
            event=None if event is None else game.witness(event, viewer),
            names=self.names,
            acting=self.acting,
            picked=self.screen.picked,
            text=self.text,
            prefix=prefix,
            key=f"{table.branch.name}{table.at}",
            why=self.why,
            past=self._past,
            deck=table.deck,
            books=partial(game.books, state),
        )

    def _past(self) -> Iterator[Any]:
        """Tell the events up to the cursor, the newest first, as this screen may know them."""
        witness, viewer = self.table.game.witness, self.viewer
        for step in reversed(self.table.branch.steps[: self.table.at]):
            yield witness(step.event, viewer)

    def why(self, move: Move) -> str:
        """Say why a move would be refused; "" where it is legal."""
        refusal = self.table.game.refuse(self.table.state, move)
        if refusal is None:
            return ""
        return self.words.refused(refusal, self.names, self.text)

    def steps(self) -> list[int]:
        """List the places that the storyline tells of, up to the cursor (a deal is one)."""
        dealt = self.table.branch.dealt
        last = len(dealt) - 1
        return [
            at + 1
            for at in range(self.table.at)
            if not dealt[at] or at == last or not dealt[at + 1]
        ]

    def turns(self) -> list[int]:
        """List the turn that each step up to the cursor belongs to; 0 for set-up."""
        table = self.table
        return [table.game.turn(step.state).turn for step in table.branch.steps[: table.at]]


@cache
def _words(language: str, package: str) -> Text:
    return Text(language, package, "paydays_widgets.panels")
