"""What a class knew before and after: on the results page, and as a file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import known, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.running import RunningOrder, Stage
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.text import LANGUAGES, Language, Words
from tests import markup
from tests.classroom.classes import NAMES, Class, game
from tests.classroom.test_running import Lesson, lesson, one
from tests.spreadsheets import lines_of

ASK, TALK, AGAIN = 2, 1, 3


def asked_twice() -> RunningOrder:
    """Return a lesson that asks, and at its end asks once more."""
    order = one()
    again = Stage("again", 1, Words.alike("Again"), Words.alike("Say."), again="ask")
    return replace(order, minutes=11, short=9, stages=(*order.stages, again))


def results(here: Here, language: Language = "en") -> markup.Page:
    look = ClassScreen(language=language, open="results")
    return markup.Page(screens.shown(here, None, look, {}).parts["main"].html)


def share(language: Language, percent: int) -> str:
    return " ".join(words(language).percent(percent).split())


def test_before_and_after_stand_in_the_results_and_in_the_file(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        await class_.play()
        await class_.stage(ASK)
        await class_.choose(0, 1, 1, 1)
        assert not results(class_.here).keys("known"), "nobody has been told the answer"
        assert lines_of(known.file(class_.here.room, words("en"))) == []
        await class_.stage(AGAIN)
        cells = results(class_.here).inside("known-0")
        assert [each.said for each in cells if each.tag == "td"] == [share("en", 25), ""]
        await class_.choose(0, 0, 0, 1)
        cells = results(class_.here).inside("known-0")
        assert [each.said for each in cells if each.tag == "td"] == [share("en", 25), ""]
        await class_.notes.do("show-answers")
        for language in LANGUAGES:
            cells = results(class_.here, language).inside("known-0")
            told = [each.said for each in cells if each.tag == "td"]
            assert told == [share(language, 25), share(language, 75)]
        lines = lines_of(known.file(class_.here.room, words("en")))
        assert [(each["stage"], each["again"], each["right"]) for each in lines] == [
            *[("ask", "", right) for right in ("yes", "no", "no", "no")],
            *[("again", "ask", right) for right in ("yes", "yes", "yes", "no")],
        ]
        assert {each["question"] for each in lines} == {"Which?"}
        assert [each["answer"] for each in lines[:2]] == ["This", "That"]
        assert [each["name"] for each in lines[:4]] == [f"'P{n}" for n in range(4)]
        assert {each["kind"] for each in lines} == {"lesson"}

    lesson(act, tmp_path, asked_twice())


@pytest.mark.parametrize("name", ["zahltag", "zock"])
def test_answers_on_the_rules_stand_there_too(name: str) -> None:
    room = Class().open(table=game(name), checks=1).join(*NAMES[:4])
    modules = room.room.modules
    assert modules.checks is not None
    check, _ = modules.checks.checks(room.room.rules, room.room.start.table.deck, words("en"))
    wrong, *_ = check.slips
    for person, amount in enumerate((check.right, wrong, check.right)):
        room.do(wishes.check(room.room, person, 0, 0, amount))
    room.begin()
    assert share("en", 67) in results(Here(1, room.room)).key("known-rules").said
    lines = lines_of(known.file(room.room, words("en")))
    assert [each["right"] for each in lines] == ["yes", "no", "yes"]
    assert [each["name"] for each in lines] == [*NAMES[:3]]
    assert {(each["kind"], each["game"], each["block"]) for each in lines} == {("rules", "1", "1")}
    assert tuple(lines[0]) == known.COLUMNS


def test_where_nothing_was_asked_nothing_stands() -> None:
    room = Class().open().join(*NAMES[:4]).begin()
    assert not results(Here(1, room.room)).keys("known")
