"""The switches of the market: what is traded, how offers meet, and what a state forbids."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.core import game

Institution: TypeAlias = Literal["continuous", "call"]
Speech: TypeAlias = Literal["drawn", "free"]
Values: TypeAlias = Literal["schedule", "drawn"]
Change: TypeAlias = Literal["stay", "again", "shift"]
Units: TypeAlias = Literal[1, 2, 3]
Periods: TypeAlias = Literal[3, 4, 5, 6, 8, 10, 15]
Limit: TypeAlias = Literal[0, 30, 40, 50, 60, 70]
Tax: TypeAlias = Literal[0, 10, 20, 30]
Payer: TypeAlias = Literal["buyers", "sellers"]
Quota: TypeAlias = Literal[0, 1, 2, 3, 5, 10, 20]
Goods: TypeAlias = Literal["units", "shares"]
Credit: TypeAlias = Literal[0, 25, 50, 75]
Rate: TypeAlias = Literal[0, 5, 10]


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How the market is run.

    Parameters
    ----------
    institution
        Whether an offer stands until somebody takes it, or all are opened at once (MK-periods).
    speech
        Who may act next in a continuous market: a seat that is drawn, or any (MK-word).
    values
        Whether the cards are dealt from two schedules, or each is drawn by itself (MK-cards).
    change
        What becomes of the cards from period to period (MK-change).
    swap
        Whether buyers become sellers, and sellers buyers, in the second half (MK-roles).
    units
        How many units each seat can trade in a period (MK-cards).
    periods
        How many periods there are (MK-periods).
    ceiling, floor
        The highest and the lowest price (MK-ceiling, MK-floor), in whole units; 0 for none.
    tax
        What is paid to the state for each unit traded, in whole units (MK-tax).
    payer
        Which side pays it (MK-tax).
    quota
        How many units may be traded in a period; 0 for any number (MK-quota).
    goods
        Whether units with a card each are traded, or shares that pay dividends (MK-goods).
    shown
        Whether pages show what a share is worth on average (MK-value).
    credit
        Up to what part of the shares' price a seat can borrow, in per cent; 0 for no loans
        (MK-credit).
    rate
        The interest on debts, in per cent for each period (MK-interest).
    """

    institution: Institution = "continuous"
    speech: Speech = "drawn"
    values: Values = "schedule"
    change: Change = "stay"
    swap: bool = False
    units: Units = 1
    periods: Periods = 3
    ceiling: Limit = 0
    floor: Limit = 0
    tax: Tax = 0
    payer: Payer = "buyers"
    quota: Quota = 0
    goods: Goods = "units"
    shown: bool = False
    credit: Credit = 0
    rate: Rate = 0

    @property
    def shares(self) -> bool:
        """Whether everyone buys and sells shares."""
        return self.goods == "shares"

    @property
    def call(self) -> bool:
        """Whether sealed offers meet at one price."""
        return self.institution == "call"

    @property
    def limited(self) -> bool:
        """Whether the state forbids or takes something: a ceiling, a floor, a tax or a quota."""
        return bool(self.ceiling or self.floor or self.tax or self.quota)

    @property
    def free(self) -> bool:
        """Whether any seat may act at any time."""
        return not self.call and self.speech == "free"


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "double_auction": Rules(),
        "call_market": Rules("call"),
        "two_traders": Rules("call", values="drawn", change="again", periods=10),
        "shift": Rules(change="shift", periods=6),
        "ceiling": Rules(ceiling=40),
        "floor": Rules(floor=60),
        "tax": Rules(tax=20),
        "quota": Rules("call", units=2, quota=3),
        "shares": Rules(periods=5, goods="shares"),
        "credit": Rules(periods=5, goods="shares", credit=50, rate=5),
        "shares_call": Rules("call", periods=5, goods="shares", shown=True, units=2),
    }
)
"""``double_auction`` is the default; the others change institution, cards, policy or goods."""
