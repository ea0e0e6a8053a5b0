"""Many periods of the market, played by the kernel and noted one by one."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from paydays_widgets.games.market import kernel
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.kernel import Position, Room
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.kernels import compiled
from paydays_widgets.kernels.compiled import Row
from paydays_widgets.kernels.records import Records

Ints = npt.NDArray[np.int64]

EACH: Final = 15
"""Periods in a game."""
FINE: Final = replace(default_deck(), grain=1)
"""Cards are drawn to the cent."""
CALL: Final = Rules("call", values="drawn", change="again")


class Played(NamedTuple):
    """Periods that were played, in cents: a row each, and a column for each seat."""

    card: Ints
    gain: Ints

    @property
    def gained(self) -> Ints:
        """What all gained together, where there is no tax."""
        found: Ints = self.gain.sum(axis=1)
        return found

    @property
    def possible(self) -> Ints:
        """The most that all could gain together."""
        values, costs = -np.sort(-self.card[:, ::2]), np.sort(self.card[:, 1::2])
        pairs = min(values.shape[1], costs.shape[1])
        found: Ints = np.maximum(values[:, :pairs] - costs[:, :pairs], 0).sum(axis=1)
        return found

    def efficiency(self) -> tuple[float, float]:
        """Return which part of the possible gain was gained, and its standard error."""
        part = float(self.gained.sum() / self.possible.sum())
        missed = self.gained - part * self.possible
        return part, float(missed.std() / self.possible.mean() / len(missed) ** 0.5)


def _note(table: Records[Position], d: Room, t: Row[float], kinds: Row[int], noted: Any) -> None:
    """Play games, and note each period: a row for each seat, with the fields of ``Played``."""
    now, row = table.copy(), 0
    for game in range(len(noted) // (d.seats * EACH)):
        luck = compiled.key(compiled.game_seed(1, game))
        now[0] = table[0]
        s = now[0]
        for _ in range(EACH):
            turn = s.turn
            for seat in range(d.seats):
                noted[row + seat, 1] = -s.traders[seat].gain
            while s.phase == kernel.DEAL:
                kernel.carry_out(s, d, kernel.chosen(s, d, t, kinds, luck))
            for seat in range(d.seats):
                noted[row + seat, 0] = s.traders[seat].cards.numbers[0]
            while s.turn == turn and s.phase != kernel.OVER:
                kernel.carry_out(s, d, kernel.chosen(s, d, t, kinds, luck))
            for seat in range(d.seats):
                noted[row + seat, 1] += s.traders[seat].gain
            row += d.seats


_compiled_note: Final = compiled._jit(_note, kept=False)


def played(rules: Rules, kinds: Sequence[str], count: int, deck: Any = None) -> Played:
    """Play so many periods or a few more; each seat has one unit, and a strategy of its own."""
    seats, games = len(kinds), -(-count // EACH)
    start = MARKET.start(seats, replace(rules, periods=EACH), deck)
    places: Any = np.array([kernel.STRATEGIES.index(kind) for kind in kinds])
    noted = np.zeros((games * EACH * seats, 2), np.int64)
    _compiled_note(*kernel.pack(start), places, noted)
    card, gain = noted.T.reshape(2, -1, seats)
    return Played(card, gain)
