"""The catalogues of every package say all that its code and templates say, and nothing else."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from paydays_widgets import games
from paydays_widgets.core.text import Text
from tests.contract.contract import FURNISHED
from tests.typography import assert_well_set

Message: TypeAlias = str | tuple[str, str]
Translations: TypeAlias = dict[Message, tuple[str, ...]]

FIRST: Final = {
    "text": 0,
    "plural": 0,
    "Complaint": 0,
    "StaleMove": 0,
    "StrategyError": 0,
    "RecordError": 1,
}
"""The functions that take a sentence, and which argument it is; the Makefile lists the same."""
PACKAGES: Final = (
    *(
        f"paydays_widgets.{name}"
        for name in ("core", "show", "talk", "panels", "lessons", "classroom")
    ),
    *(games.modules(name).package for name in FURNISHED),
)


class Saying(NamedTuple):
    """A sentence, where it is used, and with which facts; None if they are not written out."""

    file: str
    message: Message
    given: frozenset[str] | None


def fields(message: Message) -> set[str]:
    sentences = (message,) if isinstance(message, str) else message
    parts = [part for each in sentences for part in Formatter().parse(each)]
    return {name for _, name, _, _ in parts if name is not None}


def sentences(name: str, arguments: Sequence[object]) -> Message | None:
    """Find the sentence among the arguments; None if none is written out."""
    wanted = arguments[FIRST[name] :][: 2 if name == "plural" else 1]
    match wanted:
        case [str(one), str(many)]:
            return one, many
        case [str(one)]:
            return one
        case _:
            return None


def said_in_code(path: Path) -> Iterator[Saying]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in FIRST:
            continue
        given = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        message = sentences(name, given)
        if message is None:
            told = f"{path.name}, line {node.lineno}: no catalogue finds this sentence"
            assert name == "text", told  # words may be handed on, complaints are written out
            continue
        facts = [keyword.arg for keyword in node.keywords]
        known = frozenset(fact for fact in facts if fact is not None)
        yield Saying(path.name, message, None if None in facts else known)


def said_in_template(path: Path) -> Iterator[Saying]:
    template = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    for call in template.find_all(nodes.Call):
        name = getattr(call.node, "name", "")
        if name not in FIRST:
            continue
        given = [arg.value if isinstance(arg, nodes.Const) else None for arg in call.args]
        message = sentences(name, given)
        if message is not None:
            yield Saying(path.name, message, frozenset(each.key for each in call.kwargs))


@cache
def sayings(package: str) -> tuple[Saying, ...]:
    """Collect what a package's modules and templates say."""
    folder = Path(str(files(package) / "."))
    code = [saying for path in sorted(folder.rglob("*.py")) for saying in said_in_code(path)]
    templates = sorted(folder.rglob("*.j2"))
    return *code, *(saying for path in templates for saying in said_in_template(path))


def translations(catalogue: Catalog) -> Translations:
    return {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in catalogue
        if message.id
    }


def translated(catalogue: Catalog) -> Translations:
    return {message: said for message, said in translations(catalogue).items() if all(said)}


@pytest.fixture(params=PACKAGES, scope="module")
def package(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["fr", "de"], scope="module")
def catalogue(package: str, request: pytest.FixtureRequest) -> Catalog:
    path = files(package) / "locale" / f"{request.param}.po"
    with Path(str(path)).open("rb") as file:
        return read_po(file, locale=request.param)


def test_facts_are_given_for_every_sentence(package: str) -> None:
    assert len(sayings(package)) > 20
    for file, message, given in sayings(package):
        if given is not None:
            counted = set() if isinstance(message, str) else {"n"}
            assert fields(message) <= given | counted, f"{file}: {message}"


def test_every_sentence_is_translated_and_no_other(package: str, catalogue: Catalog) -> None:
    known = translations(catalogue)
    said = {saying.message for saying in sayings(package)}
    assert not said - set(known), f"run `make catalogs` and translate {said - set(known)}"
    assert not set(known) - said, f"run `make catalogs`: {set(known) - said}"
    for message, each in known.items():
        assert all(each), message
        assert len(each) == (1 if isinstance(message, str) else 2), message
    assert not any(message.fuzzy for message in catalogue if message.id)


def test_the_head_has_nobodys_address(package: str, catalogue: Catalog) -> None:
    path = files(package) / "locale" / f"{catalogue.locale}.po"
    head, _, _ = path.read_text(encoding="utf-8").partition("\n\n")
    assert not re.search(r"@|FULL NAME", head), "a head says what is known and no more"


def test_placeholders_are_the_same(catalogue: Catalog) -> None:
    for message, said in translated(catalogue).items():
        for each in said:
            assert fields(each) == fields(message), each


def test_signs_are_those_of_the_language(catalogue: Catalog) -> None:
    for said in translated(catalogue).values():
        for each in said:
            assert_well_set(each, str(catalogue.locale))


def test_what_is_compiled_is_what_is_written(package: str, catalogue: Catalog) -> None:
    text = Text(str(catalogue.locale), package)
    for message, said in translated(catalogue).items():
        facts = {name: f"<{name}>" for name in fields(message)}
        if isinstance(message, str):
            assert text(message, **facts) == said[0].format(**facts), "run `make catalogs`"
        else:
            facts["n"] = "5"
            assert text.plural(*message, 5, **facts) == said[1].format(**facts), message
