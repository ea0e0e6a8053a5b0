"""The front page lists what is there, in the reader's language."""

import json
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Shelf
from paydays_widgets.panels.verbs import CLASS, IN_LAB
from tests.course import ASKING

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
EVIL = "<img src=x onerror=alert(1)>"


def words(text: str) -> dict[str, str]:
    return dict.fromkeys(LANGUAGES, text)


def lesson(**changes: Any) -> dict[str, Any]:
    facts = {
        "title": words(EVIL),
        "about": words(EVIL),
        "language": "en",
        "game": "zahltag",
        "minutes": 45,
        "level": words(EVIL),
    }
    return {"cells": [], "metadata": {"paydays": {**facts, **changes}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "dashboards").mkdir()
    (tmp_path / "lessons").mkdir()
    return tmp_path


def test_the_projects_own_shelf() -> None:
    shelf = Shelf(NOTEBOOKS)
    assert shelf.games() == games.names()
    for name in shelf.games():
        assert f'href="dashboards/{name}.ipynb#start"' in shelf.html
        assert games.modules(name).panel.TITLE in shelf.html
    paths = [path.as_posix() for path, _ in shelf.lessons()]
    assert paths == [f"lessons/{each.name}" for each in ASKING]
    for path in paths:
        assert f'href="{path}"' in shelf.html
    assert "<svg" in shelf.html


@pytest.mark.parametrize(("language", "told"), [("en", True), (None, False)])
def test_a_lesson_in_one_language_says_so_in_the_others(
    folder: Path, language: str | None, told: bool
) -> None:
    found = lesson()
    if language is None:
        del found["metadata"]["paydays"]["language"]
    (folder / "lessons" / "01.ipynb").write_text(json.dumps(found))
    shelf = Shelf(folder)
    named = shelf.text("in {language}", language="English")
    assert named not in shelf.html
    shelf.handle({"do": "language", "value": "de"})
    assert (shelf.text("in {language}", language="English") in shelf.html) == told


def test_every_game_says_what_it_is_about() -> None:
    for name in games.names():
        about = games.modules(name).panel.ABOUT
        assert all(getattr(about, language) for language in LANGUAGES)


def test_only_what_is_there_is_listed(folder: Path) -> None:
    shelf = Shelf(folder)
    assert shelf.html.count('class="pw-empty"') == 2
    (folder / "dashboards" / "zahltag.ipynb").write_text("{}")
    shelf.refresh()
    assert shelf.games() == ("zahltag",)
    assert shelf.html.count('class="pw-empty"') == 1


def test_a_lessons_words_are_escaped(folder: Path) -> None:
    (folder / "lessons" / "01 <b>.ipynb").write_text(json.dumps(lesson()))
    html = Shelf(folder).html
    assert "<img" not in html
    assert "&lt;img" in html
    assert 'href="lessons/01%20%3Cb%3E.ipynb"' in html


def test_a_game_names_its_lesson_or_says_how_many_it_has(folder: Path) -> None:
    (folder / "dashboards" / "zahltag.ipynb").write_text("{}")
    for number, links in ((1, 2), (2, 1)):
        path = f"lessons/{number}.ipynb"
        (folder / path).write_text(json.dumps(lesson()))
        shelf = Shelf(folder)
        assert shelf.html.count(f'href="{path}"') == links
        assert (shelf.text("{n} lessons", n=2) in shelf.html) == (number == 2)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"metadata":{}}',
        json.dumps(lesson(game="nothing")),
        json.dumps(lesson(game="../core")),
        json.dumps(lesson(minutes="many")),
    ],
)
def test_other_notebooks_are_passed_over(folder: Path, content: str) -> None:
    (folder / "lessons" / "other.ipynb").write_text(content)
    assert Shelf(folder).lessons() == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_chosen_and_kept(language: str) -> None:
    shelf = Shelf(NOTEBOOKS, language="de" if language == "en" else "en")
    shelf.handle({"do": "language", "value": language})
    assert shelf.language == language
    assert f'lang="{language}"' in shelf.html
    assert shelf.text("For teachers") in shelf.html
    kept = Shelf(NOTEBOOKS)
    kept.handle({"do": "greet", "value": {"language": language, "theme": "dark"}})
    assert kept.theme == "dark"
    assert kept.language == language


def test_the_theme_is_chosen() -> None:
    shelf = Shelf(NOTEBOOKS)
    shelf.handle({"do": "theme", "value": "dark"})
    assert shelf.theme == "dark"


@pytest.mark.parametrize("value", [None, 1, "xx", [], {}, "<b>"])
@pytest.mark.parametrize("verb", ["language", "theme", "greet", "link", "nonsense"])
def test_hostile_messages(verb: str, value: object) -> None:
    shelf = Shelf(NOTEBOOKS)
    before = shelf.html
    shelf._receive(None, {"do": verb, "value": value}, [])
    assert shelf.html == before
    assert (shelf.language, shelf.theme) == ("en", "auto")


def test_links_open_beside_a_notebook_in_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(IN_LAB, raising=False)
    assert 'target="_blank"' not in Shelf(NOTEBOOKS).html
    monkeypatch.setenv(IN_LAB, "/notebooks/index.ipynb")
    assert 'target="_blank"' in Shelf(NOTEBOOKS).html


def test_a_class_is_joined_and_opened_where_the_server_has_classes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(CLASS, raising=False)
    for words in ("Join a class with a code", "Open a class", "With phones"):
        assert words not in Shelf(NOTEBOOKS).html
    monkeypatch.setenv(CLASS, "/games/class/draft")
    assert 'href="/games/join"' in Shelf(NOTEBOOKS).html
    assert 'href="/games/class/new"' in Shelf(NOTEBOOKS).html
    assert 'href="/games/class/ours"' in Shelf(NOTEBOOKS).html
