"""The plain rulebook: a heading for every clause that a game's events and refusals carry."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import get_args

from msgspec.structs import fields

from paydays_widgets.core.game import Event
from paydays_widgets.core.rulebook import Clause, Document, Rulebook, Source
from paydays_widgets.core.text import Words
from paydays_widgets.show.plain.fields import label, title

CODE = "code"
"""The document that the headings come from: the game's own code."""


def headings(package: str, refusals: Mapping[str, Sequence[str]]) -> Rulebook:
    """Make a rulebook from the clauses that a game's events and refusals carry.

    The event classes of its package are imported, and ``refusals`` has all reasons with their
    clauses.
    """
    carried: dict[str, dict[str, str]] = {}
    for kind in _kinds(Event, package):
        for clause in _clauses(kind):
            carried.setdefault(clause, {})[title(kind.__name__)] = _words(kind)
    refused: dict[str, list[str]] = {}
    for reason, clauses in refusals.items():
        for clause in clauses:
            refused.setdefault(clause, []).append(label(reason))
    for clause, reasons in refused.items():
        why = f"By this a move can be refused: {', '.join(reasons)}."
        carried.setdefault(clause, {"Refusals": why})
    code = Document(CODE, Words.alike(title(package.rpartition(".")[2])), "en")
    found = [_clause(id_, parts) for id_, parts in carried.items()]
    return Rulebook((code,), tuple(found), package)


def _kinds(kind: type[Event], package: str) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        if f"{each.__module__}.".startswith(f"{package}."):
            yield each
        yield from _kinds(each, package)


def _clauses(kind: type[Event]) -> tuple[str, ...]:
    """List the clauses that a kind of event can carry."""
    field = next(each for each in fields(kind) if each.name == "clause")
    return get_args(field.type) or ((field.default,) if isinstance(field.default, str) else ())


def _clause(id_: str, parts: Mapping[str, str]) -> Clause:
    words = " ".join(dict.fromkeys(parts.values()))
    source = Source(CODE, ", ".join(parts))
    return Clause(id_, Words.alike(title(id_)), Words.alike(words), (source,))


def _words(kind: type[Event]) -> str:
    """Return the first paragraph of an event class's docstring."""
    told = cleandoc(kind.__doc__ or title(kind.__name__)).partition("\n\n")[0]
    return " ".join(told.split())
