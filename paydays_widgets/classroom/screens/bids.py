"""The results of a class that plays rounds: its bids over what it knew, block by block."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rounds import Played
from paydays_widgets.classroom.screens import checks
from paydays_widgets.classroom.screens.sheet import Scale
from paydays_widgets.classroom.screens.words import of_game, render, words
from paydays_widgets.core.text import Language
from paydays_widgets.show.programme import Axes, Bids
from paydays_widgets.show.report import NOTHING
from paydays_widgets.show.scale import ticks

WIDTH: Final = 960
HEIGHT: Final = 560
LEFT: Final = 90
RIGHT: Final = 940
TOP: Final = 40
BOTTOM: Final = 490
_MARKS: Final = 6


class Dot(Struct, frozen=True):
    """A bid: where it is, in pixels, whether it won, and what it says."""

    x: float
    y: float
    wins: bool
    words: str


class Plot(Struct, frozen=True):
    """Bids over what bidders knew; `line` is the equilibrium as an SVG path, "" for none."""

    rows: Sequence[Scale]
    columns: Sequence[Scale]
    dots: Sequence[Dot]
    line: str
    axes: Axes
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def results(room: Room, number: int, screen: ClassScreen, game: Bids) -> str:
    """Draw the results of a chapter of a class, which has a number."""
    return _Sheet(room, screen, game).draw(number)


def own(room: Room, person: Person, game: Bids, language: Language) -> str:
    """Draw what somebody has bid and earned in the rounds of the present block."""
    game_words = of_game(room.modules, language)

    def money(amount: int | None) -> str:
        return NOTHING if amount is None else room.modules.text.money(amount, game_words)

    table = room.periods[-1].table
    return render(
        "own_rounds.html.j2",
        words(language),
        axes=game.axes(table.rules, table.deck, game_words),
        rows=[
            {
                "number": number,
                "known": money(line.known),
                "bid": money(line.bid),
                "profit": money(line.profit),
            }
            for number, line in rounds.own(room, game, person)
        ],
    )


def people(room: Room, money: Callable[[int | None], str]) -> list[dict[str, Any]]:
    """List people by what they have earned, the best first."""
    sums = rounds.profits(room)
    totals = {person: rounds.total(room, each) for person, each in sums.items()}
    amounts = sorted(totals.values(), reverse=True)
    return [
        {
            "number": person,
            "place": amounts.index(totals[person]) + 1,
            "name": room.people[person].called,
            "total": money(totals[person]),
            "blocks": [money(each) for each in sums[person]],
        }
        for person in sorted(sums, key=lambda person: -totals[person])
    ]


class _Sheet:
    """The results as one page shows them."""

    def __init__(self, room: Room, screen: ClassScreen, game: Bids) -> None:
        self.room = room
        self.game = game
        self.theory = screen.theory
        self.text = words(screen.language)
        self.own = of_game(room.modules, screen.language)
        self.last = room.periods[-1].block
        self.block = self.last if screen.block is None else min(screen.block, self.last)
        self.table = rounds.first(room, self.block).table

    def draw(self, chapter: int) -> str:
        room = self.room
        played = [
            each for each in rounds.played(room, "values") if each.period.block == self.block
        ]
        return render(
            "teacher_rounds.html.j2",
            self.text,
            over=room.finished,
            chapter=chapter,
            block=self.block,
            theory=self.theory,
            blocks=[self._row(number) for number in range(self.last + 1)],
            shown=rounds.tells(room, rounds.first(room, self.block), "values"),
            plot=self._plot(played) if played else None,
            people=people(room, self._money) if rounds.played(room, "profits") else (),
            several=self.last > 0,
            checked=any(each.checks for each in room.blocks[: self.last + 1]),
        )

    def _money(self, amount: float | None) -> str:
        return NOTHING if amount is None else self.room.modules.text.money(round(amount), self.own)

    def _percent(self, share: float | None) -> str:
        return NOTHING if share is None else self.text.percent(100 * share)

    def _row(self, block: int) -> dict[str, Any]:
        """Put the figures of a block into words."""
        found = rounds.figures(self.room, self.game, block)
        period = rounds.first(self.room, block)
        return {
            "number": block + 1,
            "name": rounds.title(self.room, block, self.own),
            "practice": period.practice,
            "seats": found.seats,
            "rounds": found.rounds,
            "takings": self._money(found.takings),
            "takings_theory": self._money(found.theory.takings),
            "kept": self._money(found.kept),
            "kept_theory": self._money(found.theory.kept),
            "losing": self._percent(found.losing),
            "efficiency": self._percent(found.efficiency),
            "checked": self._percent(checks.share(self.room, block, self.text)),
        }

    def _plot(self, played: Sequence[Played]) -> Plot:
        """Place the bids of a block, and the equilibrium if theory is shown."""
        axes = self.game.axes(self.table.rules, self.table.deck, self.own)

        def across(amount: float) -> float:
            return round(LEFT + (RIGHT - LEFT) * amount / axes.most_known, 1)

        def up(amount: float) -> float:
            return round(BOTTOM - (BOTTOM - TOP) * amount / axes.most_bid, 1)

        seats = len(self.table.players)
        expected = self.game.theory(self.table.rules, self.table.deck, seats)
        points = [f"{across(known)} {up(bid)}" for known, bid in expected.bids]
        return Plot(
            rows=self._marks(axes.most_bid, up),
            columns=self._marks(axes.most_known, across),
            dots=[
                Dot(
                    across(line.known),
                    up(line.bid),
                    line.wins,
                    self.text(
                        "{name}: {known}, bid {bid}",
                        name=each.sitting.table.players[line.seat].called,
                        known=self._money(line.known),
                        bid=self._money(line.bid),
                    ),
                )
                for each in played
                for line in each.lines
                if line.known is not None and line.bid is not None and each.by_people(line.seat)
            ],
            line=f"M{'L'.join(points)}" if points and self.theory else "",
            axes=axes,
        )

    def _marks(self, most: int, place: Callable[[float], float]) -> list[Scale]:
        """Mark a scale at round sums."""
        unit = self.game.UNIT
        return [
            Scale(place(n * unit), self._money(n * unit))
            for n in ticks(0, most // unit, _MARKS)
            if n * unit <= most
        ]
