"""Positions of Zock, built and played in the rulebook's terms.

A seat's pawns are written as the steps past its exit of the king, A and B, with ``-`` for home:
``"12 3 -"``. Moves are given in their notation. With two seats the exits are squares 0 and 20;
with more, they are 0, 10, 20 and 30.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.games.zock.deck import Deck, default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import Event
from paydays_widgets.games.zock.rules import Rules
from paydays_widgets.games.zock.state import HOME, Pawns, Phase, Side, State
from tests.games import playing

MONEY = 30_000


class Played(playing.Played[State, Event], frozen=True):
    """What some moves led to."""

    @property
    def money(self) -> tuple[int, ...]:
        return tuple(side.money for side in self.state.sides)

    def pawns(self, seat: Seat) -> Pawns:
        return self.state.sides[seat].pawns


def pawns(written: str) -> Pawns:
    king, a, b = (HOME if each == "-" else int(each) for each in written.split())
    return (king, a, b)


def position(
    *written: str,
    money: Sequence[int] | None = None,
    debts: Sequence[int] | None = None,
    bank: int = 100_000,
    out: Sequence[Seat] = (),
    active: Seat = 0,
    phase: Phase = "roll",
    die: int = 0,
    round_: int = 1,
    rules: Rules | None = None,
    deck: Deck | None = None,
) -> State:
    """Build a position; by default it is the first seat's turn, and it has yet to roll."""
    seats = len(written)
    sides = [
        Side(
            money=0 if seat in out else (money or [MONEY] * seats)[seat],
            debt=(debts or [0] * seats)[seat],
            pawns=pawns(each),
            out=seat in out,
        )
        for seat, each in enumerate(written)
    ]
    state = ZOCK.start(seats, rules, deck or default_deck())
    return replace(
        state,
        phase=phase,
        turn=10,
        round=round_,
        active=active,
        sides=tuple(sides),
        bank=bank,
        die=die,
        gone=tuple(out),
    )


def total(state: State) -> int:
    return state.bank + sum(side.money for side in state.sides)


SCRIPT = playing.Script(ZOCK, Played, total)
play = SCRIPT.play
refused = SCRIPT.refused


def legal(state: State) -> list[str]:
    """List what can be played now, by any seat or by chance."""
    return [str(move) for by in range(CHANCE, len(state.sides)) for move in ZOCK.legal(state, by)]
