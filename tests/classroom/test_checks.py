"""Questions on the rules of a block, on phones, before it begins."""

import pytest

from paydays_widgets.classroom import rounds, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import digest
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.game import Complaint, StaleMove
from paydays_widgets.core.text import LANGUAGES, Language
from tests import markup
from tests.classroom.classes import NAMES, Class
from tests.classroom.phones import Hall
from tests.classroom.programmes import fields, opened, play, programme

FIRST = {"rules": "first_price", "rounds": "1", "checks": "2"}
SECOND = {"rules": "second_price", "rounds": "1", "checks": "1"}
RIGHT, WRONG = 1_000, 2_000
"""What the winner of the first question earns at a first price, and at a second price."""


def phone(room: Class, person: int, language: Language = "en") -> markup.Page | None:
    """Return the questions on somebody's phone."""
    page = screens.student(Here(1, room.room), person, ClassScreen(language=language), {})
    part = page.parts.get("spread")
    return None if part is None else markup.Page(part.html)


def head(room: Class) -> markup.Page:
    return markup.Page(screens.teacher(Here(1, room.room), ClassScreen(), {}).parts["head"].html)


def answer(room: Class, person: int, amount: int, number: int = 0, block: int = 0) -> None:
    room.do(wishes.check(room.room, person, block, number, amount))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_asks_marks_and_explains(language: Language) -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4])
    asked = phone(room, 0, language)
    assert asked is not None
    assert [asked.key(f"check-{n}").tag for n in range(2)] == ["div"] * 2
    assert len([each for each in asked.inside("check-0") if each["data-do"] == "check"]) == 4
    answer(room, 0, RIGHT)
    answer(room, 1, WRONG)
    for person, right in ((0, "yes"), (1, "no")):
        page = phone(room, person, language)
        assert page is not None
        told = page.key("check-0-told")
        assert told["data-right"] == right
        assert told.figures[-1].strip("$") == "10"  # the sum comes to what is right
        assert not [each for each in page.inside("check-0") if each["data-do"]]
        assert [each for each in page.inside("check-1") if each["data-do"]]
    others = phone(room, 2, language)
    assert others is not None
    assert others.html == asked.html  # nobody learns what another has answered


def test_the_teacher_sees_how_many_are_right_and_begins_whenever() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4])
    answer(room, 0, RIGHT)
    answer(room, 1, WRONG)
    answer(room, 1, 0, number=1)
    counts = [head(room).key(f"check-{number}-right").figures for number in range(2)]
    assert counts == [["1", "2"], ["1", "1"]]
    room.begin()
    assert phone(room, 0) is None
    assert not head(room).keys("checks")
    play(room)
    assert room.room.checking == 1
    answer(room, 1, WRONG, block=1)  # at a second price it is right
    page = phone(room, 1)
    assert page is not None
    assert page.key("check-0-told")["data-right"] == "yes"
    assert head(room).key("check-0-right").figures == ["1", "1"]
    room.begin()
    play(room)
    page = markup.Page(screens.teacher(Here(1, room.room), ClassScreen(), {}).parts["main"].html)
    assert [page.key(f"b{n}").figures[-1] for n in (1, 2)] == ["67%", "100%"]


def test_a_log_that_is_read_again_has_the_answers() -> None:
    room = opened(FIRST).join(*NAMES[:2])
    answer(room, 0, RIGHT)
    answer(room, 1, WRONG)
    assert room_of(room.log).checked == room.room.checked
    assert [each.right for each in room.room.checked.values()] == [True, False]


def test_an_answer_counts_once() -> None:
    room = opened(FIRST).join(*NAMES[:2])
    answer(room, 0, WRONG)
    assert wishes.check(room.room, 0, 0, 0, WRONG) is None
    with pytest.raises(Complaint):
        wishes.check(room.room, 0, 0, 0, RIGHT)


@pytest.mark.parametrize(("number", "amount"), [(2, RIGHT), (0, 123), (-1, RIGHT)])
def test_what_is_not_asked_cannot_be_answered(number: int, amount: int) -> None:
    room = opened(FIRST).join(*NAMES[:2])
    with pytest.raises(Complaint):
        wishes.check(room.room, 0, 0, number, amount)


def test_who_answers_too_late_is_told_so() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    for block in (0, 1):
        with pytest.raises(StaleMove):
            wishes.check(room.room, 0, block, 0, RIGHT)
    room.do(wishes.end(room.room))
    assert room.room.checking is None


@pytest.mark.parametrize(
    "given", [{**FIRST, "checks": "0"}, {"rules": "first_price", "rounds": "3", "mixed": "yes"}]
)
def test_where_nothing_is_asked_nothing_stands(given: dict[str, str]) -> None:
    room = opened(given).join(*NAMES[:4])
    assert phone(room, 0) is None
    assert not head(room).keys("checks")
    assert Class().open().room.checking is None


def test_rounds_of_a_block_are_asked_about_once() -> None:
    room = opened({**FIRST, "rounds": "3", "mixed": "yes"}).join(*NAMES[:4])
    assert room.room.checking == 0
    room.begin()
    play(room)
    assert room.room.stays_in_block
    assert room.room.checking is None


@pytest.mark.parametrize(
    ("rules", "earned"),
    [
        ({"rules": "first_price"}, (10, 0)),
        ({"rules": "second_price"}, (20, 0)),
        ({"rules": "english"}, (20, 0)),
        ({"rules": "dutch"}, (10, 0)),
        ({"rules": "all_pay"}, (10, -70)),
        ({"rules": "tender"}, (10, 0)),
        ({"rules": "tender", "auction": "tender_second"}, (20, 0)),
        ({"rules": "curse"}, (-16, 0)),
        ({"rules": "curse", "auction": "english"}, (-8, 0)),
        ({"rules": "curse", "auction": "all_pay", "spread": "6"}, (-4, -146)),
        ({"rules": "budgets"}, (20, 80)),
        ({"rules": "english", "reserve": "60"}, (20, 0)),
    ],
)
def test_what_is_right_follows_from_the_rules(
    rules: dict[str, str], earned: tuple[int, int]
) -> None:
    made = programme({**rules, "rounds": "1", "checks": "2"})
    room = Class().open(programme=made)
    asked = rounds.checks(room.room, 0, words("en"))
    assert tuple(each.right // 100 for each in asked) == earned
    for each in asked:
        assert each.options.count(each.right) == 1
        assert [*each.options] == sorted({*each.options})
        assert len(each.options) >= 3


async def test_an_answer_is_stored_before_the_phone_hears_of_it(hall: Hall) -> None:
    filled = fields(FIRST)
    assert filled["checks-1"] == "2"
    made = programme(FIRST)
    here = await hall.live.rooms.open(
        opened(FIRST).room.opened.__class__(
            "", digest("host"), "tables", "en", made[0].record, 0, programme=made
        )
    )
    anna = await hall.join(here, "Anna")
    ben = await hall.join(here, "Ben")
    desk = await hall.teacher(here)
    before, heard = here.written, len(ben.heard)
    await anna.do("check", f"0 0 {WRONG}")
    assert here.written == before + 1
    assert anna.got
    assert anna.html("spread").key("check-0-told")["data-right"] == "no"
    assert desk.html("head").key("check-0-right").figures == ["0", "1"]
    assert len(ben.heard) == heard  # it concerns nobody else
    for wrong in ("", "0 0", "0 0 x", "9 0 0", None, 7):
        await anna.do("check", wrong)
        assert anna.said
    await hall.begin(here)
    assert "spread" not in anna.parts
