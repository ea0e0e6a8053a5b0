"""What is said of every event, refusal and question, in every language."""

import re
from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest

from paydays_widgets.core.chance import Lane, SeededDealer, choice
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Refusal
from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import (
    DebtRepaid,
    DieRolled,
    DieTaken,
    DiscTurned,
    DuelBegun,
    DuelDecided,
    DuelRolled,
    Event,
    FinePaid,
    GameEnded,
    MoneyBorrowed,
    NothingSentHome,
    PawnBroughtOut,
    PawnMoved,
    PawnsCashed,
    PawnsHit,
    PawnWentHome,
    SeatOut,
    TurnBegun,
    TurnPassed,
)
from paydays_widgets.games.zock.rules import PRESETS, Rules
from paydays_widgets.games.zock.text import (
    explain,
    money,
    pawn_kind,
    pawn_name,
    pawns_listed,
    pawns_named,
    refused,
)

PACKAGE = "paydays_widgets.games.zock"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
HOSTILE = ["<b onclick='x'>{name}</b>", "{0} %s {n!r}", "“\u202e&amp;\n"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]

EVENTS: tuple[Event, ...] = (
    TurnBegun(clause="ZK-players", seat=1, turn=12, round=3),
    TurnBegun(clause="ZK-bank-empty", seat=1, turn=12, round=3),
    DieTaken(clause="ZK-roll", seat=0),
    DieTaken(clause="ZK-cash-when", seat=0),
    DieRolled(seat=0, die=4),
    DieRolled(seat=0, die=1),
    PawnBroughtOut(clause="ZK-king-first", seat=0, pawn="king", steps=4, square=4),
    PawnBroughtOut(clause="ZK-two-out", seat=0, pawn="a", steps=4, square=4),
    PawnBroughtOut(clause="ZK-choose", seat=0, pawn="b", steps=4, square=4),
    PawnMoved(clause="ZK-choose", seat=0, pawn="a", die=4, start=12, steps=16, square=16),
    PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=39, square=39),
    PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=3, square=3),
    PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=5, foremost=1),
    PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=12, foremost=2),
    PawnWentHome(clause="ZK-lap", seat=0, pawn="b", steps=38, foremost=0),
    NothingSentHome(seat=0),
    TurnPassed(seat=0, die=5),
    PawnsHit(clause="ZK-hit", seat=0, victim=1, pawns=("king",), square=10, fine=3_000),
    PawnsHit(clause="ZK-stack", seat=0, victim=1, pawns=("king", "b"), square=10, fine=4_000),
    MoneyBorrowed(seat=1, amount=2_000, owed=3_000, had=1_000, debt=2_500),
    FinePaid(seat=1, payee=0, amount=3_000),
    SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=0),
    SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=4_000),
    DuelBegun(
        clause="ZK-duel", seat=0, attacked=1, pawns=("king",), square=10, stakes=(30_000, 9_000)
    ),
    DuelBegun(
        clause="ZK-stack", seat=0, attacked=1, pawns=("king", "a"), square=10, stakes=(30_000, 0)
    ),
    DuelRolled(seat=1, die=4, count=3),
    DuelRolled(seat=1, die=1, count=3),
    DuelDecided(clause="ZK-duel", seat=0, loser=1, pawns=("king",), amount=9_000, attacker=0),
    DuelDecided(clause="ZK-stack", seat=0, loser=1, pawns=("king", "a"), amount=0, attacker=0),
    DiscTurned(seat=0, pawn="a", steps=26, square=26, window=3_000, payout="progress"),
    DiscTurned(seat=0, pawn="a", steps=27, square=27, window=3_000, payout="square"),
    PawnsCashed(
        clause="ZK-cash", seat=0, pawns=("a",), window=3_000, times=1, due=3_000, paid=3_000
    ),
    PawnsCashed(
        clause="ZK-cash", seat=0, pawns=("king",), window=3_000, times=3, due=9_000, paid=9_000
    ),
    PawnsCashed(
        clause="ZK-stack", seat=0, pawns=("king", "a"), window=500, times=4, due=2_000, paid=2_000
    ),
    PawnsCashed(
        clause="ZK-bank-empty", seat=0, pawns=("a",), window=3_000, times=1, due=3_000, paid=500
    ),
    DebtRepaid(seat=1, amount=1_000, debt=500),
    DebtRepaid(seat=1, amount=1_000, debt=0),
    GameEnded(ending="all_money", winners=(0,), money=(500, 0, 0), debts=(0, 2_000, 0)),
    GameEnded(ending="last_in_play", winners=(0,), money=(500, 0, 0), debts=(0, 0, 0)),
    GameEnded(ending="rounds", winners=(0, 2), money=(500, 0, 500), debts=(0, 0, 0)),
)
REFUSED: dict[str, dict[str, int | str]] = {
    "no_pawn": {"pawn": "queen"},
    "king_first": {"pawn": "a", "steps": 4, "die": 3},
    "two_out": {"pawn": "a", "steps": 4, "die": 3},
    "two_at_most": {"pawn": "a", "steps": -1, "die": 3},
    "at_end": {"pawn": "a", "steps": 39, "die": 3},
    "own_pawn": {"pawn": "a", "steps": 4, "die": 3},
    "cash_when": {"when": "before_roll"},
    "cash_two": {"pawn": "a"},
    "cash_home": {"pawn": "a"},
    "cash_quarter": {"pawn": "a", "steps": 6, "quarter": 10},
    "not_foremost": {"pawn": "a", "steps": 6, "most": 10},
    "no_debt": {},
    "repay_steps": {"amount": 250, "note": 500},
    "repay_debt": {"amount": 3_000, "debt": 500},
    "repay_money": {"amount": 3_000, "money": 500},
}


def told(event: Event, language: str = "en", names: list[str] | None = None) -> Note:
    return explain(event, names or NAMES, TEXTS[language], DECK)


def check(sentence: str) -> None:
    assert sentence == sentence.strip()
    assert not re.search(r"[{}]|  ", sentence), sentence


def test_every_kind_of_event_with_each_of_its_clauses_is_told_here() -> None:
    wanted = {
        (kind, clause)
        for kind in get_args(Event)
        for clause in get_args(get_type_hints(kind)["clause"])
    }
    assert {(type(event), event.clause) for event in EVENTS} == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_whole_sentences(language: str) -> None:
    for event in EVENTS:
        note = told(event, language)
        check(note.what)
        check(note.why)
        check(note.sum)
        assert re.search(r"[.!?]$", note.what)
        assert re.search(r"[.!?]$|^$", note.why)


def test_the_languages_say_different_things() -> None:
    for event in EVENTS:
        assert len({told(event, language).what for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_go_in_as_they_were_typed(language: str) -> None:
    for event in EVENTS:
        note = told(event, language, HOSTILE)
        named = [name for name in HOSTILE if name in note.what + note.why + note.sum]
        assert named, event


@pytest.mark.parametrize(
    ("event", "sum_"),
    [
        (EVENTS[6], "4 squares past the exit"),
        (EVENTS[9], "12 + 4 = 16"),
        (EVENTS[10], "38 + 5 = 43 > 39"),
        (EVENTS[11], "38 + 5 − 40 = 3"),
        (EVENTS[12], ""),
        (EVENTS[13], "12 > 10: it could have been cashed"),
        (EVENTS[18], "3,000 + 1,000 = 4,000"),
        (EVENTS[19], "3,000 due − 1,000 there = 2,000 missing"),
        (EVENTS[21], "2,000 missing > 500 in the bank"),
        (
            EVENTS[23],
            "Ben stakes 9,000 and loses with 6 in 11\nAnna stakes 30,000 and loses with 5 in 11",
        ),
        (EVENTS[31], ""),
        (EVENTS[32], "3 × 3,000 = 9,000"),
        (EVENTS[34], "1 × 3,000 = 3,000 due > 500 in the bank"),
        (EVENTS[35], "1,500 − 1,000 = 500"),
        (EVENTS[37], "Anna: 500\nBen: 0 − 2,000 debt = −2,000\nCem: 0"),
    ],
)
def test_the_sum_is_worked_out(event: Event, sum_: str) -> None:
    assert told(event).sum == sum_


def test_several_foremost_pawns_are_told_as_a_choice() -> None:
    assert "choose" in told(EVENTS[13]).why
    assert "choose" not in told(EVENTS[12]).why


def test_a_lapsed_debt_is_told_only_where_there_was_one() -> None:
    assert [told(event).why.count("lapses") for event in EVENTS[21:23]] == [0, 1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ZOCK.reasons)
def test_every_refusal_is_a_sentence(reason: str, language: str) -> None:
    for clause in ZOCK.reasons[reason]:
        sentence = refused(Refusal(clause, reason, REFUSED[reason]), NAMES, TEXTS[language])
        check(sentence)
        assert sentence.endswith(".")


def test_when_cashing_is_possible_is_said_for_either_reading() -> None:
    sentences = {
        refused(Refusal("ZK-cash-when", "cash_when", {"when": when}), NAMES, EN)
        for when in ("before_roll", "after_roll")
    }
    assert len(sentences) == 2


def test_an_unknown_refusal_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'sulking'"):
        refused(Refusal("ZK-roll", "sulking"), NAMES, EN)


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


def played(rules: Rules, seed: int, seats: int) -> Iterator[Event]:
    luck = SeededDealer(seed)
    state = ZOCK.start(seats, rules)
    for number in range(5_000):
        turn = ZOCK.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Decide | Chance)
        by = turn.seats[0] if isinstance(turn, Decide) else CHANCE
        move = choice(ZOCK.legal(state, by), luck.luck(Lane(number, "any", 0)))
        for step in ZOCK.unfold(state, move):
            state = step.state
            yield step.event


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_told(preset: str, seats: int) -> None:
    names = [*NAMES, "Dana"][:seats]
    for event in played(PRESETS[preset], seats, seats):
        for text in TEXTS.values():
            note = explain(event, names, text, DECK)
            check(note.what)
            check(note.why)
            check(note.sum)
