"""What is looked at, beside the question about it where the window is wide enough."""

import ipywidgets  # type: ignore[import-untyped]

from paydays_widgets.lessons.leaf import Leaf
from paydays_widgets.panels.widgets import Panel


class Beside(ipywidgets.Box):  # type: ignore[misc]  # ipywidgets has no types
    """A picture of a table on the left, and what goes with it on the right.

    Parameters
    ----------
    picture
        A part of a panel, or a leaf.
    *leaves
        A question, and what it opens.
    """

    def __init__(self, picture: Panel | Leaf, *leaves: Leaf) -> None:
        self._right = ipywidgets.Box(leaves)
        self._right.add_class("pw-beside__right")
        super().__init__([picture, self._right])
        self.add_class("pw-beside")
