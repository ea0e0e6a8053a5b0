"""What the notations of all games share."""

import re

import pytest

from paydays_widgets.core.game import CHANCE, Move, NotationError
from paydays_widgets.core.notation import SEAT, Form, read, seat, who


class Wave(Move, frozen=True):
    times: int


FORMS: tuple[Form[Wave], ...] = (
    (re.compile(f"{SEAT} wave"), lambda by: Wave(seat(by), 1)),
    (re.compile(f"{SEAT} wave ([0-9])"), lambda by, times: Wave(seat(by), int(times))),
    (re.compile(r"\* wave"), lambda: Wave(CHANCE, 1)),
)


@pytest.mark.parametrize("by", [CHANCE, 0, 8])
def test_a_seat_is_written_from_1_and_read_back(by: int) -> None:
    assert who(by) == "*" if by == CHANCE else re.fullmatch(SEAT, who(by)) and seat(who(by)) == by


@pytest.mark.parametrize(
    ("line", "move"),
    [("2 wave", Wave(1, 1)), ("  9   wave\t7 ", Wave(8, 7)), ("* wave", Wave(CHANCE, 1))],
)
def test_the_first_form_that_fits_makes_the_move(line: str, move: Wave) -> None:
    assert read(line, FORMS, "'1 wave'") == move


@pytest.mark.parametrize("line", ["", "0 wave", "1 wave 12", "1 wave 2 and more", "wave"])
def test_what_no_form_fits_is_refused_with_what_can_be_read(line: str) -> None:
    with pytest.raises(NotationError, match="expected '1 wave'") as caught:
        read(line, FORMS, "'1 wave'")
    assert caught.value.text == line
