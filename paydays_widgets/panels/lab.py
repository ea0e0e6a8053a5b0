"""The lab of a screen: many games between bots, each of which can be put on the table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.plain.fields import title as in_words
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Strategy, Table
from paydays_widgets.core.text import Text
from paydays_widgets.lab.client import Client, missing
from paydays_widgets.lab.messages import Failed, Finished, Grown, Message, Preparing, Waiting
from paydays_widgets.lab.picture import picture
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Summary

if TYPE_CHECKING:
    from paydays_widgets.panels.screen import Screen, Sight

GAMES: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
"""How many games a run can have."""
USUAL: Final = 1_000


class Asked(Struct, frozen=True):
    """A run that was asked for.

    Parameters
    ----------
    names
        The seats' names.
    setting, games, seed
        The run.
    """

    names: tuple[str, ...]
    setting: Setting
    games: int
    seed: int

    def table(self, number: int, strategies: Mapping[str, Strategy]) -> AnyTable:
        """Play one of its games on a table, to its end."""
        setting = self.setting
        table = Table(
            setting.engine,
            [Player(*each) for each in zip(self.names, setting.line_up, strict=True)],
            rules=setting.rules,
            deck=setting.deck,
            seed=game_seed(self.seed, number),
            strategies=strategies,
        )
        while table.advance():
            pass
        return table


class Left(Struct, frozen=True):
    """What was on the table before a game of the lab.

    Parameters
    ----------
    table, screen
        The game, and what stood beside it.
    name
        The name under which it is kept; "" if nothing has been played in it.
    """

    table: AnyTable
    screen: "Screen"
    name: str


class Lab:
    """The runs of a screen, one at a time.

    Attributes
    ----------
    client
        Has the games played: one run at a time, or what a choice would earn.
    asked
        The latest run; None before the first.
    summary
        What there is of it so far, if anything.
    waiting
        The place in the queue while all places are taken; 0 else.
    preparing
        How far the game's kernel is, while it is compiled.
    failed
        Why it could not be played on; "" if it could.
    left
        What was on the table before a game of a run.
    """

    def __init__(self) -> None:
        self.client = Client()
        self._watchers: list[Callable[[], None]] = []
        self.asked: Asked | None = None
        self.summary: Summary | None = None
        self.waiting = 0
        self.preparing: Preparing | None = None
        self.failed = ""
        self.left: Left | None = None

    @property
    def playing(self) -> bool:
        """Whether a run is being played."""
        return self.client.plays_for(self._told)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever there is news of a run; return a function that stops this."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback)

    def start(self, asked: Asked, language: str) -> None:
        """Begin a run, in place of the one before.

        Raises
        ------
        Complaint
            If one of its strategies cannot be played there.
        """
        self.client.start(asked.setting, asked.games, asked.seed, language, self._told)
        self.asked, self.summary, self.failed = asked, None, ""
        self.waiting, self.preparing = 0, None

    def cancel(self) -> None:
        """End a run; what there is of it stays."""
        if self.playing:
            self.client.cancel()
        self.waiting, self.preparing = 0, None

    def close(self) -> None:
        """End the lab's process."""
        self.client.close()

    def _told(self, message: Message) -> None:
        self.waiting, self.preparing = 0, None
        match message:
            case Waiting():
                self.waiting = message.place
            case Preparing():
                self.preparing = message
            case Grown(Summary() as summary) | Finished(Summary() as summary):
                self.summary = summary
            case Failed():
                self.failed = message.sentence
        for callback in tuple(self._watchers):
            callback()


def line_up(at: "Sight") -> list[str]:
    """Name the strategies of the table's seats; a bot sits in for a person."""
    asked = at.lab.asked
    if asked is not None and len(asked.names) == len(at.names):
        return [*asked.setting.line_up]
    return [at.stand_in if each.kind == HUMAN else each.kind for each in at.table.players]


def lab(session: "Sight") -> dict[str, Any]:
    """Compile the lab's form, and the picture of the latest run."""
    at, text = session.lab, session.text
    own = Text(text.language, session.rooms.package, "paydays_widgets.lab")
    chosen = line_up(session)
    titles = session.rooms.bots.TITLES

    def title(name: str) -> str:
        if name in titles:
            return text.pick(titles[name][0])
        return in_words(name) if name in session.rooms.bots.STRATEGIES else name

    options = [(name, title(name)) for name in session.strategies]
    drawn = ""
    if at.summary is not None and at.asked is not None:
        titled = zip(at.asked.names, at.summary.line_up, strict=True)
        names = [
            text("{name} ({strategy})", name=name, strategy=title(bot)) for name, bot in titled
        ]
        shown = session.screen.lab_game
        drawn = picture(at.summary, names, own, verb="lab_open", shown=shown)
    return {
        "lab": at,
        "lacking": missing(),
        "seats": list(zip(session.names, chosen, strict=True)),
        "options": options,
        "counts": GAMES,
        "count": at.asked.games if at.asked else USUAL,
        "picture": drawn,
    }
