"""What a viewer may see of a table."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, ClassVar, Final, Protocol

from paydays_widgets import games
from paydays_widgets.core.game import Decide, Move, Over, Seat, Turn
from paydays_widgets.core.table import HUMAN, AnyTable, deals
from paydays_widgets.core.text import Note, Text
from paydays_widgets.show import vignette
from paydays_widgets.show.board import Scene
from paydays_widgets.show.plain.fields import title as in_words
from paydays_widgets.talk.forced import only
from paydays_widgets.talk.screen import Screen

COACHED: Final = 3
"""How many decisions of a first game have a coach."""


class HasTable(Protocol):
    """What the game is played at, such as a table of a class."""

    @property
    def table(self) -> AnyTable:
        """The game in play; another may replace it."""
        ...


class Views:
    """What seats may know of a position, or what lies open, as long as it stands."""

    def __init__(self) -> None:
        self._state: object = None
        self._found: dict[Seat | None, Any] = {}

    def of(self, game: Any, state: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - a game's
        """Return what a seat may know of a position; None for what lies open."""
        if self._state is not state:
            self._state, self._found = state, {}
        if seat not in self._found:
            self._found[seat] = game.view(state, seat)
        return self._found[seat]


class Sight:
    """A table as one viewer may see it; nobody acts here.

    Parameters
    ----------
    place
        Where the game is played.
    screen
        What the viewer's page shows besides.

    Attributes
    ----------
    modules, words, panel
        The game's modules, and two of them.
    tabbed
        Whether tabs stand below the table.
    catalogues
        The packages whose words are used, besides the game's.
    """

    tabbed = True
    catalogues: ClassVar[tuple[str, ...]] = ("paydays_widgets.talk",)

    def __init__(self, place: HasTable, screen: Screen) -> None:
        self._place = place
        self._views = Views()
        self.screen = screen
        self.id: str = place.table.game.id
        self.modules = games.modules(self.id)
        self.words = self.modules.text
        self.panel = self.modules.panel

    @property
    def table(self) -> AnyTable:
        """The game in play."""
        return self._place.table

    @property
    def text(self) -> Text:
        """The words of the screen's language."""
        return _words(self.screen.language, self.modules.package, *self.catalogues)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(player.called for player in self.table.players)

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
        """Whether the board must hide the answer to a position's question."""
        screen = self.screen
        asks = screen.vignette is not None and screen.vignette.quiet
        return asks and not (screen.beyond or self.stopped)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(at for at, each in enumerate(self.table.players) if each.kind == HUMAN)

    @property
    def teaches(self) -> bool:
        """Whether the page has a teacher's controls; a projector's always has."""
        return self.screen.teach or self.screen.projector

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
        return self._lies_open(self.table.turn)

    def _lies_open(self, turn: Turn) -> bool:
        hides = self.panel.HIDES
        named = hides is not None and isinstance(turn, Decide) and turn.prompt not in hides
        return self.all_shown or named

    def spares(self, turn: Turn) -> bool:
        """Return whether a person here who has no choice is not asked.

        Where people hide from one another at one screen, each is asked: else those who are passed
        over would have shown that they have no choice.
        """
        return len(self.humans) == 1 or self._lies_open(turn)

    @property
    def viewer(self) -> Seat | None:
        """The seat whose secrets this screen may show; None for no seat, or for all seats."""
        if self.all_shown:
            return None
        humans = self.humans
        return humans[0] if len(humans) == 1 else self.screen.revealed

    @property
    def hearer(self) -> Seat | None:
        """The seat whose events may be shown; None where only open events may.

        A projector does not tell what its only person has decided while others still decide.
        """
        turn = self.table.turn
        others = isinstance(turn, Decide) and self.viewer not in turn.seats
        return None if self.screen.projector and others else self.viewer

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
    def stand_in(self) -> str:
        """The strategy that decides for people where they leave it to a bot."""
        given = self.screen.vignette
        if given is not None and given.stand_ins:
            return given.stand_ins[0]
        return self.panel.STAND_IN or self.panel.OPPONENTS[0]

    @property
    def coaching(self) -> bool:
        """Whether the coach has a place: also while others play, so that nothing moves."""
        wanted = self.screen.coach
        if wanted is None:
            wanted = 0 < self._decided() <= COACHED
        given = self.modules.start is not None and not self.teaches
        return wanted and given and not isinstance(self.table.turn, Over)

    def coached(self) -> str:
        """Return what the coach says of the decision on the table; "" for nothing."""
        return self.counsel() if self.coaching else ""

    def counsel(self) -> str:
        """Return what a coach could say of the decision on the table; "" for nothing."""
        start, turn = self.modules.start, self.table.turn
        if start is None or self.teaches or not isinstance(turn, Decide) or not self.acting:
            return ""
        argument = self.argument(min(self.acting))
        told = start.coach.get(turn.prompt)
        return argument or (self.text.pick(told) if told else "")

    def argument(self, seat: Seat) -> str:
        """Return the game's own argument about a seat's decision; "" for none."""
        stakes, game = self.modules.stakes, self.table.game
        return stakes.argument(game.view(self.table.state, seat), self.text) if stakes else ""

    def _decided(self) -> int:
        """Count the decisions of a first game up to this one; 0 for any other game."""
        table = self.table
        if not 0 < self.screen.started <= table.at:
            return 0
        made = zip(table.branch.moves, table.branch.ends, strict=False)
        own = [
            number
            for number, (move, end) in enumerate(made)
            if self.screen.started < end <= table.at and move.by in self.humans
        ]
        return 1 + sum(not self.had_no_choice(number) for number in own)

    def had_no_choice(self, number: int) -> bool:
        """Return whether a move, counted from 0, was a person's only one, made without a press."""
        table = self.table
        if not self.spares(table.game.turn(table.before(number))):
            return False
        return only(table, table.branch.moves[number].by, number) is not None

    def view(self, state: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - a game's
        """Return what a seat may know of a position, or what lies open; it is asked for often."""
        return self._views.of(self.table.game, state, seat)

    # --- what is drawn ------------------------------------------------------------------------

    def scene(self, prefix: str) -> Scene[Any, Any]:
        """Gather everything that the game's board needs to draw the table."""
        table = self.table
        game, state, viewer = table.game, table.state, self.viewer
        seats = range(len(table.players)) if self.open else [viewer] if viewer is not None else []
        return Scene(
            view=self.view(state, None),
            own={seat: self.view(state, seat) for seat in seats},
            event=self.event,
            names=self.names,
            acting=self.acting,
            picked=self.screen.picked,
            text=self.text,
            prefix=prefix,
            key=f"{table.branch.name}{table.at}",
            called=partial(self.choice, state),
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
            coached=self.coached() if self.coaching else None,
        )

    @property
    def event(self) -> Any:  # noqa: ANN401 - a game's
        """The last event, as far as it may be known here; None if there is none."""
        event = self.table.event
        return None if event is None else self.seen(event)

    def seen(self, event: Any) -> Any:  # noqa: ANN401 - a game's
        """Return an event as far as it may be known here: nothing else becomes words or rows."""
        return self.table.game.witness(event, self.hearer)

    @property
    def happened(self) -> str:
        """The last event in a sentence; "" if there is none."""
        return "" if self.event is None else self.told(self.table.at).what

    def told(self, at: int) -> Note:
        """Tell a step, counted from 1, as far as it may be known here."""
        table = self.table
        event = self.seen(table.branch.steps[at - 1].event)
        return self.words.explain(event, self.names, self.text, table.deck)

    def choice(self, state: Any, move: Move) -> str:  # noqa: ANN401 - a game's
        """Name a choice at a position in its button’s words."""
        return self.words.choice(self.view(state, move.by), move, self.names, self.text)

    def no_choice(self, state: Any, move: Move) -> str:  # noqa: ANN401 - a game's
        """Say why a seat could make no other move at a position."""
        game = self.table.game
        other = self.panel.instead(game.view(state, move.by), move)
        refusal = None if other is None else game.refuse(state, other)
        if refusal is not None:
            return self.words.refused(refusal, self.names, self.text)
        return self.text("{what}: there was no choice.", what=self.choice(state, move))

    def bot(self, name: str) -> str:
        """Return a strategy's title; one of the user's own has its name."""
        bots = self.modules.bots
        if name in bots.TITLES:
            return self.text.pick(bots.TITLES[name][0])
        return in_words(name) if name in bots.STRATEGIES else name

    def _past(self) -> Iterator[Any]:
        """Iterate over the events up to the cursor, newest first, as this screen may know them."""
        witness, hearer = self.table.game.witness, self.hearer
        for step in reversed(self.table.branch.steps[: self.table.at]):
            yield witness(step.event, hearer)

    def why(self, move: Move) -> str:
        """Explain why a move would be refused; "" if it is legal."""
        refusal = self.table.game.refuse(self.table.state, move)
        if refusal is None:
            return ""
        return self.words.refused(refusal, self.names, self.text)

    def back(self) -> Iterator[int]:
        """Iterate over the cursor positions of the storyline, newest first (one for a deal)."""
        dealt = self.table.branch.dealt
        last = len(dealt) - 1
        for at in reversed(range(self.table.at)):
            if not dealt[at] or at == last or not dealt[at + 1]:
                yield at + 1

    def turns(self) -> list[int]:
        """List the turn of each step up to the cursor; 0 for set-up."""
        return [self.turn_of(at) for at in range(1, self.table.at + 1)]

    def turn_of(self, at: int) -> int:
        """Return the turn of a step, counted from 1; what leads to a deal ends the turn before."""
        branch, game = self.table.branch, self.table.game
        turn = game.turn(branch.steps[at - 1].state)
        if at > 1 and deals(turn) and not branch.dealt[at - 1]:
            return game.turn(branch.steps[at - 2].state).turn
        return turn.turn


@cache
def _words(language: str, *packages: str) -> Text:
    return Text(language, *packages)
