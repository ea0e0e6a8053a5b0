"""The lab's errors, in a sentence."""

from paydays_widgets import games
from paydays_widgets.core.game import Complaint, Refusal
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.show.words import Names, complaint, fault


def sentence(error: Exception, package: str, language: str) -> str:
    """Say why a game could not be played on. Strategies go by their titles."""
    text = Text(language, package, "paydays_widgets.lab")
    if isinstance(error, StrategyError):
        modules = games.modules(package.rpartition(".")[2])
        titles = modules.bots.TITLES

        def refused(refusal: Refusal, names: Names, text: Text) -> str:
            titled = [text.pick(titles[name][0]) if name in titles else name for name in names]
            return modules.text.refused(refusal, titled, text)

        return fault(error, refused, text)
    if isinstance(error, Complaint):
        return complaint(error, text)
    told = f"{type(error).__name__}: {short(error, LINE)}"
    return text("The lab could not play on ({error}).", error=told)
