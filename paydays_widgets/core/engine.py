"""What all engines do alike: games derive theirs from :class:`Engine`.

A game says whose turn it is, which moves answer which prompt, and what follows from a move. That
a move comes from the wrong seat, at the wrong time or of the wrong kind is decided here.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Complaint,
    D,
    Decide,
    E,
    FirstSeat,
    Game,
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
    V_co,
)
from paydays_widgets.core.ledger import wealth
from paydays_widgets.core.notation import Notation


class Clauses(Struct, frozen=True):
    """The clauses of a rulebook behind the refusals that all games share.

    Parameters
    ----------
    seats
        How many can play.
    turns
        Who moves when, and that a move is carried out before the next.
    over
        When the game ends.
    out
        Who leaves the game before its end; "" where nobody does.
    """

    seats: str
    turns: str
    over: str
    out: str = ""


class Prompt(Struct, frozen=True):
    """What a seat can be asked.

    Parameters
    ----------
    clause
        The rule that asks.
    moves
        The kinds of moves that answer it.
    """

    clause: str
    moves: tuple[type[Move], ...]


class Engine(Game[S, M, E, V_co, R, D]):
    """An engine but for the game's own rules.

    Attributes
    ----------
    id, version, rules_type, deck_type
        As in :class:`~paydays_widgets.core.game.Game`.
    seats
        How many can play.
    clauses
        The rules behind the refusals that all games share.
    chances
        The clause of each purpose of chance.
    prompts
        What seats can be asked.
    notation
        The notation of its moves.
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

    # --- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def set_up(self, seats: int, rules: R, deck: D) -> S:
        """Make the first state, for a number of seats and a first seat that suit the game.

        Raises
        ------
        ValueError
            If the deck or the rules do not suit so many seats.
        """

    @abstractmethod
    def options(self, s: S, by: Seat) -> Sequence[M]:
        """List the legal moves of a seat that is asked."""

    def deck(self) -> D:
        """Make the deck that comes with the game: the type's defaults."""
        return self.deck_type()

    def playing(self, s: S) -> Sequence[bool]:
        """Tell of each seat whether it is still in the game: all are, where nobody leaves it."""
        return [True] * len(wealth(self.books(s)))

    def standing(self, s: S) -> Standing:
        """Rank the seats by what they have, less what they owe."""
        worth = wealth(self.books(s))
        sums = sorted({*worth.values()}, reverse=True)
        groups = [tuple([seat for seat, n in worth.items() if n == each]) for each in sums]
        return Standing(tuple(groups), self.clauses.over)

    def refuse_move(self, s: S, m: M) -> Refusal | None:
        """Tell why the rules refuse an answer to the prompt, by a seat that is asked."""

    def refuse_kind(self, s: S, m: M) -> Refusal | None:
        """Tell the game's own reason why a kind of move does not answer the prompt, if any."""

    def refuse_seat(self, s: S, by: Seat) -> Refusal | None:
        """Tell the game's own reason why a seat is not asked now, if any."""

    @abstractmethod
    def carry_out(self, s: S, m: M) -> Sequence[Step[S, E]]:
        """Carry out a legal move."""

    # --- what follows for all games -------------------------------------------------------------

    def start(self, seats: int, rules: R | None = None, deck: D | None = None) -> S:
        """Make the first state.

        Raises
        ------
        Complaint
            If the number of seats does not suit the game, or the first seat is none of them.
        ValueError
            If the deck or the rules do not suit so many seats.
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
        """List a seat's legal moves, or what chance could do; empty where it may not act."""
        if by == CHANCE:
            return tuple([each.move for each in self.outcomes(s)])
        turn = self.turn(s)
        if isinstance(turn, Decide) and by in turn.seats:
            return tuple(self.options(s, by))
        return ()

    def outcomes(self, s: S) -> Sequence[Outcome[M]]:
        """List what chance could do: nothing, in a game without."""
        return ()

    def refuse(self, s: S, m: M) -> Refusal | None:
        """Tell why a move is not legal, or None where it is."""
        turn = self.turn(s)
        if isinstance(turn, Decide):
            return self._refuse_decision(s, m, turn)
        if isinstance(turn, Chance):
            return self._refuse_chance(s, m, turn)
        if isinstance(turn, Over):
            return Refusal(self.clauses.over, "over")
        return Refusal(self.clauses.turns, "settling")

    def _refuse_decision(self, s: S, m: M, turn: Decide) -> Refusal | None:
        by = m.by
        prompt = self.prompts[turn.prompt]
        if by in turn.seats:
            if type(m) in prompt.moves:
                return self.refuse_move(s, m)
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
        for each in self.outcomes(s):
            if each.move == m:
                return None
        return Refusal(clause, "cannot_come", {"move": str(m), "purpose": purpose})

    def _refuse_absent(self, s: S, by: Seat) -> Refusal | None:
        """Tell whether a seat has no place in the game, now or ever."""
        playing = self.playing(s)
        if not 0 <= by < len(playing):
            return Refusal(self.clauses.seats, "no_seat", {"seat": by, "seats": len(playing)})
        return None if playing[by] else Refusal(self.clauses.out, "out", {"seat": by})

    def refusals(self) -> dict[str, tuple[str, ...]]:
        """List every reason for a refusal, with the clauses that it can carry."""
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
        """Tell what a seat may know of an event: all of it, in a game where nothing is hidden."""
        return e


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any, Any, Any]
