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
    applies
        Other switches that stand before it, each with a value: it makes a difference only where
        one of them makes a difference and has its value, or any other after ``!``. () for always.
    """

    field: str
    label: str
    options: Sequence[tuple[str, str]]
    note: str = ""
    rare: bool = False
    ours: str = ""
    applies: Sequence[tuple[str, str]] = ()


def applies(value: object, wanted: str) -> bool:
    """Return whether a switch has the value with which another matters.

    Examples
    --------
    >>> applies("common", "common"), applies(20, "!0"), applies(0, "!0")
    (True, True, False)
    """
    return written(value) != wanted[1:] if wanted.startswith("!") else written(value) == wanted


def idle(rules: object, switches: Iterable[Switch]) -> frozenset[str]:
    """Return the switches that make no difference beside the values of the others."""
    found: set[str] = set()
    for each in switches:
        met = (
            other not in found and applies(getattr(rules, other), value)
            for other, value in each.applies
        )
        if each.applies and not any(met):
            found.add(each.field)
    return frozenset(found)


def settled(rules: R, switches: Iterable[Switch]) -> R:
    """Give the switches that make no difference their usual values."""
    usual = type(rules)()
    return replace(rules, **{each: getattr(usual, each) for each in idle(rules, switches)})


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
