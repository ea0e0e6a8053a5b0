"""Names and files as others read them: nothing turns a sentence round, nothing is a formula."""

import pytest

from paydays_widgets.core.names import isolated, unturned
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
