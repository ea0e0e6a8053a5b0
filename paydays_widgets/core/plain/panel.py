"""What panels take for granted where a game's ``panel`` says nothing else."""

from collections.abc import Mapping

from paydays_widgets.core.text import Text


class Panel:
    """The usual ``panel``: what each name is for stands in :mod:`paydays_widgets.core.rooms`."""

    OPEN = False
    HIDES = None
    STAND_IN = ""
    what_ifs = None
    measures = None
    reports = None

    @staticmethod
    def accounts(_: Text) -> Mapping[str, str]:
        """Name the kinds of accounts beside cash: there are none."""
        return {}

    @staticmethod
    def turn_name(turn: int, text: Text) -> str:
        """Name what the storyline counts."""
        return text("Turn {n}", n=turn)

    @staticmethod
    def face_up(text: Text) -> tuple[str, str]:
        """Say what showing all that is hidden shows: the button, and its hint."""
        return text("All hands"), text("Show every hand; sealed bids stay hidden")

    @staticmethod
    def curtain(name: str, text: Text) -> tuple[str, str]:
        """Say what taking over the screen shows, and what is written on the button."""
        hint = text("Take over the screen: your hand is shown to whoever looks at it.")
        return hint, text("I am {name}: show my hand", name=name)
