"""What a seat, or chance, can decide in Master Builder, and the one-line notation of each.

The notation names the seat (counted from 1, ``*`` for chance), the verb and what it takes:
``1 hire foreman``, ``1 fire 17``, ``2 name 7 14``, ``3 bid 15``, ``1 assign 17 7.2``,
``* worker 17``. Workers, contracts, economy and event cards go by their numbers in the deck,
sections by the contract's number and their own; sums are in thousands.
"""

import re
from typing import Final, Literal, TypeAlias, cast, get_args

from paydays_widgets.core import game, notation
from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.core.notation import SEAT, Form, seat, who
from paydays_widgets.games.master_builder.deck import SKILLS, Skill

LoanKind: TypeAlias = Literal["small", "large"]
LOANS: Final[tuple[LoanKind, ...]] = get_args(LoanKind)

Cards: TypeAlias = Literal["worker", "contract", "economy", "event"]
CARDS: Final[tuple[Cards, ...]] = get_args(Cards)


class Hire(game.Move, frozen=True, gc=False, tag=True):
    """Take the open worker of a skill (MB-1-draft, MB-1-turns)."""

    skill: Skill

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} hire {self.skill}"


class Fire(game.Move, frozen=True, gc=False, tag=True):
    """Put a worker of one's own under its pile (MB-1-fire)."""

    worker: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} fire {self.worker}"


class Pass(game.Move, frozen=True, gc=False, tag=True):
    """Neither hire nor fire, name no contract, bid no more, or keep the loans."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} pass"


class Name(game.Move, frozen=True, gc=False, tag=True):
    """Name a contract on offer, with an opening bid (MB-2-nominate)."""

    contract: int
    bid: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} name {self.contract} {self.bid}"


class Bid(game.Move, frozen=True, gc=False, tag=True):
    """Raise the bid for the contract that was named (MB-2-auction)."""

    amount: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} bid {self.amount}"


class Choose(game.Move, frozen=True, gc=False, tag=True):
    """Choose a worker of one's own whom the event strikes (MB-3-absent, MB-3-gone)."""

    worker: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} choose {self.worker}"


class Assign(game.Move, frozen=True, gc=False, tag=True):
    """Set a worker to work on a section, hidden from the others (MB-4-assign)."""

    worker: int
    contract: int
    section: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} assign {self.worker} {self.contract}.{self.section}"


class Build(game.Move, frozen=True, gc=False, tag=True):
    """Assign no more workers: what is manned is built when all are ready (MB-4-assign)."""

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} build"


class Borrow(game.Move, frozen=True, gc=False, tag=True):
    """Take a loan for what is due (MB-5-loans)."""

    loan: LoanKind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} borrow {self.loan}"


class Repay(game.Move, frozen=True, gc=False, tag=True):
    """Repay a loan, in one sum (MB-5-repay)."""

    loan: LoanKind

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} repay {self.loan}"


class DrawLot(game.Move, frozen=True, gc=False, tag=True):
    """Chance gives a seat the mallet (MB-players)."""

    seat: Seat

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} mallet {self.seat + 1}"


class TurnUp(game.Move, frozen=True, gc=False, tag=True):
    """Chance turns up the next card of a pile, by its number in the deck."""

    cards: Cards
    number: int

    def __str__(self) -> str:
        """Write the notation."""
        return f"{who(self.by)} {self.cards} {self.number}"


Move: TypeAlias = (
    Hire | Fire | Pass | Name | Bid | Choose | Assign | Build | Borrow | Repay | DrawLot | TurnUp
)

_EXPECTED: Final = (
    "'1 hire foreman', '1 fire 17', '1 pass', '2 name 7 14', '3 bid 15', '1 choose 17', "
    "'1 assign 17 7.2', '1 build', '1 borrow small', '1 repay large', '* mallet 2', "
    "'* worker 17', '* contract 7', '* economy 3' or '* event 5', with the seat counted from 1 "
    f"and a skill of {', '.join(SKILLS)}"
)

_NUMBER: Final = "([1-9][0-9]{0,2})"
_SUM: Final = "([1-9][0-9]{0,3})"
_SKILL: Final = f"({'|'.join(SKILLS)})"
_LOAN: Final = f"({'|'.join(LOANS)})"


def _loan(word: str) -> LoanKind:
    return cast("LoanKind", word)


_FORMS: Final[tuple[Form[Move], ...]] = (
    (
        re.compile(f"{SEAT} hire {_SKILL}"),
        lambda by, skill: Hire(seat(by), cast("Skill", skill)),
    ),
    (re.compile(f"{SEAT} fire {_NUMBER}"), lambda by, n: Fire(seat(by), int(n))),
    (re.compile(f"{SEAT} pass"), lambda by: Pass(seat(by))),
    (
        re.compile(f"{SEAT} name {_NUMBER} {_SUM}"),
        lambda by, contract, bid: Name(seat(by), int(contract), int(bid)),
    ),
    (re.compile(f"{SEAT} bid {_SUM}"), lambda by, n: Bid(seat(by), int(n))),
    (re.compile(f"{SEAT} choose {_NUMBER}"), lambda by, n: Choose(seat(by), int(n))),
    (
        re.compile(rf"{SEAT} assign {_NUMBER} {_NUMBER}\.([1-9])"),
        lambda by, worker, contract, section: Assign(
            seat(by), int(worker), int(contract), int(section)
        ),
    ),
    (re.compile(f"{SEAT} build"), lambda by: Build(seat(by))),
    (re.compile(f"{SEAT} borrow {_LOAN}"), lambda by, loan: Borrow(seat(by), _loan(loan))),
    (re.compile(f"{SEAT} repay {_LOAN}"), lambda by, loan: Repay(seat(by), _loan(loan))),
    (re.compile(rf"\* mallet {SEAT}"), lambda to: DrawLot(CHANCE, seat(to))),
    (
        re.compile(rf"\* ({'|'.join(CARDS)}) {_NUMBER}"),
        lambda cards, n: TurnUp(CHANCE, cast("Cards", cards), int(n)),
    ),
)


def read(text: str) -> Move:
    """Read a move's notation.

    Raises
    ------
    NotationError
        If it is not one.

    Examples
    --------
    >>> read("2 name 7 14")
    Name(by=1, contract=7, bid=14)
    >>> str(read("1 assign 17 7.2"))
    '1 assign 17 7.2'
    """
    return notation.read(text, _FORMS, _EXPECTED)
