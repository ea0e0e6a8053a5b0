"""What a game's module here says of hidden facts; it has no imports that lead back to it."""

from typing import Any

from msgspec import Struct


class Swap(Struct, frozen=True):
    """A position that a seat cannot tell from another until one of some events reveals it."""

    state: Any
    told_by: tuple[type, ...] = ()
