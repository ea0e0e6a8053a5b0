"""The answer of every vignette, played out."""

import re
from fractions import Fraction
from typing import TypeVar

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import (
    DuelBegun,
    DuelDecided,
    FinePaid,
    GameEnded,
    MoneyBorrowed,
    PawnsCashed,
    PawnsHit,
    PawnWentHome,
    SeatOut,
)
from paydays_widgets.games.zock.reading import danger
from paydays_widgets.lab.zock import best_rate, duel, stopping
from tests.games import playing

T = TypeVar("T")
VIGNETTES = games.modules("zock").vignettes


class Course(playing.Course):
    def __init__(self, vignette: str, *moves: str) -> None:
        super().__init__("zock", vignette)
        for move in moves:
            if move == "*":  # what chance is to bring
                self.table.advance()
                while not isinstance(self.table.turn, Decide | Chance | Over):
                    self.table.advance()
            else:
                self.play(move)

    @property
    def money(self) -> list[int]:
        return [side.money for side in self.state.sides]

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        return ZOCK.standing(self.state).ranking


def said(vignette: str) -> dict[str, str]:
    """Return the answer's words, with plain figures."""
    answer = VIGNETTES[vignette].answer
    return {
        language: re.sub(r"(?<=\d)[.,\u202f](?=\d{3})", "", getattr(answer, language))
        for language in LANGUAGES
    }


@pytest.mark.clause("ZK-cash", "ZK-window", "ZK-one")
def test_cash_or_roll_on() -> None:
    course = Course("cash-or-roll-on")
    gone = course.state.sides[0].pawns[1]
    square = stopping(seats=2).squares[gone]
    assert (gone, square.window, square.cash) == (27, 3_000, False)
    assert round(square.go_on) == 3_164 == square.window + 164
    sums = course.state.deck.by_progress
    assert [sums[steps] for steps in (30, 31, 35, 36)] == [3_000, 4_000, 4_000, 5_000]
    assert 0.25 < square.lost < 0.3
    assert 2 < square.turns < 3
    assert best_rate(seats=2).squares[gone].cash
    assert all("3164" in answer and "164" in answer for answer in said("cash-or-roll-on").values())
    assert Course("cash-or-roll-on", "1 cash a").of(PawnsCashed)[0].paid == 3_000


@pytest.mark.clause("ZK-one", "ZK-cash")
def test_one_at_the_worst_time() -> None:
    before = Course("one-at-the-worst-time")
    view = ZOCK.view(before.state, 0)
    assert view.rules.rounds - view.round == 1
    assert [danger(view, gone) for gone in (35, 37, 38, 39)] == [0, 0, 0, 0]
    king = view.sides[0].pawns[0]
    assert view.deck.by_progress[king + 6] == 0
    course = Course("one-at-the-worst-time", "1 throw", "*")
    assert [(each.pawn, each.steps) for each in course.of(PawnWentHome)] == [("a", 35)]
    assert course.money == [30_000, 30_000]
    square = stopping(seats=2).squares[35]
    assert (square.window, round(square.go_on)) == (4_000, 4_167)
    for die in range(2, 7):
        lucky = Course("one-at-the-worst-time", "1 throw", f"* roll {die}", "1 go a", "* roll 1")
        assert lucky.state.sides[0].pawns[1] == min(35 + die, 39)
        lucky.play("1 cash a")
        assert lucky.of(PawnsCashed)[0].paid == 5_000


@pytest.mark.clause("ZK-hit", "ZK-duel")
def test_king_in_reach() -> None:
    assert Course("king-in-reach").state.sides[0].pawns[:2] == (8, 8)
    hit = Course("king-in-reach", "1 go a")
    assert hit.of(FinePaid)[0].amount == 3_000
    fought = Course("king-in-reach", "1 go king")
    assert fought.of(DuelBegun)[0].stakes == (30_000, 30_000)
    assert round(duel().attack(30_000, 30_000)) == 2_727
    assert round(duel().attack(30_000, 60_000)) == 19_091
    assert all("2727" in each and "19091" in each for each in said("king-in-reach").values())


@pytest.mark.clause("ZK-duel", "ZK-end")
@pytest.mark.parametrize(("rolls", "winner"), [(["* roll 1"], 0), (["* roll 2", "* roll 1"], 1)])
def test_duel_for_all(rolls: list[str], winner: int) -> None:
    course = Course("duel-for-all", *rolls)
    assert course.of(DuelDecided)[0].seat == winner
    assert course.of(GameEnded)[0].ending == "all_money"
    assert course.money[winner] == 60_000
    loses = Fraction(6, 11)
    assert loses == Fraction(1, 6) + Fraction(5, 6) * (1 - loses)


@pytest.mark.clause("ZK-stack", "ZK-hit")
def test_stack_is_hit() -> None:
    course = Course("stack-is-hit", "1 go a")
    (hit,) = course.of(PawnsHit)
    assert (hit.clause, hit.pawns, hit.fine) == ("ZK-stack", ("king", "a"), 4_000)
    assert course.money == [34_000, 26_000, 30_000]
    course.play("* roll 4")
    assert [str(move) for move in ZOCK.legal(course.state, 1)] == ["2 go king"]


@pytest.mark.clause("ZK-borrow", "ZK-duel")
def test_borrow_to_pay() -> None:
    course = Course("borrow-to-pay", "1 go king")
    assert [each.amount for each in course.of(MoneyBorrowed)] == [1_000]
    ben = course.state.sides[1]
    assert (ben.money, ben.debt) == (0, 1_000)
    assert course.money == [61_000, 0, 30_000]
    assert course.state.bank == 109_000
    assert course.ranking == ((0,), (2,), (1,))


@pytest.mark.clause("ZK-bank-empty", "ZK-borrow", "ZK-cash")
def test_bank_runs_dry() -> None:
    cashed = Course("bank-runs-dry", "1 cash king").of(PawnsCashed)[0]
    assert (cashed.due, cashed.paid) == (3_000, 500)
    course = Course("bank-runs-dry", "1 throw", "*", "1 go king")
    (out,) = course.of(SeatOut)
    assert (out.seat, out.owed, out.had, out.bank) == (1, 1_000, 0, 500)
    assert course.money == [60_000, 0, 30_000]
    assert course.state.sides[1].pawns == (-1, -1, -1)


@pytest.mark.clause("ZK-end", "ZK-cash")
@pytest.mark.parametrize(
    ("moves", "money", "winners"),
    [
        (["2 cash king"], 33_000, (1,)),
        (["2 cash a"], 31_500, (1,)),
        (["2 throw", "* roll 1"], 30_000, (0, 1)),
        (["2 throw", "* roll 4", "2 go a"], 30_000, (0, 1)),
    ],
)
def test_last_turn(moves: list[str], money: int, winners: tuple[int, ...]) -> None:
    assert Course("last-turn").state.sides[1].pawns[:2] == (12, 18)
    course = Course("last-turn", *moves)
    (ended,) = course.of(GameEnded)
    assert (ended.ending, ended.winners) == ("rounds", winners)
    assert course.money[1] == money


@pytest.mark.clause("ZK-duel", "ZK-choose")
def test_within_reach() -> None:
    before = Course("within-reach").table
    view = ZOCK.view(before.state, 0)
    assert view.sides[0].pawns[0] == 22
    assert danger(view, 22, kings=True) == 0
    assert danger(view, 22) == pytest.approx(1 / 6)
    assert view.rules.rounds - view.round == 1
    assert danger(view, 28) == danger(view, 28, kings=True) == pytest.approx(1 / 6)
    course = Course("within-reach", "1 go king", "* roll 2", "2 go king")
    assert course.of(DuelBegun)[0].attacked == 0
    assert Fraction(1, 6) * Fraction(6, 11) == Fraction(1, 11)
    behind, ahead = (30_000 + 3 * view.deck.by_progress[gone] for gone in (22, 28))
    assert (behind, ahead) == (36_000, 39_000)
    hit = Course("within-reach", "1 go a", "* roll 2", "2 go b")
    assert hit.of(FinePaid)[0].amount == 3_000
    assert round(Fraction(5, 6) * ahead + Fraction(1, 6) * Fraction(5, 11) * 60_000) == 37_045
    assert Fraction(5, 6) * behind + Fraction(1, 6) * 27_000 == 34_500
