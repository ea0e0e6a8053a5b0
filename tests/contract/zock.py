"""What the contract tests need to know of Zock."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import cast, get_args

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.games.zock.engine import square_of
from paydays_widgets.games.zock.events import Event
from paydays_widgets.games.zock.moves import (
    PAWNS,
    Cash,
    Go,
    Move,
    Pawn,
    Repay,
    Roll,
    SendHome,
    Throw,
)
from paydays_widgets.games.zock.rules import (
    PRESETS,
    AllMoney,
    BankShort,
    CashWhen,
    KingFirst,
    Lap,
    Payout,
    Rules,
    Stacking,
    ThirdPawn,
)
from paydays_widgets.games.zock.state import HOME, Side, State, View
from tests.contract.swap import Swap
from tests.games.zock.positions import position

SWITCHES = (CashWhen, Payout, Stacking, KingFirst, ThirdPawn, Lap, BankShort, AllMoney)
CAPITALS = (None, 0, 2_000)
"""The board's own capital, and banks that run dry."""
ROUNDS = 12


def covering() -> Iterator[Rules]:
    """Choose enough combinations of switches for every two values to meet."""
    options = list(product(*map(get_args, SWITCHES), CAPITALS))
    pairs = {each: {*combinations(enumerate(each), 2)} for each in options}
    missing = set().union(*pairs.values())
    while missing:
        best = max(options, key=lambda each: len(missing & pairs[each]))
        missing -= pairs[best]
        yield replace(Rules(*best[:-1]), rounds=ROUNDS, capital=best[-1])


SEATS = (2, 3, 4)
VARIANTS = (*PRESETS.values(), *covering())
EVENTS = get_args(Event)
SELDOM = ()
MOVES = get_args(Move)
VIEW = View
LUCKY = frozenset({"random_legal"})
CHANGED = {
    "rounds": ("ZK-end",),
    "capital": ("ZK-money",),
    "cash": ("ZK-cash", "ZK-cash-when"),
    "payout": ("ZK-window",),
    "stacking": ("ZK-stack",),
    "king_first": ("ZK-king-first",),
    "third_pawn": ("ZK-choose",),
    "lap": ("ZK-lap",),
    "bank_short": ("ZK-bank-empty",),
    "all_money": ("ZK-end",),
}
TOLD = {("ZK-cash", "cash"): "the refusal before or after the roll names ZK-cash-when"}
RARE = (
    position("38 37 -", "10 5 -"),
    position("12 16 -", "10 5 -", "2 3 -", money=[30_000, 1_000, 30_000], bank=1_500),
    replace(position("2 3 -", "2 3 -", money=[1_000, 500], debts=[1_000, 0]), phase="choose"),
)
UNSAID = {
    ("ZK-roll", "cash"): "who takes the die gives up cashing only where that comes before",
    ("ZK-one", "cash"): "the event says too what could have been cashed before the roll",
    ("ZK-no-move", "stacking"): "whatever bars a move, without one the turn passes",
    ("ZK-no-move", "third_pawn"): "whatever bars a move, without one the turn passes",
    ("ZK-no-move", "king_first"): "whatever bars a move, without one the turn passes",
    ("ZK-players", "all_money"): "the next turn begins where the game is not over",
    ("ZK-bank-empty", "all_money"): "the next turn begins where the game is not over",
}
_NAMES = (*PAWNS, cast("Pawn", "queen"))


def conceivable(s: State) -> Iterator[Move]:
    most = max(side.debt for side in s.sides) + 1_000
    for by in range(CHANCE, len(s.sides) + 1):
        yield Throw(by)
        for pawn in _NAMES:
            yield Go(by, pawn)
            yield Cash(by, pawn)
            yield SendHome(by, pawn)
        yield from (Repay(by, amount) for amount in (-500, 0, 250, *range(500, most, 500)))
        yield from (Roll(by, die) for die in range(8))


def conserved(s: State) -> object:
    """Count all the money, the seats' and the bank's, and check where pawns stand."""
    assert s.bank >= 0
    for side in s.sides:
        assert side.money >= 0
        assert side.debt >= 0
        assert side.money % 500 == side.debt % 500 == 0
        assert all(HOME <= steps < s.deck.squares for steps in side.pawns)
        assert not side.out or side == type(side)(0, out=True)
    if s.phase in {"choose", "roll", "move", "foremost", "over"}:
        squares = [
            {square_of(s.deck, seat, len(s.sides), steps) for steps in side.pawns if steps != HOME}
            for seat, side in enumerate(s.sides)
        ]
        assert sum(map(len, squares)) == len(set().union(*squares))
    if s.rules.stacking == "forbid":
        for side in s.sides:
            on_circuit = [steps for steps in side.pawns if steps != HOME]
            assert len(on_circuit) == len({*on_circuit})
    return sum(side.money for side in s.sides) + s.bank


def unlisted(s: State, move: Move) -> bool:
    """No: every legal move is listed."""
    return False


def hidden_swaps(s: State, seat: Seat | None) -> Iterator[Swap]:
    yield from ()


def hidden_moves(s: State, move: Move, seat: Seat | None) -> Iterator[Move]:
    yield from ()


def eager(move: Move) -> int:
    """Prefer to send kings to meet kings, and to let debts grow."""
    match move:
        case Go(_, "king"):
            return 9
        case Cash():
            return 3
        case Repay(_, amount):
            return 1 if amount > 500 else 2
        case _:
            return 4


def summary(s: State) -> dict[str | Seat, str]:
    return {"bank": str(s.bank), "disc": str(s.disc), **dict(enumerate(map(_side, s.sides)))}


def _side(side: Side) -> str:
    """Write money, debt, and the steps of the king and the two pawns."""
    pawns = " ".join("home" if steps == HOME else str(steps) for steps in side.pawns)
    debt = f" owes {side.debt}" if side.debt else ""
    return "out" if side.out else f"{side.money}{debt}: {pawns}"
