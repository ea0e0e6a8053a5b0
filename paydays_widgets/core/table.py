"""A game in play: the moves so far, a cursor that walks their steps, and branches.

Only :class:`Table` is mutable. Its history consists of moves. Their steps are kept too, so that
the cursor can stand after any single event. Playing while the cursor is back in the history
starts a branch, and two branches can be compared.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from paydays_widgets.core.chance import Lane, SeededDealer, TeachersDealer
from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Complaint,
    Decide,
    Event,
    Move,
    Over,
    Seat,
    StaleMove,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import Account
from paydays_widgets.core.names import isolated
from paydays_widgets.core.strategy import Printed, StrategyError, decide
from paydays_widgets.core.text import LINE, Words, short

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V")
R = TypeVar("R")
D = TypeVar("D")
T = TypeVar("T")

Strategy: TypeAlias = Callable[[Any, int], Any]
"""``choose(view, luck) -> move``: a bot's decision. Luck is a draw (:mod:`core.chance`)."""
RANDOM: Final = (
    Words("Random", "Au hasard", "Zufall"),
    Words(
        "Chooses at random among all legal moves.",
        "Tire au sort parmi tous les coups permis.",
        "Wählt zufällig unter allen erlaubten Aktionen.",
    ),
)
"""The name and the idea of a bot that draws lots."""

HUMAN: Final = "human"
MOST_BRANCHES: Final = 100
"""How many branches a game may have."""
MOST_MOVES: Final = 50_000
"""How many moves the branches of a game may have together, each counted with what it shares; a
hundred branches of a usual game."""
MOST_SEED: Final = 10**100 - 1
"""The largest seed, of either sign."""
FOLDED: Final = frozenset({"deal"})
"""Purposes of chance walked in one go: nobody wants to step through 28 dealt cards."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """The player at a seat.

    Parameters
    ----------
    name
        As typed: never trust it as markup.
    kind
        ``human``, or the name of a strategy.
    """

    name: Annotated[str, Meta(max_length=LINE)]
    kind: Annotated[str, Meta(max_length=LINE)] = HUMAN

    @property
    def called(self) -> str:
        """The name as it stands in a sentence."""
        return isolated(self.name)


class Branch(Generic[S, M, E]):
    """One course of a game: its moves, and the steps that they unfolded into.

    ``ends`` has the number of all steps after each move.

    Attributes
    ----------
    name
        A letter, in order of creation.
    parent
        The number of the parent branch; None for the first.
    shared
        The number of moves in common with the parent.
    dealt
        For each step, whether it belongs to a deal (:data:`FOLDED`).
    """

    def __init__(self, name: str, parent: int | None = None, shared: int = 0) -> None:
        self.name = name
        self.parent = parent
        self.shared = shared
        self.moves: list[M] = []
        self.steps: list[Step[S, E]] = []
        self.ends: list[int] = []
        self.dealt: list[bool] = []

    def add(self, move: M, steps: Sequence[Step[S, E]], *, dealt: bool) -> None:
        """Append a move with its steps."""
        self.moves.append(move)
        self.steps.extend(steps)
        self.ends.append(len(self.steps))
        self.dealt.extend([dealt] * len(steps))

    def begins(self, move: int) -> int:
        """Return how many steps there are before a move, counted from 0."""
        return self.ends[move - 1] if move else 0

    def fork(self, name: str, number: int, shared: int) -> "Branch[S, M, E]":
        """Make a new branch that shares the first moves of this one, whose number is given."""
        new: Branch[S, M, E] = Branch(name, number, shared)
        steps = self.begins(shared)
        new.moves = self.moves[:shared]
        new.ends = self.ends[:shared]
        new.steps = self.steps[:steps]
        new.dealt = self.dealt[:steps]
        return new

    def copied(self) -> "Branch[S, M, E]":
        """Make a copy that can be continued by itself."""
        other = copy(self)
        other.moves, other.steps = [*self.moves], [*self.steps]
        other.ends, other.dealt = [*self.ends], [*self.dealt]
        return other


def deals(turn: Turn) -> bool:
    """Return whether the next move belongs to a deal (:data:`FOLDED`)."""
    return isinstance(turn, Chance) and turn.purpose in FOLDED


class Comparison(Struct, frozen=True):
    """Two branches side by side.

    Parameters
    ----------
    turn
        The last turn that both have completed; 0 for set-up.
    first, second
        All balances at the end of that turn.
    """

    shared: int
    turn: int
    first: Mapping[Account, int]
    second: Mapping[Account, int]


class Table(Generic[S, M, E, V, R, D]):
    """A game in play.

    Parameters
    ----------
    seed
        The seed of all luck: cards, dice and bots.

    Raises
    ------
    Complaint
        If the number of players does not suit the game, or one has an unknown strategy.

    Attributes
    ----------
    printed
        What strategies have printed. May be replaced.
    """

    def __init__(
        self,
        game: Engine[S, M, E, V, R, D],
        players: Sequence[Player],
        *,
        rules: R | None = None,
        deck: D | None = None,
        seed: int = 1,
        strategies: Mapping[str, Strategy] = MappingProxyType({}),
        undo_chance: bool = True,
    ) -> None:
        _check(players, seed, strategies)
        for number, player in enumerate(players, 1):
            if player.kind != HUMAN and player.kind not in strategies:
                known = ", ".join([HUMAN, *strategies])
                raise Complaint(
                    "seat {seat} has the unknown strategy “{kind}”; known: {known}",
                    seat=number,
                    kind=player.kind,
                    known=known,
                )
        self.game = game
        self.players = tuple(players)
        self.rules = _sound("rules", rules, game.rules_type, game.rules_type)
        self.deck = _sound("deck", deck, game.deck_type, game.deck)
        self.seed = seed
        self.dealer = TeachersDealer(SeededDealer(seed))
        self.strategies = strategies
        self.undo_chance = undo_chance
        self.printed = Printed()
        self.start: S = game.start(len(players), self.rules, self.deck)
        self.branches: list[Branch[S, M, E]] = [Branch("A")]
        self.current = 0
        self.at = 0
        self._asks: tuple[S, Turn] | None = None
        self._watchers: list[Callable[[], None]] = []

    # --- where the cursor stands --------------------------------------------------------------

    @property
    def branch(self) -> Branch[S, M, E]:
        """The current branch."""
        return self.branches[self.current]

    @property
    def state(self) -> S:
        """The position at the cursor."""
        return self.branch.steps[self.at - 1].state if self.at else self.start

    @property
    def event(self) -> E | None:
        """The event that led to this position; None at the start."""
        return self.branch.steps[self.at - 1].event if self.at else None

    @property
    def turn(self) -> Turn:
        """Whose move it is at the cursor."""
        state = self.state
        if self._asks is None or self._asks[0] is not state:
            self._asks = state, self.game.turn(state)
        return self._asks[1]

    @property
    def move_number(self) -> int:
        """The number of moves started up to the cursor."""
        return bisect_left(self.branch.ends, self.at) + 1 if self.at else 0

    @property
    def newest(self) -> bool:
        """Whether the cursor stands at the end of its branch."""
        return self.at == len(self.branch.steps)

    def before(self, move: int, branch: Branch[S, M, E] | None = None) -> S:
        """Return the position before a move, counted from 0, of a branch: the current one."""
        branch = branch or self.branch
        begun = branch.begins(move)
        return branch.steps[begun - 1].state if begun else self.start

    def told(
        self,
        number: int,
        seat: Seat | None,
        branch: Branch[S, M, E] | None = None,
        shown: int | None = None,
    ) -> bool:
        """Return whether a seat may know a move, by what it has witnessed.

        Parameters
        ----------
        number
            The move, counted from 0, of a branch: the current one.
        seat
            None for everybody.
        shown
            How many steps of the branch have been shown; None for all.
        """
        branch, witness = branch or self.branch, self.game.witness
        past = [step.event for step in branch.steps[branch.begins(number) : shown]]
        if not past or witness(past[0], seat) == past[0]:
            return bool(past)
        later = (witness(event, seat) for event in past[1:])
        return self.game.told(branch.moves[number], filter(None, later))

    def waiting(self) -> tuple[Seat, ...]:
        """List the human seats whose decisions are awaited at the cursor."""
        turn = self.turn
        if not isinstance(turn, Decide):
            return ()
        return tuple(seat for seat in turn.seats if self.players[seat].kind == HUMAN)

    # --- playing ------------------------------------------------------------------------------

    def play(self, move: M | str, *, through: bool = True) -> None:
        """Play a move at the cursor; if the history continues differently, start a branch.

        Parameters
        ----------
        move
            The decision of a seat or of chance, or its notation.
        through
            Whether the cursor goes to the end of the move or stops after its first event.

        Raises
        ------
        IllegalMove
            If the rules refuse it; the table is as it was.
        NotationError
            If it is not a move of the game at all, such as a bid of 2.5.
        StaleMove
            If the cursor stands inside a move that is still being carried out.
        Complaint
            If it would take back a move of chance and that is not allowed.
        """
        self.make(self.game.read(str(move)), through=through)  # Structs do not validate

    def make(self, move: M, *, through: bool = True) -> None:
        """Play a move that the game has read or listed itself, as :meth:`play` does."""
        branch = self.branch
        played = self.move_number
        if played and branch.ends[played - 1] != self.at:
            raise StaleMove("the last move is still being carried out: step on to its end first")
        if not self._known(move, played):
            dealt = deals(self.turn)
            steps = self.game.unfold(self.state, move)
            self._hold(1 if self.newest else played + 1)
            if not self.newest:
                self._leave(played)
            self.branch.add(move, steps, dealt=dealt)
        self._show(self.branch.ends[played] if through else self.at + 1)

    def _known(self, move: M, played: int) -> bool:
        """Switch to a branch that continues with this move, preferring the current one."""
        moves = [*self.branch.moves[:played], move]
        for number in (self.current, *range(len(self.branches))):
            if self.branches[number].moves[: played + 1] == moves:
                self.current = number
                return True
        return False

    def advance(self) -> bool:
        """Advance by one event, from the history or from a new move of chance or a bot.

        A deal is walked in one go.

        Returns
        -------
        bool
            False if a human must decide first, or the game is over.

        Raises
        ------
        StrategyError
            If a bot fails; the table is as it was.
        """
        if not self._one():
            return False
        dealt = self.branch.dealt
        while dealt[self.at - 1] and (deals(self.turn) if self.newest else dealt[self.at]):
            self._one()
        self._changed()
        return True

    def _one(self) -> bool:
        if self.newest:
            move = self._next()
            if move is None:
                return False
            self._hold(1)
            self.branch.add(move, self.game.unfold(self.state, move), dealt=deals(self.turn))
        self.at += 1
        return True

    def _next(self) -> M | None:
        """Ask chance, or the first bot that is to decide, for the next move."""
        turn = self.turn
        if isinstance(turn, Chance):
            lane = Lane(turn.turn, turn.purpose, turn.repeat)
            return self.dealer.pick(self.game.outcomes(self.state), lane)
        if isinstance(turn, Decide):
            for seat in turn.seats:
                if self.players[seat].kind != HUMAN:
                    return self.ask(seat, self.players[seat].kind)
        return None

    def ask(self, seat: Seat, strategy: str) -> M:
        """Ask a strategy for a seat's move now, without playing it.

        Raises
        ------
        StrategyError
            If the seat has nothing to decide, or the strategy fails, takes too long or makes an
            illegal choice.
        """
        turn = self.turn
        if not isinstance(turn, Decide) or seat not in turn.seats:
            raise StrategyError("seat {seat} has nothing to decide now", seat=seat + 1)
        lane = Lane(turn.turn, f"{turn.prompt} {seat + 1}", turn.repeat)
        return decide(
            self.game,
            self.state,
            seat,
            strategy,
            strategies=self.strategies,
            luck=self.dealer.luck(lane),
            names=[player.called for player in self.players],
            printed=self.printed,
        )

    # --- walking the history ------------------------------------------------------------------

    def go_to(self, at: int) -> None:
        """Put the cursor after a number of steps.

        Raises
        ------
        Complaint
            If the branch has no such step.
        """
        if not 0 <= at <= len(self.branch.steps):
            steps = len(self.branch.steps)
            raise Complaint("there is no step {at}: choose from 0 to {steps}", steps=steps, at=at)
        self._show(at)

    def copied(self) -> "Table[S, M, E, V, R, D]":
        """Make a copy in which a step can be tried; nobody watches it."""
        other = copy(self)
        other.branches = [*self.branches]
        other.branches[self.current] = self.branch.copied()
        other.dealer = copy(self.dealer)
        other.printed = Printed()
        other._watchers = []  # noqa: SLF001 - of the same class
        return other

    def can_undo(self) -> bool:
        """Return whether there is a move that may be taken back."""
        if not self.at:
            return False
        return self.undo_chance or self.branch.moves[self.move_number - 1].by != CHANCE

    def undo(self) -> None:
        """Take back the last move, or a whole deal; it stays in the history.

        Raises
        ------
        Complaint
            If there is none, or if it is a move of chance and may not be taken back.
        """
        if not self.can_undo():
            raise Complaint("there is no move to take back")
        branch = self.branch
        left = self.move_number - 1
        if branch.dealt[self.at - 1]:
            while left and branch.dealt[branch.ends[left - 1] - 1]:
                left -= 1
        self._show(branch.begins(left))

    def redo(self) -> None:
        """Replay the next move of the history, or a whole deal, to its end.

        Raises
        ------
        Complaint
            If the cursor is at the end.
        """
        if self.newest:
            raise Complaint("there is no move to play again")
        branch = self.branch
        end = branch.ends[bisect_left(branch.ends, self.at + 1)]
        if branch.dealt[end - 1]:
            while end < len(branch.dealt) and branch.dealt[end]:
                end += 1
        self._show(end)

    # --- branches -----------------------------------------------------------------------------

    def switch(self, number: int) -> None:
        """Go to the end of another branch.

        Raises
        ------
        Complaint
            If there is no such branch.
        """
        self._must_have(number)
        self.current = number
        self._show(len(self.branch.steps))

    def _must_have(self, number: int) -> None:
        if not 0 <= number < len(self.branches):
            raise Complaint(
                "there is no branch {number}: choose from 1 to {n}",
                n=len(self.branches),
                number=number + 1,
            )

    def compare(self, first: int, second: int) -> Comparison:
        """Compare two branches at the end of the last turn that both have completed.

        Raises
        ------
        Complaint
            If there is no such branch.
        """
        for number in (first, second):
            self._must_have(number)
        one, two = self.branches[first], self.branches[second]
        shared = 0
        for a, b in zip(one.moves, two.moves, strict=False):
            if a != b:
                break
            shared += 1
        turn = min(self._done(one), self._done(two))
        states = (self.end_of(first, turn), self.end_of(second, turn))
        return Comparison(shared, turn, *map(self.game.books, states))

    def end_of(self, number: int, turn: int) -> S:
        """Return a branch's position at the end of a turn, or the latest one before that.

        Raises
        ------
        Complaint
            If there is no such branch.
        """
        self._must_have(number)
        state = self.start
        for step in self.branches[number].steps:
            if self.game.turn(step.state).turn > turn:
                break
            state = step.state
        return state

    def _done(self, branch: Branch[S, M, E]) -> int:
        """Return the last turn that a branch has completed."""
        turn = self.game.turn(branch.steps[-1].state if branch.steps else self.start)
        return turn.turn if isinstance(turn, Over) else max(0, turn.turn - 1)

    def _leave(self, shared: int) -> None:
        """Fork the current branch after its first moves, unless that would take back chance."""
        branch = self.branch
        if not self.undo_chance and any(move.by == CHANCE for move in branch.moves[shared:]):
            raise Complaint(
                "in this game a card that was turned up or a die that was rolled stays as it is"
            )
        if len(self.branches) >= MOST_BRANCHES:
            raise Complaint(
                "this game has {n} branches, and there can be no more: go on in one of them",
                n=MOST_BRANCHES,
            )
        self.branches.append(branch.fork(letter(len(self.branches)), self.current, shared))
        self.current = len(self.branches) - 1

    def _hold(self, more: int) -> None:
        """Make sure that more moves can still be held, and so be saved and opened again."""
        if sum(len(branch.moves) for branch in self.branches) + more > MOST_MOVES:
            raise Complaint(
                "this game has {n} moves in all its branches, and there can be no more: "
                "start a new game",
                n=MOST_MOVES,
            )

    # --- watchers -----------------------------------------------------------------------------

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change; return a function that stops this."""
        self._watchers.append(callback)

        def end() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return end

    def _show(self, at: int) -> None:
        self.at = at
        self._changed()

    def _changed(self) -> None:
        for callback in tuple(self._watchers):
            callback()


AnyTable: TypeAlias = Table[Any, Any, Any, Any, Any, Any]
"""A table of any game."""


def _check(players: Sequence[Player], seed: int, strategies: Mapping[str, Strategy]) -> None:
    """Refuse values that a record cannot hold: notebook code may pass anything."""
    for number, player in enumerate(players, 1):
        if not isinstance(player, Player):
            raise Complaint(
                "seat {seat} must have a Player, such as {example}, not {given}",
                seat=number,
                example='Player("Anna")',
                given=short(player, LINE, repr),
            )
        if max(len(str(player.name)), len(str(player.kind))) > LINE:
            raise Complaint(
                "seat {seat}: a name has at most {most} characters", seat=number, most=LINE
            )
    if type(seed) is not int or abs(seed) > MOST_SEED:
        raise Complaint(
            "the seed must be a whole number of at most 100 digits, not {given}",
            given=short(seed, LINE, repr),
        )
    if HUMAN in strategies:
        raise Complaint("“{kind}” stands for a person: give the strategy another name", kind=HUMAN)


def _sound(name: str, given: T | None, shape: type[T], default: Callable[[], T]) -> T:
    """Return validated rules or a validated deck, or the default if None is given."""
    if given is None:
        return default()
    if not isinstance(given, shape):
        raise Complaint(
            "{name}: give {shape}, not {given}",
            name=name,
            shape=shape.__name__,
            given=short(given, LINE, repr),
        )
    try:
        return convert(to_builtins(given), shape)
    except ValidationError as error:
        raise Complaint("{name}: {problem}", name=name, problem=error) from error


def letter(number: int) -> str:
    """Name a branch by its number, counted from 0.

    Examples
    --------
    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
