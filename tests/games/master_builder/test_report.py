"""The reports of a game."""

import re

import pytest

from paydays_widgets.core.game import Over
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.bots import STRATEGIES
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import ContractWon, Event
from paydays_widgets.games.master_builder.panel import reports
from paydays_widgets.games.master_builder.state import State, View
from paydays_widgets.show.report import Figures, Report
from tests.games.master_builder.positions import naming, position
from tests.markup import figures

EN = Text("en")
Past = list[tuple[Event, View]]


def told(state: State, script: str) -> tuple[View, Past]:
    """Return the opening, and each event of some moves with what lay open after it."""
    opening = MASTER_BUILDER.view(state, None)
    past: Past = []
    for notation in script.split(";") if script else ():
        for step in MASTER_BUILDER.unfold(state, MASTER_BUILDER.read(notation)):
            past.append((step.event, MASTER_BUILDER.view(step.state, None)))
            state = step.state
    return opening, past


def game(seed: int) -> tuple[View, Past]:
    """Play a whole game of bots."""
    kinds = ("land_grabber", "price_to_value", "opportunist")
    players = [Player(name, kind) for name, kind in zip("ABC", kinds, strict=True)]
    table = Table(MASTER_BUILDER, players, seed=seed, strategies=STRATEGIES)
    while not isinstance(table.turn, Over):
        table.advance()
    views = [(each.event, MASTER_BUILDER.view(each.state, None)) for each in table.branch.steps]
    return MASTER_BUILDER.view(table.start, None), views


def titled(report: Report, title: str) -> Figures:
    (found,) = [each for each in report.figures if each.title == title]
    return found


def sum_(written: str) -> int:
    """Read a sum of money, in thousands."""
    if written == "–":
        return 0
    plain = re.sub(r"[$,+]", "", written.replace("\N{MINUS SIGN}", "-"))
    return int(plain) // 1000


@pytest.mark.clause("MB-2-win")
def test_every_contract_won_is_held_against_its_worth() -> None:
    state = naming(["AATTFF", "AATTFF", "A"], [5, 4, 3], round=2, cash=[40, 15, 40])
    opening, past = told(state, "1 name 5 12;2 bid 15;3 pass;1 bid 20")
    first, second, *_ = reports(opening, past, EN)
    won = titled(first, "Contracts won")
    assert won.columns == ("Paid", "Worth then", "Surplus", "Overpaid")
    assert won.rows == (
        ("“Bakehouse”, round 2", "$20,000", "$44,000", "+$24,000", "$4,000"),
        ("In all", "$20,000", "$44,000", "+$24,000", "$4,000"),
    )
    assert won.totals == (1,)
    assert "Contracts won" not in [each.title for each in second.figures]
    opening, past = game(2)
    for each in reports(opening, past, EN)[:-1]:
        rows = titled(each, "Contracts won").rows
        wins = [event for event, _ in past if isinstance(event, ContractWon)]
        mine = [event for event in wins if event.seat == each.seat]
        assert len(rows) == len(mine) + 1
        assert sum_(rows[-1][1]) == sum(event.price for event in mine)


@pytest.mark.clause("MB-5-loans", "MB-5-repay")
def test_a_loan_is_followed_from_round_to_round() -> None:
    state = position(["A", "AT"], cash=[0, 40], phase="event", round=2)
    opening, past = told(state, "* event 16;1 borrow small")
    first, second, _ = reports(opening, past, EN)
    loans = titled(first, "The course of the loans")
    assert loans.rows == (("Small loan", "2", "owed", "$10,000", "$13,000", "$3,000", "30.0%"),)
    assert loans.sums == ("$13,000 / $10,000 − 1 = 30.0% in 1 round",)
    assert "$3,000" in figures(loans.words)
    assert "The course of the loans" not in [each.title for each in second.figures]


def test_loans_that_were_repaid_cost_what_was_paid_for_them() -> None:
    for seed in range(6):
        opening, past = game(seed)
        transfers = [each for event, _ in past for each in event.transfers]
        for each in reports(opening, past, EN)[:-1]:
            assert each.seat is not None
            account = f"loan:{each.seat + 1}"
            borrowed = sum(move.amount for move in transfers if move.source == account)
            loans = [found for found in each.figures if "course" in found.title]
            received = sum(sum_(row[3]) for found in loans for row in found.rows)
            assert received == borrowed
            assert all("owed" not in row for found in loans for row in found.rows)


def test_what_a_loan_costs_by_how_long_it_is_held() -> None:
    (rates,) = reports(*told(position(["A", "A"]), ""), EN)[-1].figures
    assert [figures(row[0]) for row in rates.rows] == [
        ["$10,000", "$13,000"],
        ["$10,000", "$15,000"],
        ["$30,000", "$38,000"],
        ["$30,000", "$40,000"],
    ]
    assert [row[1] for row in rates.rows] == ["30.0%", "50.0%", "26.7%", "33.3%"]
    assert rates.rows[0][2:] == ("30.0%", "14.0%", "9.1%", "6.8%", "5.4%")
    assert rates.sums == (
        "$13,000 / $10,000 − 1 = 30.0% in 1 round",
        "($13,000 / $10,000) to the power of 1/3 − 1 = 9.1% a round, 3 rounds",
    )


@pytest.mark.parametrize("seed", range(2))
def test_the_cash_flow_of_each_round_is_what_cash_changed_by(seed: int) -> None:
    opening, past = game(seed)
    for seat, builder in enumerate(opening.builders):
        flow = titled(reports(opening, past, EN)[seat], "Cash flow by round")
        *lines, whole = [[sum_(cell) for cell in row[1:]] for row in flow.rows]
        assert [sum(column) for column in zip(*lines, strict=True)] == whole
        was, changes = builder.cash, []
        for number in range(1, past[-1][1].number + 1):
            now = [view.builders[seat].cash for _, view in past if view.number == number][-1]
            changes.append(now - was)
            was = now
        assert whole == [*changes, was - builder.cash]
