"""What every engine refuses, in which order, and what a game has to declare for it."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

import pytest
from msgspec import Struct

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Complaint,
    Decide,
    Event,
    IllegalMove,
    Move,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Step,
    Turn,
)
from paydays_widgets.core.notation import Notation, NotationError


class Bid(Move, frozen=True):
    form = "{by} bid {amount}"
    amount: int


class Pass(Move, frozen=True):
    form = "{by} pass"


class Sulk(Move, frozen=True):
    form = "{by} sulk"


class Toss(Move, frozen=True):
    form = "* toss {side}"
    side: Literal["heads", "tails"]


AMove: TypeAlias = Bid | Pass | Sulk | Toss


class Told(Event, frozen=True, kw_only=True):
    clause: str = "X-told"


class Rules(Struct, frozen=True):
    first: Seat = 0


class Deck(Struct, frozen=True):
    coins: int = 1


class State(Struct, frozen=True):
    turn: Turn
    out: tuple[Seat, ...] = ()


class Auction(Engine[State, AMove, Told, State, Rules, Deck]):
    """A game in which there is nothing to win."""

    id = "auction"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = Notation[AMove](AMove)
    seats: tuple[int, ...] = (2, 3)
    clauses = Clauses(seats="X-seats", turns="X-turns", over="X-over", out="X-out")
    chances = MappingProxyType({"toss": "X-toss"})
    prompts = MappingProxyType({"bid": Prompt("X-bid", (Bid, Pass))})
    reasons = MappingProxyType(
        {"too_low": ("X-bid",), "sulking": ("X-bid",), "absent": ("X-bid",)}
    )

    def deck(self) -> Deck:
        return Deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        assert deck == Deck()
        return State(Decide((rules.first,), "bid", seats, 0))

    def turn(self, s: State) -> Turn:
        return s.turn

    def playing(self, s: State) -> list[bool]:
        return [seat not in s.out for seat in range(3)]

    def options(self, s: State, by: Seat) -> list[AMove]:
        return [Bid(by, 1), Pass(by)]

    def outcomes(self, s: State) -> Sequence[Outcome[AMove]]:
        return (Outcome(Toss(CHANCE, side="heads"), 1),) if isinstance(s.turn, Chance) else ()

    def refuse_move(self, s: State, m: AMove) -> Refusal | None:
        low = isinstance(m, Bid) and m.amount < 1
        return Refusal("X-bid", "too_low") if low else None

    def refuse_kind(self, s: State, m: AMove) -> Refusal | None:
        return Refusal("X-bid", "sulking") if isinstance(m, Sulk) else None

    def refuse_seat(self, s: State, by: Seat) -> Refusal | None:
        return Refusal("X-bid", "absent") if by == 2 else None

    def carry_out(self, s: State, m: AMove) -> list[Step[State, Told]]:
        return [Step(Told(), State(Over(1)))]

    def view(self, s: State, seat: Seat | None) -> State:
        return s

    def standing(self, s: State) -> Standing:
        return Standing(((0, 1, 2),), "X-over")

    def books(self, s: State) -> dict[str, int]:
        return {}


class Bare(Auction):
    """The same game, with no reasons of its own and no chance."""

    refuse_move = Engine.refuse_move
    refuse_kind = Engine.refuse_kind
    refuse_seat = Engine.refuse_seat
    outcomes = Engine.outcomes
    seats = (2,)
    clauses = Clauses(seats="X-seats", turns="X-turns", over="X-over")


GAME = Auction()
ALONE = State(Decide((0,), "bid", 1, 0))
TOGETHER = State(Decide((0, 1), "bid", 1, 0), out=(2,))
TOSS = State(Chance("toss", 1, 0), out=(2,))
OVER = State(Over(9), out=(2,))
SETTLING = State(Settling(1), out=(2,))


def refused(state: State, move: AMove, game: Auction = GAME) -> tuple[str, str, dict[str, object]]:
    refusal = game.refuse(state, move)
    assert refusal is not None
    return refusal.clause, refusal.reason, {**refusal.facts}


@pytest.mark.parametrize("by", [CHANCE, 0, 2, 3])
def test_that_the_game_is_over_or_settling_comes_before_all_else(by: Seat) -> None:
    for move in (Bid(by, 0), Sulk(by), Toss(by, side="heads")):
        assert refused(OVER, move) == ("X-over", "over", {})
        assert refused(SETTLING, move) == ("X-turns", "settling", {})


@pytest.mark.parametrize("state", [ALONE, TOGETHER, TOSS])
@pytest.mark.parametrize("by", [-2, 3])
def test_then_come_seats_that_are_not_there(state: State, by: Seat) -> None:
    expected = ("X-seats", "no_seat", {"seat": by, "seats": 3})
    assert refused(state, Sulk(by)) == expected
    assert refused(state, Toss(by, side="tails")) == expected


@pytest.mark.parametrize("state", [TOGETHER, TOSS])
def test_then_come_seats_that_have_left(state: State) -> None:
    assert refused(state, Sulk(2)) == ("X-out", "out", {"seat": 2})


def test_chance_acts_where_it_is_its_turn_and_nobody_else_does() -> None:
    assert GAME.refuse(TOSS, Toss(CHANCE, side="heads")) is None
    assert refused(TOSS, Toss(CHANCE, side="tails")) == (
        "X-toss",
        "cannot_come",
        {"move": "* toss tails", "purpose": "toss"},
    )
    assert refused(TOSS, Pass(CHANCE))[1] == "cannot_come"
    assert refused(TOSS, Toss(0, side="heads")) == ("X-toss", "chance_acts", {"purpose": "toss"})
    for move in (Toss(CHANCE, side="heads"), Pass(CHANCE)):
        assert refused(ALONE, move) == ("X-bid", "not_chance", {"prompt": "bid"})


def test_a_seat_waits_for_its_turn() -> None:
    assert refused(ALONE, Pass(1)) == ("X-turns", "not_your_turn", {"seat": 1, "active": 0})
    assert refused(ALONE, Sulk(1))[1] == "not_your_turn"
    others = State(Decide((1, 2), "bid", 1, 0))
    assert refused(others, Pass(0)) == ("X-turns", "not_your_turn", {"seat": 0})


def test_a_kind_of_move_answers_the_prompt() -> None:
    assert refused(ALONE, Toss(0, side="heads")) == (
        "X-bid",
        "wrong_phase",
        {"move": "toss", "prompt": "bid"},
    )


def test_a_game_may_have_reasons_of_its_own() -> None:
    assert refused(ALONE, Pass(2)) == ("X-bid", "absent", {})
    assert refused(ALONE, Sulk(0)) == ("X-bid", "sulking", {})
    assert refused(ALONE, Bid(0, 0)) == ("X-bid", "too_low", {})
    assert GAME.refuse(ALONE, Bid(0, 1)) is None
    bare = Bare()
    assert refused(ALONE, Pass(2), bare)[1] == "not_your_turn"
    assert refused(ALONE, Sulk(0), bare)[1] == "wrong_phase"
    assert bare.refuse(ALONE, Bid(0, 0)) is None


def test_every_reason_is_listed_with_its_clauses() -> None:
    assert GAME.refusals() == {
        "over": ("X-over",),
        "settling": ("X-turns",),
        "no_seat": ("X-seats",),
        "out": ("X-out",),
        "chance_acts": ("X-toss",),
        "cannot_come": ("X-toss",),
        "not_chance": ("X-bid",),
        "not_your_turn": ("X-turns",),
        "wrong_phase": ("X-bid",),
        "too_low": ("X-bid",),
        "sulking": ("X-bid",),
        "absent": ("X-bid",),
    }
    assert "out" not in Bare().refusals()


def test_legal_are_the_options_of_who_is_asked() -> None:
    assert GAME.legal(TOGETHER, 1) == (Bid(1, 1), Pass(1))
    assert GAME.legal(TOGETHER, 2) == GAME.legal(TOGETHER, CHANCE) == GAME.legal(OVER, 0) == ()
    assert GAME.legal(TOSS, CHANCE) == (Toss(CHANCE, side="heads"),)
    assert GAME.legal(TOSS, 0) == Bare().legal(TOSS, CHANCE) == ()


def test_a_legal_move_is_carried_out_and_another_is_not() -> None:
    (step,) = GAME.unfold(ALONE, Bid(0, 1))
    assert step.state.turn == Over(1)
    with pytest.raises(IllegalMove, match="refused by X-bid, too_low"):
        GAME.unfold(ALONE, Bid(0, 0))


def test_moves_are_read() -> None:
    assert GAME.read("2 bid 5") == Bid(1, 5)
    with pytest.raises(NotationError):
        GAME.read("2 bid much")


def test_nothing_is_hidden_unless_the_game_says_so() -> None:
    assert GAME.witness(Told(), None) == Told()
    assert GAME.imagine(TOGETHER, 0, (), iter(())) == TOGETHER


def test_a_game_starts_with_seats_that_suit_it() -> None:
    assert GAME.start(3, Rules(first=2)).turn == Decide((2,), "bid", 3, 0)
    assert GAME.start(2, deck=Deck()) == GAME.start(2)
    with pytest.raises(Complaint, match=r"this game is for 2–3 seats, not 4 \(X-seats\)"):
        GAME.start(4)
    with pytest.raises(Complaint, match=r"this game is for 2 seats, not 3 \(X-seats\)"):
        Bare().start(3)
    for first in (-1, 2):
        with pytest.raises(Complaint, match=f"seat {first + 1} cannot start: there are 2 seats"):
            GAME.start(2, Rules(first=first))
