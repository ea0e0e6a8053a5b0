"""The reports on a game of Zock, checked against the books and the exact answers."""

import random
import re

import pytest

from paydays_widgets.core.chance import Lane, SeededDealer
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.core.text import Text
from paydays_widgets.games.zock import panel
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import DebtRepaid, Event, MoneyBorrowed
from paydays_widgets.games.zock.reading import turn_price
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import State, View
from paydays_widgets.lab.zock import duel, stopping
from paydays_widgets.show.report import Figures, Report
from tests.games.zock.positions import position
from tests.markup import figures

EN = Text("en")
PASSED = "* roll 2;1 go b"
BEN = "2 throw;* roll 3;2 go b;* roll 1"
HITS = "1 throw;* roll 4;1 go a"


def finished(seed: int, rules: Rules, seats: int = 3) -> tuple[View, list[tuple[Event, View]]]:
    """Play a game at random in which kings seek kings."""
    luck = random.Random(seed)
    state, dealer = ZOCK.start(seats, rules), SeededDealer(seed)
    opening, past = ZOCK.view(state, None), []
    while not isinstance(turn := ZOCK.turn(state), Over):
        if isinstance(turn, Chance):
            move = dealer.pick(ZOCK.outcomes(state), Lane(turn.turn, turn.purpose, turn.repeat))
        else:
            assert isinstance(turn, Decide)
            legal = ZOCK.legal(state, turn.seats[0])
            (move,) = luck.choices(legal, [9 if "king" in str(each) else 2 for each in legal])
        for step in ZOCK.unfold(state, move):
            past.append((step.event, ZOCK.view(step.state, None)))
            state = step.state
    return opening, past


def at(state: State) -> tuple[Report, ...]:
    return tuple(panel.reports(ZOCK.view(state, None), [], EN))


def table(report: Report, title: str) -> Figures:
    (found,) = [each for each in report.figures if each.title == title]
    return found


def amount(written: str) -> int:
    plain = re.sub(r"[,+]", "", written.replace("\N{MINUS SIGN}", "-"))
    return int(plain) if plain not in {"", "–"} else 0


@pytest.mark.clause("ZK-borrow", "ZK-bank-empty")
@pytest.mark.parametrize("capital", [0, 3_000, None])
@pytest.mark.parametrize("seed", range(4))
def test_what_came_in_and_went_out_explains_the_money(seed: int, capital: int | None) -> None:
    rules = Rules(capital=capital, rounds=40, cash="before_roll")
    opening, past = finished(seed, rules)
    for cut in (0, len(past) // 2, len(past)):
        now = past[cut - 1][1] if cut else opening
        found = panel.reports(opening, past[:cut], EN)
        assert [each.seat for each in found] == [0, 1, 2, None, None]
        for seat, report in enumerate(found[:3]):
            flow = table(report, "Where the money came from")
            *lines, whole = [[amount(cell) for cell in row[1:]] for row in flow.rows]
            assert [sum(column) for column in zip(*lines, strict=True)] == (whole if lines else [])
            side = now.sides[seat]
            assert opening.sides[seat].money + sum(whole) == side.money
        start, *moved, vault, owed, lapsed = [
            amount(row[1]) for row in table(found[3], "The bank").rows
        ]
        assert start + sum(moved) == vault == now.bank
        assert owed == sum(side.debt for side in now.sides)
        assert bool(lapsed) <= bool(now.gone)


@pytest.mark.clause("ZK-one", "ZK-hit", "ZK-duel", "ZK-cash")
@pytest.mark.parametrize(
    ("pawns", "moves", "victim", "lost"),
    [
        ("12 27 -", "* roll 1", 0, "3,000"),
        ("- 27 3", "* roll 1", 0, ""),  # with the king at home nothing can be cashed
        ("- 27 -", "* roll 1", 0, ""),
        ("16 2 -", f"* roll 2;1 go a;{BEN};1 throw;* roll 1", 0, "4,500"),
        # Seat 2 lets its king stand on square 6, where seat 1 hits it.
        ("12 2 -", f"{PASSED};{BEN};{HITS}", 1, "15,000"),
        ("12 2 -", f"{PASSED};2 cash a;* roll 1;{HITS}", 1, ""),
    ],
)
def test_what_waiting_has_cost_counts_what_could_have_been_cashed(
    pawns: str, moves: str, victim: int, lost: str
) -> None:
    opening, past = _play(position(pawns, "36 13 -", "- - -"), moves)
    words = [
        table(each, "Where the money came from").words
        for each in panel.reports(opening, past, EN)[:3]
    ]
    assert figures(words[victim])[-1:] == ([lost] if lost else [])
    assert not any(said for seat, said in enumerate(words) if seat != victim)


@pytest.mark.clause("ZK-one", "ZK-cash-when")
def test_where_the_die_is_rolled_first_a_1_leaves_no_chance_to_cash() -> None:
    rules = Rules(cash="after_roll")
    opening, past = _play(position("12 27 -", "- - -", rules=rules), "* roll 1")
    assert not table(panel.reports(opening, past, EN)[0], "Where the money came from").words
    again = "* roll 2;1 go king;* roll 1;* roll 1"
    opening, past = _play(position("12 27 -", "- - -", rules=rules), again)
    told = table(panel.reports(opening, past, EN)[0], "Where the money came from").words
    assert figures(told)[-1] == "3,000"


def _play(state: State, moves: str) -> tuple[View, list[tuple[Event, View]]]:
    opening, past = ZOCK.view(state, None), []
    for notation in moves.split(";"):
        steps = ZOCK.unfold(state, ZOCK.read(notation))
        past += [(step.event, ZOCK.view(step.state, None)) for step in steps]
        state = steps[-1].state
    return opening, past


@pytest.mark.clause("ZK-cash", "ZK-window", "ZK-one")
def test_cashing_now_stands_beside_one_more_roll() -> None:
    report = at(position("12 35 -", "- - -"))[0]
    pawns = table(report, "Cash or roll on")
    assert ("pawn A", "35", "4,000", "4,167") in pawns.rows
    assert pawns.sums == ("pawn A: (0 + 5,000 + 5,000 + 5,000 + 5,000 + 5,000) / 6 = 4,167",)
    assert [each.title for each in at(position("- - -", "- - -"))[1].figures] == [
        "Where the money came from"
    ]
    lap = at(position("39 3 -", "- - -", rules=Rules(lap="home_unpaid")))[0]
    rows = {row[0]: row[1:] for row in table(lap, "Cash or roll on").rows}
    assert rows["king"] == ("39", "15,000", "0")
    assert rows["pawn A"][1] == "–"


@pytest.mark.clause("ZK-duel")
def test_what_a_duel_brings_is_the_exact_answer() -> None:
    state = position("- - -", "- - -", "- - -", money=[30_000, 60_000, 0], out=[2])
    found = table(at(state)[3], "What a duel brings")
    assert found.columns == ("player 1", "player 2")
    assert amount(found.rows[0][2]) == round(duel().attack(30_000, 60_000))
    assert amount(found.rows[1][1]) == round(duel().attack(60_000, 30_000))


@pytest.mark.clause("ZK-cash", "ZK-cash-when", "ZK-window")
@pytest.mark.parametrize("cash", ["before_roll", "after_roll"])
@pytest.mark.parametrize("payout", ["progress", "square"])
def test_when_to_cash_is_the_exact_answer(cash: str, payout: str) -> None:
    rules = Rules(cash=cash, payout=payout)  # type: ignore[arg-type]
    rows = table(
        at(position("- - -", "- - -", rules=rules))[-1],
        "When to cash a pawn that is alone, by its steps",
    ).rows
    price = turn_price(ZOCK.deck(), rules, 0)
    for column, answer in ((3, stopping(rules)), (4, stopping(rules, price=price))):
        for row, square in zip(rows, answer.squares[11:], strict=True):
            assert row[0] == str(square.steps)
            assert amount(row[1]) == square.window
            if square.cash:
                assert row[column] == "cash"
            elif square.cash_on:
                assert row[column] == f"cash after {len(square.cash_on)} of 5 rolls"
            else:
                assert row[column] == "go on"


@pytest.mark.clause("ZK-borrow")
def test_the_bank_counts_what_it_lent_and_what_came_back() -> None:
    view = ZOCK.view(ZOCK.start(2), None)
    past: list[tuple[Event, View]] = [
        (MoneyBorrowed(seat=0, amount=2_000, owed=2_500, had=500, debt=2_000), view),
        (DebtRepaid(seat=0, amount=500, debt=1_500), view),
    ]
    figures = [each for report in panel.reports(view, past, EN) for each in report.figures]
    (bank,) = [each for each in figures if each.title == "The bank"]
    told = {label: amount(sum_) for label, sum_ in bank.rows}
    assert (told["Lent"], told["Repaid"], told["Owed by the players"]) == (-2_000, 500, 1_500)
