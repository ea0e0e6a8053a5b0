"""An outcome: what came, beside what was predicted."""

from typing import Any

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.leaf import Leaf, Opener
from paydays_widgets.lessons.question import Prediction


class Outcome(Leaf):
    """What came of what a reader predicted, and why: shown, not marked.

    Parameters
    ----------
    prediction
        What it is compared with.
    after
        What brings the outcome, such as a scoreboard; None if the prediction alone opens it.
    language
        Of its words.

    Examples
    --------
    >>> from paydays_widgets.lessons.question import Right, Wrong
    >>> six = Prediction("six", "Who rolls more?", [Right("Anna", "She did."), Wrong("Ben", "")])
    >>> outcome = Outcome(six)
    >>> "She did." in outcome.html, six.reply("Ben"), "She did." in outcome.html
    (False, True, True)
    """

    template = "outcome.html.j2"

    def __init__(
        self, prediction: Prediction, *, after: Opener | None = None, language: str = "en"
    ) -> None:
        super().__init__(after=after or prediction, language=language)
        self.prediction = prediction
        if after is not None:
            prediction.observe(self._again, "done")
        self.refresh()

    @property
    def waits(self) -> bool:
        """Whether there is no outcome yet, or nothing to compare it with."""
        return super().waits or not self.prediction.done

    def draw(self) -> str:
        """Return the markup; before the prediction, what brings the outcome says enough."""
        self._quiet = self._after is not self.prediction and not self.prediction.done
        return super().draw()

    def promise(self, text: Text) -> str:
        """Say what will be seen then."""
        return text("The outcome will appear here, beside your prediction.")

    def leave(self) -> None:
        """Wait for nothing any more."""
        super().leave()
        if self._after is not self.prediction:
            self.prediction.unobserve(self._again, "done")

    def facts(self) -> dict[str, Any]:
        """Return what was predicted, and what came."""
        prediction = self.prediction
        return {"question": prediction, "predicted": prediction.predicted}
