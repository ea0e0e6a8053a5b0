"""Running orders: a class goes through a lesson, stage by stage."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import rehearsing, rounds, running, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Opened
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.classroom.rehearsing import STUDENTS
from paydays_widgets.classroom.running import RunningOrder, Stage, orders
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.web.today import opened
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Complaint, StaleMove
from paydays_widgets.core.text import LANGUAGES, Language, Text, Words, capital
from paydays_widgets.show.words import complaint
from tests.classroom.phones import Hall, Phone, run
from tests.course import FOLDER

ORDERS = orders()
MINUTE = 60_000
ONE = """
title = "One"
about = "A lesson."
needs = "Phones."
minutes = 10
short = 8

[[stages]]
id = "play"
minutes = 5
title = "Play"
say = "Play."
opens = { game = "auction_room", blocks = [{ rules = "first_price", rounds = 1, size = 2 }] }

[[stages]]
id = "talk"
minutes = 2
short = 0
title = "Talk"
say = "Talk."
shown = "A line.\\nAnother."

[[stages]]
id = "ask"
minutes = 3
title = "Ask"
say = "Ask."
[stages.question]
asked = "Which?"
options = [
    { words = "This", why = "Yes.", right = true },
    { words = "That", why = "No." },
]
"""


def one() -> RunningOrder:
    return running.parse(ONE, "one.toml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("minutes = 10", "minutes = 11", "minutes"),
        ("short = 8", "short = 9", "short"),
        ('id = "talk"', 'id = "play"', r"stages\[1\]\.id"),
        ('shown = "A line.\\\\nAnother."', 'again = "play"', r"stages\[1\]\.again"),
        ("right = true", "right = false", r"stages\[2\]\.question\.options"),
        ('say = "Ask."', 'say = "Ask."\nresults = true', r"stages\[2\]"),
        ("minutes = 5", 'minutes = "five"', r"stages\[0\]\.minutes"),
        ('say = "Talk."', "", r"stages\[1\]"),
        ('title = "One"', 'titel = "One"', ""),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_place(
    old: str, new: str, place: str
) -> None:
    text = ONE.replace(old.replace("\\\\", "\\"), new)
    assert text != ONE
    with pytest.raises(DeckError, match=f"one.toml.*{place}") as caught:
        running.parse(text, "one.toml")
    english = complaint(caught.value.complaint, words("en"))
    assert english == f"{capital(str(caught.value))}."
    for language in LANGUAGES[1:]:
        told = complaint(caught.value.complaint, words(language))
        assert not re.search(r"expected| got |field|lists", told)


def test_a_lesson_without_a_game_is_refused() -> None:
    lines = ONE.splitlines()
    without = "\n".join(line for line in lines if not line.startswith("opens"))
    with pytest.raises(DeckError, match="opens a game"):
        running.parse(without, "one.toml")


def test_a_short_lesson_leaves_out_and_shortens() -> None:
    assert [(each.id, each.minutes) for each in one().cut().stages] == [("play", 5), ("ask", 3)]


@pytest.mark.parametrize("name", ORDERS)
def test_a_lesson_ends_with_a_homework_that_there_is(name: str) -> None:
    given = [each.homework for each in ORDERS[name].stages if each.homework]
    assert given
    assert all((FOLDER.parent / each).is_file() for each in given)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ORDERS)
def test_every_game_of_a_lesson_can_be_opened(name: str, language: Language) -> None:
    for order in (ORDERS[name], ORDERS[name].cut()):
        first = opened(order, "host", language)
        assert first.order == order
        assert room_of([(first, 0)]).run is not None


def test_a_game_that_is_not_there_is_refused_before_the_lesson_begins() -> None:
    order = one()
    opens = order.stages[0].opens
    assert opens is not None
    for wrong in (
        {"game": "chess", "blocks": ()},
        {"position": "none", "blocks": ()},
        {"rules": "none", "blocks": ()},
        {"blocks": ({"rules": "first_price", "rounds": 2, "size": 2},)},
    ):
        stage = replace(order.stages[0], opens=replace(opens, **wrong))
        with pytest.raises(Complaint):
            opened(replace(order, stages=(stage, *order.stages[1:])), "host", "en")


class Lesson:
    """A class in a hall, with a projector, the teacher's notes and phones."""

    def __init__(self, hall: Hall, here: Here) -> None:
        self.hall = hall
        self.here = here
        self.phones: list[Phone] = []

    @classmethod
    async def open(cls, hall: Hall, order: RunningOrder, people: int = 4) -> "Lesson":
        found = cls(hall, await hall.live.rooms.open(opened(order, "host", "en")))
        found.projector = await hall.teacher(found.here)
        found.notes = Phone(hall, found.here, None, ClassScreen(notes=True))
        await hall.rounds()
        for person in range(people):
            found.phones.append(await hall.join(found.here, f"P{person}"))
        return found

    projector: Phone
    notes: Phone

    @property
    def run(self) -> Any:
        return self.here.room.run

    async def stage(self, number: int) -> None:
        await self.notes.do("stage", number)
        assert self.run.at == number

    async def choose(self, *options: int) -> None:
        for phone, option in zip(self.phones, options, strict=False):
            await phone.do("choose", f"{self.run.at} {option}")

    async def play(self) -> None:
        """Let everybody decide: until the poll has answers, the game is over, or it has lasted."""
        room = self.here.room
        for _ in range(40):
            if room.finished or (room.polled and len(room.poll.answers) == len(self.phones)):
                return
            asked = [phone for phone in self.phones if phone.page["call"]]
            for phone in asked:
                if phone.page["call"] and phone.moves:
                    await phone.play(phone.moves[0])
            if room.rests_between or not room.begun:
                await self.projector.do("begin")
            if not asked:
                await self.hall.later(1_000)
        assert any(sitting.decisions for sitting in room.sittings)

    def keys(self, phone: Phone, part: str = "head") -> set[str | None]:
        return {each["data-key"] for each in phone.html(part).elements}


def lesson(act: Any, folder: Path, order: RunningOrder | None = None) -> None:
    async def go(hall: Hall) -> None:
        await act(await Lesson.open(hall, order or one()))

    run(go, folder)


def test_phones_follow_the_teacher_from_stage_to_stage(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        assert class_.run.at is None
        await class_.stage(0)
        assert class_.here.room.begun
        await class_.play()
        await class_.stage(1)
        assert "stage-board" in class_.keys(class_.projector, "main")
        await class_.stage(2)
        for phone in class_.phones:
            assert "stage-question" in class_.keys(phone, "spread")
        assert "stage" not in class_.phones[0].parts
        late = await class_.hall.join(class_.here, "Late")
        assert "stage-question" in class_.keys(late, "spread")
        await class_.choose(0, 1, 0)
        await class_.choose(1)
        assert class_.run.answers[2] == {0: 1, 1: 1, 2: 0}
        assert class_.run.rights(2) == (3, 1)
        await class_.notes.do("show-answers")
        rights = [
            each["data-right"]
            for each in class_.phones[0].html("spread").elements
            if each["data-right"]
        ]
        assert rights == ["yes", "no"]
        await class_.choose(0)
        assert class_.run.answers[2][0] == 1

    lesson(act, tmp_path)


def test_nobody_learns_what_others_have_chosen_before_the_answers_are_shown(
    tmp_path: Path,
) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(2)
        before = [len(phone.heard) for phone in class_.phones]
        await class_.choose(0)
        after = [len(phone.heard) for phone in class_.phones]
        assert after[1:] == before[1:]
        assert "%" not in class_.projector.parts["main"]["html"]

    lesson(act, tmp_path)


def test_a_game_rests_while_the_class_is_elsewhere_and_goes_on_when_it_comes_back(
    tmp_path: Path,
) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        room = class_.here.room
        rests = []
        for stage in (2, 0):
            await class_.stage(stage)
            rests.append(room.paused)
        assert rests == [True, False]
        assert class_.here.room is room
        await class_.play()
        assert room.finished

    lesson(act, tmp_path)


def test_the_clock_of_a_stage_is_its_own_and_can_be_made_longer(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        assert class_.run.until == class_.hall.now + 5 * MINUTE
        await class_.hall.later(MINUTE)
        await class_.notes.do("add-time", 2)
        assert class_.run.until == class_.hall.now + 6 * MINUTE
        await class_.stage(1)
        assert class_.run.until == class_.hall.now + 2 * MINUTE

    lesson(act, tmp_path)


def test_the_clock_of_a_stage_goes_on_when_the_class_comes_back(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        await class_.hall.later(MINUTE)
        await class_.stage(1)
        await class_.hall.later(MINUTE)
        await class_.stage(0)
        assert class_.run.until == class_.hall.now + 4 * MINUTE

    lesson(act, tmp_path)


def test_a_prediction_is_shown_without_the_answer_until_the_class_goes_on(tmp_path: Path) -> None:
    order = one()
    again = Stage("again", 1, Words.alike("Again"), Words.alike("Say."), again="ask")
    order = replace(order, minutes=11, short=9, stages=(*order.stages, again))

    def rights(class_: Lesson) -> list[str]:
        pages = (class_.projector.parts["main"], class_.phones[0].parts["spread"])
        return [each["html"] for each in pages if "Yes." in each["html"]]

    async def act(class_: Lesson) -> None:
        await class_.stage(2)
        await class_.choose(1, 0)
        await class_.notes.do("show-answers")
        assert "50%" in class_.projector.parts["main"]["html"]
        assert not rights(class_)
        await class_.stage(3)
        assert not rights(class_)
        await class_.choose(0, 0)
        await class_.notes.do("show-answers")
        assert len(rights(class_)) == 2

    lesson(act, tmp_path, order)


def test_phones_say_where_to_look_while_the_teacher_talks(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        assert "stage" in class_.phones[0].parts
        await class_.stage(1)
        assert "stage" not in class_.phones[0].parts
        assert class_.phones[0].told

    lesson(act, tmp_path)


def test_what_no_page_offers_is_refused(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        room = class_.here.room
        with pytest.raises(Complaint):
            wishes.add_time(room, 2)
        with pytest.raises(StaleMove):
            wishes.choose(room, 0, 2, 0)
        for wrong in (-1, 3):
            with pytest.raises(Complaint):
                [*wishes.begin_stage(room, wrong, 1)]
        with pytest.raises(Complaint):
            wishes.show_answers(room)
        await class_.stage(2)
        with pytest.raises(Complaint):
            wishes.choose(room, 0, 2, 2)
        with pytest.raises(Complaint):
            [*wishes.begin_stage(room, 2, 1)]
        await class_.choose(0)
        assert wishes.choose(room, 0, 2, 0) is None
        await class_.notes.do("show-answers")
        with pytest.raises(Complaint):
            wishes.show_answers(room)

    lesson(act, tmp_path)


def test_a_class_without_a_running_order_has_none_of_it(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        opens = replace(opened(one(), "host", "en"), order=None)
        here = await hall.live.rooms.open(opens)
        teacher = await hall.teacher(here)
        assert "stage-bar" not in {each["data-key"] for each in teacher.html("head").elements}
        await teacher.do("stage", 0)
        assert not here.room.begun
        with pytest.raises(Complaint):
            wishes.add_time(here.room, 1)

    run(act, tmp_path)


def _again(class_: Lesson) -> None:
    """Read the log again: the class is where it was."""
    rooms = class_.hall.live.rooms
    again = rooms.read(rooms.store.load(class_.here.id))
    assert again.run is not None
    kept = ("at", "chapter", "added", "answers", "shown")
    assert {each: getattr(again.run, each) for each in kept} == {
        each: getattr(class_.run, each) for each in kept
    }
    assert again.run.until == class_.run.until


@pytest.mark.walk(len(ORDERS))
@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("name", ORDERS)
def test_a_whole_lesson(name: str, short: bool, tmp_path: Path) -> None:
    order = ORDERS[name].cut() if short else ORDERS[name]

    async def act(class_: Lesson) -> None:
        for number, stage in enumerate(order.stages):
            await class_.stage(number)
            if stage.opens is not None:
                await class_.play()
            question = order.question(number)
            if question is not None:
                await class_.choose(question.right, question.right, 0, 1)
                if stage.again:
                    await class_.notes.do("show-answers")
            for language in LANGUAGES:
                for notes in (False, True):
                    look = ClassScreen(language=language, notes=notes)
                    page = screens.shown(class_.here, None, look, {})
                    assert getattr(stage.title, language) in page.parts["head"].html
            _again(class_)
        assert class_.run.following is None

    lesson(act, tmp_path, order)


@pytest.mark.parametrize("name", ORDERS)
def test_a_lesson_is_rehearsed_without_a_class(name: str, tmp_path: Path) -> None:
    order = ORDERS[name].cut()

    async def act(hall: Hall) -> None:
        first = replace(opened(order, "host", "en"), pretend=STUDENTS)
        here = await hall.live.rooms.open(first)
        await hall.wish(here, lambda room, _: rehearsing.joins(room, Text("en")))
        notes = Phone(hall, here, None, ClassScreen(notes=True))
        for number, stage in enumerate(order.stages):
            await notes.do("stage", number)
            await hall.later(rehearsing.PAUSE)
            await hall.later(rehearsing.PAUSE)
            room = here.room
            assert room.run is not None
            if room.checking is not None:
                assert len(room.checked) == STUDENTS * room.blocks[0].checks
                await notes.do("begin")
                await hall.later(rehearsing.PAUSE)
            if order.question(number) is not None:
                assert len(room.run.answers[number]) == STUDENTS
            elif stage.opens is not None and room.polled:
                assert len(room.poll.answers) == STUDENTS
            elif stage.opens is not None:
                assert all(sitting.bots for sitting in room.sittings)
                await hall.until(lambda: any(each.made > 1 for each in here.room.sittings))
        notes.leave()
        before = here.room.entries
        await hall.later(rehearsing.PAUSE)
        assert here.room.entries == before

    run(act, tmp_path)


@pytest.mark.parametrize("name", ORDERS)
def test_a_whole_lesson_is_rehearsed_in_about_four_minutes(name: str, tmp_path: Path) -> None:
    order = rehearsing.fast(ORDERS[name])

    async def act(hall: Hall) -> None:
        first = replace(opened(order, "host", "en"), pretend=STUDENTS)
        here = await hall.live.rooms.open(first)
        await hall.wish(here, lambda room, _: rehearsing.joins(room, Text("en")))
        notes = Phone(hall, here, None, ClassScreen(notes=True))
        last = hall.now + 4 * MINUTE + 15_000
        for number, stage in enumerate(order.stages):
            await notes.do("stage", number)
            await hall.later(rehearsing.PAUSE)
            if here.room.checking is not None:
                await notes.do("begin")
            while stage.opens is not None and not (here.room.polled or here.room.finished):
                await hall.later(250)
                if here.room.rests_between:
                    await notes.do("begin")
                for sitting in here.room.sittings:
                    if here.room.waits_for_the_teacher(sitting):
                        await notes.do("step")
                assert hall.now < last
        assert hall.now < last

    run(act, tmp_path)


@pytest.mark.parametrize("name", ORDERS)
def test_every_game_that_a_class_plays_begins_with_questions_on_its_rules(
    name: str, tmp_path: Path
) -> None:
    order = ORDERS[name]

    async def act(class_: Lesson) -> None:
        play = order.games[-1]
        await class_.stage(play)
        room = class_.here.room
        assert not room.begun
        assert room.checking == 0
        anna, ben = class_.phones[:2]
        buttons = [each for each in anna.html("spread").elements if each["data-do"] == "check"]
        right = [each.right for each in rounds.checks(room, 0, Text("en"))]
        for number, amount in enumerate(right):
            await anna.do("check", f"0 {number} {amount}")
        wrong = next(
            each["data-value"]
            for each in buttons
            if not each["data-value"].endswith(f" {right[0]}")
        )
        await ben.do("check", wrong)
        assert anna.html("spread").key("check-0-told")["data-right"] == "yes"
        assert ben.html("spread").key("check-0-told")["data-right"] == "no"
        notes = class_.notes.html("head")
        assert notes.key("checks-wrong").said.endswith("P1")
        assert "P2" in notes.key("checks-waiting").said
        shown = class_.projector.html("main")
        for each in ("check-0", "join-small", "asking-missing"):
            assert shown.key(each)
        assert "P0" not in shown.key("asking-missing").said
        assert ("P1" in shown.key("asking-missing").said) == (len(right) > 1)
        assert "join" not in class_.keys(class_.projector, "main")
        assert "checks" not in class_.keys(class_.projector)
        folded = shown.key("checks-behind")
        assert folded.tag == "details"
        assert "open" not in folded.attributes, "the class looks on"
        await class_.notes.do("begin")
        assert class_.here.room.begun
        assert not class_.notes.html("head").keys("checks")

    lesson(act, tmp_path, order)


@pytest.mark.parametrize("short", [False, True])
def test_the_end_of_a_period_waits_for_the_teacher_where_the_lesson_says_so(
    short: bool, tmp_path: Path
) -> None:
    whole = ORDERS["6_supply_and_demand"]
    order = whole.cut() if short else whole

    async def act(class_: Lesson) -> None:
        await class_.stage(order.games[-1])
        await class_.notes.do("begin")
        room = class_.here.room
        [sitting] = room.sittings

        async def hand_in() -> None:
            """Let everybody hand in a price, and the projector show what came of it."""
            await class_.hall.until(lambda: all(each.page["call"] for each in class_.phones))
            for phone in class_.phones:
                await phone.play(phone.moves[0])
            await class_.hall.until(lambda: sitting.over or room.waits_for_the_teacher(sitting))

        for period in range(1, 5):
            await hand_in()
            if period == 4:
                break
            at = sitting.table.at
            await class_.hall.later(60_000)
            assert sitting.table.at == at
            for page in (class_.projector, class_.notes):
                assert "step" in class_.keys(page)
            await (class_.notes if period % 2 else class_.projector).do("step")
            assert sitting.table.at > at
        assert sitting.over
        for page in (class_.projector, class_.notes):
            assert "step" not in class_.keys(page)

    lesson(act, tmp_path, order)


def test_a_closed_laptop_stops_nothing(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        class_.projector.leave()
        class_.notes.leave()
        await class_.play()
        assert class_.here.room.finished
        class_.projector = await class_.hall.teacher(class_.here)
        await class_.projector.do("stage", 2)
        class_.projector.leave()
        await class_.choose(0, 1, 0, 1)
        again = await class_.hall.teacher(class_.here)
        assert again.html("head").key("stage-bar")
        assert class_.run.answers[2] == {0: 0, 1: 1, 2: 0, 3: 1}
        await again.do("show-answers")
        assert "%" in again.parts["main"]["html"]

    lesson(act, tmp_path)


@pytest.mark.parametrize("name", ORDERS)
def test_a_lesson_goes_through_all_its_stages_without_phones(name: str, tmp_path: Path) -> None:
    """Hands go up: the projector shows each question, and then what is right."""

    async def act(hall: Hall) -> None:
        class_ = await Lesson.open(hall, ORDERS[name], people=0)
        for number, stage in enumerate(class_.run.stages):
            await class_.stage(number)
            question = class_.run.order.question(number)
            if question is not None:
                assert question.asked.en in unescape(class_.projector.parts["main"]["html"])
                await class_.notes.do("show-answers")
                told = unescape(class_.projector.parts["main"]["html"])
                predicts = any(each.again == stage.id for each in class_.run.stages)
                assert (question.options[question.right].why.en in told) is not predicts
            if stage.opens is not None and stage.opens.way == "poll":
                await class_.notes.do("reveal")
                others = [
                    each["data-value"]
                    for each in class_.projector.html("main").elements
                    if each["data-do"] == "go-on"
                ]
                assert others
                await class_.projector.do("go-on", others[0])
        assert class_.run.following is None

    run(act, tmp_path)


def test_what_may_be_left_out_is_left_out_by_one_press(tmp_path: Path) -> None:
    order = ORDERS["5_when_to_stop"]
    spare = [at for at, each in enumerate(order.stages) if each.spare]

    async def act(class_: Lesson) -> None:
        for at in spare:
            await class_.stage(at - 1)
            button = class_.notes.html("head").key("late")
            assert order.stages[at].title.en in button.said
            assert "late" not in class_.keys(class_.projector)
            await class_.notes.do("stage", at + 1)
            assert class_.run.at == at + 1
            assert "late" not in class_.keys(class_.notes)

    assert spare
    lesson(act, tmp_path, order)


def test_the_room_of_a_lesson_opens_with_its_first_game() -> None:
    order = one()
    talk, play = order.stages[1], order.stages[0]
    first = opened(replace(order, stages=(talk, play)), "host", "en")
    room = room_of([(first, 0)])
    assert isinstance(first, Opened)
    assert room.run is not None
    assert room.run.chapter == 1
