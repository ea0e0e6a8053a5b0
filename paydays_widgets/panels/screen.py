"""One screen: its settings, and what it may show of the table."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide, Move, Over, Seat
from paydays_widgets.core.table import HUMAN, AnyTable, Strategy
from paydays_widgets.core.text import Language, Note, Text
from paydays_widgets.panels.advice import Advice
from paydays_widgets.panels.keeping import Keeping
from paydays_widgets.panels.lab import Lab
from paydays_widgets.show import vignette
from paydays_widgets.show.board import Scene
from paydays_widgets.show.vignette import Vignette

Tone: TypeAlias = Literal["info", "good", "warn", "error"]

PACES: Final = {"slow": 1800, "normal": 900, "fast": 250}
"""Milliseconds between two steps while the game plays on."""
THEMES: Final = ("auto", "light", "dark")


class Message(Struct, frozen=True):
    """A message of the panel; it stays until the next action.

    Parameters
    ----------
    tone, text
        The message.
    printed
        What a student's strategy has printed; "" for nothing.
    """

    tone: Tone
    text: str
    printed: str = ""


class Screen(Struct, frozen=True, kw_only=True):
    """Everything on a screen except the table.

    Parameters
    ----------
    language
        ``en``, ``fr`` or ``de``.
    follows
        Whether the language follows the reader's browser.
    theme
        One of :data:`THEMES`.
    pace
        The speed of automatic play: a key of :data:`PACES`.
    tab
        The open tab of the drawer; "" for none.
    shown
        How many times something beside the drawer has asked for a tab, which is then scrolled to.
    projector
        Whether the page is shown to a class: large type, one sentence, controls on one line.
    hint
        Whether the picture shows the best move; None is as usual: only with the result of a
        position that asks for it.
    face_up
        Whether all hands are shown (sealed bids stay hidden until they are revealed).
    picked
        What has been picked up while a move is still incomplete, such as ``hand:worker``.
    revealed
        The seat that has taken over a shared screen.
    playing
        Whether the game plays on automatically.
    message
        The message to show, if any.
    vignette, answered, beyond
        The vignette on the table, whether its answer is shown, and whether the game goes on beyond
        its result.
    compared
        The numbers of two branches to compare.
    lab_game
        The number of the lab's game on the table; None if it is another.
    replaced
        How many times the table has been replaced by another.
    """

    language: Language = "en"
    follows: bool = False
    theme: str = "auto"
    pace: str = "normal"
    tab: str = ""
    shown: int = 0
    projector: bool = False
    hint: bool | None = None
    face_up: bool = False
    picked: str = ""
    revealed: Seat | None = None
    playing: bool = False
    message: Message | None = None
    vignette: Vignette | None = None
    answered: bool = False
    beyond: bool = False
    compared: tuple[int, int] | None = None
    lab_game: int | None = None
    replaced: int = 0

    def cleared(self, keeps: Collection[str] = ()) -> "Screen":
        """Clear the :data:`PASSING` fields, except those that an action keeps."""
        return self._without(PASSING - set(keeps))

    def at_another_table(self) -> "Screen":
        """Clear everything that concerned the previous table."""
        bare = self._without(PASSING | _OF_A_TABLE)
        return replace(bare, replaced=self.replaced + 1)

    def saying(self, tone: Tone, text: str) -> "Screen":
        """Return the screen with a message."""
        return replace(self, message=Message(tone, text))

    def _without(self, names: Collection[str]) -> "Screen":
        return replace(self, **{name: getattr(_BLANK, name) for name in names})


_BLANK: Final = Screen()
PASSING: Final = frozenset({"picked", "revealed", "playing", "message"})
"""The fields that every action clears unless it is declared to keep them."""
_OF_A_TABLE: Final = {"vignette", "answered", "beyond", "compared", "hint", "lab_game"}
"""The fields that another table clears besides."""


class Sight:
    """A screen at a table: what it shows, and who may act on it.

    Attributes
    ----------
    screen
        Everything on the screen except the table; each action replaces it.
    keeping
        The game on the table, and the kept games.
    lab
        The games that bots play by the thousand.
    advice
        What each choice at the decision on the table would earn, once it is asked for.
    id
        The game's id.
    modules, words, panel
        The game's modules, and two of them.
    own_strategies
        Strategies by name, in addition to the game's own.
    tabbed
        Whether tabs stand below the table.
    """

    tabbed = True

    def __init__(
        self, screen: Screen, table: AnyTable, strategies: Mapping[str, Strategy] | None = None
    ) -> None:
        self.screen = screen
        self.id: str = table.game.id
        self.modules = games.modules(self.id)
        self.words = self.modules.text
        self.panel = self.modules.panel
        self.own_strategies = {**table.strategies, **(strategies or {})}
        self.keeping = Keeping(table, self.strategies)
        self.lab = Lab()
        self.advice = Advice(self.lab.client)

    # --- the game -----------------------------------------------------------------------------

    @property
    def table(self) -> AnyTable:
        """The current table; a new game, a vignette or a loaded record replaces it."""
        return self.keeping.table

    @property
    def text(self) -> Text:
        """The words of the screen's language."""
        return _words(self.screen.language, self.modules.package)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(player.called for player in self.table.players)

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The game's strategies and the additional ones, by name."""
        return {**self.modules.bots.STRATEGIES, **self.own_strategies}

    # --- who may see and do what --------------------------------------------------------------

    @property
    def stopped(self) -> bool:
        """Whether the position has its result: it stands there until the class goes on."""
        asked = self.screen.vignette
        if asked is None or self.screen.beyond:
            return False
        return vignette.result(asked, self.table) == self.table.at

    @property
    def hint(self) -> bool:
        """Whether the picture shows the best move, if it knows one."""
        screen = self.screen
        if screen.hint is not None:
            return screen.hint
        return screen.vignette is not None and screen.vignette.quiet and not self.quiet

    @property
    def quiet(self) -> bool:
        """Whether the picture keeps to itself what would answer a position's question."""
        screen = self.screen
        asks = screen.vignette is not None and screen.vignette.quiet
        return asks and not (screen.beyond or self.stopped)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(at for at, each in enumerate(self.table.players) if each.kind == HUMAN)

    @property
    def all_shown(self) -> bool:
        """Whether this screen shows everything that seats know.

        That is so if the game hides nothing, or if all hands are face up.
        """
        return self.screen.face_up or self.panel.OPEN

    @property
    def open(self) -> bool:
        """Whether nobody has to take over the screen now, because nothing is hidden.

        If a game hides only some decisions, all others are made on the shared screen.
        """
        if self.all_shown:
            return True
        hides = self.panel.HIDES
        turn = self.table.turn
        return hides is not None and isinstance(turn, Decide) and turn.prompt not in hides

    @property
    def viewer(self) -> Seat | None:
        """The seat whose secrets this screen may show; None for no seat, or for all seats."""
        if self.all_shown:
            return None
        humans = self.humans
        return humans[0] if len(humans) == 1 else self.screen.revealed

    @property
    def hand_over(self) -> Seat | None:
        """The seat that must take over the screen before the game goes on; None for no seat."""
        waiting = () if self.stopped else self.table.waiting()
        taken_over = len(self.humans) == 1 or self.screen.revealed in waiting
        return waiting[0] if waiting and not self.open and not taken_over else None

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats whose moves are entered on this screen now."""
        waiting = frozenset(() if self.stopped else self.table.waiting())
        return waiting if self.open else waiting & {self.viewer}

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
        return table.can_undo() and not table.branch.dealt[table.at - 1]

    def can_advance(self) -> bool:
        """Return whether the game can advance without a person's decision."""
        table = self.table
        if self.stopped:
            return False
        if not table.newest:
            return True
        turn = table.turn
        if isinstance(turn, Decide):
            return len(table.waiting()) < len(turn.seats)
        return not isinstance(turn, Over)

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
        if not ends or unready or table.turn.turn > 1:
            return ""
        for step in table.branch.steps[: table.at]:
            turn = table.game.turn(step.state)
            if isinstance(turn, Decide) and turn.prompt in ends:
                return ""
        return self.text.pick(next(iter(ends.values())))

    @property
    def stand_in(self) -> str:
        """The strategy that decides for people where they leave it to a bot."""
        return self.panel.STAND_IN or self.panel.OPPONENTS[0]

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
        made = table.branch.moves[len(given.script()) :]
        if table.waiting() or not any(move.by in self.humans for move in made):
            return False
        asked, result = vignette.asked(given, table), vignette.result(given, table)
        return asked is not None and asked < table.at and (result is None or table.at < result)

    @property
    def answers(self) -> list[int]:
        """The moves that people have made at a position so far, by number, counted from 0."""
        given, table = self.screen.vignette, self.table
        made = range(len(given.script()), table.move_number) if given else ()
        return [number for number in made if table.branch.moves[number].by in self.humans]

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
        if bots := set(turn.seats) - set(waiting):
            name = self.names[min(bots)]
            if waiting:  # people are asked too, and may as well decide first
                return text("let {name} (bot) decide first", name=name)
            return text("let {name} (bot) decide", name=name)
        if len(waiting) > 1:
            return text("waits for {n} people", n=len(waiting))
        return text("waits for {name}", name=self.names[waiting[0]])

    # --- what is drawn ------------------------------------------------------------------------

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather everything that the game's board needs to draw the table."""
        table = self.table
        game, state, viewer = table.game, table.state, self.viewer
        seats = range(len(table.players)) if self.open else [viewer] if viewer is not None else []
        return Scene(
            view=game.view(state, None),
            own={seat: game.view(state, seat) for seat in seats},
            event=self.event,
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
            sheet=partial(game.sheet, state),
            standing=partial(game.standing, state),
            hint=self.hint,
            quiet=self.quiet,
            bots=frozenset(range(len(table.players))).difference(self.humans)
            if self.can_advance()
            else frozenset(),
            mine=self.humans[0] if len(self.humans) == 1 else None,
            happened=self.happened,
        )

    @property
    def event(self) -> Any:  # noqa: ANN401 - a game's
        """The last event, as far as it may be known here; None if there is none."""
        event = self.table.event
        return None if event is None else self.table.game.witness(event, self.viewer)

    @property
    def happened(self) -> str:
        """The last event in a sentence; "" if there is none."""
        return "" if self.event is None else self.told(self.table.at).what

    def told(self, at: int) -> Note:
        """Tell a step, counted from 1, as far as it may be known here."""
        table = self.table
        event = table.game.witness(table.branch.steps[at - 1].event, self.viewer)
        return self.words.explain(event, self.names, self.text, table.deck)

    def _past(self) -> Iterator[Any]:
        """Iterate over the events up to the cursor, newest first, as this screen may know them."""
        witness, viewer = self.table.game.witness, self.viewer
        for step in reversed(self.table.branch.steps[: self.table.at]):
            yield witness(step.event, viewer)

    def why(self, move: Move) -> str:
        """Explain why a move would be refused; "" if it is legal."""
        refusal = self.table.game.refuse(self.table.state, move)
        if refusal is None:
            return ""
        return self.words.refused(refusal, self.names, self.text)

    def steps(self) -> list[int]:
        """List the cursor positions shown in the storyline so far (one for a whole deal)."""
        dealt = self.table.branch.dealt
        last = len(dealt) - 1
        return [
            at + 1
            for at in range(self.table.at)
            if not dealt[at] or at == last or not dealt[at + 1]
        ]

    def turns(self) -> list[int]:
        """List the turn of each step up to the cursor; 0 for set-up."""
        table = self.table
        return [table.game.turn(step.state).turn for step in table.branch.steps[: table.at]]


@cache
def _words(language: str, package: str) -> Text:
    return Text(language, package, "paydays_widgets.panels")
