"""What experiments found, for results, their file and the documentation: ``experiments.toml``."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field

from paydays_widgets.core.deckfile import parse_toml
from paydays_widgets.core.switch import applies
from paydays_widgets.core.text import Words
from paydays_widgets.show.measure import Topic

FILE: Final = Path(__file__).parent / "experiments.toml"
SPOKEN: Final = ("label", "found", "place", "measured", "maps", "differs")
"""The fields that hold words in three languages."""


class Experiment(Struct, frozen=True, forbid_unknown_fields=True):
    """What an experiment found.

    Parameters
    ----------
    topic
        None if it is only told in words.
    game
        The game whose results it accompanies, where these have no scale.
    rules
        Beside which rules it stands: the values of some switches.
    value
        A share, on the scale of the topic; None if no figure was read.
    above, below
        Beyond what the figure is known to lie, if no more was read.
    n
        How many people, auctions or classes; 0 if that was not read.
    label, found
        The words beside its mark.
    place
        Where the figure stands in what was read, under an address.
    measured, maps
        What was measured, and how it comes to our scale.
    differs
        In one sentence, how a class differs; "" if another entry says it.
    """

    id: str
    label: Words
    found: Words
    citation: str
    place: Words
    address: Annotated[str, Meta(pattern="^https?://")]
    measured: Words
    maps: Words
    differs: Words
    topic: Topic | None = None
    game: str = ""
    rules: dict[str, str | int] = field(default_factory=dict)
    value: float | None = None
    above: float | None = None
    below: float | None = None
    n: int = 0

    def beside(self, rules: Any) -> bool:  # noqa: ANN401 - the rules of any game
        """Return whether it stands beside a block with such rules."""
        return all(
            hasattr(rules, name) and applies(getattr(rules, name), str(of))
            for name, of in self.rules.items()
        )


class _Experiments(Struct, frozen=True, forbid_unknown_fields=True):
    experiments: tuple[Experiment, ...]


@lru_cache(maxsize=1)
def experiments() -> Sequence[Experiment]:
    """Read all of them."""
    return parse_toml(
        FILE.read_text(encoding="utf-8"), _Experiments, FILE.name, SPOKEN
    ).experiments


def of_game(name: str) -> list[Experiment]:
    """List those that accompany a game's results."""
    return [each for each in experiments() if each.game == name]


def beside(topic: Topic, rules: Iterable[Any]) -> list[Experiment]:
    """List those that stand beside blocks of a topic, with such rules."""
    blocks = [*rules]
    return [
        each
        for each in experiments()
        if each.topic == topic and any(each.beside(block) for block in blocks)
    ]
