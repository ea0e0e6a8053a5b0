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


class Payments(Struct, frozen=True):
    """What a seat received and paid under one name.

    Parameters
    ----------
    received, paid
        The sums; neither is negative.
    """

    received: int = 0
    paid: int = 0
    times: int = 0

    @property
    def net(self) -> int:
        """What was received, less what was paid."""
        return self.received - self.paid


Flow: TypeAlias = Mapping[str, Mapping[int, Payments]]
"""Receipts and payments by name, and under each name by month or round."""


class Chart(Struct, frozen=True):
    """What a long table shows, as numbers to be drawn.

    Parameters
    ----------
    at
        Numbers from left to right, for lines; or the names of rows, for bars.
    series
        By name, a value for each of them; four series at most.
    axis
        What the numbers count.
    money
        Whether the values are amounts of money.
    """

    at: tuple[int, ...] | tuple[str, ...]
    series: Mapping[str, tuple[float, ...]]
    axis: str = ""
    money: bool = True


class Figures(Struct, frozen=True):
    """A table of words and figures, ready to show.

    Parameters
    ----------
    totals
        The numbers of the total rows, counted from 0.
    words
        What it teaches, in a sentence or two; "" for nothing.
    chart
        What is drawn above the table where it has many rows.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...] = ()
    words: str = ""
    sums: tuple[str, ...] = ()
    chart: Chart | None = None


class Report(Struct, frozen=True):
    """Tables about one seat, or, if it is None, about the whole game."""

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


def cash_flow(
    events: Iterable[tuple[int, Event]], seat: Seat, name: Callable[[Event], str]
) -> Flow:
    """Sum a seat's receipts and payments in cash by name and period.

    Parameters
    ----------
    events
        Pairs of the month or round, and an event in it.
    name
        A function that names the account of an event (:func:`named`).
    """
    account = cash(seat)
    flow: dict[str, dict[int, Payments]] = {}
    for period, event in events:
        received = sum(each.amount for each in event.transfers if each.target == account)
        paid = sum(each.amount for each in event.transfers if each.source == account)
        if received or paid:
            line = flow.setdefault(name(event), {})
            was = line.get(period, Payments())
            line[period] = Payments(was.received + received, was.paid + paid, was.times + 1)
    return flow


def named(flows: Mapping[str, str]) -> Callable[[Event], str]:
    """Return a function that names the account of an event.

    Parameters
    ----------
    flows
        The names, as ``panel.flows`` has them: by the event's class, else by its clause.
    """

    def name(event: Event) -> str:
        return flows.get(type(event).__name__) or flows.get(event.clause) or event.clause

    return name


def flow_rows(
    flow: Flow, names: Iterable[str], total: str, periods: range, write: Callable[[int], str]
) -> tuple[tuple[str, ...], ...]:
    """Arrange a cash flow in rows: one per name, then the total; one column per period.

    Parameters
    ----------
    names
        The names of the rows, in order; those without payments are left out, and any others
        follow.
    periods
        The columns; a column with their sum follows.
    """
    none = Payments()
    lines = [(name, flow[name]) for name in dict.fromkeys([*names, *flow]) if name in flow]
    rows = []
    all_ = [0] * len(periods)
    for name, line in lines:
        amounts = [line.get(n, none).net for n in periods]
        all_ = [one + other for one, other in zip(all_, amounts, strict=True)]
        rows.append((name, *map(write, (*amounts, sum(amounts)))))
    rows.append((total, *map(write, (*all_, sum(all_)))))
    return tuple(rows)


def flow_chart(flow: Flow, names: Iterable[str], label: str) -> Chart:
    """Draw what each name of a cash flow brought or cost in all, in the order of its rows."""
    shown = [name for name in dict.fromkeys([*names, *flow]) if name in flow]
    nets = tuple(sum(each.net for each in flow[name].values()) for name in shown)
    return Chart(tuple(shown), {label: nets})
