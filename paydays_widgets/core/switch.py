"""The switches of a game's rules, as a set-up form shows them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, json
from msgspec.structs import replace

R = TypeVar("R", bound=Struct)


class Switch(Struct, frozen=True):
    """A switch of the rules.

    Parameters
    ----------
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


def preset_of(rules: R, presets: Mapping[str, R], *free: str) -> str:
    """Return the name of the preset that rules follow, whatever free switches say; "" for none."""
    kept = {field: getattr(rules, field) for field in free}
    followed = (name for name, preset in presets.items() if replace(preset, **kept) == rules)
    return next(followed, "")


def listed(
    presets: Mapping[str, R], titles: Mapping[str, str], fields: Iterable[str]
) -> list[tuple[str, str, dict[str, str]]]:
    """List presets as a set-up form shows them: name, title, and the values of some switches."""
    return [
        (name, titles[name], {field: written(getattr(rules, field)) for field in fields})
        for name, rules in presets.items()
    ]
