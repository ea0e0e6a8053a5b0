"""Every account and sum that a game shows anywhere is what its books say, at every step."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.balance import COUNTED, HAS, IN_ALL, OWES
from paydays_widgets.core.game import Settling
from paydays_widgets.core.ledger import CASH, owner
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.lessons import Run, position
from paydays_widgets.lessons.run import FEW
from paydays_widgets.panels.books import flows, ledger, sheets
from paydays_widgets.panels.charts import money_chart
from paydays_widgets.panels.drawer import tabs
from paydays_widgets.panels.export import steps_as_csv
from paydays_widgets.panels.plot import MOST_LINES, MOST_ROWS, Lines, plotted
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Drawer, Stage
from paydays_widgets.show.report import Figures
from tests.contract.contract import ALL_GAMES, EVERY_GAME, engine
from tests.games.playing import bots_play
from tests.markup import BROKEN, Element, Page
from tests.spreadsheets import lines_of

SEEDS = pytest.mark.parametrize("seed", range(2))
STOPS = 7
"""The number of positions of a game that are looked at."""


@cache
def played(name: str, seed: int) -> AnyTable:
    """Play a game among bots. All tests share the table; they move its cursor, and no more."""
    panel, bots = games.modules(name).panel, [*games.modules(name).bots.STRATEGIES]
    kinds = [bots[(seed * 3 + at) % len(bots)] for at in range(max(panel.SEATS))]
    return bots_play(name, kinds, seed)


def sessions(name: str, seed: int, language: Language = "en") -> Iterator[Session]:
    """Yield a game among bots, with its cursor at places from the start to the end."""
    table = played(name, seed)
    session = Session(table, language)
    last = len(table.branch.steps)
    for stop in range(STOPS):
        table.go_to(last * stop // (STOPS - 1))
        yield session
    session.close()


def balances(session: Session) -> dict[str, int]:
    """Draw up what every account and sum should be at the cursor."""
    game, state = session.table.game, session.table.state
    found = dict(game.books(state))
    for seat in range(len(session.names)):
        sheet = game.sheet(state, seat)
        found |= sheet.accounts(seat)
        found[f"{HAS}.counted:{seat + 1}"] = sheet.counted_assets
        found[f"{OWES}.counted:{seat + 1}"] = -sheet.counted_debts
        found[f"{COUNTED}.counted:{seat + 1}"] = sheet.counted
    found["bank"] = sum(game.books(session.table.start).values()) - sum(game.books(state).values())
    return found


def shown(page: Page) -> list[Element]:
    return [each for each in page.elements if each["data-account"]]


def check(session: Session, page: Page) -> set[str]:
    """Hold every figure of a page that belongs to an account against the books."""
    right, found = balances(session), shown(page)
    for each in found:
        account = each["data-account"]
        n = right[account]
        write, text = session.words.money, session.text
        # a debt is negative in the ledger, and positive where debts are listed
        said = {write(n, text), text.number(n)} | ({write(-n, text)} if n <= 0 else set())
        assert each.said in {" ".join(one.split()) for one in said}, account
    return {each["data-account"] for each in found}


def opened(session: Session, tab: str) -> Page:
    session.do("tab", tab)
    part = Drawer(session)
    page = Page(part.html)
    part.close()
    session.do("tab", tab)
    assert BROKEN not in page.html
    return page


# --- the model ----------------------------------------------------------------------------------


@ALL_GAMES
@SEEDS
def test_a_sheet_holds_every_account_once_and_its_sums_add_up(name: str, seed: int) -> None:
    game = engine(name)
    for session in sessions(name, seed):
        state = session.table.state
        books = game.books(state)
        for seat in range(len(session.names)):
            sheet = game.sheet(state, seat)
            kinds = [each.kind for each in (*sheet.assets, *sheet.debts)]
            assert len({*kinds}) == len(kinds)
            accounts = sheet.accounts(seat)
            own = {account: n for account, n in books.items() if owner(account) == seat}
            assert {account: accounts[account] for account in own} == own
            assert sheet.has - sheet.owes == sheet.in_all
            assert sheet.counted_assets - sheet.counted_debts == sheet.counted
            assert all(each.amount >= 0 for each in sheet.debts)
            assert {f"{kind}:{seat + 1}" for kind in (HAS, OWES, COUNTED)} <= {*accounts}
            assert (f"{IN_ALL}:{seat + 1}" in accounts) is sheet.two_totals


@ALL_GAMES
@SEEDS
def test_what_counts_is_what_ranks(name: str, seed: int) -> None:
    game = engine(name)
    for session in sessions(name, seed):
        state = session.table.state
        if isinstance(game.turn(state), Settling):
            continue
        playing = game.playing(state)
        ranked = [
            game.sheet(state, seat).counted
            for group in game.standing(state).ranking
            for seat in group
            if playing[seat]
        ]
        assert ranked == sorted(ranked, reverse=True)


@ALL_GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_total_has_a_name(name: str, language: Language) -> None:
    for session in sessions(name, 0, language):
        named = {CASH, *session.panel.accounts(session.text)}
        for seat in range(len(session.names)):
            sheet = engine(name).sheet(session.table.state, seat)
            assert {each.kind for each in (*sheet.assets, *sheet.debts)} <= named
            counted, in_all = session.panel.totals(session.text)
            assert counted
            assert bool(in_all) is sheet.two_totals


# --- what is shown ------------------------------------------------------------------------------


@ALL_GAMES
@SEEDS
def test_the_table_shows_every_seats_cash_as_the_books_have_it(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        stage = Stage(session)
        seats = range(1, len(session.names) + 1)
        assert {f"{CASH}:{seat}" for seat in seats} <= check(session, Page(stage.html))
        stage.close()


@pytest.mark.walk(len(EVERY_GAME))
@pytest.mark.thorough
@ALL_GAMES
@pytest.mark.parametrize(("seed", "language"), [*enumerate(LANGUAGES)])
def test_every_tab_shows_what_the_books_say(name: str, seed: int, language: Language) -> None:
    for session in sessions(name, seed, language):
        right = balances(session)
        seats = range(1, len(session.names) + 1)
        for tab in tabs(session):
            found = check(session, opened(session, tab))
            if tab == "ledger":
                assert "bank" in found
            elif tab == "sheets":
                owned = {each for each, n in right.items() if n and owner(each) is not None}
                lines = {each for each in owned if ".counted" not in each}
                assert lines - {f"{OWES}:{seat}" for seat in seats} <= found
            elif tab == "flows":
                assert {f"{CASH}:{seat}" for seat in seats} == found
            elif tab == "money":
                assert {f"{COUNTED}:{seat}" for seat in seats} <= found


@ALL_GAMES
@SEEDS
def test_a_balance_sheet_adds_up_before_a_turn_and_after_it(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        game, state = session.table.game, session.table.state
        for each in sheets(session)["sheets"]:
            sheet = game.sheet(state, each.seat)
            assert each.totals[0].after == sheet.counted
            for at in ("before", "after"):
                has, owes = (
                    sum(getattr(line, at) for line in lines) for lines in (each.assets, each.debts)
                )
                assert (has, owes) == (getattr(each.has, at), getattr(each.owes, at))
                counted = sum(getattr(line, at) for line in each.assets if line.counts)
                counted -= sum(getattr(line, at) for line in each.debts if line.counts)
                totals = [getattr(line, at) for line in each.totals]
                assert totals == [counted, has - owes][: len(totals)]


@ALL_GAMES
@SEEDS
def test_a_turn_begins_where_the_one_before_it_ended(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        table, found = session.table, sheets(session)
        if not found["turn"]:
            assert all(
                each.has.before == each.has.after == table.game.sheet(table.start, each.seat).has
                for each in found["sheets"]
            )
            continue
        reached = [table.start, *[step.state for step in table.branch.steps[: table.at]]]
        before = [[each.has.before, each.owes.before] for each in found["sheets"]]
        sums = [
            [
                [sheet.has, sheet.owes]
                for seat in range(len(session.names))
                for sheet in [table.game.sheet(state, seat)]
            ]
            for state in reached
        ]
        assert before in sums
        if before == sums[-1]:  # an account has changed, and another with it
            lines = [line for each in found["sheets"] for line in (*each.assets, *each.debts)]
            assert [line for line in lines if line.before != line.after]


@ALL_GAMES
@SEEDS
def test_a_cash_flow_statement_leads_from_the_first_cash_to_the_last(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        books = session.table.game.books(session.table.state)
        for each in flows(session)["flows"]:
            assert each.opening + each.received - each.paid == each.closing
            assert each.closing == books[f"{CASH}:{each.seat + 1}"]
            assert len({label for label, _ in each.lines}) == len(each.lines)


@ALL_GAMES
@SEEDS
def test_every_row_of_the_ledger_adds_up_to_nothing(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        facts = ledger(session)
        assert all(sum(row.changes) == 0 for row in facts["rows"])


@ALL_GAMES
@SEEDS
def test_the_chart_ends_at_what_counts(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        game, state = session.table.game, session.table.state
        for line in money_chart(session)["series"]:
            assert line.values[-1] == game.sheet(state, line.seat).counted


@ALL_GAMES
@SEEDS
def test_the_file_has_every_account_and_sum_after_every_step(name: str, seed: int) -> None:
    *_, session = sessions(name, seed)
    table = session.table
    rows = lines_of(steps_as_csv(session))
    for row, step in zip(rows, table.branch.steps, strict=True):
        expected = dict(table.game.books(step.state))
        for seat in range(len(session.names)):
            expected |= table.game.sheet(step.state, seat).accounts(seat)
        assert {account: int(row[account]) for account in expected} == expected


# --- reports and lessons ------------------------------------------------------------------------


def amount(cell: str) -> int:
    """Read a figure of a report."""
    digits = re.sub(r"\D", "", cell)
    return (-1 if "\N{MINUS SIGN}" in cell else 1) * int(digits or 0)


def reported(session: Session) -> Iterator[tuple[Any, Figures]]:
    """Yield the tables of a game's reports up to the cursor, each with its report."""
    table, reports = session.table, session.panel.reports
    if reports is not None:
        past = [
            (step.event, table.game.view(step.state, None))
            for step in table.branch.steps[: table.at]
        ]
        for report in reports(table.game.view(table.start, None), past, session.text):
            for figures in report.figures:
                yield report, figures


@ALL_GAMES
@SEEDS
def test_a_total_of_a_report_is_the_sum_of_the_rows_above_it(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        for _, figures in reported(session):
            begun = 0
            for total in figures.totals:
                above = [list(map(amount, row[1:])) for row in figures.rows[begun:total]]
                sums = [sum(column) for column in zip(*above, strict=True)]
                assert list(map(amount, figures.rows[total][1:])) == (
                    sums or [0] * len(figures.rows[total][1:])
                ), figures.title
                begun = total + 1


@pytest.mark.parametrize("name", ["master_builder", "pay_day"])
@SEEDS
def test_the_cash_flow_of_a_report_explains_the_cash(name: str, seed: int) -> None:
    for session in sessions(name, seed):
        table = session.table
        before, after = (table.game.books(each) for each in (table.start, table.state))
        told = []
        for report, figures in reported(session):
            if figures.title.startswith("Cash flow"):
                account = f"{CASH}:{report.seat + 1}"
                change = session.words.money(after[account] - before[account], session.text)
                assert amount(figures.rows[-1][-1]) == amount(change)
                assert len(figures.rows[-1]) == len(figures.columns) + 1
                told.append(report.seat)
        assert told == [*range(len(session.names))]


@ALL_GAMES
@SEEDS
def test_a_long_table_of_a_report_is_drawn_and_the_plot_shows_its_figures(
    name: str, seed: int
) -> None:
    for session in sessions(name, seed):
        for _, figures in reported(session):
            if len(figures.rows) <= MOST_ROWS:
                continue
            assert figures.chart is not None, figures.title
            chart = figures.chart
            assert 1 <= len(chart.series) <= MOST_LINES
            drawn = plotted(chart)
            text, money = session.text, session.words.money
            cells = {cell.lstrip("+") for row in figures.rows for cell in row[1:]} | {"–"}
            for values in chart.series.values():
                assert len(values) == len(chart.at)
                said = {money(round(n), text) if n else "–" for n in values}
                assert said <= cells | {money(0, text)}, figures.title
            assert isinstance(drawn, Lines) is isinstance(chart.at[0], int)


@pytest.mark.parametrize("name", games.names())
def test_what_a_lesson_says_of_money_afterwards_is_in_the_books(name: str) -> None:
    for vignette in games.modules(name).vignettes:
        at = position(vignette, game=name)
        leaf = Run(at)
        few = len(at.names) <= FEW  # of many seats, only those are shown whose money has changed
        seats = range(len(at.names)) if few else ()
        assert check(at, Page(leaf.html)) == {f"{COUNTED}:{seat + 1}" for seat in seats}
        leaf.close()
