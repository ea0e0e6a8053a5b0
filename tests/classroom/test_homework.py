"""A homework: what its log amounts to, which answers are new, and what they are worth."""

import csv
import io
from random import Random

import pytest
from msgspec import ValidationError, json

from paydays_widgets.classroom import gradebook, wishes
from paydays_widgets.classroom.entries import (
    LONGEST_LABEL,
    MOST_PEOPLE,
    MOST_QUESTIONS,
    AnyEntry,
    Assigned,
    Unlocked,
)
from paydays_widgets.classroom.homework import MOST_ATTEMPTS, Given, Homework, room_of
from paydays_widgets.classroom.labels import Faults, listed
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.web.assignments import moment, numbered
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, Words
from tests.classroom.classes import Logged

DUE = 2_000_000


class Course(Logged[Homework]):
    """A homework."""

    def __init__(self, *labels: str, due: int | None = DUE, seed: int = 7) -> None:
        super().__init__(Homework(()))
        self.do(
            Assigned(
                *("ABCDEFGH", "host", "tables", "en", "", seed),
                lesson="lessons/one.ipynb",
                title=Words("One", "Un", "Eins"),
                labels=labels,
                due=due,
            )
        )

    def say(
        self,
        answers: str | list[str],
        right: str = "",
        person: int = 0,
        question: str = "sum",
        *,
        shown: bool = False,
    ) -> AnyEntry | None:
        """Report answers of one letter each; ``+`` and ``-`` say which are right."""
        marks = tuple(each == "+" for each in right)
        given = Given(question, 1, 3, tuple(answers), marks, shown)
        return self.do(self.room.attempts(person, given))

    def answers(self, person: int = 0, question: str = "sum") -> str:
        return "".join(each.answer for each in self.room.work[person][question].attempts)

    def standing(self) -> str:
        return self.room.work[0]["sum"].standing


@pytest.fixture
def course() -> Course:
    return Course().join("Anna", "Ben")


def test_a_log_that_is_read_again_is_the_same_homework(course: Course) -> None:
    course.say("ab", "-+")
    course.say("x", person=1, question="bet")
    course.say("ab", "-+", shown=True)
    course.do(Unlocked(2))
    course.do(wishes.close(course.room, closed=True))
    course.do(wishes.remove(course.room, 1))
    again = room_of(course.log)
    assert isinstance(again, Homework)
    assert again.work == course.room.work
    assert (again.unlocked, again.closed, again.present, again.entries) == (2, True, [0], 9)
    assert again.seed(0) == course.room.seed(0)
    assert {again.title(each) for each in LANGUAGES} == {"One", "Un", "Eins"}
    assert type(room_of(())) is Room


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (["a", "ab", "abc"], "abc"),
        (["abc"], "abc"),
        (["abc", "abc", "a", "", "ab"], "abc"),  # twice, late, and nothing
        (["ab", "", "a", "ac"], "abc"),  # deleted in the browser, and begun again
        (["a", "x", "ab", "xy", "ab"], "axby"),  # two tabs
        (["aa", "aaa", "aa"], "aaa"),
    ],
)
def test_every_answer_is_kept_once(course: Course, said: list[str], kept: str) -> None:
    for answers in said:
        course.say(answers, "-" * len(answers))
    assert course.answers() == kept


def test_in_whatever_order_reports_come_the_same_answers_are_kept() -> None:
    histories = ["a", "ab", "abc", "ax", "axb", "b", "ba"]
    for luck in range(20):
        course = Course().join("Anna")
        order = [*histories, *histories]
        Random(luck).shuffle(order)
        for each in order:
            course.say(each, "-" * len(each))
        assert sorted(course.answers()) == sorted("abcxbba")


def test_nothing_new_writes_nothing(course: Course) -> None:
    assert course.say("ab", "-+") is not None
    before = len(course.log)
    assert course.say("ab", "-+") is None
    assert course.say("a", "-") is None
    assert course.say("ab", "-+", shown=True) is not None
    assert course.say("ab", "-+", shown=True) is None
    assert len(course.log) == before + 1


@pytest.mark.parametrize(
    ("said", "standing", "points"),
    [
        ([("a", "+", False)], "first", 4),
        ([("ab", "-+", False)], "later", 2),
        ([("abc", "--+", False)], "later", 2),
        ([(["#a", "#b"], "-+", False)], "later", 2),
        ([(["#a", "#a", "#b"], "--+", False)], "later", 2),
        ([(["#a", "#b", "#c"], "--+", False)], "later", 0),  # a choice
        ([("a", "-", False)], "tried", 0),
        ([("a", "", False)], "said", 1),
        ([("a", "-", True)], "shown", 0),
        ([("a", "-", False), ("a", "-", True), ("ab", "-+", True)], "shown", 0),
        ([("ab", "-+", True)], "shown", 0),  # all of it came at once, when the line was back
        ([("a", "+", False), ("b", "-", True)], "first", 4),  # deleted, and begun again
        ([("", "", True)], "shown", 0),
    ],
)
def test_how_a_student_stands(
    course: Course, said: list[tuple[str | list[str], str, bool]], standing: str, points: float
) -> None:
    for answers, right, shown in said:
        course.say(answers, right, shown=shown)
    assert course.standing() == standing
    assert gradebook.points(course.room.work[0]["sum"]) == points


def test_what_comes_after_the_due_time_is_kept_and_late(course: Course) -> None:
    course.say("a", "-")
    course.now = DUE
    course.say("ab", "-+")
    assert [each.late for each in course.room.work[0]["sum"].attempts] == [False, True]
    course = Course(due=None).join("Anna")
    course.now = DUE
    course.say("a", "-")
    assert not course.room.work[0]["sum"].attempts[0].late


def test_a_list_says_who_may_join() -> None:
    course = Course("Anna", "Ben K.").join(" ANNA ")
    assert course.room.people[0].name == "Anna"
    for name in ("Cara", "", "Ben"):
        with pytest.raises(Complaint, match="list"):
            course.join(name)
    with pytest.raises(Complaint, match="already"):
        course.join("Anna")
    assert course.room.pupils == [("Anna", 0), ("Ben K.", None)]
    course.do(wishes.remove(course.room, 0))
    course.join("anna")
    assert course.room.pupils == [("Anna", 1), ("Ben K.", None)]
    course.do(wishes.close(course.room, closed=True))
    with pytest.raises(Complaint, match="nobody else"):
        course.join("Ben K.")


def test_a_seed_is_of_the_label_and_the_homework(course: Course) -> None:
    anna, ben = course.room.seed(0), course.room.seed(1)
    assert anna != ben
    assert 0 < anna < 2**53
    assert Course("ben", "anna").join("ANNA").room.seed(0) == anna
    assert Course(seed=8).join("Anna").room.seed(0) != anna


def test_one_student_changes_nothing_of_anothers(course: Course) -> None:
    course.say("a", "-")
    course.say("a", "+", person=1)
    assert course.standing() == "tried"
    with pytest.raises(Complaint):
        course.say("a", person=2)
    course.do(wishes.remove(course.room, 1))
    with pytest.raises(Complaint):
        course.say("b", person=1)


def test_there_is_an_end_to_what_is_kept(course: Course) -> None:
    for luck in range(3 * MOST_ATTEMPTS):
        course.say(f"{chr(256 + luck)}x", "--")
    assert len(course.answers()) == MOST_ATTEMPTS - 1
    for _ in range(2):
        course.say("new and right", "-" * 12 + "+")
        assert len(course.answers()) == MOST_ATTEMPTS
    assert course.standing() == "later"
    for number in range(2 * MOST_QUESTIONS):
        course.say("a", question=f"q{number}")
    assert len(course.room.work[0]) == MOST_QUESTIONS


def test_a_false_number_of_questions_does_not_stretch_the_page(course: Course) -> None:
    course.join("Cara")
    for person in range(3):
        of = 50 if person == 2 else 3
        course.do(course.room.attempts(person, Given("sum", of, of, ("a",))))
    assert course.room.questions == 3


HOSTILE = (
    b"",
    b"null",
    b"[]",
    b'{"question": "q"}',
    b'{"question": "", "number": 1, "of": 1}',
    b'{"question": "q", "number": 0, "of": 1}',
    b'{"question": "q", "number": 1, "of": 51}',
    b'{"question": "q", "number": true, "of": 1}',
    b'{"question": "q", "number": 1, "of": 1, "answers": ["a"], "right": [true, true]}',
    b'{"question": "q", "number": 1, "of": 1, "answers": ["a"], "right": ["yes"]}',
    b'{"question": "q", "number": 1, "of": 1, "answers": [7]}',
    b'{"question": "q", "number": 1, "of": 1, "answers": ["' + 41 * b"a" + b'"]}',
    b'{"question": "q", "number": 1, "of": 1, "answers": [' + 50 * b'"a",' + b'"a"]}',
    b'{"question": "q", "number": 1, "of": 1, "person": 1}',
    b'{"question": "q", "number": 1, "of": 1, "answers": ["\\ud800"]}',
    b'{"question": "\xff", "number": 1, "of": 1}',
    b'{"question": "q", "number": 1e400, "of": 1}',
    b"[" * 5_000,
)


@pytest.mark.parametrize("data", HOSTILE)
def test_what_no_page_says_is_not_read(data: bytes) -> None:
    with pytest.raises((ValidationError, ValueError, RecursionError)):
        json.decode(data, type=Given)


def rows(written: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written.removeprefix("\ufeff"))))


def test_the_files_name_everybody_and_every_answer() -> None:
    course = Course("Anna", "=Ben", "Cara").join("Anna", "=Ben")
    course.say("ab", "-+")
    course.say("x", question="bet")
    course.now = DUE
    course.say("=", "-", person=1, shown=True)
    marks = rows(gradebook.marks(course.room, "en"))
    told = [(row["label"], row["points"], row["later"], row["said"], row["late"]) for row in marks]
    assert told == [
        ("Anna", "3.0", "1", "1", "0"),
        ("'=Ben", "0.0", "0", "0", "1"),
        ("Cara", "0.0", "0", "0", "0"),
    ]
    attempts = rows(gradebook.attempts(course.room, "en"))
    names = ("homework", "label", "question", "number", "attempt", "answer", "right", "shown")
    assert list(attempts[0]) == [*names, "time", "late"]
    lines = [tuple(row[each] for each in (*names[1:], "late")) for row in attempts]
    assert sorted(lines) == [
        ("'=Ben", "sum", "1", "1", "'=", "no", "yes", "yes"),
        ("Anna", "bet", "1", "1", "x", "", "no", "no"),
        ("Anna", "sum", "1", "1", "a", "no", "no", "no"),
        ("Anna", "sum", "1", "2", "b", "yes", "no", "no"),
    ]
    assert attempts[0]["time"].endswith("+00:00")


def test_who_was_sent_away_is_in_no_file(course: Course) -> None:
    course.say("a", "-", person=1)
    course.do(wishes.remove(course.room, 1))
    assert "Ben" not in gradebook.marks(course.room, "en") + gradebook.attempts(course.room, "en")


def test_the_form_is_read() -> None:
    assert listed("Anna\r\n  Ben   K. \n\n\u200b\n") == ("Anna", "Ben K.")
    assert moment("") is None
    assert moment("2026-05-31T18:00") == moment("2026-05-31 18:00")
    assert (numbered(""), numbered("7")) == (None, 7)


@pytest.mark.parametrize(
    "labels",
    ["Anna\nanna ", (LONGEST_LABEL + 1) * "a", "\n".join(f"s{n}" for n in range(MOST_PEOPLE + 1))],
)
def test_a_list_that_nobody_could_join_by_is_refused(labels: str) -> None:
    with pytest.raises(Complaint):
        listed(labels)


def test_all_faults_of_a_list_are_told_at_once_with_their_lines() -> None:
    long = (LONGEST_LABEL + 1) * "a"
    with pytest.raises(Faults) as caught:
        listed(f"Name\nAnna\n\n{long}\nanna\n\u0391nna\nBen")
    told = [each.facts for each in caught.value.faults]
    assert [(each.get("first"), each["line"]) for each in told] == [(None, 4), (2, 5), (2, 6)]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("Jan Weiss\nJan Wei\u00df", ("Jan Weiss", "Jan Wei\u00df")),
        ('"Wei\u00df, Jan"\n"Anna ""Ann"" K."', ("Wei\u00df, Jan", 'Anna "Ann" K.')),
        ("Weiss, Jan\nK., Anna", ("Weiss, Jan", "K., Anna")),
        ('"Weiss","Jan"\n"K.","Anna"', ("Weiss Jan", "K. Anna")),
        ("Nachname;Vorname\nWeiss;Jan", ("Weiss Jan",)),
        ('Vorname\tNachname\nJan\t"Weiss"', ("Jan Weiss",)),
        ("Name\nAnna", ("Anna",)),
        ("\n\u00c9l\u00e8ves\nAnna", ("Anna",)),
        ("0012345\n0012346", ("0012345", "0012346")),
        ('Anna\n"Ben\nCl\u00e9o', ("Anna", "Ben", "Cl\u00e9o")),
        ("Anna\nName", ("Anna", "Name")),
    ],
)
def test_a_list_is_read_by_the_rules_of_a_table(written: str, labels: tuple[str, ...]) -> None:
    assert listed(written) == labels


def test_names_that_differ_by_spelling_are_two_and_each_is_found() -> None:
    course = Course("Jan Weiss", "Jan Wei\u00df", "Zo\u00eb Gro\u00df", "\u0391\u03bd\u03bd\u03b1")
    room = course.room
    assert room.newcomer("JAN WEISS") == "Jan Weiss"
    assert room.newcomer("jan wei\u00df") == "Jan Wei\u00df"
    assert room.newcomer("ZO\u00cb GROSS") == "Zo\u00eb Gro\u00df"
    assert course.join("Jan Weiss", "Jan Wei\u00df").room.pupils[:2] == [
        ("Jan Weiss", 0),
        ("Jan Wei\u00df", 1),
    ]
    with pytest.raises(Complaint):
        room.newcomer("Jan Weiss")


@pytest.mark.parametrize("written", ["tomorrow", "9999999-01-01", "2026-13-01T00:00"])
def test_what_is_no_time_is_refused(written: str) -> None:
    with pytest.raises(Complaint):
        moment(written)


@pytest.mark.parametrize("written", ["0", "51", "-1", "x", "²"])
def test_what_is_no_number_is_refused(written: str) -> None:
    with pytest.raises(Complaint):
        numbered(written)
