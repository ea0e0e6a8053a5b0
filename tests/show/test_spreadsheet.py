"""Tables as files that spreadsheets open."""

import csv
import io
import re
from decimal import Decimal
from pathlib import Path

import pytest

import paydays_widgets
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.show.spreadsheet import spreadsheet

SIGNS = {"en": ",", "fr": ";", "de": ";"}


def cell(text: str, language: Language = "en") -> str:
    """Write a text, and read it as any other program does."""
    written = spreadsheet([["before", text, "after"]], language).removeprefix("\ufeff")
    [[before, found, after]] = csv.reader(io.StringIO(written), delimiter=SIGNS[language])
    assert (before, after) == ("before", "after")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sum_is_written_in_full(language: Language) -> None:
    _, line = spreadsheet([["bid"], [Decimal("20.75")]], language).splitlines()
    assert line == ("20.75" if language == "en" else "20,75")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sign", "=+-@\uff1d\uff0b\uff0d\uff20\u2212")
@pytest.mark.parametrize(
    "before",
    [
        *("", " ", "\u00a0", "\u3000", "\x00", "\ufeff", "\u200e", "\u200f", "\u202e", "\u200b"),
        *("\t", "\r\n", "\x00 \ufeff\t"),
    ],
)
def test_a_word_is_no_formula(before: str, sign: str, language: Language) -> None:
    assert cell(f"{before}{sign}1+1", language) == f"'{sign}1+1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("around", ["{}=1+1", "Anna{}=1+1", "Anna{} \ufeff=1+1", 'Anna{}"=1+1"'])
def test_a_word_is_no_formula_where_another_sign_parts_cells(
    around: str, separator: str, language: Language
) -> None:
    found = cell(around.format(separator), language)
    assert not re.search(r'(^|[,;\t])\s*"?=', found)
    assert found.count("'=") == (separator in ",;" or around.startswith("{}"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *("0012345", "007", "3-4", "3/4", "1.4", "3.4.", "12:30", "1e5", "12E3", "50%", "20 %"),
        *("3 May", "May 5", "Jan-21", "5. Mai", "12 mars", "14. Okt. 2026", "5 PM", "3 a", "5may"),
        *("1 000", "1’000", "$5", "123456789012", "٣-٤", "\uff13\uff0d\uff14", "1.50", "1,50"),
        *("(5)", "1/4", "1'000"),
    ],
)
def test_a_word_is_no_number_and_no_date(text: str, language: Language) -> None:
    assert cell(text, language) == ("1.4" if (text, language) == ("1.4", "en") else f"'{text}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *("Anna", "Anna 3", "Marie 3", "7a", "3b", "S12", "#1a2b3c4d", "1 bid 5", "* roll 3"),
        *("0", "7", "12345", "12345678901", "2026-11-27T10:00:00+00:00", "O’Neill", "'=1", ""),
        *("2 later", "May", "Ja, 5", "Zoë", "\U0001f468\u200d\U0001f469", "a\u200cb", "AR-3"),
    ],
)
def test_a_word_that_a_spreadsheet_leaves_alone_is_left_alone(
    text: str, language: Language
) -> None:
    assert cell(text, language) == text


def test_a_number_in_the_words_of_the_file_is_one() -> None:
    assert (cell("142.5", "en"), cell("142,5", "en")) == ("142.5", "'142,5")
    assert (cell("142.5", "de"), cell("142,5", "de")) == ("'142.5", "142,5")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cell_is_one_line_that_can_be_seen(language: Language) -> None:
    assert cell("a\x00b\r\nc\u2028d\x85e\u2066f\ud800 ", language) == "a b  c d ef"


def test_a_file_for_programs_has_figures_in_full_and_no_formula() -> None:
    assert spreadsheet([["who", "gain"], ["=Anna", 1 / 3]], None) == (
        "who,gain\n'=Anna,0.3333333333333333\n"
    )


def test_every_table_is_written_in_one_way() -> None:
    package = Path(paydays_widgets.__file__).parent
    writers = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\bcsv\.(writer|DictWriter)\b", path.read_text(encoding="utf-8"))
    ]
    back = "classroom/platforms.py"  # a learning platform gets its own table as it was
    assert sorted(writers) == [back, "show/spreadsheet.py"]
