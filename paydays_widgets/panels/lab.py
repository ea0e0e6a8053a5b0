"""The lab of a screen: many games between bots, each of which can be put on the table."""

from typing import Any, Final

from msgspec import Struct

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.names import isolated
from paydays_widgets.core.table import HUMAN, AnyTable
from paydays_widgets.core.text import Text
from paydays_widgets.lab.client import Client, plays_few
from paydays_widgets.lab.picture import picture
from paydays_widgets.lab.setting import FEW, Setting
from paydays_widgets.lab.summary import Summary
from paydays_widgets.talk.awaited import Awaited
from paydays_widgets.talk.screen import Screen
from paydays_widgets.talk.session import Session

GAMES: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
"""How many games a run can have."""
USUAL: Final = 1_000


class LabRun(Struct, frozen=True):
    """A run that was asked for, and the seats' names in it."""

    names: tuple[str, ...]
    setting: Setting
    games: int
    seed: int

    def table(self, number: int) -> AnyTable:
        """Play one of its games on a table, to its end."""
        return self.setting.played(game_seed(self.seed, number), self.names)


class Left(Struct, frozen=True):
    """What was on the table before a game of the lab.

    Parameters
    ----------
    name
        The name under which it is kept; "" if nothing has been played in it.
    """

    table: AnyTable
    screen: Screen
    name: str


class Lab(Awaited[Summary]):
    """The runs of a screen, one at a time.

    Attributes
    ----------
    asked
        The latest run; None before the first.
    left
        What was on the table before a game of a run.
    """

    def __init__(self) -> None:
        super().__init__(Client())
        self.asked: LabRun | None = None
        self.left: Left | None = None

    def start(self, asked: LabRun, language: str) -> None:
        """Begin a run, in place of the one before.

        Raises
        ------
        Complaint
            If one of its strategies cannot be played there.
        """
        self._start(asked.setting, asked.games, asked.seed, language)
        self.asked = asked

    def close(self) -> None:
        """End the lab's process."""
        self.client.close()


def line_up(at: Session, lab: Lab) -> list[str]:
    """Name the strategies of the table's seats; a bot sits in for a person."""
    asked = lab.asked
    if asked is not None and len(asked.names) == len(at.names):
        return [*asked.setting.line_up]
    return [at.stand_in if each.kind == HUMAN else each.kind for each in at.table.players]


def lab(session: Session, at: Lab) -> dict[str, Any]:
    """Compile the lab's form, and the picture of the latest run."""
    text = session.text
    own = Text(text.language, session.modules.package, "paydays_widgets.lab")
    chosen = line_up(session, at)
    options = [(name, session.bot(name)) for name in session.strategies]
    drawn = ""
    if at.found is not None and at.asked is not None:
        titled = zip(at.asked.names, at.found.line_up, strict=True)
        names = [
            text("{name} ({strategy})", name=isolated(name), strategy=session.bot(bot))
            for name, bot in titled
        ]
        shown = session.screen.lab_game
        drawn = picture(at.found, names, own, verb="lab_open", shown=shown)
    few = plays_few()
    return {
        "lab": at,
        "few": few,
        "seats": list(zip(session.names, chosen, strict=True)),
        "options": options,
        "counts": (FEW,) if few else GAMES,
        "count": at.asked.games if at.asked else USUAL,
        "picture": drawn,
    }
