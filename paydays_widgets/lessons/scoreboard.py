"""A scoreboard: plays a contest when asked to, and shows what it brought."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from paydays_widgets import games
from paydays_widgets.core.game import Refusal
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import Text
from paydays_widgets.core.words import Names, complaint, fault
from paydays_widgets.lessons.contest import Contest, Course, Estimate, Result
from paydays_widgets.lessons.leaf import PACKAGE, Leaf, Opener
from paydays_widgets.panels.surface import running_loop


class Scoreboard(Leaf):
    """A contest with a button that plays it, one that stops it, and a table of the result.

    Between two games the page is heard, so that a contest can be stopped; what has been played
    until then is shown.

    Parameters
    ----------
    contest
        What is played.
    after
        A question that must be answered first.
    title
        What stands above it; the names of the strategies where nothing is given.
    quiet
        Whether it does not say what it waits for, since another leaf beside it does.
    language
        Of its words.

    Attributes
    ----------
    result
        What the contest brought; None before it was played.
    """

    template = "scoreboard.html.j2"

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
        self.result: Result | None = None
        self._played: int | None = None
        self._stopping = False
        self._printed = ""
        self._fault: StrategyError | None = None
        self._task: asyncio.Task[None] | None = None
        self.refresh()

    @property
    def text(self) -> Text:
        """The words of the lesson and of the game."""
        return Text(self.language, PACKAGE, games.rooms(self.contest.game).package)

    def play(self) -> Result | None:
        """Play the contest at once, and return what it brought.

        Raises
        ------
        StrategyError
            If a strategy fails, takes too long or chooses what is not legal; the scoreboard says
            so, too.
        """
        for _ in self._course():
            pass
        return self.result

    def handle(self, message: dict[str, Any]) -> None:
        """Play when the button is pressed, and stop; a second press does nothing."""
        match message.get("do"):
            case "play" if self._played is None and not self.waits and not self._complete:
                loop = running_loop()
                if loop is None:
                    with suppress(StrategyError):
                        self.play()
                else:
                    self._task = loop.create_task(self._play_on())
            case "stop":
                self._stopping = True

    def leave(self) -> None:
        """Stop the contest, and wait for no question any more."""
        super().leave()
        self._stopping = True

    @property
    def _complete(self) -> bool:
        return self.result is not None and self.result.deals == self.contest.deals

    async def _play_on(self) -> None:
        """Play, and hear the page between two games."""
        try:
            for _ in self._course():
                await asyncio.sleep(0)
        except StrategyError:
            return  # the scoreboard says so
        except Exception as error:  # noqa: BLE001 - the reader must learn of any error
            self.failed(error)

    def _course(self) -> Iterator[None]:
        """Play, pausing after each game, until the contest is over, stopped or has failed."""
        course = Course(self.contest)
        self.result, self._fault, self._stopping = None, None, False
        self._tell(0)
        try:
            for played in course:
                self._tell(played)
                yield
                if self._stopping:
                    break
        except StrategyError as error:
            self._fault = error
            self.say(complaint(error, self.text))
            raise
        finally:
            if self._fault is None:
                self.result = course.result
            self._printed = str(course.printed).strip()
            self._played = None
            self.refresh()

    def promise(self, text: Text) -> str:
        """Say what will be seen once the question is answered."""
        return text("Then you can play the games here, and see who does best.")

    def facts(self) -> dict[str, Any]:
        """Return the rows, best first, and the scale on which their intervals are drawn."""
        contest, result = self.contest, self.result
        rows: list[dict[str, Any]] = []
        if result is not None:
            low = min(score.money.low for score in result.scores)
            high = max(score.money.high for score in result.scores)
            ranked = sorted(result.scores, key=lambda score: -score.money.mean)
            for score in ranked:
                place = contest.strategies.index(score.name) + 1
                rows.append(
                    {
                        "name": self._title(score.name),
                        "place": place,
                        "money": score.money,
                        "won": score.won,
                        "counts": score.counts,
                        "bar": _bar(score.money, low, high),
                    }
                )
        return {
            "contest": contest,
            "result": result,
            "rows": rows,
            "gain": result and result.gain and _beside_zero(result.gain),
            "played": self._played,
            "error": self._fault and fault(self._fault, self._refused, self.text),
            "complete": self._complete,
            "stopped": self._stopping,
            "printed": self._printed,
            "title": self.title
            or self.text.listing([self._title(name) for name in contest.strategies]),
            "name": self._title(contest.strategies[0]),
            "other": self._title(contest.instead_of) if contest.instead_of else "",
        }

    def _title(self, name: str) -> str:
        titles = games.rooms(self.contest.game).bots.TITLES
        return self.text.pick(titles[name][0]) if name in titles else name

    def _refused(self, refusal: Refusal, names: Names, text: Text) -> str:
        titles = [self._title(name) for name in names]
        return games.rooms(self.contest.game).text.refused(refusal, titles, text)

    def _tell(self, played: int) -> None:
        """Show how far the contest is; a bar has a hundred places."""
        games = self.contest.games
        moved = self._played is None or 100 * played // games > 100 * self._played // games
        self._played = played
        if moved:
            self.refresh()


def _bar(money: Estimate, low: float, high: float) -> dict[str, float]:
    """Place an interval between two ends, in hundredths."""
    span = (high - low) or 1.0
    return {
        "left": round(100 * (money.low - low) / span, 1),
        "width": round(100 * (money.high - money.low) / span, 1),
        "mean": round(100 * (money.mean - low) / span, 1),
    }


def _beside_zero(money: Estimate) -> dict[str, Any]:
    """Place an interval and 0 on one scale, with some room at both ends."""
    low, high = min(money.low, 0.0), max(money.high, 0.0)
    room = (high - low) / 20
    low, high = low - room, high + room
    zero = Estimate(0.0, 0.0, 0.0, money.n)
    return {"bar": _bar(money, low, high), "zero": _bar(zero, low, high)["left"]}
