"""Where a first game starts."""

from collections.abc import Mapping

from msgspec import Struct

from paydays_widgets.core.text import Words


class Start(Struct, frozen=True):
    """The person's first telling decision, and the luck that leads to it.

    Parameters
    ----------
    coach
        What the coach says of a decision, by prompt: why it matters, and what the choice changes.
        It must hold under all rules. Without it the coach gives the argument of ``stakes``.
    """

    seed: int
    prompts: frozenset[str]
    coach: Mapping[str, Words] = {}
