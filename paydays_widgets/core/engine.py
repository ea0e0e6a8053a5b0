"""The part that all engines share: each game derives its own from :class:`Engine`.

A game says whose turn it is, which moves answer which prompt, and what follows from a move. This
module refuses moves from the wrong seat, at the wrong time or of the wrong kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from paydays_widgets.core.balance import Sheet, plain_sheet
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Complaint,
    D,
    Decide,
    E,
    FirstSeat,
    IllegalMove,
    M,
    Move,
    Over,
    R,
    Refusal,
    S,
    Seat,
    Standing,
    Step,
    T,
    Turn,
)
from paydays_widgets.core.ledger import Books, owners
from paydays_widgets.core.notation import Notation

V_co = TypeVar("V_co", covariant=True)


class Clauses(Struct, frozen=True):
    """The ids of the clauses behind the refusals that all games share.

    Parameters
    ----------
    seats
        How many can play.
    turns
        The order of moves, and that each is completed before the next.
    over
        When the game ends.
    out
        When a seat leaves the game before its end; "" if none ever does.
    """

    seats: str
    turns: str
    over: str
    out: str = ""


class Prompt(Struct, frozen=True):
    """A kind of decision: the rule that calls for it, and the kinds of moves that answer it."""

    clause: str
    moves: tuple[type[Move], ...]


class Engine(ABC, Generic[S, M, E, V_co, R, D]):
    """An engine, except for the game's own rules. All its methods are pure.

    Parameters
    ----------
    checks
        What says why a move of a kind is illegal, for the kinds that can be.
    acts
        What carries out a legal move of each kind: it adds the steps to a list. A game that
        gives none writes :meth:`carry_out` itself.

    Attributes
    ----------
    id
        The name of the game's package, such as ``zahltag``.
    version
        Raised when the same moves may lead to another state. A record of an older version is
        replayed without checking its saved position.
    rules_type, deck_type
        The Struct of the game's switches, with the default rules as its defaults, and that of its
        cards and amounts.
    chances
        The clause behind each purpose of chance.
    prompts
        The kinds of decisions, by key.
    reasons
        The game's own reasons for a refusal, with the clauses that each can carry.
    """

    id: str
    version: int
    rules_type: type[R]
    deck_type: type[D]
    notation: Notation[M]
    seats: tuple[int, ...]
    clauses: Clauses
    chances: Mapping[str, str]
    prompts: Mapping[str, Prompt]
    reasons: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def __init__(
        self,
        checks: Mapping[type[M], Callable[[S, Any], Refusal | None]] = MappingProxyType({}),
        acts: Mapping[type[M], Callable[[S, Any, list[Step[S, E]]], None]] = MappingProxyType({}),
    ) -> None:
        self._checks = dict(checks)
        self._acts = dict(acts)

    # --- what a game defines --------------------------------------------------------------------

    @abstractmethod
    def set_up(self, seats: int, rules: R, deck: D) -> S:
        """Make the first state; the number of seats and the first seat are already checked.

        Raises
        ------
        ValueError
            If the deck or the rules do not suit that number of seats.
        """

    @abstractmethod
    def turn(self, s: S) -> Turn:
        """Return who may act."""

    @abstractmethod
    def options(self, s: S, by: Seat) -> Sequence[M]:
        """List the legal moves of a seat that is to decide."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V_co:
        """Return what a seat may know; for None, the open table."""

    @abstractmethod
    def books(self, s: S) -> Books:
        """Return the balances of all seats' accounts (the bank's follows from them)."""

    def deck(self) -> D:
        """Make the game's own deck, by default from the type's defaults."""
        return self.deck_type()

    def playing(self, s: S) -> Sequence[bool]:
        """Return, for each seat, whether it is still in the game; by default all are."""
        return [True] * len(owners(self.books(s)))

    def sheet(self, s: S, seat: Seat) -> Sheet:
        """Draw up a seat's balance sheet; by default its accounts, all of which count.

        A game adds what its accounts do not hold, and says what does not count in the ranking.
        """
        return plain_sheet(self.books(s), seat)

    def standing(self, s: S) -> Standing:
        """Rank the seats by their net worth in :meth:`sheet`; a game may rank them otherwise."""
        worth = {seat: self.sheet(s, seat).counted for seat in owners(self.books(s))}
        return Standing(ranked(worth), self.clauses.over)

    def refuse_move(self, s: S, m: M) -> Refusal | None:
        """Return why the rules refuse a seat's answer to the prompt; None if they allow it."""
        check = self._checks.get(type(m))
        return None if check is None else check(s, m)

    def refuse_kind(self, s: S, m: M) -> Refusal | None:
        """Return the game's own reason why this kind of move does not answer the prompt."""

    def refuse_seat(self, s: S, by: Seat) -> Refusal | None:
        """Return the game's own reason why it is not this seat's turn."""

    def carry_out(self, s: S, m: M) -> Sequence[Step[S, E]]:
        """Carry out a legal move."""
        steps: list[Step[S, E]] = []
        self._acts[type(m)](s, m, steps)
        return steps

    def imagine(self, s: S, seat: Seat, past: Sequence[E], luck: Iterator[int]) -> S:
        """Deal again what a seat cannot know; by default it knows everything.

        Parameters
        ----------
        past
            All events so far. What they showed to all stays as it is; nothing is inferred from
            what a seat did not do. What others have decided face down is left to be decided.
        luck
            Draws, as many as are needed.
        """
        return s

    # --- what all games share -------------------------------------------------------------------

    def start(self, seats: int, rules: R | None = None, deck: D | None = None) -> S:
        """Make the first state.

        Raises
        ------
        Complaint
            If the number of seats does not suit the game, or the first seat does not exist.
        ValueError
            If the deck or the rules do not suit that number of seats.
        """
        rules = self.rules_type() if rules is None else rules
        deck = self.deck() if deck is None else deck
        if seats not in self.seats:
            raise Complaint(
                "this game is for {counts} seats, not {seats} ({clause})",
                counts="\N{EN DASH}".join(map(str, sorted({min(self.seats), max(self.seats)}))),
                seats=seats,
                clause=self.clauses.seats,
            )
        if isinstance(rules, FirstSeat) and not 0 <= rules.first < seats:
            raise Complaint(
                "seat {first} cannot start: there are {n} seats", first=rules.first + 1, n=seats
            )
        return self.set_up(seats, rules, deck)

    def legal(self, s: S, by: Seat) -> tuple[M, ...]:
        """List the legal moves of a seat or of chance; empty if it may not act."""
        if by == CHANCE:
            return tuple([each.move for each in self.outcomes(s)])
        turn = self.turn(s)
        if isinstance(turn, Decide) and by in turn.seats:
            return tuple(self.options(s, by))
        return ()

    def outcomes(self, s: S) -> Sequence[Outcome[M]]:
        """List the weighted moves of chance, in an order that never changes; by default none."""
        return ()

    def can_come(self, s: S, m: M) -> bool:
        """Return whether chance can make a move; a game may say so without listing them all."""
        return m in [each.move for each in self.outcomes(s)]

    def refuse(self, s: S, m: M) -> Refusal | None:
        """Return why a move is not legal; None if it is legal."""
        turn = self.turn(s)
        if isinstance(turn, Decide):
            if m.by in turn.seats and type(m) in self.prompts[turn.prompt].moves:
                return self.refuse_move(s, m)
            return self._refuse_decision(s, m, turn)
        if isinstance(turn, Chance):
            if m.by == CHANCE and self.can_come(s, m):
                return None
            return self._refuse_chance(s, m, turn)
        if isinstance(turn, Over):
            return Refusal(self.clauses.over, "over")
        return Refusal(self.clauses.turns, "settling")

    def _refuse_decision(self, s: S, m: M, turn: Decide) -> Refusal | None:
        by = m.by
        prompt = self.prompts[turn.prompt]
        if by in turn.seats:
            facts = {"move": type(m).__name__.lower(), "prompt": turn.prompt}
            return self.refuse_kind(s, m) or Refusal(prompt.clause, "wrong_phase", facts)
        if by == CHANCE:
            return Refusal(prompt.clause, "not_chance", {"prompt": turn.prompt})
        active = {"active": turn.seats[0]} if len(turn.seats) == 1 else {}
        return (
            self._refuse_absent(s, by)
            or self.refuse_seat(s, by)
            or Refusal(self.clauses.turns, "not_your_turn", {"seat": by, **active})
        )

    def _refuse_chance(self, s: S, m: M, turn: Chance) -> Refusal | None:
        clause, purpose = self.chances[turn.purpose], turn.purpose
        if m.by != CHANCE:
            refusal = self._refuse_absent(s, m.by)
            return refusal or Refusal(clause, "chance_acts", {"purpose": purpose})
        return Refusal(clause, "cannot_come", {"move": str(m), "purpose": purpose})

    def _refuse_absent(self, s: S, by: Seat) -> Refusal | None:
        """Refuse a seat that does not exist or is no longer in the game."""
        playing = self.playing(s)
        if not 0 <= by < len(playing):
            return Refusal(self.clauses.seats, "no_seat", {"seat": by, "seats": len(playing)})
        return None if playing[by] else Refusal(self.clauses.out, "out", {"seat": by})

    def refusals(self) -> dict[str, tuple[str, ...]]:
        """List every reason for a refusal, with its possible clauses."""
        clauses = self.clauses
        chances = tuple(dict.fromkeys(self.chances.values()))
        prompts = tuple(dict.fromkeys([each.clause for each in self.prompts.values()]))
        out = {"out": (clauses.out,)} if clauses.out else {}
        return {
            "over": (clauses.over,),
            "settling": (clauses.turns,),
            "no_seat": (clauses.seats,),
            **out,
            "chance_acts": chances,
            "cannot_come": chances,
            "not_chance": prompts,
            "not_your_turn": (clauses.turns,),
            "wrong_phase": prompts,
            **self.reasons,
        }

    def unfold(self, s: S, m: M) -> tuple[Step[S, E], ...]:
        """Carry out a move.

        Raises
        ------
        IllegalMove
            If the rules refuse it.
        """
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(str(m), refusal)
        return tuple(self.carry_out(s, m))

    def read(self, text: str) -> M:
        """Read a move's notation.

        Raises
        ------
        NotationError
            If it cannot be read.
        """
        return self.notation.read(text)

    def witness(self, e: E, seat: Seat | None) -> E | None:
        """Return what a seat may know of an event; by default the whole event."""
        return e

    def told(self, m: M, later: Iterable[E]) -> bool:
        """Return whether a move that was hidden when it was made is told afterwards.

        By default it never is.

        Parameters
        ----------
        later
            The events that followed, as the one who asks may know them.
        """
        return False


def then(steps: list[Step[S, E]], event: E, state: S) -> S:
    """Add a step to those of a move, and return the state after it."""
    steps.append(Step(event, state))
    return state


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Put an item in the place of another.

    Examples
    --------
    >>> put((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:at], item, *items[at + 1 :])


def ranked(marks: Mapping[Seat, Any]) -> tuple[tuple[Seat, ...], ...]:
    """Group seats by the mark that ranks them, highest first.

    Examples
    --------
    >>> ranked({0: 50, 1: 80, 2: 50})
    ((1,), (0, 2))
    """
    highest_first = sorted({*marks.values()}, reverse=True)
    return tuple(
        tuple(seat for seat, mark in marks.items() if mark == each) for each in highest_first
    )


AnyGame: TypeAlias = Engine[Any, Any, Any, Any, Any, Any]
