"""The switches for points on which the source is silent or ambiguous."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game

CashWhen: TypeAlias = Literal["before_roll", "after_roll"]
Payout: TypeAlias = Literal["progress", "square"]
Stacking: TypeAlias = Literal["house", "forbid"]
KingFirst: TypeAlias = Literal["king_leaves_first", "freeze_circuit_pawns"]
ThirdPawn: TypeAlias = Literal["may_enter", "two_at_most"]
Lap: TypeAlias = Literal["wait", "circle", "home_unpaid"]
BankShort: TypeAlias = Literal["out", "lends_rest"]
AllMoney: TypeAlias = Literal["seats", "last_in_play"]

NOTE: Final = 500
"""The smallest note: every sum in the game is a multiple."""
MOST_ROUNDS: Final = 999
MOST_MONEY: Final = 1_000_000

Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
Capital: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_MONEY, multiple_of=NOTE)]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How Zock is played.

    Parameters
    ----------
    cash
        When a pawn may be cashed (ZK-cash-when): ``before_roll``, instead of rolling, or
        ``after_roll``, instead of moving.
    payout
        What the window shows (ZK-window): a sum that rises with the pawn's ``progress`` since
        its exit, or what is printed on the ``square``.
    stacking
        Whether several pawns of a seat may share a square (ZK-stack): they may (``house``), or
        may not (``forbid``).
    king_first
        What holds while the king is at home (ZK-king-first): ``king_leaves_first``, before any
        other pawn, or ``freeze_circuit_pawns``, when an ordinary pawn may leave home before it.
    third_pawn
        Whether a third pawn ``may_enter`` the circuit or ``two_at_most`` are on it (ZK-choose).
    lap
        What a pawn does that would reach its own exit again (ZK-lap): it stops before it and
        has to ``wait``, goes on (``circle``), or goes home with no money (``home_unpaid``).
    bank_short
        What becomes of a seat that needs more than the bank has left (ZK-bank-empty): it is
        ``out``, or the bank ``lends_rest`` and the creditor gets no more.
    all_money
        Whether the game ends when one of the ``seats`` has won all their money, or goes on until
        the ``last_in_play`` (ZK-end).
    rounds
        The number of rounds after which the game ends (ZK-end).
    capital
        What the bank holds once the seats have their starting money (ZK-money); None for what
        the board file says.
    first
        The seat that starts (ZK-players), counted from 0.
    """

    cash: CashWhen = "before_roll"
    payout: Payout = "progress"
    stacking: Stacking = "house"
    king_first: KingFirst = "king_leaves_first"
    third_pawn: ThirdPawn = "may_enter"
    lap: Lap = "wait"
    bank_short: BankShort = "out"
    all_money: AllMoney = "seats"
    rounds: Rounds = 20
    capital: Capital | None = None
    first: game.StartingSeat = 0


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "teaching": Rules(),
        "french": Rules(
            cash="after_roll",
            king_first="freeze_circuit_pawns",
            lap="circle",
            bank_short="lends_rest",
        ),
    }
)
"""``teaching``, the default, takes the clearest reading of each clause. ``french`` keeps to the
letter of the French rules wherever they say anything; what they leave open (:data:`LEFT_OPEN`) is
as in the default."""

LEFT_OPEN: Final = ("payout", "stacking", "third_pawn", "all_money", "rounds", "capital")
"""The switches on which the French rules say nothing, or nothing definite."""
