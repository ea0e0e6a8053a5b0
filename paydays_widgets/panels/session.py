"""A session: the actions on one screen at a table.

A session is not a widget. Panels show it and pass clicks on to it (:meth:`Session.do`,
:meth:`Session.play`); notebook code calls the same methods. Any error becomes a message in the
reader's language, and the game on the table stays as it was.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from typing import Any

from msgspec.structs import replace

from paydays_widgets.core import record
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Complaint, IllegalMove, Move, Over, StaleMove
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.strategy import Printed, StrategyError
from paydays_widgets.core.table import HUMAN, AnyTable, Strategy
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.panels import given
from paydays_widgets.panels.advice import where
from paydays_widgets.panels.screen import Message, Screen, Sight, Tone
from paydays_widgets.panels.verbs import ON, VERBS, Done, Verb
from paydays_widgets.show.words import complaint, fault


class Session(Sight):
    """A screen at a table, and the actions there.

    Parameters
    ----------
    table
        The game in play.
    language
        ``en``, ``fr`` or ``de``; None follows the reader's browser (English until it is known).
    strategies
        Additional strategies by name, such as a student's ``choose``.

    Attributes
    ----------
    screen
        Everything on the screen except the table.
    seq
        A number raised with every change. A move meant for an older position of the table is
        refused; other changes since then, such as of the language, do not matter.
    outbox
        Messages for the browser: a file to save, a link to copy.
    stepped
        Whether the last action was a step, so that another one is likely.
    foreseen
        Whether the page shows already what an action leads to (:mod:`panels.ahead`).
    together
        Makes a context manager that encloses the redrawing of all parts after a change.
    """

    def __init__(
        self,
        table: AnyTable,
        language: str | None = None,
        strategies: Mapping[str, Strategy] | None = None,
    ) -> None:
        spoken = Text(language or "en").language
        screen = Screen(language=spoken, follows=language is None)
        super().__init__(screen, table, strategies)
        self.seq = 0
        self.outbox: list[Mapping[str, Any]] = []
        self.stepped = False
        self.foreseen = False
        self.together: Callable[[], AbstractContextManager[None]] = nullcontext
        self._watchers: list[Callable[[], None]] = []
        self._acting = False
        self._unwatch = table.watch(self._played_elsewhere)
        self._placed = self._cursor(), self.seq

    # --- actions ------------------------------------------------------------------------------

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change; return a function that stops this."""
        self._watchers.append(callback)

        def unwatch() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return unwatch

    def changed(self) -> None:
        """Redraw all panels."""
        if self.screen.revealed not in self.table.waiting():
            self.screen = replace(self.screen, revealed=None)  # whoever took it over has decided
        if self.stopped or isinstance(self.table.turn, Over):
            self.screen = replace(self.screen, playing=False)
        self.seq += 1
        if self._cursor() != self._placed[0]:
            self._placed = self._cursor(), self.seq
        if self.advice.asked is not None and self.advice.asked.where != where(self):
            self.advice.drop()
        with self.together():
            for callback in tuple(self._watchers):
                callback()

    def _cursor(self) -> tuple[object, ...]:
        """Identify the position on the table."""
        return self.table, self.table.current, self.table.at

    def play(self, move: Move | str, seq: int | None = None) -> bool:
        """Play a move that was entered on this screen.

        Parameters
        ----------
        move
            A move, or its notation, such as ``1 bid 5``.
        seq
            The number of the position that it was meant for; None for the current one.

        Returns
        -------
        bool
            Whether it was played; if not, the screen's message says why.
        """

        def play(_: Sight, entered: object) -> Screen:
            if seq is not None and seq not in range(self._placed[1], self.seq + 1):
                raise StaleMove("the table has changed in the meantime")
            read = self.table.game.read
            wanted = entered if isinstance(entered, Move) else read(given.word(entered))
            self.table.play(wanted, through=False)
            return self.screen

        self.stepped = False
        return self._attempt(lambda: Verb(play, ON), move)

    def do(self, verb: str, value: object = None) -> bool:
        """Carry out a verb.

        Parameters
        ----------
        verb
            A key of :data:`~paydays_widgets.panels.verbs.VERBS`.
        value
            Its argument: a number, a word, or the fields of a form.

        Returns
        -------
        bool
            Whether it succeeded; if not, the screen's message says why.
        """
        self.stepped = verb == "step"
        return self._attempt(lambda: VERBS[given.one_of(verb, VERBS)], value)

    def one_step_on(self) -> "Session | None":
        """Return a copy of this session after another step; None if none can be foreseen.

        A student's strategy is not asked before its time: it may print, or take long.
        """
        kinds = {player.kind for player in self.table.players}
        unknown = kinds - {HUMAN, *self.modules.bots.STRATEGIES}
        if unknown or self.screen.playing or self.advice.asked or not self.can_advance():
            return None
        other = copy(self)
        other.keeping = self.keeping.copied()
        other.outbox, other._watchers = [], []  # noqa: SLF001 - of the same class
        other.together = nullcontext
        return other if other.do("step") else None

    def _attempt(self, find: Callable[[], Verb], value: object) -> bool:
        """Carry out a verb and redraw; any error becomes a message."""
        was, table = self.screen, self.table
        self._acting = True
        try:
            verb = find()
            self.screen = was.cleared(verb.keeps)
            done = verb.act(self, value)
            if isinstance(done, Done):
                self.outbox += done.orders
                done = done.screen
            self.screen = done
            went_well = True
        except Exception as error:  # noqa: BLE001 - a panel must not die of any error
            tone: Tone = "warn" if isinstance(error, StaleMove) else "error"
            # automatic play would run into the same error repeatedly
            self.screen = replace(was, playing=False).saying(tone, self._told(error))
            went_well = False
        finally:
            self._acting = False
        if self.table is not table:
            self._sit_down()
        self._show_printed(table)
        self.changed()
        return went_well

    def _show_printed(self, table: AnyTable) -> None:
        """Show what a student's strategy has printed, below the message if there is one."""
        printed = str(table.printed).strip()
        if printed:
            table.printed = Printed()
            message = self.screen.message or Message("info", self.text("A strategy has printed:"))
            self.screen = replace(self.screen, message=replace(message, printed=printed))

    def _sit_down(self) -> None:
        """Watch the new table in place of the previous one."""
        self._unwatch()
        self._unwatch = self.table.watch(self._played_elsewhere)
        if self.screen.vignette is not None:
            # the class sees the hand of the seat that decides
            self.screen = replace(self.screen, revealed=self.hand_over)

    def _told(self, error: Exception) -> str:
        """Describe an error in words."""
        text = self.text
        match error:
            case IllegalMove():
                told = self.words.refused(error.refusal, self.names, text)
            case StaleMove():
                told = text("Too late: the table has changed in the meantime. Look again.")
            case NotationError():
                told = text(
                    "“{move}” cannot be read as a move. Expected, with seats counted from 1: "
                    "{examples}.",
                    move=short(error.text),
                    examples=short(" · ".join(error.examples), LINE),
                )
            case DeckError():
                told = text("This deck cannot be used: {reason}.", reason=short(error, LINE))
            case StrategyError():
                why = fault(error, self.words.refused, text)
                told = text("A bot could not play.") + f" {why}"
            case Complaint():
                told = complaint(error, text)
                if isinstance(error, record.RecordError):
                    told = text("This saved game cannot be opened.") + f" {told} ({error.place})"
            case _:
                told = text(
                    "Something went wrong here ({error}). The game on the table is untouched.",
                    error=f"{type(error).__name__}: {short(error, LINE)}",
                )
        return told

    def failed(self, error: Exception) -> None:
        """Report an error in the panel."""
        self.say("error", self._told(error))
        self.changed()

    def say(self, tone: Tone, text: str) -> None:
        """Set the message."""
        self.screen = self.screen.saying(tone, text)

    def close(self) -> None:
        """Release the table, which may outlive the session, and end the lab's process."""
        self._unwatch()
        self.lab.close()

    def _played_elsewhere(self) -> None:
        """Redraw after notebook code or another session has changed the table."""
        if not self._acting:
            self.changed()
