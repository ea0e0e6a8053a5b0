"""Many rounds of the auction room, played by the kernel and noted one by one."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from paydays_widgets.games.auction_room import kernel
from paydays_widgets.games.auction_room.deck import UNIT, Deck, default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.rules import CLOCKS, Auction, Rules
from paydays_widgets.kernels import compiled
from paydays_widgets.kernels.compiled import Row

Ints = npt.NDArray[np.int64]

GAMES: Final = 2_000
EACH: Final = 20
"""Rounds in a game."""
DECK: Final = replace(default_deck(), grain=1, low=5_000, high=5_100, tick=15)
WIDE: Final = replace(DECK, high=50_000, tick=105)
"""A range of common values most of which lie far from both ends."""


class Played(NamedTuple):
    """Rounds that were played, in cents: a row each, and a column for each seat."""

    value: Ints
    limit: Ints
    profit: Ints
    worth: Ints
    """The common value of each round."""


def _note(s: Row[int], d: Row[int], t: Row[float], kinds: Row[int], noted: Any) -> None:
    """Play games, and note each round: a row for each seat, with the fields of ``Played``."""
    now, seats, row = s.copy(), d[kernel.SEATS], 0
    for game in range(len(noted) // (seats * EACH)):
        luck = compiled.key(compiled.game_seed(1, game))
        for at in range(len(s)):
            now[at] = s[at]
        for _ in range(EACH):
            turn = now[kernel.TURN]
            for seat in range(seats):
                noted[row + seat, 2] = -now[kernel.MONEY + seat]
            while now[kernel.TURN] == turn and now[kernel.PHASE] != kernel.OVER:
                kernel.carry_out(now, d, kernel.chosen(now, d, t, kinds, luck))
            for seat in range(seats):
                noted[row + seat, 0] = now[kernel.VALUE + seat]
                noted[row + seat, 1] = now[kernel.LIMIT + seat]
                noted[row + seat, 2] += now[kernel.MONEY + seat]
                noted[row + seat, 3] = now[kernel.WORTH]
            row += seats


_compiled_note: Final = compiled._jit(_note, kept=False)


def played(
    rules: Rules,
    seats: int,
    strategy: str = "in_equilibrium",
    deck: Deck = DECK,
    games: int = GAMES,
) -> Played:
    """Play rounds in which all seats follow one strategy."""
    start = kernel.pack(AUCTION_ROOM.start(seats, replace(rules, rounds=EACH), deck))
    kinds: Any = np.full(seats, kernel.STRATEGIES.index(strategy))
    noted = np.zeros((games * EACH * seats, 4), np.int64)
    _compiled_note(*start, kinds, noted)
    value, limit, profit, worth = noted.T.reshape(4, -1, seats)
    return Played(value, limit, profit, worth[:, 0])


def half_a_tick(auction: Auction, deck: Deck = DECK) -> float:
    return (deck.tick - 1) / 2 if auction in CLOCKS else 0


def taken(rules: Rules, seats: int, games: int = GAMES) -> Ints:
    """Return what the seller took in each round, or the buyer paid: what others did not keep.

    In equilibrium the object goes to the seat that values it most, as far as its budget goes.
    """
    rounds = played(rules, seats, games=games)
    every, kept = np.arange(len(rounds.value)), rounds.profit.sum(axis=1)
    if rules.tender:
        paid: Ints = rounds.value.min(axis=1) + kept
        return paid
    payable = np.minimum(rounds.value, rounds.limit)
    sold = payable.max(axis=1) >= rules.reserve * UNIT
    took: Ints = rounds.value[every, payable.argmax(axis=1)] * sold - kept
    return took


def left(
    rules: Rules,
    seats: int,
    strategy: str = "in_equilibrium",
    deck: Deck = DECK,
    games: int = GAMES,
) -> Ints:
    """Return what the winner kept of each common value that lies far enough from both ends."""
    rounds = played(rules, seats, strategy, deck, games)
    far = 4 * rules.spread * UNIT if deck is WIDE else 0
    inside = (rounds.worth >= deck.low + far) & (rounds.worth <= deck.high - far)
    kept: Ints = rounds.profit.sum(axis=1)[inside]
    return kept


def kept(rules: Rules, seats: int) -> Ints:
    """Return what the winner keeps of a value of its own, in each round with a sale."""
    found = played(rules, seats)
    best = found.value.argmin(axis=1) if rules.tender else found.value.argmax(axis=1)
    rows = np.arange(len(best))
    sold = found.value[rows, best] >= rules.reserve * UNIT
    gains: Ints = found.profit[rows, best][sold]
    return gains
