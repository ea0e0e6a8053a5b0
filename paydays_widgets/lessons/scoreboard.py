"""A scoreboard: plays a contest when asked to, and shows what it brought."""

from typing import Any

from paydays_widgets import games
from paydays_widgets.core.table import StrategyError
from paydays_widgets.lessons.contest import Contest, Estimate, Result
from paydays_widgets.lessons.leaf import Leaf, Opener


class Scoreboard(Leaf):
    """A contest with a button that plays it, and a table of the result.

    Parameters
    ----------
    contest
        What is played.
    after
        A question that must be answered first.
    language
        Of its words.

    Attributes
    ----------
    result
        What the contest brought; None before it was played.
    """

    template = "scoreboard.html.j2"

    def __init__(
        self, contest: Contest, after: Opener | None = None, language: str = "en"
    ) -> None:
        super().__init__(after=after, language=language)
        self.contest = contest
        self.result: Result | None = None
        self._played: int | None = None
        self._error = ""
        self.refresh()

    def play(self) -> Result:
        """Play the contest, as the button does.

        Raises
        ------
        StrategyError
            If a strategy fails, or chooses what is not legal; the scoreboard says so, too.
        """
        self._error = ""
        self._tell(0)
        try:
            self.result = self.contest.play(self._tell)
        except StrategyError as error:
            self._error = str(error)
            raise
        finally:
            self._played = None
            self.refresh()
        return self.result

    def handle(self, message: dict[str, Any]) -> None:
        """Play when the button is pressed; a second press does nothing."""
        if message.get("do") == "play" and self.result is None and not self.waits:
            try:
                self.play()
            except StrategyError:
                self.say(self._error)

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
                        "bar": _bar(score.money, low, high),
                    }
                )
        return {
            "contest": contest,
            "result": result,
            "rows": rows,
            "played": self._played,
            "error": self._error,
            "names": [self._title(name) for name in contest.strategies],
            "other": self._title(contest.instead_of) if contest.instead_of else "",
        }

    def _title(self, name: str) -> str:
        titles = games.rooms(self.contest.game).bots.TITLES
        return self.text.pick(titles[name][0]) if name in titles else name

    def _tell(self, played: int) -> None:
        self._played = played
        self.refresh()


def _bar(money: Estimate, low: float, high: float) -> dict[str, float]:
    """Place an interval between two ends, in hundredths."""
    span = (high - low) or 1.0
    return {
        "left": round(100 * (money.low - low) / span, 1),
        "width": round(100 * (money.high - money.low) / span, 1),
        "mean": round(100 * (money.mean - low) / span, 1),
    }
