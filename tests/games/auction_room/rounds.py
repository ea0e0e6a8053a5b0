"""Many rounds of the auction room, played by the kernel and noted one by one."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from paydays_widgets.games.auction_room import kernel
from paydays_widgets.games.auction_room.deck import UNIT, Deck, default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.kernel import Position, Room
from paydays_widgets.games.auction_room.rules import CLOCKS, Auction, Rules
from paydays_widgets.games.auction_room.state import PASSED
from paydays_widgets.kernels import compiled
from paydays_widgets.kernels.compiled import Row
from paydays_widgets.kernels.records import Records

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
    offer: Ints
    """What each seat bid, or where it stopped the clock; negative if it passed, or never did."""
    clock: Ints
    """Where the clock stood at the end of each round."""


def _note(table: Records[Position], d: Room, t: Row[float], kinds: Row[int], noted: Any) -> None:
    """Play games, and note each round: a row for each seat, with the fields of ``Played``."""
    now, row = table.copy(), 0
    for game in range(len(noted) // (d.seats * EACH)):
        luck = compiled.key(compiled.game_seed(1, game))
        now[0] = table[0]
        s = now[0]
        for _ in range(EACH):
            turn = s.turn
            for seat in range(d.seats):
                noted[row + seat, 2] = -s.bidders[seat].money
            while s.turn == turn and s.phase != kernel.OVER:
                kernel.carry_out(s, d, kernel.chosen(s, d, t, kinds, luck))
            for seat in range(d.seats):
                bidder = s.bidders[seat]
                noted[row + seat, 0] = bidder.value
                noted[row + seat, 1] = bidder.budget
                noted[row + seat, 2] += bidder.money
                noted[row + seat, 3] = s.worth
                noted[row + seat, 4] = bidder.bid
                noted[row + seat, 5] = s.clock
            row += d.seats


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
    noted = np.zeros((games * EACH * seats, 6), np.int64)
    _compiled_note(*start, kinds, noted)
    value, limit, profit, worth, offer, clock = noted.T.reshape(6, -1, seats)
    return Played(value, limit, profit, worth[:, 0], offer, clock[:, 0])


def half_a_tick(auction: Auction, deck: Deck = DECK) -> float:
    return (deck.tick - 1) / 2 if auction in CLOCKS else 0


def sold(rounds: Played, rules: Rules) -> Any:
    """Return in which rounds anybody bid; at a falling clock, stopped it."""
    bids = rounds.offer >= 0 if rules.auction == "dutch" else rounds.offer != PASSED
    return bids.any(axis=1)


def paid(rounds: Played, rules: Rules, deck: Deck = DECK) -> Ints:
    """Return what the seller took in each round, or the buyer paid; 0 if nobody bid."""
    bids = np.where(rounds.offer < 0, deck.top if rules.tender else 0, rounds.offer)
    ordered = np.sort(bids, axis=1)
    prices: dict[Auction, Ints] = {
        "first": ordered[:, -1],
        "second": np.maximum(ordered[:, -2], rules.reserve * UNIT),
        "english": rounds.clock,
        "dutch": rounds.clock,
        "all_pay": ordered.sum(axis=1),
        "tender_first": ordered[:, 0],
        "tender_second": ordered[:, 1],
    }
    found: Ints = np.where(sold(rounds, rules), prices[rules.auction], 0)
    return found


def taken(rules: Rules, seats: int, games: int = GAMES) -> Ints:
    """Return what the seller took in each round in equilibrium, or the buyer paid."""
    return paid(played(rules, seats, games=games), rules)


def winnings(rounds: Played, rules: Rules) -> Ints:
    """Return what the winner kept in each round with a sale."""
    kept = rounds.profit.sum(axis=1)
    if rules.auction == "all_pay":  # what losers lose is not the winner's
        kept = kept + np.sort(np.maximum(rounds.offer, 0), axis=1)[:, :-1].sum(axis=1)
    found: Ints = kept[sold(rounds, rules)]
    return found


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
    """Return what the winner keeps in equilibrium, in each round with a sale."""
    return winnings(played(rules, seats), rules)
