"""Charts: small SVGs drawn on the server side, readable in light and dark themes.

They cost a visitor's kernel nothing until one is opened. Screen readers get the same figures as a
table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Step
from paydays_widgets.core.ledger import CASH, owner
from paydays_widgets.core.names import shortened
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.session import Session
from paydays_widgets.show.scale import ticks

WIDTH: Final = 960
HEIGHT: Final = 340
LEFT: Final = 72
RIGHT: Final = 150
TOP: Final = 16
BOTTOM: Final = 34
SHORT: Final = 12
"""The longest name at the right end, in characters."""
APART: Final = 18
"""The minimum distance in pixels between two names at the right end."""


class Series(Struct, frozen=True):
    """A seat's line, with a value for each turn, beginning with the start.

    Parameters
    ----------
    path
        The line as SVG path data.
    label_y
        The vertical position of its name.
    """

    seat: int
    name: str
    values: tuple[int, ...]
    path: str
    label_y: float

    @property
    def short(self) -> str:
        """The name as far as there is room for it beside its line."""
        return shortened(self.name, SHORT)


_Facts: TypeAlias = dict[str, Any]
Milestones: TypeAlias = list[tuple[int, str]]


def positions_by_turn(
    session: Session, steps: Sequence[Step[Any, Any]]
) -> tuple[list[Any], Milestones]:
    """List the positions after each turn of a course, and the milestones on the way.

    Parameters
    ----------
    steps
        Those of the course, from the beginning of the game on the table.

    Returns
    -------
    positions
        The position at the end of the set-up, then that at the end of each turn.
    milestones
        The turn and the label of each milestone.
    """
    table = session.table
    positions: list[Any] = [table.start]
    milestones: Milestones = []
    reached = 0
    for step in steps:
        turn = table.game.turn(step.state).turn
        name = session.panel.milestone(session.seen(step.event), session.text)
        if name:
            milestones.append((max(reached, 1), name))
        if turn > reached:
            reached = turn
            positions.append(step.state)
        positions[-1] = step.state
    return positions, milestones


def worth_chart(
    session: Session, otherwise: Sequence[Step[Any, Any]], seat: Seat, turn: int
) -> _Facts:
    """Compute the chart of net worth over a whole branch, and a seat's had it gone otherwise.

    Parameters
    ----------
    otherwise
        The steps of the other course of the game, from its beginning.
    turn
        In which it began to differ.
    """
    game = session.table.game
    positions, _ = positions_by_turn(session, session.table.branch.steps)
    others, _ = positions_by_turn(session, otherwise)
    decision = [(max(turn, 1), session.text("The decision"))]
    worths = [
        {at: game.sheet(each, at).counted for at in range(len(session.names))}
        for each in positions
    ]
    ghost = [game.sheet(each, seat).counted for each in others]
    return _chart(
        session,
        session.text("Money over time"),
        "decided",
        worths,
        decision,
        otherwise=(seat, ghost),
    )


def money_chart(session: Session) -> _Facts:
    """Compute the charts of money over time.

    The first chart shows each seat's net worth. If seats have several kinds of accounts, each
    kind in use gets a chart of its own.
    """
    table, text, panel = session.table, session.text, session.panel
    game = table.game
    positions, milestones = positions_by_turn(session, table.branch.steps[: table.at])
    seats = range(len(session.names))
    worths = [{seat: game.sheet(each, seat).counted for seat in seats} for each in positions]
    balances = [game.books(each) for each in positions]
    named = {CASH: text("Cash"), **panel.accounts(text)}
    kinds = dict.fromkeys(
        account.partition(":")[0] for account in balances[0] if owner(account) is not None
    )
    several = len(kinds) > 1
    title = panel.totals(text)[0] if several else text("Money over time")
    main = _chart(session, title, "", worths, milestones)
    more = []
    for kind in kinds if several else ():
        kept = [{seat: books[f"{kind}:{seat + 1}"] for seat in seats} for books in balances]
        if any(any(each.values()) for each in kept):
            more.append(_chart(session, named[kind], kind, kept, milestones))
    return {**main, "charts": [main, *more]}


def _chart(
    session: Session,
    title: str,
    kind: str,
    balances: Sequence[Mapping[int, int]],
    milestones: Sequence[tuple[int, str]],
    *,
    otherwise: tuple[Seat, Sequence[int]] | None = None,
) -> _Facts:
    """Compute one chart, with one line per seat, and perhaps a dashed one."""
    seat, others = otherwise or (0, [])
    every = [amount for each in balances for amount in each.values()] + [*others]
    marks = ticks(min(0, *every), max(every))
    low, high = marks[0], marks[-1]
    turns = max(len(balances), len(others), 2) - 1

    def x(turn: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / turns, 1)

    def y(amount: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / max(high - low, 1), 1)

    def path(values: Sequence[int]) -> str:
        return "M" + " L".join(f"{x(turn)} {y(amount)}" for turn, amount in enumerate(values))

    drawn = []
    for at in balances[0]:
        values = tuple(each[at] for each in balances)
        drawn.append(Series(at, session.names[at], values, path(values), y(values[-1])))
    text = session.text
    return {
        "title": title,
        "kind": kind,
        "series": _spread(drawn),
        "otherwise": (seat, path(others)) if others else None,
        "rows": [(amount, y(amount)) for amount in marks],
        "columns": [(turn, x(turn)) for turn in ticks(0, turns, 12) if turn <= turns],
        "milestones": [(x(turn), name) for turn, name in milestones],
        "turns": turns,
        "end": x(turns),
        "size": (WIDTH, HEIGHT, LEFT, TOP, HEIGHT - BOTTOM),
        "money": session.words.money,
        "summary": text.listing(
            [f"{each.name} {session.words.money(each.values[-1], text)}" for each in drawn]
        ),
    }


def _spread(drawn: Sequence[Series]) -> list[Series]:
    """Separate names that would overlap, and keep them within the chart."""
    order = sorted(drawn, key=lambda series: series.label_y)
    places: list[float] = []
    floor = 0.0
    for each in order:
        places.append(max(each.label_y, floor))
        floor = places[-1] + APART
    ceiling = float(HEIGHT - BOTTOM + 10)
    for at in reversed(range(len(places))):  # move only what is in the way
        places[at] = min(places[at], ceiling)
        ceiling = places[at] - APART
    placed = [
        Series(each.seat, each.name, each.values, each.path, round(at, 1))
        for each, at in zip(order, places, strict=True)
    ]
    return sorted(placed, key=lambda series: series.seat)


MONEY: Final = PanelPart("money.html.j2", money_chart)
