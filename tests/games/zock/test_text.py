"""Some of the texts, word for word."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.zock import events as e
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.rules import PRESETS, Rules
from paydays_widgets.games.zock.text import (
    explain,
    money,
    pawn_kind,
    pawn_name,
    pawns_listed,
    pawns_named,
    prompt,
    refused,
)
from tests.games.zock.positions import position
from tests.games.zock.positions import refused as found

PACKAGE = "paydays_widgets.games.zock"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}


def told(event: e.Event) -> Note:
    return explain(event, NAMES, TEXTS["en"], DECK)


@pytest.mark.parametrize(
    ("event", "sum_"),
    [
        (
            e.PawnBroughtOut(clause="ZK-king-first", seat=0, pawn="king", steps=4, square=4),
            "4 steps past the exit",
        ),
        (
            e.PawnMoved(
                clause="ZK-choose", seat=0, pawn="a", die=4, start=12, steps=16, square=16
            ),
            "12 + 4 = 16 steps",
        ),
        (
            e.PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=39, square=39),
            "38 + 5 = 43 > 39",
        ),
        (
            e.PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=3, square=3),
            "38 + 5 − 40 = 3",
        ),
        (e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=5, foremost=1), ""),
        (e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=12, foremost=2), ""),
        (
            e.PawnWentHome(
                clause="ZK-one", seat=0, pawn="king", steps=12, foremost=2, cashable=True
            ),
            "12 steps, more than a quarter (10): it could have been cashed",
        ),
        (
            e.PawnsHit(
                clause="ZK-stack", seat=0, victim=1, pawns=("king", "b"), square=10, fine=4_000
            ),
            "3,000 + 1,000 = 4,000",
        ),
        (
            e.MoneyBorrowed(seat=1, amount=2_000, owed=3_000, had=1_000, debt=2_500),
            "3,000 due − 1,000 there = 2,000 missing",
        ),
        (
            e.MoneyBorrowed(
                clause="ZK-bank-empty", seat=1, amount=500, owed=3_000, had=1_000, debt=500
            ),
            "3,000 due − 1,000 there = 2,000 missing > 500 in the bank",
        ),
        (
            e.SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=0),
            "2,000 missing > 500 in the bank",
        ),
        (
            e.DuelBegun(
                clause="ZK-duel",
                seat=0,
                attacked=1,
                pawns=("king",),
                square=10,
                stakes=(30_000, 9_000),
            ),
            "Ben stakes 9,000, Anna 30,000; Ben loses 6 duels in 11",
        ),
        (
            e.PawnsCashed(
                clause="ZK-cash",
                seat=0,
                pawns=("a",),
                window=3_000,
                times=1,
                due=3_000,
                paid=3_000,
            ),
            "",
        ),
        (
            e.PawnsCashed(
                clause="ZK-stack",
                seat=0,
                pawns=("a", "b"),
                window=3_000,
                times=2,
                due=6_000,
                paid=6_000,
            ),
            "2 × 3,000 = 6,000",
        ),
        (
            e.PawnsCashed(
                clause="ZK-bank-empty",
                seat=0,
                pawns=("a",),
                window=3_000,
                times=1,
                due=3_000,
                paid=500,
            ),
            "1 × 3,000 = 3,000 due > 500 in the bank",
        ),
        (e.DebtRepaid(seat=1, amount=1_000, debt=500), "1,500 − 1,000 = 500"),
        (
            e.GameEnded(ending="all_money", winners=(0,), money=(500, 0, 0), debts=(0, 2_000, 0)),
            "Anna: 500\nBen: 0 − 2,000 debt = −2,000\nCem: 0",
        ),
    ],
)
def test_the_sum_is_worked_out(event: e.Event, sum_: str) -> None:
    assert told(event).sum == sum_


def test_several_foremost_pawns_are_told_as_a_choice() -> None:
    home = e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=5, foremost=1)
    assert "choice" not in told(home).why
    assert "choice" in told(replace(home, foremost=2)).why


def test_a_lapsed_debt_is_told_only_where_there_was_one() -> None:
    out = e.SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=0)
    assert "lapses" not in told(out).why
    assert "lapses" in told(replace(out, debt=4_000)).why


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("before_roll", "The die is rolled: this turn is for moving. Cash before the roll."),
        ("after_roll", "Roll first: a pawn is cashed in place of the move."),
    ],
)
def test_when_cashing_is_possible_is_said_for_either_reading(when: str, said: str) -> None:
    refusal = Refusal("ZK-cash-when", "cash_when", {"when": when})
    assert refused(refusal, NAMES, TEXTS["en"]) == said


def test_pawns_and_sums_have_names() -> None:
    german = TEXTS["de"]
    assert [pawn_name(pawn, german) for pawn in ("king", "b", "queen")] == [
        "den König",
        "Figur B",
        "queen",
    ]
    assert pawn_kind("king", german) == "König"
    assert pawns_named(("king", "a"), german) == "den König und Figur A"
    assert pawns_listed(("king", "a", "b"), TEXTS["fr"]) == "le roi, le pion A et le pion B"
    assert [money(-1_200, text) for text in TEXTS.values()] == ["−1,200", "−1\u202f200", "−1.200"]


@pytest.mark.parametrize("rules", [Rules(), *PRESETS.values()])
def test_what_is_asked_for_holds_under_every_switch(rules: Rules) -> None:
    """Cashing takes the place of the roll, or is not open before it; it never comes first."""
    state = position("12 3 -", "- - -", phase="choose", debts=[500, 0], rules=rules)
    assert prompt(ZOCK.turn(state), NAMES, TEXTS["en"]) == (
        "Anna: roll the die, or choose something else."
    )


@pytest.mark.clause("ZK-king-first")
def test_what_the_king_at_home_forbids_is_said_for_either_reading() -> None:
    def said(rules: Rules, pawns: str, move: str) -> str:
        state = position(pawns, "- - -", phase="move", die=4, rules=rules)
        return refused(found(state, move), NAMES, TEXTS["en"])

    first = "The king is at home: it has to come out first."
    frozen = "While the king is at home, pawns on the circuit do not move on."
    assert said(Rules(), "- 3 -", "1 go a") == said(Rules(), "- 3 -", "1 go b") == first
    assert said(PRESETS["french"], "- 3 -", "1 go a") == frozen
