"""What a panel needs from Pay Day, and the panel as a whole."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Decide, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import panel
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.engine.balance import interest_ahead
from paydays_widgets.games.pay_day.events import LoanInterestPaid, MonthBegun, SalaryPaid
from paydays_widgets.games.pay_day.moves import Deliver, Roll, TurnUp
from paydays_widgets.games.pay_day.panel import report
from paydays_widgets.games.pay_day.reading import loan_needed
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Household, Item, PaydayStep, Payment, Visit
from paydays_widgets.panels.books import ledger
from paydays_widgets.panels.charts import money_chart
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Drawer, Stage
from tests.games.pay_day.positions import play, position
from tests.markup import BROKEN, Page, figures

BOTS = games.modules("pay_day").bots.STRATEGIES
PACKAGE = "paydays_widgets.games.pay_day"
TEXT = Text("en", PACKAGE)
LOAN = TEXT("The course of the loan")


def new(
    *kinds: str, names: tuple[str, ...] = ("Anna", "Ben", "Chloé", "David"), **how: Any
) -> AnyTable:
    players = [Player(name, kind) for name, kind in zip(names, kinds, strict=False)]
    return Table(PAY_DAY, players, strategies=BOTS, **how)


def finished(seed: int = 3, **how: Any) -> AnyTable:
    kinds = ("leverage_every_deal", "saver", "gambler", "insurer")
    table = new(*kinds, seed=seed, rules=Rules(months=2), **how)
    while table.advance():
        pass
    assert isinstance(table.turn, Over)
    return table


def opened(session: Session, tab: str) -> Page:
    session.screen = replace(session.screen, tab=tab)
    part = Drawer(session)
    html = part.html
    part.close()
    assert BROKEN not in html
    return Page(html)


# --- the module -------------------------------------------------------------------------------


def test_the_teacher_may_set_the_die_and_each_card_that_is_not_held() -> None:
    state = position(Household(10, deals=(5,), bills=(34,)), Household(10))
    found = dict(panel.wishes(PAY_DAY.view(state, None), TEXT))
    assert figures(found[Roll(CHANCE, 6)]) == ["6"]
    assert figures(found[TurnUp(CHANCE, 1)]) == ["$150"]
    assert figures(found[Deliver(CHANCE, 31)]) == ["$100"]
    assert state.deck.mail_titles[43].en in found[Deliver(CHANCE, 44)]
    assert not {TurnUp(CHANCE, 5), Deliver(CHANCE, 34)} & found.keys()
    assert len(found) == 6 + 15 + 71
    empty = replace(state, deals=(), mail=(), mail_discard=(3, 1), deals_under=(2, 4))
    found = dict(panel.wishes(PAY_DAY.view(empty, None), TEXT))
    cards = [each for each in found if not isinstance(each, Roll)]
    assert cards == [TurnUp(CHANCE, 2), Deliver(CHANCE, 1), Deliver(CHANCE, 3)]


def test_a_wish_comes_true_on_the_screen() -> None:
    session = Session(new(HUMAN, HUMAN))
    assert session.do("wish", "* roll 4")
    session.do("step")
    assert session.table.state.households[0].day == 4
    assert session.do("wish", "* deal 14")
    session.do("step")
    assert "paper-deal-14" in Page(Stage(session).html).keys("paper-")
    assert not session.do("wish", "* deal 14"), "it lies open by now"


def test_a_new_game_waits_for_the_first_throw() -> None:
    session = Session(new(HUMAN, HUMAN))
    assert not session.table.branch.moves
    assert 'data-key="set-6"' in Stage(session).html


def test_progress_and_milestones() -> None:
    apart = (Household(1, month=2), Household(1, month=3), Household(1, month=4))
    for active, month in enumerate((2, 3, 3)):
        view = PAY_DAY.view(position(*apart, active=active), None)
        assert figures(panel.progress(view, TEXT)) == [str(month), "3"]
    done = PAY_DAY.view(position(Household(1, month=4), Household(1, month=4)), None)
    assert figures(panel.progress(done, TEXT)) == ["3"]
    assert panel.milestone(SalaryPaid(seat=2, amount=0), TEXT) == "③"
    assert panel.milestone(MonthBegun(seat=2, month=2), TEXT) == ""


def test_a_household_has_a_balance_sheet_with_two_totals() -> None:
    state = position(Household(50, loan=300, deals=(5, 6), bills=(31, 25)), Household(1))
    sheet = PAY_DAY.sheet(state, 0)
    assert {each.kind: each.amount for each in sheet.assets} == {
        "cash": 50,
        "savings": 0,
        "deals": 650,
    }
    assert {each.kind: each.amount for each in sheet.debts} == {
        "loan": 300,
        "bills": 150,
        "interest": 60,
    }
    assert (sheet.counted, sheet.in_all) == (50 - 300, 50 + 650 - 300 - 150 - 60)
    measured = [amount for _, amount in panel.measures(PAY_DAY.view(state, None), 0, TEXT)]
    assert {650, -60, sheet.in_all} <= {*measured}
    assert panel.remarks(PAY_DAY.view(state, None), 0, TEXT)
    assert not panel.remarks(PAY_DAY.view(state, None), 1, TEXT)


def test_what_is_no_money_stands_beside_the_balance_sheet() -> None:
    state = position(Household(50, insurances=(40,), tickets=(1, 2)), Household(1))
    view = PAY_DAY.view(state, None)
    (_insured, tickets) = panel.holdings(view, 0, TEXT)
    assert tickets[1] == "2"
    assert panel.holdings(view, 1, TEXT) == []


@pytest.mark.clause("PD-loan-interest")
def test_no_interest_is_due_where_no_pay_day_comes() -> None:
    def due(household: Household, *agenda: Item) -> int:
        return -interest_ahead(replace(position(household, Household(1)), agenda=agenda), 0)

    last = PAY_DAY.rules_type().months
    assert due(Household(0, loan=300)) == 60
    assert due(Household(0, loan=300, month=last, day=30)) == 60
    assert due(Household(0, loan=300, month=last, day=31), PaydayStep(0, 2)) == 60
    assert due(Household(0, loan=300, month=last, day=31), Visit(0, back=False)) == 60
    assert due(Household(0, loan=300, month=last, day=31), PaydayStep(0, 4)) == 0
    assert due(Household(0, loan=300, month=last - 1, day=31), PaydayStep(0, 4)) == 60
    assert due(Household(0, loan=400, day=31), Payment(0, 60, "interest")) == 60
    assert due(Household(0, loan=300, month=last + 1)) == 0


def test_the_loan_that_a_price_calls_for() -> None:
    assert loan_needed(Household(100), 100) == 0
    assert loan_needed(Household(99), 100) == 100
    assert loan_needed(Household(0, savings=300, day=31), 300) == 0
    assert loan_needed(Household(0, savings=300, day=4), 300) == 100  # the fee


# --- what is worked out -----------------------------------------------------------------------


def _money(amount: int) -> str:
    return f"${amount:,}"


def _sum(written: str) -> int:
    if written == "–":
        return 0
    plain = re.sub(r"[$,+]", "", written.replace("\N{MINUS SIGN}", "-"))
    return int(plain)


def test_the_course_of_a_loan_counts_its_interest() -> None:
    table = new(HUMAN, HUMAN, rules=Rules(months=3))
    for move in ("* roll 4", "* deal 16", "1 buy", "1 borrow 1200", "* roll 1", "* roll 5"):
        table.play(PAY_DAY.read(move))
    past = [(step.event, PAY_DAY.view(step.state, None)) for step in table.branch.steps]
    opening = PAY_DAY.view(table.start, None)
    anna, ben, *_ = report.reports(opening, past, TEXT)
    (loan,) = [each for each in anna.figures if each.title == LOAN]
    ((day, *sums),) = loan.rows
    assert figures(day) == ["1", "4"]
    assert sums == ["+$1,200", "$1,200", "–", "$0"]
    assert not loan.sums
    assert figures(loan.words)[:3] == ["$1,200", "$1,200", "$0"]
    assert LOAN not in [each.title for each in ben.figures]


def test_interest_that_was_paid_is_added_up_and_held_against_what_was_borrowed() -> None:
    for seed in range(8):
        table = finished(seed)
        past = [(step.event, PAY_DAY.view(step.state, None)) for step in table.branch.steps]
        found = report.reports(PAY_DAY.view(table.start, None), past, TEXT)
        courses = [course for each in found for course in each.figures if course.title == LOAN]
        for course in courses:
            if course.chart:
                assert list(course.chart.at) == sorted(map(int, course.chart.at))
            interest = [_sum(row[3]) for row in course.rows]
            assert sum(interest) == _sum(course.rows[-1][4])
            if len([each for each in interest if each]) > 1:
                assert course.sums[0].endswith(f"= {_money(sum(interest))}")


def test_a_months_cash_flow_is_what_cash_changed_by_from_pay_day_to_pay_day() -> None:
    table = finished()
    views = [PAY_DAY.view(each.state, None) for each in table.branch.steps]
    opening = PAY_DAY.view(table.start, None)
    past = [(each.event, view) for each, view in zip(table.branch.steps, views, strict=True)]
    reported = report.reports(opening, past, TEXT)
    for seat, household in enumerate(opening.households):
        flow = reported[seat].figures[0]
        *lines, whole = [[_sum(cell) for cell in row[1:]] for row in flow.rows]
        assert [sum(column) for column in zip(*lines, strict=True)] == whole
        assert len(whole) == 1 + opening.rules.months
        own = [(each.households[seat].month, each.households[seat].cash) for each in views]
        first = [cash for month, cash in own if month == 1][-1]
        assert whole == [first - household.cash, own[-1][1] - first, own[-1][1] - household.cash]


@pytest.mark.clause("PD-loan-interest")
def test_pd_loan_interest_has_a_line_of_its_own_in_the_cash_flow() -> None:
    table = finished(0)
    past = [(each.event, PAY_DAY.view(each.state, None)) for each in table.branch.steps]
    reported = report.reports(PAY_DAY.view(table.start, None), past, TEXT)
    paid = [0] * len(table.players)
    for event, _ in past:
        if isinstance(event, LoanInterestPaid):
            paid[event.seat] -= event.amount
    told = [
        sum(_sum(row[-1]) for row in each.figures[0].rows if row[0] == "Interest on the loan")
        for each in reported[: len(paid)]
    ]
    assert told == paid
    assert any(paid)


def test_the_rates_are_worked_out_for_a_year() -> None:
    (growth,) = report.reports(PAY_DAY.view(PAY_DAY.start(2), None), [], TEXT)[-1].figures
    assert growth.rows[0][1:] == ("$1,200", "$1,440", "$1,728", "$2,986", "$8,916")
    assert [figures(each) for each in growth.sums] == [
        ["1.2", "12", "8.92", "792%", "12", "20%", "240%"],
        ["1.1", "12", "3.14", "214%", "12", "10%", "120%"],
    ]


# --- the panel as a whole ---------------------------------------------------------------------


def test_several_people_share_the_screen_without_a_curtain() -> None:
    session = Session(new(HUMAN, HUMAN, HUMAN))
    for _ in range(40):
        assert session.hand_over is None
        turn = session.table.turn
        if isinstance(turn, Decide):
            assert session.acting == frozenset(turn.seats)
            move = session.table.game.legal(session.table.state, turn.seats[0])[-1]
            assert session.play(str(move))
        else:
            session.do("step")
    part = Controls(session)
    assert 'data-key="face_up"' not in part.html
    part.close()


def test_the_ledger_names_the_account_and_its_owner() -> None:
    facts = ledger(Session(finished()))
    assert "Anna, Cash" in facts["columns"]
    assert facts["columns"][-1] == "Bank"


def test_each_kind_of_account_that_was_used_has_a_chart() -> None:
    facts = money_chart(Session(finished()))
    kinds = [each["kind"] for each in facts["charts"]]
    assert kinds[:2] == ["", "cash"]
    assert "loan" in kinds
    worth, cash = facts["charts"][0], facts["charts"][1]
    assert worth["series"][0].values[0] == cash["series"][0].values[0] == 325
    quiet = money_chart(Session(new(HUMAN, HUMAN)))
    assert [each["kind"] for each in quiet["charts"]] == ["", "cash"]


def test_two_branches_are_compared_by_all_that_counts() -> None:
    table = new(HUMAN, HUMAN)
    for move in ("* roll 4", "* deal 5"):
        table.play(PAY_DAY.read(move))
    here = table.at
    for move in ("1 buy", "* roll 1", "* roll 5"):
        table.play(PAY_DAY.read(move))
    table.go_to(here)
    table.play(PAY_DAY.read("1 pass"))
    session = Session(table)
    session.do("compare", {"first": "0", "second": "1"})
    seen = opened(session, "branches")
    told = seen.key("comparison").said
    assert "Anna $25 $325 +$300" in told
    assert "$300 $0 −$300" in told  # Deals at cost


def test_a_decision_is_told_otherwise_by_a_click() -> None:
    table = new(HUMAN, HUMAN, HUMAN)
    for move in ("* roll 4", "* deal 5", "1 buy", "* roll 1", "* roll 5", "* roll 2"):
        table.play(PAY_DAY.read(move))
    session = Session(table)
    seen = opened(session, "branches")
    (click,) = [each for each in seen.elements if each["data-do"] == "what_if"]
    assert table.deck.deal_titles[4].en in seen.key("turning").said
    assert "$300" in seen.key("turning").figures
    here = table.at
    assert session.do("what_if", click["data-value"])
    assert (table.current, table.at, len(table.branches)) == (0, here, 2)
    told = opened(session, "branches").key("comparison").said
    assert "Anna $25 $325 +$300" in told
    for wrong in ("99:1 pass", "x:1 pass", "2:1 fly", "2:1 sell 5", "2", None):
        assert not session.do("what_if", wrong)
        assert session.screen.message is not None
        assert (table.current, table.at, len(table.branches)) == (0, here, 2)


@pytest.mark.parametrize(
    ("household", "script", "done", "other"),
    [
        (Household(325), "* roll 4;* deal 5;1 pass", "$300", "1 buy"),
        (Household(325), "* roll 1;* mail 64;1 buy", "$200", "1 pass"),
        (Household(325), "* roll 4;* deal 12;1 buy", "$700", "1 pass"),
        (Household(325), "* roll 1;* mail 64;1 pass", "$200", "1 buy"),
        (Household(325, day=9), "* roll 1;1 stake 100", "$100", "1 pass"),
        (Household(325, day=9), "* roll 1;1 pass", "", ""),
        (Household(99, day=30, loan=500), "* roll 1;1 pass", "$324", "1 repay 300"),
        (Household(99, day=30), "* roll 1;1 pass", "$424", "1 deposit 400"),
        (Household(99, day=30), "* roll 1;1 deposit 400;1 pass", "", ""),
        (Household(99, day=30), "* roll 1;1 deposit 400", "$400", "1 pass"),
        (Household(99, day=30, loan=300), "* roll 1;1 repay 300", "$300", "1 pass"),
        (Household(0, day=17), "* roll 1;1 borrow 100", "", ""),
        (Household(0), "* roll 1", "", ""),
    ],
)
def test_what_could_have_been_decided_otherwise(
    household: Household, script: str, done: str, other: str
) -> None:
    state = position(household, Household(325))
    *before, last = script.split(";")
    if before:
        state = play(state, *before).state
    view = PAY_DAY.view(state, None)
    told, others = panel.what_ifs(view, PAY_DAY.read(last), ("Anna", "Ben"), TEXT)
    assert done in told
    assert [str(move) for move, _ in others] == ([other] if other else [])
    assert all(PAY_DAY.refuse(state, move) is None for move, _ in others)


def test_the_desk_is_played_by_its_moves() -> None:
    desk = Desk("pay_day", teach=True)
    assert [player.kind for player in desk.table.players] == [HUMAN, *panel.OPPONENTS]
    assert desk.play("* roll 4")
    assert desk.do("wish", "* deal 3")
    desk.do("step")
    desk.do("step")
    assert "paper-deal-3" in Page(desk.stage.html).keys("paper-")
    assert desk.play("1 pass")
    assert not desk.play("1 pass")
    assert desk.message
    desk.close()
