"""The picture of a run: how each seat ends, and how it got there. Each mark names a game."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from typing import Final

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.lab.estimate import CONFIDENCE, Estimate
from paydays_widgets.lab.summary import QUANTILES, Band, SeatSummary, Summary
from paydays_widgets.show.scale import ticks
from paydays_widgets.show.template import templates

LANES: Final = 5
"""Dots lie at so many heights."""
APART: Final = 3
"""The least distance of dots at one height, in per cent of the width."""
SMALL: Final = 20
"""Debts below this fraction of all money are not drawn."""


class Spot(Struct, frozen=True):
    """A mark in the picture that opens a game.

    Parameters
    ----------
    game
        None for an empty bin.
    at
        In per cent from the left; for a dot also its lane, for a bin its height.
    """

    game: int | None
    words: str
    at: tuple[float, float]


class Over(Struct, frozen=True):
    """Money over time.

    Parameters
    ----------
    kind
        ``worth`` or ``owes``.
    wide, half, middle, typical
        Bands and lines as SVG paths, in a square of 100 by 100.
    rows, columns
        The marks of the scales: label and position in per cent.
    game
        The number of the typical game.
    """

    kind: str
    title: str
    wide: str
    half: str
    middle: str
    typical: str
    rows: Sequence[tuple[str, float]]
    columns: Sequence[tuple[str, float]]
    game: int


class Share(Struct, frozen=True):
    """A share with its interval, in per cent."""

    value: float
    low: float
    high: float
    what: str
    words: str


class SeatPicture(Struct, frozen=True):
    """A row of the picture.

    Parameters
    ----------
    money
        What the seat ends with, and how much less that is than the best seat's, in words.
    bins, dots, examples
        What opens a game; an example has a title.
    over
        What the seat had and owed over time.
    """

    seat: Seat
    name: str
    money: str
    won: Share
    ruined: Share
    bins: Sequence[Spot]
    dots: Sequence[Spot]
    examples: Sequence[tuple[str, Spot]]
    over: Sequence[Over]


def picture(
    summary: Summary,
    names: Sequence[str],
    text: Text,
    *,
    verb: str = "",
    shown: int | None = None,
    caption: str = "",
) -> str:
    """Draw a run.

    Parameters
    ----------
    verb
        The verb of a panel that opens a game; "" where nothing can be clicked, as in a notebook's
        cell. The picture then brings its own colours.
    shown
        The number of the game on the table, if it belongs to this run.
    caption
        The figures as a table in plain text.
    """
    drawn = _Picture(summary, names, text)
    page = templates(__package__).get_template("picture.html.j2")
    return page.render(
        text=text,
        summary=summary,
        seats=[drawn.seat(seat) for seat in range(len(names))],
        scale=drawn.columns(),
        fair=100 / len(names),
        style=(files(__package__) / "picture.css").read_text(encoding="utf-8"),
        notes=drawn.notes(),
        title=drawn.title(),
        verb=verb,
        shown=shown,
        caption=caption,
    )


class _Picture:
    def __init__(self, summary: Summary, names: Sequence[str], text: Text) -> None:
        self.summary, self.names, self.text = summary, names, text
        words = games.modules(summary.game).text
        self.money: Callable[[int], str] = partial(words.money, text=text)
        every = [band for seat in summary.seats for band in (*seat.worth, *seat.owes)]
        owed = max(band[-1] for seat in summary.seats for band in seat.owes)
        low, high = min(0, *(band[0] for band in every)), max(band[-1] for band in every)
        self.kinds = ("worth", "owes") if owed * SMALL > high - low else ("worth",)
        self.rows = ticks(int(low), int(high) + 1, 4)

    def title(self) -> str:
        summary, text = self.summary, self.text
        if summary.games < summary.of:
            return text(
                "{n} of {of} games, seed {seed}",
                n=summary.games,
                of=summary.of,
                seed=str(summary.seed),
            )
        return text.plural(
            "{n} game, seed {seed}",
            "{n} games, seed {seed}",
            summary.games,
            seed=str(summary.seed),
        )

    def notes(self) -> list[str]:
        text = self.text
        return [
            text(
                "In brackets: where the true share lies, at a confidence of {sure} "
                "(Wilson’s interval). The small line in the bar marks a fair share.",
                sure=text.percent(100 * CONFIDENCE),
            ),
            text(
                "Over time: the line is the median, the dark band holds half of the games, the "
                "pale one {most} of them, and the dashes are one typical game (of the first {n}).",
                n=self.summary.kept,
                most=text.percent(100 * (QUANTILES[-1] - QUANTILES[0])),
            ),
        ]

    def seat(self, seat: Seat) -> SeatPicture:
        found, text, name = self.summary.seats[seat], self.text, self.names[seat]
        return SeatPicture(
            seat,
            name,
            self._ends(found),
            self._share(found.won, text("Wins")),
            self._share(found.ruined, text("Is ruined")),
            self._bins(seat),
            self._dots(seat),
            [
                (self._kind(each.kind), self._mark(each.game, name, each.worth))
                for each in found.examples
            ],
            [self._over(seat, kind) for kind in self.kinds],
        )

    def _ends(self, found: SeatSummary) -> str:
        text, behind = self.text, found.behind
        ends = text(
            "Ends with {mean} on average; half of the games bring {median} or more.",
            mean=self.money(round(found.mean)),
            median=self.money(round(found.median)),
        )
        best = max(range(len(self.names)), key=lambda seat: self.summary.seats[seat].mean)
        if behind is None or found is self.summary.seats[best]:
            return ends
        less, most, least = (
            self.money(round(-each)) for each in (behind.value, behind.low, behind.high)
        )
        apart = text(
            "Game by game {less} less than {name}, on average (interval, {sure}: {least} to "
            "{most}).",
            less=less,
            name=self.names[best],
            sure=text.percent(100 * CONFIDENCE),
            least=least,
            most=most,
        )
        if behind.high < 0:
            return f"{ends} {apart}"
        undecided = text("These games do not say which of the two has more.")
        return f"{ends} {apart} {undecided}"

    def columns(self) -> list[tuple[str, float]]:
        """List the marks of the scale of money at the end."""
        low, high = self.summary.lowest, self.summary.highest
        return [
            (self.money(each), self._across(each))
            for each in ticks(low, high, 4)
            if low <= each <= high
        ]

    def _across(self, worth: float) -> float:
        summary = self.summary
        return round(100 * (worth - summary.lowest) / (summary.highest - summary.lowest), 2)

    def _mark(self, game: int, name: str, worth: int, at: tuple[float, float] = (0, 0)) -> Spot:
        facts = {"game": str(game), "name": name, "money": self.money(worth)}
        return Spot(game, self.text("Game {game}: {name} ends with {money}", **facts), at)

    def _kind(self, kind: str) -> str:
        text = self.text
        return {
            "richest": text("the richest"),
            "median": text("in the middle"),
            "poorest": text("the poorest"),
            "ruined": text("ruined"),
        }[kind]

    def _dots(self, seat: Seat) -> list[Spot]:
        """Place dots in lanes, without those that would hide another."""
        lanes: list[list[float]] = [[] for _ in range(LANES)]
        found = []
        for dot in self.summary.dots:
            worth = dot.worth[seat]
            at = self._across(worth + 0.5 if self.summary.width == 1 else worth)
            free = (n for n, lane in enumerate(lanes) if all(abs(at - x) >= APART for x in lane))
            lane = next(free, None)
            if lane is not None:
                lanes[lane].append(at)
                place = at, lane / (LANES - 1)
                found.append(self._mark(dot.game, self.names[seat], worth, place))
        return found

    def _bins(self, seat: Seat) -> list[Spot]:
        summary, text = self.summary, self.text
        most = max(each.count for one in summary.seats for each in one.bins)
        found = []
        for at, each in enumerate(summary.seats[seat].bins):
            low = summary.lowest + at * summary.width
            n, sums = each.count, (self.money(low), self.money(low + summary.width - 1))
            told = (
                text.plural("{n} game ends with {low}", "{n} games end with {low}", n, low=sums[0])
                if summary.width == 1
                else text.plural(
                    "{n} game ends with {low} to {high}",
                    "{n} games end with {low} to {high}",
                    n,
                    low=sums[0],
                    high=sums[1],
                )
            )
            if each.count > 1:
                told = text("{games}, such as game {game}", games=told, game=str(each.game))
            found.append(Spot(each.game, told, (0, round(100 * each.count / most, 2))))
        return found

    def _share(self, share: Estimate, words: str) -> Share:
        value, low, high = (round(100 * each, 2) for each in (share.value, share.low, share.high))
        written = self.text(
            "{share} ({low} to {high})",
            share=self.text.percent(value, 1),
            low=self.text.number(low, 1),
            high=self.text.number(high, 1),
        )
        return Share(value, low, high, words, written)

    def _over(self, seat: Seat, kind: str) -> Over:
        summary, text = self.summary, self.text
        found = summary.seats[seat]
        bands = found.worth if kind == "worth" else found.owes
        one = found.typical.worth if kind == "worth" else found.typical.owes
        last = max(summary.turns[-1], 1)
        low, high = self.rows[0], self.rows[-1]

        def x(turn: float) -> float:
            return round(100 * turn / last, 2)

        def y(amount: float) -> float:
            return round(100 * (high - amount) / (high - low), 2)

        def points(at: int) -> list[str]:
            return [
                f"{x(turn)} {y(band[at])}" for turn, band in zip(summary.turns, bands, strict=True)
            ]

        def area(above: int, below: int) -> str:
            return f"M{' L'.join([*points(above), *reversed(points(below))])}Z"

        line = [f"{x(turn)} {y(sum_)}" for turn, sum_ in zip(summary.turns, one, strict=True)]
        top = len(Band.__args__) - 1  # type: ignore[attr-defined]
        return Over(
            kind,
            text("Money over time") if kind == "worth" else text("Debt over time"),
            area(top, 0),
            area(top - 1, 1),
            f"M{' L'.join(points(2))}",
            f"M{' L'.join(line)}",
            [(self.money(each), y(each)) for each in self.rows],
            [
                (text.number(turn) if turn else text("start"), x(turn))
                for turn in ticks(0, last, 5)
                if turn <= last
            ],
            found.typical.game,
        )
