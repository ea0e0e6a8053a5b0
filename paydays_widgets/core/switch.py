"""The switches of a game's rules, as a set-up form shows them."""

from collections.abc import Sequence

from msgspec import Struct, json


class Switch(Struct, frozen=True):
    """A switch of the rules.

    Parameters
    ----------
    field
        Its name in the rules.
    label
        What it decides.
    options
        Each value with its label.
    note
        A remark, if any: that the sources leave it open, say.
    rare
        Whether few classes change it: the set-up form has it in a fold.
    ours
        Which of its values stands in no rulebook, if one does: the form says so, and marks it.
    """

    field: str
    label: str
    options: Sequence[tuple[str, str]]
    note: str = ""
    rare: bool = False
    ours: str = ""


def written(value: object) -> str:
    """Write a switch's value as its options do: words unchanged, others as JSON."""
    return value if isinstance(value, str) else json.encode(value).decode()
