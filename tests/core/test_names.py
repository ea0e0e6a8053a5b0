"""Names and files as others read them: nothing turns a sentence round, nothing is a formula."""

import pytest

from paydays_widgets.core.names import alike, isolated, latin, unturned
from paydays_widgets.show.spreadsheet import spreadsheet
from tests.spreadsheets import lines_of
from tests.turning import FROM_THE_RIGHT


@pytest.mark.parametrize("name", ["Anna", "Zoë", "Łukasz", "李明"])
def test_a_name_from_the_left_is_left_as_it_is(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("name", FROM_THE_RIGHT)
def test_a_name_from_the_right_is_isolated_once(name: str) -> None:
    assert isolated(isolated(name)) == isolated(name) != name
    assert unturned(isolated(name)) == name


def test_a_file_has_decimals_words_and_no_formula() -> None:
    rows: list[list[object]] = [["what", "seconds"], ["=1+1", 1.25], ["+8", 2]]
    assert lines_of(spreadsheet(rows, "en")) == [
        {"what": "'=1+1", "seconds": "1.2"},
        {"what": "'+8", "seconds": "2"},
    ]
    assert lines_of(spreadsheet(rows, "fr"), separator=";")[0]["seconds"] == "1,2"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "\u0391nn"),
        ("Ann", "\u0410nn"),
        ("Oscar", "\u041es\u0441ar"),
        ("OSCAR", "\u041e\u0405\u0421\u0410R"),
        ("\u00c1na", "\u0386na"),
        ("Ann", "\uff21nn"),
        ("ann", "Ann\u200d"),
    ],
)
def test_names_that_look_alike_are_read_as_one(name: str, other: str) -> None:
    assert alike(name) == alike(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Jan Weiss", "Jan Wei\u00df"),
        ("Zoe", "Zo\u00eb"),
        ("\u0421\u043e\u043d\u044f", "Cons"),
        ("\u0395\u03bb\u03ad\u03bd\u03b7", "Elevn"),
        ("\u674e\u660e", "\u674e\u6708"),
    ],
)
def test_names_that_look_different_are_two(name: str, other: str) -> None:
    assert alike(name) != alike(other)


@pytest.mark.parametrize(
    "name", ["Anna", "Zo\u00eb", "\u0421\u043e\u043d\u044f", "\u0395\u03bb\u03ad\u03bd\u03b7"]
)
def test_a_name_is_one_in_capitals_too(name: str) -> None:
    assert alike(name) == alike(name.upper())


@pytest.mark.parametrize(
    ("typed", "read"),
    [("\u0410\u0412\uff23", "ABC"), ("\u00c9t\u00e9", "Ete"), ("\u674e", "\u674e"), ("", "")],
)
def test_letters_that_look_latin_are_read_so(typed: str, read: str) -> None:
    assert latin(typed) == read
