"""Reports: what a game works out about how the game has gone, as tables that any panel can show.

A game's ``panel`` makes them (``reports``), from what has happened and what lay open after it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Event, Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.text import Text

NOTHING: Final = "–"
"""What stands in a table in place of no sum."""

Flow: TypeAlias = Mapping[str, Mapping[int, int]]
"""By clause, and by the month or the round: what came in less what went out."""


class Figures(Struct, frozen=True):
    """A table of words and figures, ready to be read.

    Parameters
    ----------
    title
        What it shows.
    columns
        What stands over the columns of figures.
    rows
        For each row its name, then its figures.
    totals
        The numbers of the rows that sum up, counted from 0.
    words
        What it teaches, in a sentence or two; "" for nothing.
    sums
        The arithmetic worked out, line by line.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...] = ()
    words: str = ""
    sums: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """Tables about one seat, or about the game.

    Parameters
    ----------
    seat
        Whose; None for the game's.
    figures
        The tables.
    """

    seat: Seat | None
    figures: tuple[Figures, ...]


def signed(amount: int, money: Callable[[int, Text], str], text: Text) -> str:
    """Write a sum that comes in or goes out.

    Examples
    --------
    >>> [signed(n, lambda n, text: text("{n} M", n=n), Text("en")) for n in (5, -1200, 0)]
    ['+5 M', '−1,200 M', '–']
    """
    if not amount:
        return NOTHING
    return f"+{money(amount, text)}" if amount > 0 else money(amount, text)


def cash_flow(events: Iterable[tuple[int, Event]], seat: Seat) -> Flow:
    """Sum what came into a seat's cash and went out of it.

    Parameters
    ----------
    events
        Each with the month, or the round, that it belongs to.
    seat
        Whose cash.
    """
    account = cash(seat)
    flow: dict[str, dict[int, int]] = {}
    for period, event in events:
        change = sum(
            [
                each.amount * ((each.target == account) - (each.source == account))
                for each in event.transfers
            ]
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
    """Lay a cash flow out: a line for each clause, then the total; a column for each period.

    Parameters
    ----------
    flow
        What :func:`cash_flow` gave.
    titles
        The names of the lines, by clause, in their order.
    total
        The name of the last line, which sums all up.
    periods
        The columns; what all of them come to follows.
    write
        Writes a sum.
    """
    lines = [(title, flow[clause]) for clause, title in titles.items() if clause in flow]
    all_ = {n: sum([line.get(n, 0) for line in flow.values()]) for n in periods}
    rows = []
    for title, line in (*lines, (total, all_)):
        amounts = [line.get(n, 0) for n in periods]
        rows.append((title, *map(write, (*amounts, sum(amounts)))))
    return tuple(rows)
