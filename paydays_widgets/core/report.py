"""Reports: a game's analysis of how play has gone, as tables that any panel can show.

A game's ``panel`` makes them (``reports``) from the events and the open view after each.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Event, Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.text import Text

NOTHING: Final = "–"
"""Shown in place of a zero amount."""

Flow: TypeAlias = Mapping[str, Mapping[int, int]]
"""Net cash flow by clause, and within each clause by month or round."""


class Figures(Struct, frozen=True):
    """A table of words and figures, ready to show.

    Parameters
    ----------
    title
        What it shows.
    columns
        The headings of the columns of figures.
    rows
        For each row its name, then its figures.
    totals
        The numbers of the total rows, counted from 0.
    words
        What it teaches, in a sentence or two; "" for nothing.
    sums
        The calculations, line by line.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...] = ()
    words: str = ""
    sums: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """Tables about one seat, or about the whole game.

    Parameters
    ----------
    seat
        The seat; None for the whole game.
    figures
        The tables.
    """

    seat: Seat | None
    figures: tuple[Figures, ...]


def signed(amount: int, money: Callable[[int, Text], str], text: Text) -> str:
    """Write an amount with its sign; a dash for zero.

    Examples
    --------
    >>> [signed(n, lambda n, text: text("{n} M", n=n), Text("en")) for n in (5, -1200, 0)]
    ['+5 M', '−1,200 M', '–']
    """
    if not amount:
        return NOTHING
    return f"+{money(amount, text)}" if amount > 0 else money(amount, text)


def cash_flow(events: Iterable[tuple[int, Event]], seat: Seat) -> Flow:
    """Sum the changes of a seat's cash by clause and period.

    Parameters
    ----------
    events
        Pairs of the month or round, and an event in it.
    seat
        The seat, counted from 0.
    """
    account = cash(seat)
    flow: dict[str, dict[int, int]] = {}
    for period, event in events:
        change = sum(
            each.amount * ((each.target == account) - (each.source == account))
            for each in event.transfers
        )
        if change:
            line = flow.setdefault(event.clause, {})
            line[period] = line.get(period, 0) + change
    return flow


def flow_rows(
    flow: Flow,
    titles: Mapping[str, str],
    total: str,
    periods: range,
    write: Callable[[int], str],
) -> tuple[tuple[str, ...], ...]:
    """Arrange a cash flow in rows: one per clause, then the total; one column per period.

    Parameters
    ----------
    flow
        The result of :func:`cash_flow`.
    titles
        The names of the rows, by clause, in order.
    total
        The name of the last row, the total.
    periods
        The columns; a column with their sum follows.
    write
        A function that writes an amount.
    """
    lines = [(title, flow[clause]) for clause, title in titles.items() if clause in flow]
    all_ = {n: sum(line.get(n, 0) for line in flow.values()) for n in periods}
    rows = []
    for title, line in (*lines, (total, all_)):
        amounts = [line.get(n, 0) for n in periods]
        rows.append((title, *map(write, (*amounts, sum(amounts)))))
    return tuple(rows)
