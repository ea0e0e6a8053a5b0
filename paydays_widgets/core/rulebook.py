"""A game's rules as data: clauses in the words of this project, with their sources and rulings."""

import re
from collections.abc import Sequence
from functools import cache
from string import Formatter
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from paydays_widgets.core.deckfile import DeckError, parse_toml, read_toml
from paydays_widgets.core.switch import Switch, applies, idle, written
from paydays_widgets.core.text import LANGUAGES, Language, Text, Words

__all__ = [
    "Clause",
    "Document",
    "Language",
    "Other",
    "Role",
    "Rulebook",
    "Source",
    "Wording",
    "Words",
]

SPOKEN: Final = ("title", "words", "ruling")
"""The fields that hold words in three languages."""
_REFERENCE: Final = re.compile(r"\(([A-Z]{2,}-[\w-]+)\)")
"""Another clause, named in the words of one."""
Role: TypeAlias = Literal["applied", "setup", "component"]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook that the clauses come from.

    Parameters
    ----------
    note
        What is to be known of it, said once above the rules; None for nothing.
    """

    id: str
    title: Words
    language: Language
    note: Words | None = None


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a rulebook: the document's key and the heading of the section."""

    document: str
    section: str


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """What a clause says while a switch has one of some values.

    Parameters
    ----------
    words
        Whole sentences, which may have the value in them: ``{rounds}`` for a switch ``rounds``.
    values
        The values, written as in the switch's options; none for all that no other wording of the
        clause has.
    """

    switch: str
    words: Words
    values: tuple[str, ...] = ()

    def told(self, value: object, text: Text) -> str:
        """Tell it with a value of its switch."""
        shown = text.number(value) if isinstance(value, int) else value
        return text.pick(self.words).format_map({self.switch: shown})


class Other(Struct, frozen=True):
    """What a clause says if a switch is set otherwise: the switch, its choices and the words."""

    switch: str
    option: str
    words: str


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule.

    Parameters
    ----------
    id
        Its name, such as ``ZT-4-tie``.
    title, words
        The rule in this project's own words. Where a switch changes it, ``{switch}`` stands for
        the wording in play.
    ruling
        If the rulebooks are silent or disagree: what was decided and why, whatever is chosen.
    wordings
        What it says for each value of each switch that changes it.
    applies
        The values of switches, written as in :class:`Switch`, with which it is played at all.
    role
        ``applied`` if an event or a refusal carries it; ``setup`` or ``component`` if it
        describes the start or the pieces of a game, so that no event can carry it.
    """

    id: str
    title: Words
    words: Words
    sources: tuple[Source, ...] = ()
    ruling: Words | None = None
    wordings: tuple[Wording, ...] = ()
    applies: dict[str, str] = field(default_factory=dict)
    role: Role = "applied"

    def __hash__(self) -> int:
        """Hash its name: the words of a language are no key."""
        return hash(self.id)

    @property
    def switches(self) -> tuple[str, ...]:
        """The switches that change it."""
        return tuple(dict.fromkeys(each.switch for each in self.wordings))

    def wording(self, switch: str, value: object) -> Wording:
        """Return what it says while a switch has a value.

        Raises
        ------
        LookupError
            If it says nothing for that value.
        """
        own = [each for each in self.wordings if each.switch == switch]
        for each in own:
            if written(value) in each.values:
                return each
        for each in own:
            if not each.values:
                return each
        message = f"{self.id} says nothing for {switch} = {written(value)}"
        raise LookupError(message)

    def played(self, rules: object, switches: Sequence[Switch]) -> bool:
        """Return whether it says anything of a game by some rules.

        Parameters
        ----------
        switches
            All switches: if those that change it make no difference, neither does the clause.
        """
        unmet = not all(applies(getattr(rules, each), of) for each, of in self.applies.items())
        return not (unmet or (self.wordings and idle(rules, switches).issuperset(self.switches)))

    def told(self, rules: object, text: Text) -> str:
        """Tell the rule as it is played under some rules."""
        said = text.pick(self.words)
        values = {switch: getattr(rules, switch) for switch in self.switches}
        played = {at: self.wording(at, value).told(value, text) for at, value in values.items()}
        return said.format_map(played) if played else said

    def otherwise(self, rules: object, switches: Sequence[Switch], text: Text) -> list[Other]:
        """List what it says if a switch is set otherwise than in some rules.

        Parameters
        ----------
        switches
            The switches, with the options that can be chosen. A wording for any number stands
            there once, with one of them.
        """
        found: list[Other] = []
        without = idle(rules, switches)
        for switch in switches:
            if switch.field not in self.switches or switch.field in without:
                continue
            now = self.wording(switch.field, getattr(rules, switch.field))
            others: dict[Wording, tuple[str, str]] = {}
            for value, label in switch.options:
                wording = self.wording(switch.field, value)
                number = int(value) if value.isdecimal() else value
                before = f"{others[wording][0]}, " if wording.values and wording in others else ""
                others[wording] = before + label, wording.told(number, text)
            others.pop(now, None)
            of = switch.label.removesuffix(" *")
            found += [Other(of, options, words) for options, words in others.values()]
        return found


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    documents: tuple[Document, ...]
    clauses: tuple[Clause, ...]


class Rulebook:
    """All clauses of a game, in the order of its rules.

    Parameters
    ----------
    name
        The name of the file in error messages.

    Raises
    ------
    DeckError
        If an id is used twice, a source names an unknown document, a text is empty, or a clause
        has neither a source nor a ruling.

    Examples
    --------
    >>> book = load("paydays_widgets.games.zahltag")
    >>> book["ZT-4-tie"].title.en
    'Several lowest bids'
    """

    def __init__(
        self, documents: tuple[Document, ...], clauses: tuple[Clause, ...], name: str
    ) -> None:
        self.name = name
        self.documents = {each.id: each for each in documents}
        self.clauses = {each.id: each for each in clauses}
        for place, things, known in (
            ("documents", documents, self.documents),
            ("clauses", clauses, self.clauses),
        ):
            if len(known) < len(things):
                ids = [each.id for each in things]
                at = next(at for at, id_ in enumerate(ids) if id_ in ids[:at])
                problem = f"expected an id of its own, but {ids[at]!r} stands above already"
                raise DeckError(name, f"{place}[{at}].id", problem)
        for at, clause in enumerate(clauses):
            self._check(clause, f"clauses[{at}]", name)

    def _check(self, clause: Clause, place: str, name: str) -> None:
        spoken = {each: getattr(clause, each) for each in SPOKEN}
        spoken |= {f"wordings[{at}].words": each.words for at, each in enumerate(clause.wordings)}
        for part, words in spoken.items():
            for language in LANGUAGES if words else ():
                if not getattr(words, language).strip():
                    problem = f"expected the words of {clause.id}, got none"
                    raise DeckError(name, f"{place}.{part}.{language}", problem)
        for language in LANGUAGES if clause.wordings else ():
            named = _placeholders(getattr(clause.words, language))
            if named != [*sorted(clause.switches)]:
                expected = ", ".join(f"{{{each}}}" for each in clause.switches)
                problem = f"expected {expected}, each once, for the wordings of {clause.id}"
                raise DeckError(name, f"{place}.words.{language}", problem)
        for index, source in enumerate(clause.sources):
            if source.document not in self.documents:
                known = ", ".join(self.documents)
                problem = f"expected one of {known}, got {source.document!r}"
                if not known:
                    problem = (
                        f"expected {source.document!r} under [[documents]], but none is there"
                    )
                raise DeckError(name, f"{place}.sources[{index}].document", problem)
        if not clause.sources and clause.ruling is None:
            raise DeckError(name, place, f"expected a source or a ruling for {clause.id}")

    def completed(self, other: "Rulebook") -> "Rulebook":
        """Return this rulebook with the clauses it lacks taken from another one."""
        lacking = tuple(each for id_, each in other.clauses.items() if id_ not in self.clauses)
        if not lacking:
            return self
        documents = {**other.documents, **self.documents}
        clauses = (*self.clauses.values(), *lacking)
        return Rulebook(tuple(documents.values()), clauses, self.name)

    def told(self, id_: str, rules: object, text: Text) -> str:
        """Tell a clause as it is played, with the titles of others where it names them.

        Examples
        --------
        >>> from paydays_widgets.games.pay_day.rules import Rules
        >>> book = load("paydays_widgets.games.pay_day")
        >>> told = book.told("PD-deal", Rules(), Text("en"))
        >>> told[told.index("(") : told.index(")") + 1]
        '(§ Raising money for a payment)'
        """
        return _REFERENCE.sub(
            lambda found: f"(§ {text.pick(self.clauses[found[1]].title)})",
            self.clauses[id_].told(rules, text),
        )

    def __getitem__(self, id_: str) -> Clause:
        """Look a clause up by its id, such as ``ZT-4-tie``."""
        return self.clauses[id_]


def _placeholders(words: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(words) if name is not None)


@cache
def load(package: str) -> Rulebook:
    """Load the rulebook of a game from the ``rulebook.toml`` of its package.

    Raises
    ------
    DeckError
        If the file cannot be read or its parts do not fit together.
    """
    from importlib.resources import files

    source = files(package) / "rulebook.toml"
    file = read_toml(source, _File, SPOKEN)
    return Rulebook(file.documents, file.clauses, str(source))


def parse(text: str, name: str) -> Rulebook:
    """Read a rulebook from TOML; ``name`` stands for it in errors.

    Raises
    ------
    DeckError
        If it cannot be read or its parts do not fit together.
    """
    file = parse_toml(text, _File, name, SPOKEN)
    return Rulebook(file.documents, file.clauses, name)
