"""A lesson in three languages: every sentence has its translations, and figures are alike."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from paydays_widgets.catalogs import gather_lessons
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons import Bet, Choice, Figures, Note, Progress, Right, Wrong, text
from paydays_widgets.lessons.catalogue import Catalogue, messages, short_number, translate
from paydays_widgets.panels import Desk
from tests.course import COURSE, FOLDER
from tests.typography import assert_well_set

MARKUP: Final = re.compile(r"(?: ?|\u202f)<https?:[^>]*>|<[^>]*>|\]\([^)]*\)|\*\*?")
"""What is not read; an address takes the space before it along."""
NUMBER: Final = re.compile(r"\d[\d.,\u202f]*")


@pytest.fixture(params=[path.stem for path in COURSE])
def lesson(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def translated(lesson: str, language: str) -> dict[str, str]:
    with (FOLDER / "locale" / f"{lesson}.{language}.po").open("rb") as file:
        found = read_po(file, locale=language)
    assert not any(each.fuzzy for each in found if each.id)
    return {str(each.id): str(each.string) for each in found if each.id}


def figures(said: str) -> Counter[str]:
    """Count the numbers of a sentence, as English would write them."""
    found = (each.rstrip(".,\u202f") for each in NUMBER.findall(said))
    grouped = re.compile(r"(?<=\d)[.,\u202f](?=\d{3}(?!\d))")
    return Counter(
        (each if each[0] == "0" else grouped.sub("", each)).replace(",", ".") for each in found
    )


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_sentence_of_a_lesson_is_translated_and_no_other(lesson: str, language: str) -> None:
    notebook = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    known = translated(lesson, language)
    assert {*messages(notebook["cells"])} == known.keys(), "run `make catalogs`"
    assert [message for message, said in known.items() if not said] == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_translation_has_the_figures_links_and_signs_of_its_language(
    lesson: str, language: str
) -> None:
    link = re.compile(r"\]\([^)]*\)|<https?:[^>]*>|^[-#>] |\*\*|<\w+")
    for message, said in translated(lesson, language).items():
        assert figures(said) == figures(message), said
        assert sorted(link.findall(said)) == sorted(link.findall(message)), said
        names = [
            {name for _, name, _, _ in Formatter().parse(each) if name} for each in (message, said)
        ]
        assert names[0] == names[1], said
        assert_well_set(MARKUP.sub("", said), language)


def test_what_is_compiled_is_what_is_written(lesson: str) -> None:
    found = Catalogue(lesson, FOLDER)
    for language in LANGUAGES[1:]:
        for message, said in translated(lesson, language).items():
            assert found.translations(language).gettext(message) == said, "run `make catalogs`"


def test_a_lesson_says_in_all_languages_what_it_is(lesson: str) -> None:
    notebook = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    titles = notebook["metadata"]["paydays"]["title"]
    for language in LANGUAGES:
        source = "".join(notebook["cells"][0]["source"])
        prose = Catalogue(lesson, FOLDER).prose(source, language)
        assert prose.startswith(f"# {titles[language]}\n")


# --- how it is done ------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a lesson, translated in part into French, and work in its folder."""
    code = 'progress = Progress("small", of=1)\ntext("You bid {bid}.", bid=lambda: bid.answer)'
    notebook = {
        "cells": [
            {"cell_type": "markdown", "source": ["# A jar\n", "\n", "Guess what is in it."]},
            {"cell_type": "code", "source": code},
            {"cell_type": "code", "source": 'text("Too high by {much}.", much=much)'},
            {"cell_type": "raw", "source": "text"},
        ],
        "metadata": {"paydays": {"title": {"en": "A jar", "fr": "Un bocal", "de": "Ein Glas"}}},
    }
    (tmp_path / "small.ipynb").write_text(json.dumps(notebook))
    alone = {**notebook, "metadata": {"paydays": {"language": "en"}}}
    (tmp_path / "alone.ipynb").write_text(json.dumps(alone))
    assert gather_lessons(tmp_path) == {"small.fr.po": 4, "small.de.po": 4}
    file = tmp_path / "locale" / "small.fr.po"
    said = file.read_text(encoding="utf-8")
    for message, translation in {
        "# A jar": "# Un bocal",
        "You bid {bid}.": "Vous offrez {bid}.",
        "Too high by {much}.": "Trop haut de {much}.",
    }.items():
        said = said.replace(f'"{message}"\nmsgstr ""', f'"{message}"\nmsgstr "{translation}"')
    file.write_text(said, encoding="utf-8")
    assert gather_lessons(tmp_path) == {"small.fr.po": 1, "small.de.po": 4}
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_sentences_stay_in_the_order_of_the_lesson(small: Path) -> None:
    written = (small / "locale" / "small.fr.po").read_text(encoding="utf-8")
    notebook = json.loads((small / "small.ipynb").read_text())
    places = [written.index(f'"{message}"') for message in messages(notebook["cells"])]
    assert len(places) == 4
    assert places == sorted(places)


def test_prose_is_translated_paragraph_by_paragraph(small: Path) -> None:
    source = "# A jar\n\nGuess what is in it."
    found = Catalogue("small", small)
    assert found.prose(source, "fr") == "# Un bocal\n\nGuess what is in it."
    assert found.prose(source, "de") == source
    assert not Catalogue("alone", small)
    assert Catalogue("alone", small).prose(source, "fr") == source


def test_facts_are_written_as_the_language_does(small: Path) -> None:
    found, french = Catalogue("small", small), Text("fr")
    sentence = text("Too high by {much}.", much=Fraction(35, 2))
    assert sentence == "Too high by 17.5."
    assert found.told(sentence, french) == "Trop haut de 17,5."
    nested = text("Too high by {much}.", much=text("You bid {bid}.", bid=1200))
    assert found.told(nested, french) == "Trop haut de Vous offrez 1\u202f200.."
    assert found.told("Anna", french) == "Anna"
    given = iter([1, 2])
    asked = text("You bid {bid}.", bid=lambda: next(given))
    assert [found.told(asked, french) for _ in "ab"] == ["Vous offrez 1.", "Vous offrez 2."]
    written = [short_number(each, french) for each in (2.0, 0.25, -1.5)]
    assert written == ["2", "0,25", "−1,5"]


def greet(progress: Progress, language: Any) -> None:
    progress.handle({"do": "greet", "value": {"language": language}})


def test_a_lesson_follows_its_reader_and_keeps_the_answers(small: Path) -> None:
    progress = Progress(small.joinpath("small").name, of=2)
    right = Right(text("You bid {bid}.", bid=3), "")
    choice = progress.ask(Choice("bid", text("# A jar"), [right, Wrong("Ben", "")]))
    bet = progress.ask(Bet("bet", "?", 0, 9))
    note = progress.add(Note(text("You bid {bid}.", bid=lambda: bet.answer), after=bet))
    table = progress.add(
        Figures(text("# A jar"), [text("Too high by {much}.", much=1)], [[right.text]], after=bet)
    )
    desk = progress.add(Desk("zock"))
    choice.reply(1)
    bet.reply("4.5")
    record = progress.record
    assert "You bid 4.5." in note.html
    greet(progress, "fr")
    assert [each.language for each in (progress, choice, bet, note, table, desk)] == ["fr"] * 6
    assert "Vous offrez 3." in choice.html
    assert "Vous offrez 4,5." in note.html
    assert all(each in table.html for each in ("Un bocal", "Trop haut de 1.", "Vous offrez 3."))
    assert progress.record == record
    later = progress.ask(Choice("later", "?", [right]))
    assert "Vous offrez 3." in later.html
    for wrong in ("xx", None, 7):
        greet(progress, wrong)
    progress.handle({"do": "greet", "value": "de"})
    assert progress.language == "fr"
    desk.close()
    greet(progress, "en")
    assert "You bid 4.5." in note.html


@pytest.mark.usefixtures("small")
def test_who_decides_about_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def decided(progress: Progress) -> tuple[bool, str]:
        return progress.greet, progress.language

    assert decided(Progress("small")) == (True, "en")  # the reader
    assert decided(Progress("small", language="fr")) == (False, "fr")
    assert decided(Progress("alone")) == (False, "en")  # it is in English alone
    monkeypatch.setenv("JPY_SESSION_NAME", "small.ipynb")
    assert decided(Progress("small")) == (False, "en")  # its prose is, in JupyterLab


def test_a_copy_is_written_in_a_language(small: Path) -> None:
    translate(small, "fr")
    notebook = json.loads((small / "small.ipynb").read_text(encoding="utf-8"))
    prose, setup, *_ = notebook["cells"]
    assert prose["source"].startswith("# Un bocal\n")
    assert 'Progress("small", of=1, language="fr")' in setup["source"]
    assert notebook["metadata"]["title"] == "Un bocal"
    assert notebook["metadata"]["paydays"]["language"] == "fr"
