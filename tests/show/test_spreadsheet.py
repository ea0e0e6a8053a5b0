"""Tables as files that spreadsheets open."""

from decimal import Decimal

import pytest

from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.show.spreadsheet import spreadsheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sum_is_written_in_full(language: Language) -> None:
    _, line = spreadsheet([["bid"], [Decimal("20.75")]], language).splitlines()
    assert line == ("20.75" if language == "en" else "20,75")


@pytest.mark.parametrize("word", ["=1+1", "+1", "-1", "@name", "\tname"])
def test_a_word_is_no_formula(word: str) -> None:
    [line] = spreadsheet([[word, "plain"]], "en").splitlines()
    assert line.removeprefix("\ufeff") == f"'{word},plain"
