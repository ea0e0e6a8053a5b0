"""What can follow from a move in Zock. Each event names the clause that it applies."""

from typing import Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from paydays_widgets.games.zock.moves import Pawn
from paydays_widgets.games.zock.rules import Payout

Ending: TypeAlias = Literal["all_money", "last_in_play", "rounds"]


class TurnBegun(game.Event, frozen=True, kw_only=True):
    """The next seat became active; the clause says whether seats that are out were skipped."""

    clause: Literal["ZK-players", "ZK-bank-empty"]
    seat: Seat
    turn: int
    round: int


class DieTaken(game.Event, frozen=True, kw_only=True):
    """The active seat decided to roll; the clause says whether it could have cashed instead."""

    clause: Literal["ZK-roll", "ZK-cash-when"]
    seat: Seat


class DieRolled(game.Event, frozen=True, kw_only=True):
    """The die was rolled for a turn."""

    clause: Literal["ZK-roll"] = "ZK-roll"
    seat: Seat
    die: int


class PawnBroughtOut(game.Event, frozen=True, kw_only=True):
    """A pawn left home and stands ``steps`` past its exit; the clause says why it could."""

    clause: Literal["ZK-king-first", "ZK-two-out", "ZK-choose"]
    seat: Seat
    pawn: Pawn
    steps: int
    square: int


class PawnMoved(game.Event, frozen=True, kw_only=True):
    """A pawn went on from ``start`` to ``steps`` past its exit.

    The clause is ZK-lap if the pawn stopped before its exit or passed it.
    """

    clause: Literal["ZK-choose", "ZK-lap"]
    seat: Seat
    pawn: Pawn
    die: int
    start: int
    steps: int
    square: int


class PawnWentHome(game.Event, frozen=True, kw_only=True):
    """A pawn that had gone ``steps`` went home with no money: after a 1, or a full lap."""

    clause: Literal["ZK-one", "ZK-lap"]
    seat: Seat
    pawn: Pawn
    steps: int
    foremost: int
    """How many pawns were foremost; 0 if that did not matter."""
    cashable: bool = False
    """Whether it could have been cashed in place of the roll that sent it home."""


class NothingSentHome(game.Event, frozen=True, kw_only=True):
    """A 1 was rolled with no pawn on the circuit."""

    clause: Literal["ZK-one"] = "ZK-one"
    seat: Seat


class TurnPassed(game.Event, frozen=True, kw_only=True):
    """No move was legal with the roll."""

    clause: Literal["ZK-no-move"] = "ZK-no-move"
    seat: Seat
    die: int


class PawnsHit(game.Event, frozen=True, kw_only=True):
    """Pawns of ``victim`` were hit and went home; ``fine`` is due to the hitter."""

    clause: Literal["ZK-hit", "ZK-stack"]
    seat: Seat
    victim: Seat
    pawns: tuple[Pawn, ...]
    square: int
    fine: int


class MoneyBorrowed(game.Event, frozen=True, kw_only=True):
    """A seat that owed ``owed`` and had only ``had`` borrowed from the bank.

    The clause is ZK-bank-empty if the bank could not lend all that was missing.
    """

    clause: Literal["ZK-borrow", "ZK-bank-empty"] = "ZK-borrow"
    seat: Seat
    amount: int
    owed: int
    had: int
    debt: int
    """All that it owes the bank now."""


class FinePaid(game.Event, frozen=True, kw_only=True):
    """The owner of the pawns that were hit paid the hitter.

    The clause is ZK-bank-empty if that was less than the fine, for want of money to borrow.
    """

    clause: Literal["ZK-hit", "ZK-bank-empty"] = "ZK-hit"
    seat: Seat
    payee: Seat
    amount: int


class SeatOut(game.Event, frozen=True, kw_only=True):
    """A seat could not pay, the bank could not lend what was missing, and it left the game."""

    clause: Literal["ZK-bank-empty"] = "ZK-bank-empty"
    seat: Seat
    creditor: Seat
    owed: int
    had: int
    bank: int
    debt: int
    """The debt that lapsed."""


class DuelBegun(game.Event, frozen=True, kw_only=True):
    """A king ended its move on another king; the ``pawns`` there are at stake."""

    clause: Literal["ZK-duel", "ZK-stack"]
    seat: Seat
    attacked: Seat
    pawns: tuple[Pawn, ...]
    square: int
    stakes: tuple[int, int]
    """The money of the attacker and of the attacked."""


class DuelRolled(game.Event, frozen=True, kw_only=True):
    """One of the two seats made the ``count``-th roll of this duel."""

    clause: Literal["ZK-duel"] = "ZK-duel"
    seat: Seat
    die: int
    count: int


class DuelDecided(game.Event, frozen=True, kw_only=True):
    """The seat that rolled a 1 lost: pawns went home, and all its money went to the winner."""

    clause: Literal["ZK-duel", "ZK-stack"]
    seat: Seat
    """The winner."""
    loser: Seat
    pawns: tuple[Pawn, ...]
    amount: int
    attacker: Seat


class DiscTurned(game.Event, frozen=True, kw_only=True):
    """The disc was turned to a pawn's square, and its window shows a sum."""

    clause: Literal["ZK-window"] = "ZK-window"
    seat: Seat
    pawn: Pawn
    steps: int
    square: int
    window: int
    payout: Payout
    """What the sum depends on."""


class PawnsCashed(game.Event, frozen=True, kw_only=True):
    """The bank paid the window's sum, ``times`` over, and the pawns went home.

    The clause is ZK-stack if several stood there, and ZK-bank-empty if the bank could not pay
    in full.
    """

    clause: Literal["ZK-cash", "ZK-stack", "ZK-bank-empty"]
    seat: Seat
    pawns: tuple[Pawn, ...]
    window: int
    times: int
    due: int
    paid: int


class DebtRepaid(game.Event, frozen=True, kw_only=True):
    """A seat repaid the bank part of its debt."""

    clause: Literal["ZK-borrow"] = "ZK-borrow"
    seat: Seat
    amount: int
    debt: int
    """What it still owes."""


class GameEnded(game.Event, frozen=True, kw_only=True):
    """The game is over; ``ending`` says why."""

    clause: Literal["ZK-end"] = "ZK-end"
    ending: Ending
    winners: tuple[Seat, ...]
    money: tuple[int, ...]
    debts: tuple[int, ...]


Event: TypeAlias = (
    TurnBegun
    | DieTaken
    | DieRolled
    | PawnBroughtOut
    | PawnMoved
    | PawnWentHome
    | NothingSentHome
    | TurnPassed
    | PawnsHit
    | MoneyBorrowed
    | FinePaid
    | SeatOut
    | DuelBegun
    | DuelRolled
    | DuelDecided
    | DiscTurned
    | PawnsCashed
    | DebtRepaid
    | GameEnded
)
