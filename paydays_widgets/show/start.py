"""Where a first game starts."""

from msgspec import Struct


class Start(Struct, frozen=True):
    """The person's first telling decision, and the luck that leads to it.

    Parameters
    ----------
    seed
        The seed of the game.
    prompts
        What a person is asked then.
    """

    seed: int
    prompts: frozenset[str]
