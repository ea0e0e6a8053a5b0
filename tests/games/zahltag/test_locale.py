"""The catalogues of Zahltag say everything that its code and templates say."""

import ast
import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from paydays_widgets.core.text import Text

PACKAGE = "paydays_widgets.games.zahltag"
FOLDER = Path(str(files(PACKAGE) / "."))
Message = str | tuple[str, str]


def called(tree: ast.AST) -> list[tuple[Message, ast.Call]]:
    """Find what a module says: the calls of ``text`` and ``text.plural`` with their sentences."""
    found: list[tuple[Message, ast.Call]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        said = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        if name == "text" and said:
            found.append((str(said[0]), node))
        elif name == "plural":
            found.append(((str(said[0]), str(said[1])), node))
    return found


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


CALLS = [
    (path.name, message, call)
    for path in sorted(FOLDER.glob("*.py"))
    for message, call in called(ast.parse(path.read_text(encoding="utf-8")))
]
TEMPLATES: set[Message] = {
    message if isinstance(message, str) else (message[0], message[1])
    for _, _, message, _, _ in extract_from_dir(
        FOLDER, [("**.j2", "jinja2")], keywords={"text": None, "plural": (1, 2)}
    )
}
SAID: set[Message] = {message for _, message, _ in CALLS} | TEMPLATES


@pytest.fixture(params=["fr", "de"], scope="module")
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    with (FOLDER / "locale" / f"{request.param}.po").open("rb") as file:
        return read_po(file, locale=request.param)


def translations(catalogue: Catalog) -> dict[Message, tuple[str, ...]]:
    return {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in catalogue
        if message.id
    }


def translated(catalogue: Catalog) -> dict[Message, tuple[str, ...]]:
    return {message: said for message, said in translations(catalogue).items() if all(said)}


def test_facts_are_given_for_every_sentence() -> None:
    assert len(CALLS) > 100
    for file, message, call in CALLS:
        given = {keyword.arg for keyword in call.keywords}
        if None in given:  # **facts
            continue
        sentences = (message,) if isinstance(message, str) else message
        if not isinstance(message, str):
            given.add("n")
        for sentence in sentences:
            assert fields(sentence) <= given, f"{file}: {sentence}"


def test_every_sentence_is_translated_and_no_other(catalogue: Catalog) -> None:
    known = translations(catalogue)
    missing = SAID - set(known)
    assert not missing, "run `make catalogs` and translate"
    assert not set(known) - SAID
    for message, said in known.items():
        assert all(said), message
        assert len(said) == (1 if isinstance(message, str) else 2), message
    assert not any(message.fuzzy for message in catalogue if message.id)


def test_placeholders_are_the_same(catalogue: Catalog) -> None:
    for message, said in translated(catalogue).items():
        one = message if isinstance(message, str) else message[0]
        for each in said:
            assert fields(each) == fields(one), each


def test_signs_are_those_of_the_language(catalogue: Catalog) -> None:
    wrong = {
        "fr": r"[\"'“”„]| [;:!?»]|«(?!\u202f)|(?<!\u202f)»",
        "de": r"[\"'«»”]",
    }[str(catalogue.locale)]
    for said in translated(catalogue).values():
        for each in said:
            assert not re.search(wrong, each), each


def test_what_is_compiled_is_what_is_written(catalogue: Catalog) -> None:
    text = Text(str(catalogue.locale), PACKAGE)
    for message, said in translated(catalogue).items():
        one = message if isinstance(message, str) else message[0]
        facts = {name: f"<{name}>" for name in fields(one)}
        if isinstance(message, str):
            assert text(message, **facts) == said[0].format(**facts), "run `make catalogs`"
        else:
            facts["n"] = "5"
            assert text.plural(*message, 5, **facts) == said[1].format(**facts)
