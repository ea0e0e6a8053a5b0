import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.ledger import BANK
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.panels.books import CashFlow, flows, ledger, sheets
from paydays_widgets.panels.export import decisions_as_csv, steps_as_csv
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import BalanceSheets, CashFlows, Ledger
from paydays_widgets.show.report import Payments
from tests.markup import BROKEN, Page, flat
from tests.panels.tables import GAME, HOSTILE, bidding, dealt, finished, new, play
from tests.spreadsheets import lines_of

HAND = "FFWWCCX"


def rows(session: Session) -> list[dict[str, str]]:
    return lines_of(steps_as_csv(session))


# --- the ledger ----------------------------------------------------------------------------------


def test_every_row_of_the_ledger_adds_up_to_nothing() -> None:
    session = Session(finished(seed=4))
    facts = ledger(session)
    assert len(facts["rows"]) > 10
    assert facts["columns"] == ["Anna", "Ben", "Chloé", "David", "Bank"]
    balances = facts["opening"]
    for row in facts["rows"]:
        assert sum(row.changes) == 0
        balances = [a + b for a, b in zip(balances, row.changes, strict=True)]
        assert tuple(balances) == row.balances
    books = GAME.books(session.table.state)
    assert list(facts["closing"][:4]) == list(books.values())
    assert facts["closing"] == facts["rows"][-1].balances


def test_the_ledger_before_the_first_transfer_is_the_opening() -> None:
    facts = ledger(Session(new()))
    assert facts["rows"] == []
    assert facts["closing"] == facts["opening"] == [20, 20, 20, 20, 0]


def test_only_a_bank_that_starts_at_nothing_is_said_to() -> None:
    assert ledger(Session(new()))["plain_bank"]
    vault = Table(games.load("zock"), [Player("Anna"), Player("Ben")])
    facts = ledger(Session(vault))
    assert "Bank’s money" in facts["columns"]
    assert not facts["plain_bank"]


def test_the_ledger_writes_its_first_row_as_its_last_and_speaks_of_transfers() -> None:
    html = flat(Ledger(Session(new())).html)
    assert html.count("20\N{NBSP}M") == 2 * 4


def test_the_ledger_ends_at_the_cursor() -> None:
    session = Session(finished(seed=4))
    whole = len(ledger(session)["rows"])
    session.do("goto", len(session.table.branch.steps) // 2)
    shown = ledger(session)["rows"]
    assert 0 < len(shown) < whole
    assert shown[-1].at <= session.table.at


def test_a_row_names_its_turn_and_leads_back_to_its_step() -> None:
    session = Session(bidding(["5"], HAND, HAND))
    play(session.table, "2 bid 00")
    (row,) = ledger(session)["rows"]
    assert (row.turn, row.changes) == (1, (5, 0, -5))
    html = flat(Ledger(session).html)
    assert f'data-do="goto" data-value="{row.at}"' in html
    assert "+5" in html
    assert "−5" in html
    session.do("goto", row.at)
    assert type(session.table.event).__name__ == "ContractAwarded"


# --- balance sheets ------------------------------------------------------------------------------


def test_a_balance_sheet_compares_the_latest_turn_that_changed_one() -> None:
    session = Session(bidding(["5"], HAND, HAND))
    assert sheets(session)["turn"] == ""
    play(session.table, "2 bid 00")
    found = sheets(session)
    assert found["turn"] == "Turn 1"
    assert [(each.has.before, each.has.after) for each in found["sheets"]] == [(20, 25), (20, 20)]
    html = flat(BalanceSheets(session).html)
    assert html.count(">Before<") == html.count(">After<") == 2


def test_a_cash_flow_statement_names_accounts_and_no_clauses() -> None:
    session = Session(finished(seed=4))
    html = flat(CashFlows(session).html)
    clauses = {session.text.pick(each.title) for each in session.modules.rulebook.clauses.values()}
    named = {label for each in flows(session)["flows"] for label, _ in each.lines}
    assert named <= {*session.panel.flows(session.text).values()}
    assert not named & clauses
    assert all(label in html for label in named)


def test_a_cash_flow_statement_goes_from_the_cash_at_the_start_to_the_cash_now() -> None:
    session = Session(bidding(["5"], HAND, HAND))
    play(session.table, "2 bid 00")
    html = CashFlows(session).html
    table = html[html.index("<table") : html.index("</table>")]
    cells = re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", table)
    first, last = cells[4:8], cells[-4:]
    assert first[1:] == ["", "", "20\xa0M"]
    assert last[1:] == ["", "", "25\xa0M"]


def test_a_cash_flow_statement_adds_up_all_its_lines() -> None:
    lines = (("Pay", Payments(50, 1)), ("Won", Payments(7, 0)), ("Rent", Payments(2, 30)))
    statement = CashFlow("Anna", 0, 10, 38, lines)
    assert (statement.received, statement.paid) == (59, 31)
    for each in flows(Session(finished(seed=4)))["flows"]:
        assert each.opening + each.received - each.paid == each.closing


def test_a_balance_sheet_says_what_a_payday_would_cost() -> None:
    table = dealt(HAND, HAND)
    play(table, "1 discard foreman")
    session = Session(table)
    held = [[worth for _, worth in sheet.held] for sheet in sheets(session)["sheets"]]
    assert held == [["6", "0", "0\N{NBSP}M"], ["7", "0", "−1\N{NBSP}M"]]
    shown = Page(BalanceSheets(session).html).elements
    labels = {label for sheet in sheets(session)["sheets"] for label, _ in sheet.held}
    assert labels <= {each.said for each in shown}


@pytest.mark.parametrize("language", LANGUAGES)
def test_books_speak_the_language(language: str) -> None:
    session = Session(bidding(["5"], HAND, HAND), language)
    play(session.table, "2 bid 00")
    for part in (Ledger(session), BalanceSheets(session), CashFlows(session)):
        assert BROKEN not in part.html
        assert session.words.money(25, session.text) in part.html


# --- CSV -----------------------------------------------------------------------------------------


def test_the_csv_has_every_step_with_the_balances_after_it() -> None:
    session = Session(finished(seed=4))
    table = session.table
    found = rows(session)
    assert len(found) == len(table.branch.steps)
    for row, step in zip(found, table.branch.steps, strict=True):
        books = GAME.books(step.state)
        assert [int(row[account]) for account in books] == list(books.values())
        assert (row["event"], row["clause"]) == (type(step.event).__name__, step.event.clause)
    before = GAME.books(table.start)
    for row, step in zip(found, table.branch.steps, strict=True):
        for account in before:
            change = sum(
                each.amount * ((each.target == account) - (each.source == account))
                for each in step.event.transfers
            )
            assert int(row[account]) == before[account] + change
        before = GAME.books(step.state)
    assert BANK not in found[0]


def test_the_csv_counts_turns_and_names_each_move() -> None:
    session = Session(bidding(["5"], HAND, HAND))
    play(session.table, "2 bid 00")
    found = rows(session)
    assert found[0]["turn"] == "0"
    turns = {row["event"]: row["turn"] for row in found}
    assert (turns["BidsRevealed"], turns["ContractAwarded"], turns["TurnBegun"]) == ("1", "1", "2")
    moves = list(dict.fromkeys(row["move"] for row in found if row["move"]))
    assert moves[-2:] == ["* turn 1", "2 bid 00"]


def test_the_csv_ends_at_the_cursor() -> None:
    session = Session(finished(seed=4))
    session.do("goto", 40)
    assert len(rows(session)) == 40


def test_what_the_screen_may_not_see_is_left_out_of_the_csv() -> None:
    session = Session(bidding(["5", "4"], HAND, HAND, HAND))
    text = steps_as_csv(session)
    assert "bid 5" not in text
    assert "bid 4" not in text
    assert "deal crane" not in text
    assert "bid" not in "".join(each["move"] for each in lines_of(decisions_as_csv(session)))
    session.do("reveal", 2)
    mine = steps_as_csv(session)
    assert mine.count("deal crane") == HAND.count("C")
    assert "bid 5" not in mine


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_csv_is_written_as_spreadsheets_of_a_language_open_it(language: Language) -> None:
    file = steps_as_csv(Session(finished(seed=4), language))
    lines = lines_of(file, separator="," if language == "en" else ";")
    assert lines[0].keys() == rows(Session(finished(seed=4)))[0].keys()
    assert lines[0]["step"] == "1"


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_spreadsheet_takes_a_name_for_a_formula(start: str) -> None:
    name = f'{start}HYPERLINK("http://evil.example")'
    table = dealt(HAND, HAND, names=(name, HOSTILE))
    for row in rows(Session(table)):
        for cell in row.values():
            if cell.startswith(start):
                assert cell.lstrip("-").isdigit()
