"""The ledger, the balance sheets and the cash flow statements: every transfer and total."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.balance import COUNTED, HAS, IN_ALL, OWES, Item
from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import BANK, CASH, Account, Posting, cash, owner, postings
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.show.report import Payments, cash_flow, named


class Row(Struct, frozen=True):
    """A line of the ledger.

    Parameters
    ----------
    at
        The step, counted from 1.
    changes, balances
        By account, in the order of the columns.
    """

    at: int
    turn: int
    what: str
    changes: tuple[int, ...]
    balances: tuple[int, ...]


class SheetLine(Struct, frozen=True):
    """A line of a balance sheet, before a turn and after it, and whether the ranking counts it."""

    account: Account
    name: str
    before: int
    after: int
    counts: bool = True


Lines: TypeAlias = tuple[SheetLine, ...]


class Balance(Struct, frozen=True):
    """A seat's balance sheet, before a turn and after it.

    Parameters
    ----------
    has, owes
        The sums of its assets and its debts.
    totals
        What counts in the ranking; and the total of all lines, if some do not count.
    remarks
        What the game says below it.
    held
        What the seat has besides: label and amount.
    """

    name: str
    seat: int
    assets: tuple[SheetLine, ...]
    debts: tuple[SheetLine, ...]
    has: SheetLine
    owes: SheetLine
    totals: tuple[SheetLine, ...]
    remarks: tuple[str, ...]
    held: tuple[tuple[str, str], ...]


class CashFlow(Struct, frozen=True):
    """A seat's cash flow statement.

    Parameters
    ----------
    opening, closing
        Its cash at the start, and at the cursor.
    lines
        The names of the receipts and payments, with their sums.
    """

    name: str
    seat: int
    opening: int
    closing: int
    lines: tuple[tuple[str, Payments], ...]

    @property
    def received(self) -> int:
        """The sum of all receipts."""
        return sum(each.received for _, each in self.lines)

    @property
    def paid(self) -> int:
        """The sum of all payments."""
        return sum(each.paid for _, each in self.lines)


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
    table = session.table
    opening, entries = table.game.books(table.start), journal(session)
    used = {account for entry in entries for account in entry.changes}
    # an account that stays empty would be an empty column
    accounts = [account for account in opening if opening[account] or account in used] + [BANK]
    rows, turns = [], session.turns()
    for entry in entries:
        changes = tuple(entry.changes.get(account, 0) for account in accounts)
        balances = tuple(entry.books.get(account, 0) for account in accounts)
        what = session.told(entry.at).what
        rows.append(Row(entry.at, turns[entry.at - 1], what, changes, balances))
    return {
        "accounts": accounts,
        "columns": [account_name(session, account) for account in accounts],
        "plain_bank": sum(owner(account) is None for account in accounts) == 1,
        "rows": rows,
        "opening": [opening.get(account, 0) for account in accounts],
        "closing": rows[-1].balances if rows else [opening.get(each, 0) for each in accounts],
        "money": session.words.money,
    }


def _latest_turn(session: Session) -> tuple[int, Any]:
    """Find the latest turn that changed a balance sheet, and the position before it.

    Returns 0 and the opening if nothing has changed yet.
    """
    table, seats = session.table, range(len(session.names))
    states = [table.start, *[step.state for step in table.branch.steps[: table.at]]]
    turns = [0, *session.turns()]
    now = [table.game.sheet(table.state, seat) for seat in seats]
    for at in reversed(range(1, len(states))):
        if [table.game.sheet(states[at - 1], seat) for seat in seats] != now:
            first = next(n for n in range(at, -1, -1) if not n or turns[n - 1] != turns[at])
            return turns[at], states[max(first - 1, 0)]
    return 0, table.start


def sheets(session: Session) -> dict[str, Any]:
    """Compile every seat's balance sheet, before and after the latest turn that changed one."""
    table, text, panel = session.table, session.text, session.panel
    view = table.game.view(table.state, None)
    turn, opening = _latest_turn(session)
    kinds = {CASH: text("Cash"), **panel.accounts(text)}
    kinds |= {HAS: text("Assets"), OWES: text("Debts")}
    kinds |= dict(zip((COUNTED, IN_ALL), panel.totals(text), strict=True))
    found = []
    for seat, name in enumerate(session.names):
        before, after = table.game.sheet(opening, seat), table.game.sheet(table.state, seat)
        sums = _lines(kinds, seat, before.sums, after.sums)
        found.append(
            Balance(
                name,
                seat,
                tuple(filter(_shown, _lines(kinds, seat, before.assets, after.assets))),
                tuple(filter(_shown, _lines(kinds, seat, before.debts, after.debts))),
                sums[0],
                sums[1],
                sums[2:],
                tuple(panel.remarks(view, seat, text)),
                tuple(panel.holdings(view, seat, text)),
            )
        )
    title = panel.turn_name(turn, text) if turn else ""
    return {"sheets": found, "turn": title, "money": session.words.money}


def _lines(
    kinds: Mapping[str, str], seat: Seat, before: Sequence[Item], after: Sequence[Item]
) -> Lines:
    """Name the lines of a sheet; one that was not there before was 0."""
    was = {each.kind: each.amount for each in before}
    return tuple(
        SheetLine(
            f"{each.kind}:{seat + 1}",
            kinds[each.kind],
            was.get(each.kind, 0),
            each.amount,
            each.counts,
        )
        for each in after
    )


def _shown(line: SheetLine) -> bool:
    """Return whether there is anything to show; cash is shown even if there is none."""
    return bool(line.before or line.after) or line.account.startswith(CASH)


def flows(session: Session) -> dict[str, Any]:
    """Compile every seat's cash flow statement, from the start to the cursor."""
    table, text = session.table, session.text
    clauses = session.modules.rulebook.clauses
    titles = {id_: text.pick(clause.title) for id_, clause in clauses.items()}
    own = session.panel.flows(text)
    name = named({**titles, **own})
    events = [(0, step.event) for step in table.branch.steps[: table.at]]
    opening, closing = table.game.books(table.start), table.game.books(table.state)
    found = []
    for seat, who in enumerate(session.names):
        flow = cash_flow(events, seat, name)
        order = dict.fromkeys([*own.values(), *flow])
        lines = tuple((each, flow[each][0]) for each in order if each in flow)
        found.append(CashFlow(who, seat, opening[cash(seat)], closing[cash(seat)], lines))
    return {"flows": found, "money": session.words.money}


LEDGER: Final = PanelPart("ledger.html.j2", ledger)
SHEETS: Final = PanelPart("sheets.html.j2", sheets)
FLOWS: Final = PanelPart("flows.html.j2", flows)
