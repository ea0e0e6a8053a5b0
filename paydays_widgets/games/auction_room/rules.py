"""The switches of the auction room: how a price is found, and who learns what."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.core import game

Auction: TypeAlias = Literal[
    "first", "second", "english", "dutch", "all_pay", "tender_first", "tender_second"
]
Values: TypeAlias = Literal["private", "budget", "common"]
Spread: TypeAlias = Literal[6, 12, 24]
Reserve: TypeAlias = Literal[0, 20, 30, 40, 50, 60]
Told: TypeAlias = Literal["values", "bids", "price", "win"]
Purse: TypeAlias = Literal[0, 50, 100, 200]
Rounds: TypeAlias = Literal[1, 3, 6, 10, 12, 20]

TENDERS: Final = frozenset({"tender_first", "tender_second"})
CLOCKS: Final = frozenset({"english", "dutch"})
PRICED_BY_RIVALS: Final = frozenset({"second", "english", "tender_second"})
"""The formats in which a winner's own bid is not the price."""


class Rules(game.Rules, frozen=True, gc=False, forbid_unknown_fields=True):
    """How the auction room is run.

    Parameters
    ----------
    auction
        How the price is found (AR-price).
    values
        What the object is worth to each seat (AR-values). In a tender, each has a private cost.
    spread
        How far an estimate of a common value can be from it, in whole units (AR-values).
    reserve
        The least that the seller takes, in whole units (AR-reserve). A tender has none.
    told
        What everyone is told of a sealed round (AR-told).
    purse
        What each seat begins with, in whole units, and is out without (AR-ruin); 0 for no purse.
    rounds
        How many objects there are (AR-rounds).
    """

    auction: Auction = "first"
    values: Values = "private"
    spread: Spread = 12
    reserve: Reserve = 0
    told: Told = "values"
    purse: Purse = 0
    rounds: Rounds = 6

    @property
    def tender(self) -> bool:
        """Whether the lowest price wins, and the winner pays a cost."""
        return self.auction in TENDERS

    @property
    def common(self) -> bool:
        """Whether the object is worth the same to everyone."""
        return self.values == "common" and not self.tender

    @property
    def budgets(self) -> bool:
        """Whether each seat has a budget."""
        return self.values == "budget" and not self.tender

    @property
    def truthful(self) -> bool:
        """Whether no bid is better than the own value or cost, or all of a smaller budget."""
        return self.auction in PRICED_BY_RIVALS and not self.common


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "first_price": Rules(),
        "second_price": Rules(auction="second"),
        "english": Rules(auction="english"),
        "dutch": Rules(auction="dutch"),
        "all_pay": Rules(auction="all_pay"),
        "tender": Rules(auction="tender_first"),
        "curse": Rules(values="common", spread=24),
        "budgets": Rules(auction="second", values="budget"),
    }
)
"""``first_price`` is the default; the others change the format, or what is known."""
