"""The ledger and the balance sheets: every transfer, and the totals."""

from typing import Any

from msgspec import Struct

from paydays_widgets.core.ledger import (
    BANK,
    Account,
    Posting,
    owner,
    postings,
    statement,
    wealth,
)
from paydays_widgets.panels.part import Part
from paydays_widgets.panels.session import Session


class Row(Struct, frozen=True):
    """A line of the ledger.

    Parameters
    ----------
    at
        The step, counted from 1.
    turn
        The turn of the step.
    what
        What happened.
    changes, balances
        By account, in the order of the columns.
    """

    at: int
    turn: int
    what: str
    changes: tuple[int, ...]
    balances: tuple[int, ...]


class Sheet(Struct, frozen=True):
    """A seat's balance sheet.

    Parameters
    ----------
    name
        The seat's name.
    seat
        The seat, counted from 0.
    opening, closing
        The sum of its accounts at the start, and at the cursor.
    lines
        The title of each rule, the number of payments, and their net amount.
    held
        Its other possessions: label and amount.
    """

    name: str
    seat: int
    opening: int
    closing: int
    lines: tuple[tuple[str, int, int], ...]
    held: tuple[tuple[str, str], ...]


def journal(session: Session) -> tuple[Posting, ...]:
    """List the postings up to the cursor."""
    table = session.table
    steps = table.branch.steps[: table.at]
    return postings(
        table.game.books(table.start),
        [(at, each.event.clause, each.event.transfers) for at, each in enumerate(steps, 1)],
    )


def account_name(session: Session, account: Account) -> str:
    """Name an account: the seat's name, with the kind of account unless it is cash."""
    kinds = session.panel.accounts(session.text)
    seat, kind = owner(account), account.partition(":")[0]
    if seat is None:
        return kinds.get(kind, session.text("Bank"))
    name = session.names[seat]
    return f"{name}, {kinds[kind]}" if kind in kinds else name


def ledger(session: Session) -> dict[str, Any]:
    """Compile the ledger's columns and rows, newest last."""
    table, text = session.table, session.text
    opening, entries = table.game.books(table.start), journal(session)
    used = {account for entry in entries for account in entry.changes}
    # an account that stays empty would be an empty column
    accounts = [account for account in opening if opening[account] or account in used] + [BANK]
    rows, turns = [], session.turns()
    for entry in entries:
        event = table.game.witness(table.branch.steps[entry.at - 1].event, session.viewer)
        note = session.words.explain(event, session.names, text, table.deck)
        changes = tuple(entry.changes.get(account, 0) for account in accounts)
        balances = tuple(entry.books.get(account, 0) for account in accounts)
        rows.append(Row(entry.at, turns[entry.at - 1], note.what, changes, balances))
    return {
        "columns": [account_name(session, account) for account in accounts],
        "rows": rows,
        "opening": [opening.get(account, 0) for account in accounts],
        "closing": rows[-1].balances if rows else [opening.get(each, 0) for each in accounts],
        "money": session.words.money,
    }


def sheets(session: Session) -> dict[str, Any]:
    """Compile every seat's balance sheet at the cursor."""
    table, text = session.table, session.text
    view = table.game.view(table.state, None)
    opening, closing = table.game.books(table.start), table.game.books(table.state)
    entries = journal(session)
    clauses = session.rooms.rulebook.clauses
    before, after = wealth(opening), wealth(closing)
    found = []
    for seat, name in enumerate(session.names):
        accounts = [account for account in opening if owner(account) == seat]
        lines = tuple(
            (text.pick(clauses[clause].title), times, total)
            for clause, (times, total) in statement(entries, *accounts).items()
        )
        held = tuple(session.panel.holdings(view, seat, text))
        found.append(Sheet(name, seat, before[seat], after[seat], lines, held))
    return {"sheets": found, "money": session.words.money}


class Ledger(Part):
    """Every transfer up to the cursor."""

    template = "ledger.html.j2"

    def facts(self) -> dict[str, Any]:
        """Compile the columns and rows."""
        return ledger(self.session)


class BalanceSheets(Part):
    """Every seat's balance, and how it came about."""

    template = "sheets.html.j2"

    def facts(self) -> dict[str, Any]:
        """Compile the sheets."""
        return sheets(self.session)
