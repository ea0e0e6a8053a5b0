"""What a class is measured by: each topic on one scale, for a class, bots, theory and experiments.

A measure is a share: of all that was observed, so much of so much. An observation is a bid, a
round or a period of a market.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat

Topic: TypeAlias = Literal["price", "overbidding", "curse", "efficiency", "shares"]
"""What is paid, of what is paid in equilibrium; which bids exceed their value; what winners of a
common value keep, of what they keep in equilibrium; what all gain, of what they could; what is
paid for shares, of what they pay on average."""

THEORY: Final[Mapping[Topic, float]] = MappingProxyType(
    {"price": 1, "overbidding": 0, "curse": 1, "efficiency": 1, "shares": 1}
)
"""What theory expects."""


class Seen(Struct, frozen=True, gc=False):
    """An observation: so much of so much.

    Parameters
    ----------
    round
        In which round, or period, of its game.
    seat
        Whose decision it was; None if all seats of the group made it together.
    """

    round: int
    part: float
    whole: float
    seat: Seat | None = None
