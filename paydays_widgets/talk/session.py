"""A session: one screen at a table, and the actions there.

Notebook code calls the same methods as a page. Any error becomes a message in the reader's
language, and the game on the table stays as it was.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Complaint,
    Decide,
    IllegalMove,
    Move,
    Over,
    Seat,
    Settling,
    StaleMove,
)
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.strategy import Printed, StrategyError
from paydays_widgets.core.table import HUMAN, AnyTable, Strategy
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.show import vignette
from paydays_widgets.show.board import Routine, Scene
from paydays_widgets.show.words import complaint, fault
from paydays_widgets.talk import given
from paydays_widgets.talk.film import film
from paydays_widgets.talk.forced import forced
from paydays_widgets.talk.keeping import Keeping
from paydays_widgets.talk.line import Order  # noqa: TC001 - as in a Verb
from paydays_widgets.talk.screen import PACES, Message, SatOut, Screen, Tone
from paydays_widgets.talk.sight import Sight
from paydays_widgets.talk.verbs import GOES_ON, Done, Verb


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
        Everything on the screen except the table; each action replaces it.
    keeping
        The game on the table, and the kept games.
    strategies
        The game's strategies and the additional ones, by name.
    seq
        A number raised with every change. A move meant for an older position of the table is
        refused; other changes since then, such as of the language, do not matter.
    outbox
        Messages for the page: a file to save, a link to copy.
    stepped
        Whether the last action was a step, so that another one is likely.
    foreseen
        Whether the page shows already what an action leads to (:mod:`talk.ahead`).
    together
        Makes a context manager that encloses the redrawing of all parts after a change.
    verbs
        What can be done here besides moves; panels bring it along.
    """

    verbs: ClassVar[Mapping[str, Verb[Any, Screen | Done]]] = {}

    def __init__(
        self,
        table: AnyTable,
        language: str | None = None,
        strategies: Mapping[str, Strategy] | None = None,
    ) -> None:
        bots = games.modules(table.game.id).bots.STRATEGIES
        self.strategies = {**bots, **table.strategies, **(strategies or {})}
        self.keeping = Keeping(table, self.strategies)
        spoken = Text(language or "en").language
        super().__init__(self.keeping, Screen(language=spoken, follows=language is None))
        self.seq = 0
        self.outbox: list[Order] = []
        self.stepped = False
        self.foreseen = False
        self.together: Callable[[], AbstractContextManager[None]] = nullcontext
        self._watchers: list[Callable[[], None]] = []
        self._unwatch = table.watch(self.changed)
        self._placed = self._cursor(), self.seq

    # --- what can be done here ----------------------------------------------------------------

    @property
    def forced(self) -> Move | None:
        """The only move of a person here, which needs no press; None for none."""
        if self.stopped or not self.spares(self.table.turn):
            return None
        return forced(self.table) or self._sitting_out

    @property
    def _sitting_out(self) -> Move | None:
        """The pass of somebody here who sits a phase out."""
        out, state = self.screen.sat_out, self.table.state
        if out is None or self.teaches:
            return None
        for seat in set(out.seats).intersection(self.table.waiting()):
            found = self._routine(state, seat, out)
            if found:
                return None if self.why(found.move) else found.move
        return None

    @property
    def can_sit_out(self) -> Routine | None:
        """What a person here could leave to the page; None for nothing."""
        if self.teaches or self.screen.vignette or self.forced:
            return None
        for seat in sorted(self.acting):
            found = self._routine(self.table.state, seat)
            if found and not self.why(found.move):
                return found
        return None

    @property
    def sits_out(self) -> Routine | None:
        """What somebody here has left to the page, where it holds on the table."""
        table, out = self.table, self.screen.sat_out
        if out is None:
            return None
        states = (table.state, *(step.state for step in table.branch.steps[table.at :]))
        asking = (state for state in states if isinstance(table.game.turn(state), Decide))
        state = next(asking, None)
        return None if state is None else self._routine(state, out.seats[0], out)

    def _routine(self, state: object, seat: Seat, out: SatOut | None = None) -> Routine | None:
        """Return what a seat can leave to the page, or of that only what it has left to it."""
        found = self.panel.sits_out(self.table.game.view(state, seat))
        if found is None or out is None:
            return found
        same = (out.turn, out.phase) == (self.table.game.turn(state).turn, found.phase)
        return found if same else None

    def spared(self, number: int) -> str:
        """Why a move, counted from 0, was made for a person here; "" if it was not."""
        table = self.table
        move = table.branch.moves[number]
        if move.by not in self.humans or not self.had_no_choice(number):
            return ""
        return self.no_choice(table.before(number), move)

    @property
    def decider(self) -> Seat | None:
        """The seat whose choices can be compared on this screen; None if there is nothing to.

        A bot's choices are compared where it hides nothing.
        """
        turn = self.table.turn
        if self.stopped or not isinstance(turn, Decide):
            return None
        asked = self.acting or (set(turn.seats) if self.open else set())
        seat = next((seat for seat in turn.seats if seat in asked), None)
        several = seat is not None and len(self.table.game.legal(self.table.state, seat)) > 1
        return seat if several else None

    def can_undo(self) -> bool:
        """Return whether there is a move to take back; a deal does not count."""
        table = self.table
        if not self.teaches and self.humans:
            return self.last_own() is not None
        return table.can_undo() and not table.branch.dealt[table.at - 1]

    def last_own(self) -> int | None:
        """Return where the last decision of a person here stood, if it may be taken back."""
        table = self.table
        for number in reversed(range(table.move_number)):
            by = table.branch.moves[number].by
            if by in self.humans and not self.had_no_choice(number):
                return table.branch.begins(number)
            if by == CHANCE and not table.undo_chance:
                return None
        return None

    @property
    def ended(self) -> str:
        """Why nothing goes on from here: the result of a position, or the end; else ""."""
        if self.stopped:
            return self.text(
                "Here is the result. Go back to the question, or go on playing: both buttons "
                "stand beside the answer."
            )
        over = isinstance(self.table.turn, Over) and self.table.newest
        return self.text("The game is over.") if over else ""

    @property
    def opening(self) -> str:
        """What skipping the set-up is called; "" if the game is past it, or has none to skip."""
        table, ends = self.table, self.panel.OPENING
        unready = self.stand_in not in table.strategies or self.screen.vignette is not None
        if unready or not sets_up(table, ends):
            return ""
        return self.text.pick(next(iter(ends.values())))

    @property
    def unfolding(self) -> int:
        """How many events of the latest move are still to come; 0 if one looks back from it."""
        table = self.table
        begun = (0, 0, *table.branch.ends)[-2]
        return len(table.branch.steps) - table.at if table.at > begun else 0

    @property
    def onward(self) -> bool:
        """Whether people have answered a position, and its result comes without them."""
        given = self.screen.vignette
        if given is None or self.screen.beyond or not self.can_advance():
            return False
        table = self.table
        if table.waiting() and self.forced is None:
            return False
        if not self.answers:
            return False
        asked, result = vignette.asked(given, table), vignette.result(given, table)
        return asked is not None and asked < table.at and (result is None or table.at < result)

    @property
    def answers(self) -> list[int]:
        """The moves that people have made at a position so far, by number, counted from 0."""
        given, table = self.screen.vignette, self.table
        made = range(len(given.script()), table.move_number) if given else ()
        own = [number for number in made if table.branch.moves[number].by in self.humans]
        return [number for number in own if not self.had_no_choice(number)]

    @property
    def pending(self) -> bool:
        """Whether people have begun to answer a position, and must decide again for its result."""
        given = self.screen.vignette
        if given is None or self.screen.beyond or self.stopped:
            return False
        table = self.table
        begun = table.newest and bool(table.waiting()) and vignette.asked(given, table) is not None
        return begun and bool(self.answers) and vignette.result(given, table) is None

    def ahead(self) -> str:
        """Describe what the next step does: an event, a move of chance, or whose decision."""
        table, phrases, text = self.table, self.words.phrases(self.text), self.text
        if self.stopped:
            return text("answer below")
        if not table.newest:
            event = type(table.branch.steps[table.at].event)
            return phrases.events.get(event) or text("next event")
        turn = table.turn
        if isinstance(turn, Decide):
            return self._awaited(turn)
        if isinstance(turn, Chance):
            move = type(table.game.outcomes(table.state)[0].move)
            return phrases.moves.get(move) or text("chance decides")
        return text("game over")

    def _awaited(self, turn: Decide) -> str:
        """Say whose decision comes: a bot's with the next step, or people's before it."""
        waiting, text = self.table.waiting(), self.text
        if self.forced is not None:
            return text("{name} has no choice", name=self.names[self.forced.by])
        if bots := set(turn.seats) - set(waiting):
            name = self.names[min(bots)]
            if waiting:  # people are asked too, and may as well decide first
                return text("let {name} (bot) decide first", name=name)
            return text("let {name} (bot) decide", name=name)
        if len(waiting) > 1:
            return text("waits for {n} people", n=len(waiting))
        return text("waits for {name}", name=self.names[waiting[0]])

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather what the board needs, with what can be left to the page."""
        return replace(super().scene(prefix), routine=self.can_sit_out)

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
            self.screen = replace(self.screen, revealed=None)  # its player has decided
        if self.stopped or isinstance(self.table.turn, Over):
            self.screen = replace(self.screen, playing=False, film=None)
        self.seq += 1
        if self._cursor() != self._placed[0]:
            self._placed = self._cursor(), self.seq
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

        def act() -> Screen:
            if seq is not None and seq not in range(self._placed[1], self.seq + 1):
                raise StaleMove("the table has changed in the meantime")
            self._clear(GOES_ON)
            self.table.play(move if isinstance(move, Move) else given.word(move), through=False)
            return self.screen if self.teaches else self.carried_on()

        self.stepped = False
        return self._attempt(act)

    def do(self, verb: str, value: object = None) -> bool:
        """Carry out a verb.

        Parameters
        ----------
        verb
            A key of `verbs`.
        value
            Its argument: a number, a word, or the fields of a form.

        Returns
        -------
        bool
            Whether it succeeded; if not, the screen's message says why.
        """

        def act() -> Screen | Done:
            found = self.verbs[given.one_of(verb, self.verbs)]
            self._clear(found.keeps)
            return found.act(self, value)

        self.stepped = verb == "step"
        return self._attempt(act)

    def _clear(self, keeps: Collection[str]) -> None:
        """Clear what passes; a film that is not kept is over, and stands at its end."""
        self.screen = self.screen.cleared(keeps)
        if self.screen.film and not self.screen.playing:
            self.end_film()

    def end_film(self) -> None:
        """Go to where the film ends."""
        if self.screen.film:
            self.table.go_to(self.screen.film.stops[-1])
            self.screen = replace(self.screen, film=None, playing=False)

    def can_advance(self) -> bool:
        """Return whether the game can advance without a person's decision."""
        return super().can_advance() or self.forced is not None

    def advance(self) -> bool:
        """Advance by one event, as the table does, without waiting for a person with no choice."""
        move = self.forced if self.table.newest else None
        if move is None:
            return self.table.advance()
        self.table.make(move, through=False)
        return True

    def carried_on(self) -> Screen:
        """Play to the next decision of a person here, and begin to show it as a film.

        Where nobody plays, that is the next turn.
        """
        table, begun, turn = self.table, self.table.at, self.table.turn.turn
        try:
            while not (self.stopped or self._pauses(turn)) and self.advance():
                pass
        finally:  # a student's bot may fail on the way
            shown = film(table, begun, table.at, PACES.get(self.screen.pace, 0))
            table.go_to(begun)
        return replace(self.screen, film=shown, playing=shown is not None)

    def _pauses(self, turn: int) -> bool:
        """Return whether a person decides next, or another turn has come where that is a rest."""
        now = self.table.turn
        if self.table.waiting() and self.forced is None:
            return True
        rests = self.panel.RESTS or not self.humans
        return rests and now.turn != turn and not isinstance(now, Settling)

    def one_step_on(self) -> Self | None:
        """Return a copy of this session after another step; None if none can be foreseen.

        A student's strategy is not asked before its time: it may print, or take long.
        """
        kinds = {player.kind for player in self.table.players}
        unknown = kinds - {HUMAN, *self.modules.bots.STRATEGIES}
        if unknown or self.screen.playing or not (self.teaches and self.can_advance()):
            return None
        other = copy(self)
        other.keeping = other._place = self.keeping.copied()  # noqa: SLF001 - of the same class
        other.outbox, other._watchers = [], []  # noqa: SLF001
        other.together, other._unwatch = nullcontext, lambda: None  # noqa: SLF001
        return other if other.do("step") else None

    def _attempt(self, act: Callable[[], Screen | Done]) -> bool:
        """Act and redraw; any error becomes a message."""
        was, table = self.screen, self.table
        self._unwatch()  # one redrawing at the end is enough
        try:
            done = act()
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
            self._unwatch = self.table.watch(self.changed)
        if self.table is not table and self.screen.vignette is not None:
            # the class sees the hand of the seat that decides
            self.screen = replace(self.screen, revealed=self.hand_over)
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
                    "“{move}” cannot be read as a move. Write, for example, counting seats from "
                    "1: {examples}.",
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
        """Release the table, which may outlive the session."""
        self._unwatch()


def sets_up(table: AnyTable, ends: Collection[str]) -> bool:
    """Return whether a table is in a set-up that can be skipped, up to some prompts."""
    if not ends or table.turn.turn > 1:
        return False
    turns = (table.game.turn(step.state) for step in table.branch.steps[: table.at])
    return not any(isinstance(turn, Decide) and turn.prompt in ends for turn in turns)
