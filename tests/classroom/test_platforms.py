"""Marks go into the tables that Moodle and Canvas export, and import again."""

import csv
import io

import pytest

from paydays_widgets.classroom import platforms
from paydays_widgets.core.game import Complaint

MOODLE = (
    '"First name",Surname,"ID number","Email address","Assignment: Essay","Course total",'
    '"Last downloaded from this course"\r\n'
    "Anne,Able,0017,anne@example.com,56.00,56.00,1700000000\r\n"
    'Bob,"van Bunce",0018,bob@example.com,-,,1700000000\r\n'
)
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (12),Current Score\r\n"
    ",,,,,Manual Posting,\r\n"
    "    Points Possible,,,,,10,(read only)\r\n"
    '"Able, Anne",17,a17,anne,3B,7,70\r\n'
    '"van Bunce, Bob",18,b18,bob,3B,,\r\n'
    '"Student, Test",19,,,3B,,\r\n'
)


def cells(table: str, separator: str = ",") -> list[list[str]]:
    return [*csv.reader(io.StringIO(table, newline=""), delimiter=separator)]


@pytest.mark.parametrize(
    ("labels", "by"),
    [
        (["Anne Able", "Bob van Bunce"], "First name Surname"),
        (["Able Anne", "van bunce, bob"], "First name Surname"),
        (["0017", "0018"], "ID number"),
        (["anne@example.com", "BOB@example.com"], "Email address"),
    ],
)
def test_moodle_gets_a_column_and_keeps_its_own(labels: list[str], by: str) -> None:
    filled = platforms.fill(MOODLE, dict(zip(labels, (4.5, 3.0), strict=True)), "Bids", 8)
    assert (filled.by, filled.marked, filled.missing) == (by, 2, ())
    before, after = cells(MOODLE), cells(filled.written)
    assert [row[:-1] for row in after] == before
    assert [row[-1] for row in after] == ["Bids", "4.5", "3"]


@pytest.mark.parametrize("labels", [["Anne Able", "Bob van Bunce"], ["17", "18"], ["anne", "bob"]])
def test_canvas_gets_points_possible_and_marks(labels: list[str]) -> None:
    filled = platforms.fill(CANVAS, dict(zip(labels, (4.5, 3.0), strict=True)), "Bids", 8)
    after = cells(filled.written)
    assert [row[:-1] for row in after] == cells(CANVAS)
    assert [row[-1] for row in after] == ["Bids", "", "8", "4.5", "3", ""]


def test_a_column_with_the_same_title_is_filled_and_others_marks_stay() -> None:
    after = cells(platforms.fill(CANVAS, {"Bob van Bunce": 6}, "Essay", 8).written)
    assert [row[5] for row in after] == ["Essay (12)", "Manual Posting", "10", "7", "6", ""]
    assert len(after[0]) == 7


def test_a_canvas_file_without_points_possible_gets_them() -> None:
    lines = CANVAS.splitlines(keepends=True)
    after = cells(platforms.fill("".join(lines[:1] + lines[3:]), {"17": 1}, "Bids", 8).written)
    assert after[1] == ["Points Possible", *6 * [""], "8"]
    unknown = cells(
        platforms.fill("".join(lines[:1] + lines[3:]), {"17": 1}, "Bids", None).written
    )
    assert unknown[1][0] == "Able, Anne"


def test_who_is_not_there_or_there_twice_is_named_and_gets_no_mark() -> None:
    table = "Name;Class\nAnne;3B\nAnne;3C\nBob;3B\nCleo Dee;3B\nDee Cleo\n"
    marks = {"Anne": 1.0, "Bob": 2.0, "Eve": 3.0, "Cleo Dee": 4.0}
    filled = platforms.fill(table, marks, "Bids", 8)
    assert (filled.marked, filled.missing) == (1, ("Anne", "Eve", "Cleo Dee"))
    assert [row[-1] for row in cells(filled.written, ";")] == ["Bids", "", "", "2", "", ""]
    assert platforms.fill(table, {"Bob": 1, "Ann A": 1, "A Ann": 1}, "Bids", 8).missing == (
        "Ann A",
        "A Ann",
    )


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_spreadsheet_ends_them(ends: str) -> None:
    filled = platforms.fill(CANVAS.replace("\r\n", ends), {"17": 4.5}, "Bids", 8)
    assert [row[-1] for row in cells(filled.written)] == ["Bids", "", "8", "4.5", "", ""]


def test_what_moodle_and_canvas_try_their_own_import_with_is_filled() -> None:
    """Their columns, in their order: Moodle's with a last name, Canvas's without other numbers."""
    moodle = "First name,Last name,Email address,Item\nAda,1,ada@example.com,400\n"
    for label in ("ada@example.com", "Ada 1", "1 Ada"):
        filled = platforms.fill(moodle, {label: 3.5}, "Bids", 8)
        assert [row[-1] for row in cells(filled.written)] == ["Bids", "3.5"]
    canvas = (
        "Student,ID,Section,One,Comments,Final Score (read only)\r"
        'Points Possible,,,,,\r"Bee, Ben",6,One class,-,,\r"Fee, Tim",4,One class,-,,\r'
    )
    for label in ("Ben Bee", "6"):
        filled = platforms.fill(canvas, {label: 2.0}, "Bids", 8)
        assert [row[-1] for row in cells(filled.written)] == ["Bids", "8", "2", ""]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_and_the_mark_of_a_file_stay(separator: str) -> None:
    table = f"\ufeffName{separator}Note\r\nÉva{separator}\r\n"
    filled = platforms.fill(table, {"éva": 1.5}, "Bids", None)
    assert filled.written == (
        f"\ufeffName{separator}Note{separator}Bids\r\nÉva{separator}{separator}1.5\r\n"
    )


def test_a_file_of_an_older_spreadsheet_is_read() -> None:
    assert platforms.decoded("Éva".encode("cp1252")) == platforms.decoded("Éva".encode()) == "Éva"


@pytest.mark.parametrize("table", ["", "Name\n", "\ufeff", "\n\n", 'Name\n"' + "x" * 200_000])
def test_what_is_no_table_is_refused(table: str) -> None:
    with pytest.raises(Complaint, match="headings"):
        platforms.fill(table, {"Anne": 1}, "Bids", 8)


def test_a_table_of_another_class_is_refused_and_a_homework_that_nobody_has_begun() -> None:
    with pytest.raises(Complaint, match="Zoe"):
        platforms.fill(MOODLE, {"Zoe": 1}, "Bids", 8)
    with pytest.raises(Complaint, match="nobody"):
        platforms.fill(MOODLE, {}, "Bids", 8)
