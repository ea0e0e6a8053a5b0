"""Results of experiments: small, with their seed; any of their games can be opened."""

import json
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct, to_builtins

from paydays_widgets import games
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Complaint, Seat
from paydays_widgets.core.table import AnyTable
from paydays_widgets.lab.digest import digest
from paydays_widgets.lab.estimate import Estimate, difference, mean, share
from paydays_widgets.lab.sample import Sample
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Summary
from paydays_widgets.show.spreadsheet import spreadsheet


class SeatResult(Struct, frozen=True):
    """What a run brought one seat.

    Parameters
    ----------
    money
        Its net worth at the end of a game.
    median
        The net worth that half of the games reached.
    won
        Its share of the victories; a shared one counts as a part.
    ruined
        The share of games in which nothing was left.
    """

    seat: Seat
    strategy: str
    money: Estimate
    median: float
    won: Estimate
    ruined: Estimate


class Simulation(Struct, frozen=True, eq=False):
    """A run of games between the same strategies, each of which can be opened.

    Parameters
    ----------
    seed
        The seed of the run: game ``i`` has the seed ``game_seed(seed, i)``.
    """

    setting: Setting
    seed: int
    sample: Sample

    @property
    def games(self) -> int:
        return len(self.sample)

    def seat(self, seat: Seat) -> SeatResult:
        worth = self.sample.worth[:, seat]
        return SeatResult(
            seat,
            self.setting.line_up[seat],
            mean(worth),
            float(np.median(worth)),
            share(float(self.sample.won()[:, seat].sum()), self.games),
            share(float(self.sample.ruined()[:, seat].sum()), self.games),
        )

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        return tuple(self.seat(seat) for seat in range(len(self.setting.line_up)))

    def digest(self, of: int | None = None) -> Summary:
        """Summarise it, or the part of a run of so many games that has been played so far."""
        return digest(self.setting, self.seed, self.sample, of)

    def richest(self, seat: Seat) -> int:
        return self.sample.richest(seat)

    def poorest(self, seat: Seat) -> int:
        return self.sample.poorest(seat)

    def typical(self, seat: Seat) -> int:
        return self.sample.typical(seat)

    def game_seed(self, number: int) -> int:
        """Return the seed of a game, which names it on any table with the same setting.

        Raises
        ------
        Complaint
            If the run has no such game.
        """
        if not 0 <= number < self.games:
            raise Complaint(
                "there is no game {number}: choose from 0 to {last}",
                number=number,
                last=self.games - 1,
            )
        return game_seed(self.seed, number)

    def open(self, number: int) -> AnyTable:
        """Play a game on a table, to its end; you can step back through it.

        Raises
        ------
        Complaint
            If the run has no such game.
        """
        return self.setting.played(self.game_seed(number))

    def to_csv(self, path: Path | str | None = None) -> str:
        """Write a line for each game, to a file too if a path is given.

        A line has the game's number and seed, and what each seat had and owed at the end.
        """
        seats = range(1, len(self.setting.line_up) + 1)
        kinds = ("worth", "owes", "place")
        head = ["game", "seed", *[f"{kind}_{seat}" for seat in seats for kind in kinds]]
        sample = self.sample
        rows = (
            [number, game_seed(self.seed, number), *figures.ravel().tolist()]
            for number, figures in enumerate(
                np.stack([sample.worth, sample.owes, sample.place + 1], axis=2)
            )
        )
        return _write([head, *rows], path)

    def to_frame(self) -> Any:
        """Make a pandas frame with a row for each game and seat.

        Raises
        ------
        Complaint
            If pandas is not installed.
        """
        try:
            import pandas as pd  # type: ignore[import-untyped]
        except ModuleNotFoundError:
            raise Complaint("pandas is not installed: pip install pandas") from None
        sample, seats = self.sample, len(self.setting.line_up)
        return pd.DataFrame(
            {
                "game": np.repeat(np.arange(self.games), seats),
                "seat": np.tile(np.arange(1, seats + 1), self.games),
                "strategy": list(self.setting.line_up) * self.games,
                "worth": sample.worth.ravel(),
                "owes": sample.owes.ravel(),
                "place": sample.place.ravel() + 1,
                "won": sample.won().ravel(),
            }
        )

    def to_json(self) -> str:
        """Write each seat's result, and what is needed to repeat the run."""
        return _json(
            {
                "game": self.setting.game,
                "games": self.games,
                "seed": self.seed,
                "rules": to_builtins(self.setting.rules),
                "seats": self.seats,
            }
        )

    def __str__(self) -> str:
        head = ["seat", "strategy", "money", "median", "won", "ruined"]
        rows = [
            [
                str(each.seat + 1),
                each.strategy,
                _written(each.money),
                f"{each.median:,.0f}",
                _written(each.won),
                _written(each.ruined),
            ]
            for each in self.seats
        ]
        return f"{_aligned([head, *rows])}\n{_origin(self)}"

    def _repr_html_(self) -> str:
        from paydays_widgets.core.text import Text
        from paydays_widgets.lab.picture import picture

        text = Text("en", games.modules(self.setting.game).package)
        return picture(self.digest(), self.setting.titles(), text, caption=str(self))


class Comparison(Struct, frozen=True, eq=False):
    """Two line-ups with the same luck, game by game."""

    first: Simulation
    second: Simulation

    def money(self, seat: Seat) -> Estimate:
        """Estimate how much more money a seat ends with in the second run."""
        return difference(self.second.sample.worth[:, seat], self.first.sample.worth[:, seat])

    def won(self, seat: Seat) -> Estimate:
        """Estimate how much larger its share of the victories is in the second run."""
        return difference(self.second.sample.won()[:, seat], self.first.sample.won()[:, seat])

    def to_json(self) -> str:
        seats = range(len(self.first.setting.line_up))
        return _json(
            {
                "first": json.loads(self.first.to_json()),
                "second": json.loads(self.second.to_json()),
                "gains": [{"money": self.money(seat), "won": self.won(seat)} for seat in seats],
            }
        )

    def __str__(self) -> str:
        pairs = zip(self.first.setting.line_up, self.second.setting.line_up, strict=True)
        rows = [
            [str(seat + 1), one, two, _written(self.money(seat)), _written(self.won(seat))]
            for seat, (one, two) in enumerate(pairs)
        ]
        head = ["seat", "first", "second", "money, second less first", "won"]
        return f"{_aligned([head, *rows])}\n{_origin(self.first)}, the same luck for both"


class Result(Struct, frozen=True):
    """A strategy's result in a tournament.

    Parameters
    ----------
    money
        Its net worth at the end, averaged over its seats and rivals. One observation is one deal,
        played in every seat against all others.
    won
        Its share of the victories, likewise.
    """

    strategy: str
    money: Estimate
    won: Estimate


class Tournament(Struct, frozen=True, eq=False):
    """Each strategy against each, in every seat, with the same deals; one run for each line-up."""

    runs: tuple[Simulation, ...]

    @property
    def entries(self) -> tuple[Result, ...]:
        """The strategies' results, the best first."""
        names = dict.fromkeys(name for run in self.runs for name in run.setting.line_up)
        entries = [
            Result(
                name,
                mean(self._of(name, lambda run: run.sample.worth)),
                mean(self._of(name, lambda run: run.sample.won())),
            )
            for name in names
        ]
        return tuple(sorted(entries, key=lambda each: -each.won.value))

    def _of(self, name: str, figures: Callable[[Simulation], Any]) -> Any:
        """Average a strategy's figures over its seats and rivals, deal by deal."""
        columns = [
            figures(run)[:, seat]
            for run in self.runs
            for seat, each in enumerate(run.setting.line_up)
            if each == name
        ]
        return np.mean(columns, axis=0)

    def to_json(self) -> str:
        first = self.runs[0]
        return _json(
            {
                "game": first.setting.game,
                "deals": first.games,
                "seed": first.seed,
                "line_ups": [each.setting.line_up for each in self.runs],
                "entries": self.entries,
            }
        )

    def __str__(self) -> str:
        rows = [[each.strategy, _written(each.won), _written(each.money)] for each in self.entries]
        first = self.runs[0]
        return (
            f"{_aligned([['strategy', 'won', 'money'], *rows])}\n"
            f"{len(self.runs)} line-ups of {first.games:,} deals each, seed {first.seed}"
        )


class Sweep(Struct, frozen=True, eq=False):
    """The same line-up and luck under different rules; one run for each value.

    Parameters
    ----------
    name
        What changed, such as ``deck.start_money``.
    """

    name: str
    values: tuple[Any, ...]
    runs: tuple[Simulation, ...]

    def to_csv(self, path: Path | str | None = None) -> str:
        """Write a line for each value and seat, to a file too if a path is given."""
        money, won = ([name, f"{name}_low", f"{name}_high"] for name in ("money", "won"))
        head = [self.name, "seat", "strategy", *money, *won]
        rows = [
            (value, each.seat + 1, each.strategy, *_ends(each.money), *_ends(each.won))
            for value, run in zip(self.values, self.runs, strict=True)
            for each in run.seats
        ]
        return _write([head, *rows], path)

    def to_json(self) -> str:
        runs = zip(self.values, self.runs, strict=True)
        return _json(
            {
                "sweep": self.name,
                "runs": [{"value": value, **json.loads(run.to_json())} for value, run in runs],
            }
        )

    def __str__(self) -> str:
        head = [self.name, *self.runs[0].setting.line_up]
        rows = [
            [str(value), *[_written(each.money) for each in run.seats]]
            for value, run in zip(self.values, self.runs, strict=True)
        ]
        return f"{_aligned([head, *rows])}\n{_origin(self.runs[0])} for each value"


_LARGE: Final = 100
"""Sums from here on are written without decimals."""


def _write(rows: Sequence[Sequence[Any]], path: Path | str | None) -> str:
    written = spreadsheet(rows, None)
    if path is not None:
        Path(path).write_text(written, encoding="utf-8")
    return written


def _json(value: object) -> str:
    plain = to_builtins(value)
    return json.dumps(_finite(plain), indent=1)


def _finite(value: Any) -> Any:
    """Replace an interval's infinite ends by null: JSON has no infinity."""
    match value:
        case dict():
            return {name: _finite(each) for name, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case float() if abs(value) == inf:
            return None
        case _:
            return value


def _written(estimate: Estimate) -> str:
    if estimate.method == "Wilson":
        low, value, high = (
            f"{100 * n:.1f}" for n in (estimate.low, estimate.value, estimate.high)
        )
        return f"{value} % ({low} to {high})"
    digits = 2 if abs(estimate.value) < _LARGE else 0
    low, value, high = (f"{n:,.{digits}f}" for n in (estimate.low, estimate.value, estimate.high))
    return f"{value} ({low} to {high})"


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines)


def _origin(run: Simulation) -> str:
    return f"{run.games:,} games of {run.setting.game}, seed {run.seed}"
