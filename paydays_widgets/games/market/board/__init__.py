"""The picture of the market, of units or of shares."""

from typing import Final

from paydays_widgets.games.market.board.picture import Market, Scene
from paydays_widgets.games.market.board.shares import Shares

_PICTURES: Final[dict[bool, type[Market]]] = {False: Market, True: Shares}


def draw(scene: Scene) -> str:
    """Draw the market."""
    return _PICTURES[scene.view.rules.shares](scene).draw()


def news(scene: Scene) -> dict[str, str]:
    """Draw what all see alike: the book, the prices, and what can be taken."""
    return _PICTURES[scene.view.rules.shares](scene).news()
