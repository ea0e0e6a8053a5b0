import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from paydays_widgets.core.text import LANGUAGES, Text, Words, short

Entries = dict[str | tuple[str, str], str | tuple[str, ...]]


def catalogue(folder: Path, language: str, entries: Entries) -> None:
    made = Catalog(locale=language)
    for message, said in entries.items():
        made.add(message, said)
    binary = BytesIO()
    write_mo(binary, made)
    (folder / "locale").mkdir(parents=True, exist_ok=True)
    (folder / "locale" / f"{language}.mo").write_bytes(binary.getvalue())


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str, str]]:
    """Two packages with catalogues, and one without."""
    names = ("words_one", "words_two", "words_none")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    catalogue(
        tmp_path / "words_one",
        "fr",
        {"payday": "jour de paye", ("{n} card", "{n} cards"): ("{n} carte", "{n} cartes")},
    )
    catalogue(tmp_path / "words_two", "fr", {"payday": "autre", "{who} bids": "{who} offre"})
    monkeypatch.syspath_prepend(tmp_path)
    yield names
    for name in names:
        sys.modules.pop(name, None)


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown language 'it': expected en, fr, de"):
        Text("it")


class Silent:
    def __repr__(self) -> str:
        raise RuntimeError


def test_what_is_quoted_stands_on_one_short_line() -> None:
    assert short("two\n  lines") == "two lines"
    assert short("x" * 41) == "x" * 40 + "…"
    assert short("x" * 41, 41) == "x" * 41
    assert short("x", write=repr) == "'x'"
    assert short(Silent()) == "Silent"


def test_packages_are_searched_in_order(packages: tuple[str, str, str]) -> None:
    text = Text("fr", *packages)
    assert text("payday") == "jour de paye"
    assert text("{who} bids", who="Zoé") == "Zoé offre"


def test_what_no_catalogue_has_is_said_in_english(packages: tuple[str, str, str]) -> None:
    for text in (Text("fr", *packages), Text("de", *packages), Text("de")):
        assert text("the {thing}", thing="bank") == "the bank"
        assert text.plural("{n} seat", "{n} seats", 2) == "2 seats"


def test_english_needs_no_catalogue() -> None:
    assert Text("en", "no_such_package")("payday") == "payday"


def test_plurals_follow_the_language(packages: tuple[str, str, str]) -> None:
    french = Text("fr", *packages)
    english = Text("en", *packages)
    counts = (0, 1, 2, 1200)
    assert [french.plural("{n} card", "{n} cards", n) for n in counts] == [
        "0 carte",
        "1 carte",
        "2 cartes",
        "1\u202f200 cartes",
    ]
    assert [english.plural("{n} card", "{n} cards", n) for n in counts] == [
        "0 cards",
        "1 card",
        "2 cards",
        "1,200 cards",
    ]
    assert english.plural("{n} M for {who}", "{n} M for {who}", -1, who="Ben") == "−1 M for Ben"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["0", "−1,234", "1,234,567", "0.50", "−2.3", "0"]),
        ("fr", ["0", "−1\u202f234", "1\u202f234\u202f567", "0,50", "−2,3", "0"]),
        ("de", ["0", "−1.234", "1.234.567", "0,50", "−2,3", "0"]),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(
    language: str, expected: list[str]
) -> None:
    text = Text(language)
    assert [
        text.number(0),
        text.number(-1234),
        text.number(1234567),
        text.number(0.5, 2),
        text.number(-2.25001, 1),
        text.number(-0.2),
    ] == expected


def test_facts_may_be_anything() -> None:
    text = Text("en")
    said = text("{name} has {sum}", name="{sum}<b>&{0}%s", sum=-7)
    assert said == "{sum}<b>&{0}%s has −7"
    assert text("{message} {self}", message=1, self=2) == "1 2"


def test_things_are_listed() -> None:
    listed = [
        [Text(language).listing(list("abc")[:n]) for n in range(4)] for language in LANGUAGES
    ]
    assert listed == [
        ["", "a", "a and b", "a, b and c"],
        ["", "a", "a et b", "a, b et c"],
        ["", "a", "a und b", "a, b und c"],
    ]


def test_words_are_picked_by_language() -> None:
    words = Words(en="bid", fr="offre", de="Gebot")
    assert [Text(language).pick(words) for language in LANGUAGES] == ["bid", "offre", "Gebot"]


def test_a_text_says_how_it_was_made() -> None:
    assert repr(Text("de", "paydays_widgets")) == "Text('de', 'paydays_widgets')"


def test_per_cent_is_set_as_the_language_sets_it() -> None:
    said = [Text(language).percent(1234.5, places=1) for language in LANGUAGES]
    assert said == ["1,234.5%", "1\u202f234,5\xa0%", "1.234,5\xa0%"]
    assert Text("en").percent(20) == "20%"
