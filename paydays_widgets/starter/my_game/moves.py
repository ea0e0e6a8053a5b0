"""The moves, and how each is written: ``1 bid 5``, or ``* deal 8`` for chance."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from paydays_widgets.core import game
from paydays_widgets.core.notation import Notation

DEAREST = 10


class Deal(game.Move, frozen=True, tag=True):
    """Chance deals a seat the worth of the lot to it."""

    form = "* deal {worth}"

    worth: Annotated[int, Meta(ge=1, le=DEAREST)]


class Bid(game.Move, frozen=True, tag=True):
    """A seat seals a bid."""

    form = "{by} bid {amount}"

    amount: Annotated[int, Meta(ge=0, le=99)]


Move: TypeAlias = Deal | Bid
NOTATION: Final = Notation[Move](Move)
