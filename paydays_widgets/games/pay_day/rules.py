"""The switches of Pay Day, and the edition that they come from."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game

MOST_MONTHS: Final = 12
"""The largest number of months in a game (PD-players)."""

Months: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_MONTHS)]
Banking: TypeAlias = Literal["any_time", "when_due"]
DebtTest: TypeAlias = Literal["cash", "cash_and_savings"]
PotSix: TypeAlias = Literal["movement", "any_roll"]
Tie: TypeAlias = Literal["reroll", "split"]
LotteryDiscard: TypeAlias = Literal["under_deck", "discard"]
InsuranceTerm: TypeAlias = Literal["game", "month"]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """The rules of Pay Day that can be changed.

    Parameters
    ----------
    months
        How many months each seat plays (PD-players), 1 to 12.
    first
        The seat that starts (PD-players), counted from 0.
    banking
        When a seat may borrow, or withdraw savings off Pay Day (PD-loan, PD-savings, PD-raise):
        at ``any_time`` that it decides something or has to pay, or only ``when_due``, for a
        payment that its cash does not cover.
    stake_returned
        Whether a Swellfare win gives the stake back on top of ten times the stake
        (PD-swellfare).
    swellfare_debt_test
        What debts are compared with (PD-swellfare): ``cash`` alone, or ``cash_and_savings``.
    pot_six
        Which sixes win the open pot (PD-election): only those rolled for ``movement``, or
        ``any_roll``, including those for commissions, poker and Swellfare.
    commission_tie, poker_tie
        What happens when the highest roll is a tie (PD-deal-commission, PD-poker): the tied
        seats roll again (``reroll``), or share in whole dollars (``split``).
    buyer_rolls_for_commission
        Whether the buyer of a Deal also rolls for its commission (PD-deal-commission).
    lottery_discard
        Where unused lottery tickets go (PD-lottery): ``under_deck``, or onto the ``discard``.
    insurance_term
        How long insurance lasts (PD-insurance): the whole ``game``, or until the end of its
        owner's ``month``.
    max_loan
        The largest loan, in dollars, with which a seat may make a payment that it chose
        (PD-raise); None for no limit.
    """

    months: Months = 3
    first: game.StartingSeat = 0
    banking: Banking = "any_time"
    stake_returned: bool = False
    swellfare_debt_test: DebtTest = "cash"
    pot_six: PotSix = "movement"
    commission_tie: Tie = "reroll"
    poker_tie: Tie = "reroll"
    buyer_rolls_for_commission: bool = True
    lottery_discard: LotteryDiscard = "under_deck"
    insurance_term: InsuranceTerm = "game"
    max_loan: Literal[6900] | None = None


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {"1975": Rules(), "lesson": Rules(months=2)}
)
"""The rules of 1975, and the same rules for two months, which fit into a lesson."""
