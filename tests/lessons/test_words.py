"""The lessons' own catalogues say everything that their code and templates say."""

import ast
import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from paydays_widgets import lessons
from paydays_widgets.core.text import Text

PACKAGE = "paydays_widgets.lessons"
FOLDER = Path(str(files(PACKAGE) / "."))
Message = str | tuple[str, str]

SAID: set[Message] = {
    message if isinstance(message, str) else (message[0], message[1])
    for _, _, message, _, _ in extract_from_dir(
        FOLDER,
        [("**.py", "python"), ("**.j2", "jinja2")],
        keywords={"text": None, "plural": (1, 2)},
    )
}


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


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


def test_every_sentence_is_translated_and_no_other(catalogue: Catalog) -> None:
    known = translations(catalogue)
    assert not SAID - set(known), "run `make catalogs` and translate"
    assert not set(known) - SAID
    assert all(all(said) for said in known.values())
    assert not any(message.fuzzy for message in catalogue if message.id)


def test_placeholders_are_the_same(catalogue: Catalog) -> None:
    for message, said in translations(catalogue).items():
        one = message if isinstance(message, str) else message[1]
        for each in said:
            assert fields(each) == fields(one), each


def test_signs_are_those_of_the_language(catalogue: Catalog) -> None:
    wrong = {"fr": r"[\"'“”„]| [;:!?»%]", "de": r"[\"'«»”]| %"}[str(catalogue.locale)]
    for said in translations(catalogue).values():
        for each in said:
            assert not re.search(wrong, each), each


def test_what_is_compiled_is_what_is_written(catalogue: Catalog) -> None:
    text = Text(str(catalogue.locale), PACKAGE)
    for message, said in translations(catalogue).items():
        if isinstance(message, str):
            facts = {name: f"<{name}>" for name in fields(message)}
            assert text(message, **facts) == said[0].format(**facts), "run `make catalogs`"


def test_names_are_found_where_they_live() -> None:
    for name in lessons.__all__:
        assert getattr(lessons, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing"):
        lessons.nothing  # noqa: B018 - the look-up is the point


def test_no_lesson_part_imports_a_game_by_name() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not str(node.module).startswith("paydays_widgets.games."), path
