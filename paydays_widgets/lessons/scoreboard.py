"""A scoreboard: has a contest played when asked to, and shows what it brings while it grows."""

from functools import partial
from typing import Any

import traitlets as t

from paydays_widgets import games
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import Text
from paydays_widgets.lab.client import Client
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.messages import Failed, Finished, Grown, Message
from paydays_widgets.lab.summary import Scores
from paydays_widgets.lab.words import sentence
from paydays_widgets.lessons.leaf import PACKAGE, Leaf, Opener
from paydays_widgets.lessons.still_plays import watch
from paydays_widgets.show.words import complaint
from paydays_widgets.talk.ahead import running_loop
from paydays_widgets.talk.awaited import Awaited


class Played(Awaited[Scores]):
    """The games of a scoreboard."""

    def __init__(self) -> None:
        super().__init__(Client())

    def start(self, contest: Contest, language: str) -> None:
        """Begin a contest.

        Raises
        ------
        Complaint
            If one of its strategies cannot be played in another process.
        """
        self._start(contest, contest.games, contest.seed, language)

    def here(self, contest: Contest, language: str) -> None:
        """Play a contest at once, in this process.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal.
        """
        self._begin()
        try:
            found = contest.play(lambda found: self._told(Grown(found)))
        except StrategyError as error:
            self._told(Failed(sentence(error, games.modules(contest.game).package, language)))
            raise
        self._told(Finished(found))

    def _told(self, message: Message) -> None:
        super()._told(message)
        if isinstance(message, Finished | Failed):
            self.client.close()  # a contest is played once; its process would wait for another


class Scoreboard(Leaf):
    """A contest with a button that plays it, one that stops it, and a table of the result.

    The table is there after a few games, and grows more exact with the others. They are played in
    a process of their own.

    Parameters
    ----------
    contest
        What is played.
    title
        What stands above it; the names of the strategies where nothing is given.
    after, quiet, language
        As for every leaf.

    Attributes
    ----------
    done
        Whether its games have been played, all of them or up to a stop. Observable.
    """

    template = "scoreboard.html.j2"
    done = t.Bool(read_only=True)

    def __init__(
        self,
        contest: Contest,
        after: Opener | None = None,
        *,
        title: str = "",
        quiet: bool = False,
        language: str = "en",
    ) -> None:
        super().__init__(after=after, quiet=quiet, language=language)
        self.contest = contest
        self.title = title
        self.played = Played()
        self._stopped = False
        self._complaint = ""
        self.played.watch(self.refresh)
        if not contest.own:
            watch()
        self.refresh()

    @property
    def text(self) -> Text:
        """The words of the lesson and of the game."""
        return Text(self.language, PACKAGE, games.modules(self.contest.game).package)

    @property
    def result(self) -> Scores | None:
        """What the contest has brought so far; None before there are figures."""
        found = self.played.found
        return found if found is not None and found.scores else None

    def wait(self, text: Text) -> str:
        """Say that the games must be played before what waits for them appears."""
        return text("Have the games played first.")

    def play(self) -> Scores:
        """Play the contest at once, and return what it brought.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal; the scoreboard says
            so, too.
        """
        self._stopped, self._complaint = False, ""
        self.played.here(self.contest, self.language)
        found = self.played.found
        assert found is not None, "a contest has figures at its end"  # noqa: S101 - for mypy
        return found

    def handle(self, message: dict[str, Any]) -> None:
        """Play when the button is pressed, and stop; a second press does nothing."""
        match message.get("do"):
            case "play" if not (self.played.playing or self.waits or self._complete):
                self._play()
            case "stop" if self.played.playing:
                self.played.stop()
                self._stopped = True
                self.refresh()

    def leave(self) -> None:
        """Stop the contest, and wait for no question any more."""
        super().leave()
        self.played.client.close()

    @property
    def _complete(self) -> bool:
        found = self.played.found
        return found is not None and found.complete and not self.played.failed

    def _play(self) -> None:
        self._stopped, self._complaint = False, ""
        try:
            if running_loop() is None:
                self.played.here(self.contest, self.language)
            else:
                self.played.start(self.contest, self.language)
        except StrategyError:
            return  # it stands on the scoreboard
        except Complaint as error:
            self._complaint = complaint(error, self.text)
        self.refresh()

    def refresh(self) -> None:
        """Draw again, and tell those that wait whether the games have been played."""
        super().refresh()
        over = self.result is not None and not self.played.playing and not self._error
        self.set_trait("done", over and not self.waits and (self._complete or self._stopped))

    @property
    def _error(self) -> str:
        return self._complaint or self.played.failed

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then you can play the games here, and see who does best.")

    def facts(self) -> dict[str, Any]:
        """Return the rows, best first, and the scale on which their intervals are drawn."""
        contest, found = self.contest, self.played.found
        rows: list[dict[str, Any]] = []
        scores = found.scores if found is not None else ()
        scale = _Scale([score.behind for score in scores])
        for at, score in sorted(enumerate(scores), key=lambda each: -each[1].money.value):
            rows.append(
                {
                    "name": self._title(score.name),
                    "place": at + 1,
                    "money": score.money,
                    "behind": score.behind,
                    "best": not rows,
                    "won": score.won,
                    "ruined": score.ruined,
                    "counts": score.counts,
                    "bar": scale.bar(score.behind),
                }
            )
        gain = found.gain if found is not None else None
        beside = _Scale([gain] if gain else [])
        return {
            "contest": contest,
            "result": found,
            "rows": rows,
            "zero": scale.zero,
            "money": partial(games.modules(contest.game).text.money, text=self.text),
            "gain": gain and {"bar": beside.bar(gain), "zero": beside.zero},
            "playing": self.played.playing,
            "queued": self.played.waiting,
            "error": self._error,
            "complete": self._complete,
            "stopped": self._stopped,
            "printed": found.printed if found is not None else "",
            "title": self.told(self.title)
            or self.text.listing([self._title(name) for name in contest.strategies]),
            "name": self._title(contest.strategies[0]),
            "other": self._title(contest.instead_of) if contest.instead_of else "",
        }

    def _title(self, name: str) -> str:
        titles = games.modules(self.contest.game).bots.TITLES
        return self.text.pick(titles[name][0]) if name in titles else name


class _Scale:
    """A scale that holds some intervals and 0, with some room at both ends."""

    def __init__(self, shown: list[Estimate]) -> None:
        low, high = min([0.0, *(each.low for each in shown)]), max([0.0, *(e.high for e in shown)])
        room = (high - low) / 20
        self._low, self._span = low - room, (high - low + 2 * room) or 1.0
        self.zero = self._place(0.0)

    def bar(self, found: Estimate) -> dict[str, float]:
        """Place an interval and its mean, in hundredths."""
        left, right = self._place(found.low), self._place(found.high)
        return {"left": left, "width": round(right - left, 1), "mean": self._place(found.value)}

    def _place(self, value: float) -> float:
        return round(100 * (value - self._low) / self._span, 1)
