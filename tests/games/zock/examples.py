"""Events and refusals of Zock, one for each wording that they can have."""

from paydays_widgets.core.game import Refusal
from paydays_widgets.games.zock import events as e
from paydays_widgets.games.zock.engine import ZOCK

EVENTS: tuple[e.Event, ...] = (
    e.TurnBegun(clause="ZK-players", seat=1, turn=12, round=3),
    e.TurnBegun(clause="ZK-bank-empty", seat=1, turn=12, round=3),
    e.DieTaken(clause="ZK-roll", seat=0),
    e.DieTaken(clause="ZK-cash-when", seat=0),
    e.DieRolled(seat=0, die=4),
    e.DieRolled(seat=0, die=1),
    e.PawnBroughtOut(clause="ZK-king-first", seat=0, pawn="king", steps=4, square=4),
    e.PawnBroughtOut(clause="ZK-two-out", seat=0, pawn="a", steps=4, square=4),
    e.PawnBroughtOut(clause="ZK-choose", seat=0, pawn="b", steps=4, square=4),
    e.PawnMoved(clause="ZK-choose", seat=0, pawn="a", die=4, start=12, steps=16, square=16),
    e.PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=39, square=39),
    e.PawnMoved(clause="ZK-lap", seat=0, pawn="a", die=5, start=38, steps=3, square=3),
    e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=5, foremost=1),
    e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=12, foremost=2),
    e.PawnWentHome(clause="ZK-lap", seat=0, pawn="b", steps=38, foremost=0),
    e.PawnWentHome(clause="ZK-one", seat=0, pawn="king", steps=12, foremost=1, cashable=True),
    e.NothingSentHome(seat=0),
    e.TurnPassed(seat=0, die=5),
    e.PawnsHit(clause="ZK-hit", seat=0, victim=1, pawns=("king",), square=10, fine=3_000),
    e.PawnsHit(clause="ZK-stack", seat=0, victim=1, pawns=("king", "b"), square=10, fine=4_000),
    e.MoneyBorrowed(seat=1, amount=2_000, owed=3_000, had=1_000, debt=2_500),
    e.MoneyBorrowed(clause="ZK-bank-empty", seat=1, amount=500, owed=3_000, had=1_000, debt=500),
    e.FinePaid(seat=1, payee=0, amount=3_000),
    e.FinePaid(clause="ZK-bank-empty", seat=1, payee=0, amount=1_500),
    e.SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=0),
    e.SeatOut(seat=1, creditor=0, owed=3_000, had=1_000, bank=500, debt=4_000),
    e.DuelBegun(
        clause="ZK-duel", seat=0, attacked=1, pawns=("king",), square=10, stakes=(30_000, 9_000)
    ),
    e.DuelBegun(
        clause="ZK-stack", seat=0, attacked=1, pawns=("king", "a"), square=10, stakes=(30_000, 0)
    ),
    e.DuelRolled(seat=1, die=4, count=3),
    e.DuelRolled(seat=1, die=1, count=3),
    e.DuelDecided(clause="ZK-duel", seat=0, loser=1, pawns=("king",), amount=9_000, attacker=0),
    e.DuelDecided(clause="ZK-stack", seat=0, loser=1, pawns=("king", "a"), amount=0, attacker=0),
    e.DiscTurned(seat=0, pawn="a", steps=26, square=26, window=3_000, payout="progress"),
    e.DiscTurned(seat=0, pawn="a", steps=27, square=27, window=3_000, payout="square"),
    e.PawnsCashed(
        clause="ZK-cash", seat=0, pawns=("a",), window=3_000, times=1, due=3_000, paid=3_000
    ),
    e.PawnsCashed(
        clause="ZK-cash", seat=0, pawns=("king",), window=3_000, times=3, due=9_000, paid=9_000
    ),
    e.PawnsCashed(
        clause="ZK-stack", seat=0, pawns=("king", "a"), window=500, times=4, due=2_000, paid=2_000
    ),
    e.PawnsCashed(
        clause="ZK-bank-empty", seat=0, pawns=("a",), window=3_000, times=1, due=3_000, paid=500
    ),
    e.DebtRepaid(seat=1, amount=1_000, debt=500),
    e.DebtRepaid(seat=1, amount=1_000, debt=0),
    e.GameEnded(ending="all_money", winners=(0,), money=(500, 0, 0), debts=(0, 2_000, 0)),
    e.GameEnded(ending="last_in_play", winners=(0,), money=(500, 0, 0), debts=(0, 0, 0)),
    e.GameEnded(ending="rounds", winners=(0, 2), money=(500, 0, 500), debts=(0, 0, 0)),
)
_FACTS: dict[str, dict[str, int | str]] = {
    "no_pawn": {"pawn": "queen"},
    "king_first": {"pawn": "a", "steps": 4, "die": 3},
    "frozen": {"pawn": "a", "steps": 4, "die": 3},
    "two_out": {"pawn": "a", "steps": 4, "die": 3},
    "two_at_most": {"pawn": "a", "steps": -1, "die": 3},
    "at_end": {"pawn": "a", "steps": 39, "die": 3},
    "own_pawn": {"pawn": "a", "steps": 4, "die": 3},
    "cash_when": {"when": "before_roll"},
    "cash_two": {"pawn": "a"},
    "cash_home": {"pawn": "a"},
    "cash_quarter": {"pawn": "a", "steps": 6, "quarter": 10},
    "not_foremost": {"pawn": "a", "steps": 6, "most": 10},
    "no_debt": {},
    "repay_steps": {"amount": 250, "note": 500},
    "repay_debt": {"amount": 3_000, "debt": 500},
    "repay_money": {"amount": 3_000, "money": 500},
}
REFUSALS = (
    *[
        Refusal(clause, reason, facts)
        for reason, facts in _FACTS.items()
        for clause in ZOCK.reasons[reason]
    ],
    Refusal("ZK-cash-when", "cash_when", {"when": "after_roll"}),
)
