"""What happens on one screen: a table, who may look at it, and in which language.

A session is no widget. Panels draw it and pass it what is clicked (:meth:`Session.do`,
:meth:`Session.play`); code in a notebook calls the same methods. Whatever goes wrong becomes a
message in the reader's language, and the game on the table stays as it was.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.board import Scene
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import (
    Complaint,
    Decide,
    IllegalMove,
    NotationError,
    Over,
    Seat,
    StaleMove,
)
from paydays_widgets.core.rulebook import Rulebook
from paydays_widgets.core.table import HUMAN, Strategy, StrategyError, Table, deals
from paydays_widgets.core.text import Text
from paydays_widgets.core.vignette import Vignette
from paydays_widgets.panels import given
from paydays_widgets.panels.verbs import VERBS

AnyTable: TypeAlias = Table[Any, Any, Any, Any, Any, Any]
Tone: TypeAlias = Literal["info", "good", "warn", "error"]


class Message(Struct, frozen=True):
    """What the panel has to say; it stays until the next action."""

    tone: Tone
    text: str


class Session:
    """A screen's state.

    Parameters
    ----------
    table
        The game that is played.
    language
        ``en``, ``fr`` or ``de``; None follows the reader's browser, English until it is known.
    strategies
        More strategies by name, beside the game's own: a student's ``choose``.

    Attributes
    ----------
    table
        May be replaced: a new game, a vignette or a loaded record takes its place.
    seq
        Raised with every change. A move that was meant for an older position of the table is
        refused; what else has changed meanwhile, such as the language, does not matter.
    face_up
        Whether all hands are shown (sealed bids stay hidden until they turn over).
    revealed
        The seat that has taken over a screen that several share.
    picked
        What has been picked up before a move is complete, such as ``hand:worker``.
    playing, pace
        Whether the game plays on by itself, and how fast (a key of
        :data:`~paydays_widgets.panels.verbs.PACES`).
    tab
        Which drawer is open; "" for none.
    message
        What is to be said, if anything.
    theme
        ``auto``, ``light`` or ``dark``.
    offered, fresh
        A game that one can go back to: the one before, or one that the browser kept; and
        whether nothing has been played since.
    older
        The one before that, which is offered when the first has been gone back to or forgotten.
    games
        How many tables have taken the place of the first.
    vignette, answered
        The ready position on the table, and whether its answer is shown.
    compared
        Two branches that are set side by side.
    outbox
        Messages for the browser: a file to save, a link to copy.
    together
        What is around the drawing of all parts after a change.
    """

    def __init__(
        self,
        table: AnyTable,
        language: str | None = None,
        strategies: Mapping[str, Strategy] | None = None,
    ) -> None:
        self.id: str = table.game.id
        self.rooms = games.rooms(self.id)
        self.words = self.rooms.text
        self.panel = self.rooms.panel
        self.own_strategies = {**table.strategies, **(strategies or {})}
        self.table = table
        self.seq = 0
        self._placed: tuple[tuple[object, ...], int] = ((), 0)
        self.face_up = False
        self.revealed: Seat | None = None
        self.picked = ""
        self.playing = False
        self.pace = "normal"
        self.tab = ""
        self.theme = "auto"
        self.message: Message | None = None
        self.offered: AnyTable | None = None
        self.older: AnyTable | None = None
        self.fresh = True
        self.vignette: Vignette | None = None
        self.answered = False
        self.compared: tuple[int, int] | None = None
        self.games = 0
        self.outbox: list[dict[str, Any]] = []
        self.together: Callable[[], AbstractContextManager[None]] = nullcontext
        self._watchers: list[Callable[[], None]] = []
        self._acting = False
        self._unwatch = table.watch(self._played_elsewhere)
        self.follows = language is None
        self.speak(language or "en")
        self._open()
        self._placed = self._place(), self.seq

    # --- what is shown ------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(player.name for player in self.table.players)

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The game's strategies and those that were given, by name."""
        return {**self.rooms.bots.STRATEGIES, **self.own_strategies}

    @property
    def rulebook(self) -> Rulebook:
        """The game's rulebook, read when it is first asked for."""
        return self.rooms.rulebook

    @property
    def vignettes(self) -> Mapping[str, Vignette]:
        """The ready positions of the game, by id."""
        return self.rooms.vignettes

    @property
    def begun(self) -> bool:
        """Whether more has been played than a deal."""
        return _played(self.table)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(at for at, each in enumerate(self.table.players) if each.kind == HUMAN)

    @property
    def all_shown(self) -> bool:
        """Whether this screen shows all that seats know: the game hides nothing, or all agreed.

        Who plays a game in which seats hide nothing from each other shares the screen as it is.
        """
        return self.face_up or self.panel.OPEN

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
        return humans[0] if len(humans) == 1 else self.revealed

    @property
    def hand_over(self) -> Seat | None:
        """The seat that must take over the screen before the game goes on; None if none must."""
        waiting = self.table.waiting()
        if self.open or not waiting or len(self.humans) == 1 or self.revealed in waiting:
            return None
        return waiting[0]

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats whose moves are entered on this screen now."""
        waiting = frozenset(self.table.waiting())
        return waiting if self.open else waiting & {self.viewer}

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Give what the game's board is to draw."""
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
            picked=self.picked,
            text=self.text,
            prefix=prefix,
            key=f"{table.line.name}{table.at}",
            why=self.why,
            past=self._past,
        )

    def _past(self) -> Iterator[Any]:
        """Give the events up to the cursor, the newest first, as this screen may know them."""
        witness, viewer = self.table.game.witness, self.viewer
        for step in reversed(self.table.line.steps[: self.table.at]):
            yield witness(step.event, viewer)

    def why(self, notation: str) -> str:
        """Say why a move would be refused; "" where it is legal."""
        refusal = self.table.game.refuse(self.table.state, self.table.game.read(notation))
        if refusal is None:
            return ""
        return self.words.refused(refusal, self.names, self.text)

    def can_undo(self) -> bool:
        """Tell whether there is a move to take back; a deal is the beginning."""
        table = self.table
        return table.can_undo() and not table.line.dealt[table.at - 1]

    def can_advance(self) -> bool:
        """Tell whether a step can be made without a person's decision."""
        table = self.table
        if not table.newest:
            return True
        turn = table.turn
        if isinstance(turn, Decide):
            return len(table.waiting()) < len(turn.seats)
        return not isinstance(turn, Over)

    # --- what is done -------------------------------------------------------------------------

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after every change; returns what ends it."""
        self._watchers.append(callback)

        def unwatch() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return unwatch

    def changed(self) -> None:
        """Let all panels draw again."""
        if self.revealed is not None and self.revealed not in self.table.waiting():
            self.revealed = None  # whoever took over the screen has decided
        if isinstance(self.table.turn, Over):
            self.playing = False
        self.seq += 1
        if self._place() != self._placed[0]:
            self._placed = self._place(), self.seq
        with self.together():
            for callback in tuple(self._watchers):
                callback()

    def _place(self) -> tuple[object, ...]:
        """Give what tells one position of the table from another."""
        return self.table, self.table.current, self.table.at

    def play(self, notation: str, seq: int | None = None) -> bool:
        """Play a move that was entered on this screen.

        Parameters
        ----------
        notation
            Such as ``1 bid 5``.
        seq
            The number of the position that it was meant for; None for the present one.

        Returns
        -------
        bool
            Whether it was legal; if not, :attr:`message` says why.
        """
        return self._attempt(lambda: self._play(notation, seq))

    def _play(self, notation: object, seq: int | None) -> None:
        if seq is not None and seq not in range(self._placed[1], self.seq + 1):
            raise StaleMove("the table has changed since")
        self.table.play(self.table.game.read(given.word(notation)), through=False)
        self.picked = ""
        self.fresh = False

    def do(self, verb: str, value: object = None) -> bool:
        """Do what a control stands for.

        Parameters
        ----------
        verb
            A key of :data:`~paydays_widgets.panels.verbs.VERBS`.
        value
            What it needs: a number, a word, the fields of a form.

        Returns
        -------
        bool
            Whether it went well; if not, :attr:`message` says why.
        """
        return self._attempt(lambda: VERBS[given.one_of(verb, VERBS)](self, value))

    def _attempt(self, action: Callable[[], None]) -> bool:
        """Do something and draw again; whatever goes wrong becomes a message."""
        self.message = None
        self._acting = True
        try:
            action()
        except Exception as error:  # noqa: BLE001 - a panel must not die of any error
            self.playing = False  # else it would run into the same error again and again
            self.say("warn" if isinstance(error, StaleMove) else "error", self._told(error))
            went_well = False
        else:
            went_well = True
        finally:
            self._acting = False
        self.changed()
        return went_well

    def _told(self, error: Exception) -> str:
        """Say in words what went wrong."""
        text = self.text
        match error:
            case IllegalMove():
                told = self.words.refused(error.refusal, self.names, text)
            case StaleMove():
                told = text("That came late: the table has changed. Look again.")
            case NotationError():
                told = text("“{move}” cannot be read as a move.", move=given.short(error.text))
            case DeckError():
                told = text("This deck cannot be used ({reason}).", reason=error)
            case Complaint():
                reason = text(error.sentence, **error.facts)
                stop = "" if reason.endswith(("?", ".", "…")) else "."
                told = f"{reason[:1].upper()}{reason[1:]}{stop}"
                if isinstance(error, record.RecordError):
                    told = text("This saved game cannot be opened.") + f" {told} ({error.place})"
                if isinstance(error, StrategyError):
                    told = text("A bot could not play.") + f" {told}"
            case _:
                told = text(
                    "Something went wrong here ({error}). The game on the table is untouched.",
                    error=f"{type(error).__name__}: {error}",
                )
        return told

    def say(self, tone: Tone, text: str) -> None:
        """Set the message."""
        self.message = Message(tone, text)

    # --- a table ------------------------------------------------------------------------------

    def put(self, table: AnyTable, vignette: Vignette | None = None) -> None:
        """Put another table in place of the present one, which one can then go back to."""
        played = self.begun
        if table is self.offered:
            self.offered, self.older = (self.table, self.older) if played else (self.older, None)
        elif played:
            self.offered, self.older = self.table, self.offered
        self.fresh = True
        self.games += 1
        self._unwatch()
        self.table = table
        self._unwatch = table.watch(self._played_elsewhere)
        self.vignette = vignette
        self.answered = False
        self.compared = None
        self.revealed = None
        self.picked = ""
        self.playing = False
        self._open()

    def close(self) -> None:
        """Let go of the table, which may outlive the session."""
        self._unwatch()

    def _played_elsewhere(self) -> None:
        """Draw what a notebook's code, or another session, did to the table."""
        if not self._acting:
            self.changed()

    def _open(self) -> None:
        """Deal the cards of a game that has just begun."""
        if not self.table.line.moves and deals(self.table.turn):
            self.table.advance()

    def speak(self, language: str) -> None:
        """Say everything in another language from now on."""
        self.text = Text(
            language, self.rooms.package, "paydays_widgets.panels", "paydays_widgets.core"
        )

    def steps(self) -> list[int]:
        """List the places that the storyline tells of, up to the cursor (a deal is one)."""
        dealt = self.table.line.dealt
        last = len(dealt) - 1
        return [
            at + 1
            for at in range(self.table.at)
            if not dealt[at] or at == last or not dealt[at + 1]
        ]

    def turns(self) -> list[int]:
        """Give the turn that each step up to the cursor belongs to; 0 for set-up."""
        table = self.table
        return [table.game.turn(step.state).turn for step in table.line.steps[: table.at]]

    def table_of_steps(self) -> str:
        """Write all steps up to the cursor as CSV; what is hidden from this screen is left out."""
        table, game = self.table, self.table.game
        accounts = list(game.books(table.start))
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["step", "turn", "move", "event", "clause", "what", *accounts])
        move = 0
        for at, (turn, step) in enumerate(zip(self.turns(), table.line.steps, strict=False)):
            seen = game.witness(step.event, self.viewer)
            note = self.words.explain(seen, self.names, self.text, table.deck)
            while table.line.ends[move] <= at:
                move += 1
            hidden = seen != step.event
            books = game.books(step.state)
            row = [
                at + 1,
                turn,
                "" if hidden else str(table.line.moves[move]),
                type(step.event).__name__,
                step.event.clause,
                note.what,
                *[books[account] for account in accounts],
            ]
            writer.writerow([_plain(cell) for cell in row])
        return out.getvalue()


def _plain(cell: object) -> object:
    """Keep a spreadsheet from taking a name for a formula."""
    risky = ("=", "+", "-", "@", "\t", "\r", "\n")
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(risky) else cell


def _played(table: AnyTable) -> bool:
    """Tell whether there is anything worth keeping: more than a deal."""
    return any(not all(line.dealt) for line in table.lines)
