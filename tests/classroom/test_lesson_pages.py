"""What the pages of a class say in a lesson, where a first reading of them went wrong."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paydays_widgets.classroom import running, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.composing import fresh
from paydays_widgets.classroom.entries import Opened
from paydays_widgets.classroom.running import orders
from paydays_widgets.classroom.screens import poll
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.moves import Offer, Take
from tests import markup
from tests.classroom import markets
from tests.classroom.phones import Hall, run, saved
from tests.classroom.test_running import MINUTE, ONE, Lesson, lesson
from tests.games.market.positions import opened, play

ORDERS = orders()


def test_answers_from_which_the_same_follows_are_one_row() -> None:
    state = play(opened(8_000, 3_000), "* next 2; 2 offer 5000; * next 1").state
    table: Any = SimpleNamespace(game=MARKET)
    take, over, under = Take(0, 5_000), Offer(0, 6_000), Offer(0, 4_900)
    several = (take, over)
    given = {(take,): 2, (over,): 3, (under,): 1, several: 1}
    found = poll.joined(table, state, given)
    assert found == {(over,): [(take,), (over,)], (under,): [(under,)], several: [several]}


def test_nothing_that_was_chosen_in_other_words_is_offered_as_chosen_by_nobody() -> None:
    state = play(opened(8_000, 3_000), "* next 2; 2 offer 5000; * next 1").state
    table: Any = SimpleNamespace(game=MARKET, state=state)
    legal = MARKET.legal(state, 0)
    given: set[poll.Moves] = {(Take(0, 5_000),)}
    counts: dict[poll.Moves, int] = {(each,): 0 for each in legal}
    counts |= dict.fromkeys(given, 1)
    left = [moves[0] for moves in poll.joined(table, state, counts) if not counts[moves]]
    assert left
    assert not [each for each in left if isinstance(each, Offer) and each.price >= 5_000]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_of_a_lesson_are_named_by_their_stages(
    language: Language, tmp_path: Path
) -> None:
    order = ORDERS["6_supply_and_demand"]
    titles = [" ".join(getattr(order.stages[at].title, language).split()) for at in order.games]

    async def act(class_: Lesson) -> None:
        for stage in order.games:
            await class_.stage(stage)
            await class_.projector.do("begin")
        look = ClassScreen(language=language, open="results")
        page = markup.Page(screens.shown(class_.here, None, look, {}).parts["main"].html)
        tabs = [page.key(f"chapter-{number}").said for number in range(len(titles))]
        assert tabs == [f"{number}. {title}" for number, title in enumerate(titles, 1)]

    lesson(act, tmp_path, order)


def test_the_bar_counts_the_minutes_of_the_whole_lesson(tmp_path: Path) -> None:
    async def act(class_: Lesson) -> None:
        def left() -> int:
            bar = class_.notes.html("head").key("lesson-left")
            return round((int(bar["data-until"]) - class_.hall.now) / MINUTE)

        assert "lesson-left" not in class_.keys(class_.notes)
        await class_.stage(0)
        assert left() == 10
        await class_.hall.later(2 * MINUTE)
        assert left() == 8
        await class_.notes.do("add-time", 2)
        assert left() == 10
        await class_.stage(1)
        assert left() == 5  # what was not used of a stage is gained

    lesson(act, tmp_path)


def test_which_answer_earns_most_is_told_in_a_lesson_once_one_is_played(tmp_path: Path) -> None:
    order = ORDERS["6_supply_and_demand"]

    async def act(class_: Lesson) -> None:
        await class_.stage(0)
        await class_.play()
        await class_.projector.do("reveal")
        assert "advise" not in class_.keys(class_.projector, "main")
        await class_.projector.do("advise")
        assert class_.here.advice.asked is None
        first = class_.here.room.poll.answers[0].moves[0]
        await class_.projector.do("go-on", str(first))
        await class_.hall.until(lambda: class_.here.room.poll.rests)
        assert "advise" in class_.keys(class_.projector, "main")

    lesson(act, tmp_path, order)


def test_the_results_of_a_round_wait_for_the_teacher_in_a_lesson(tmp_path: Path) -> None:
    text = ONE.replace("rounds = 1, size = 2", "rounds = 3, size = 2, mixed = true")

    async def act(class_: Lesson) -> None:
        room = class_.here.room
        await class_.stage(0)
        await class_.hall.until(lambda: bool(room.sittings[0].waiting))
        for _ in range(40):
            if room.rests_between:
                break
            for phone in class_.phones:
                if phone.page["call"] and phone.moves:
                    await phone.play(phone.moves[0])
            await class_.hall.later(1_000)
        assert room.rests_between
        played = len(room.periods)
        for _ in range(60):
            await class_.hall.later(1_000)
        assert len(room.periods) == played
        assert "begin" in class_.keys(class_.projector)
        await class_.projector.do("begin")
        assert len(room.periods) == played + 1

    lesson(act, tmp_path, running.parse(text, "one.toml"))


def test_those_who_have_not_spoken_in_a_free_market_can_be_reminded(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here = await hall.open(saved("market"), pace="fast", size=60)
        phones = [await hall.join(here, name) for name in ("Anna", "Ben", "Cara", "Dan")]
        teacher = await hall.teacher(here)
        await hall.begin(here)
        await hall.until(lambda: here.room.sittings[0].flows)
        assert teacher.html("head").key("nudge").figures == ["4"]
        seat = here.room.sittings[0].waiting[0]
        [person] = here.room.sittings[0].people[seat]
        await phones[person].play(f"{seat + 1} wait")
        await hall.until(lambda: teacher.html("head").key("nudge").figures == ["3"])
        await teacher.do("nudge")
        shaken = [
            number
            for number, phone in enumerate(phones)
            if any(each["kind"] == "nudge" for each in phone.heard)
        ]
        assert shaken == [each for each in range(4) if each != person]

    run(act, tmp_path)


def test_the_results_of_a_game_keep_its_style_when_the_class_plays_another() -> None:
    room = markets.opened(4, {"rules": "call_market"})
    markets.trade(room)
    saved_ = fresh("zahltag")
    for entry in wishes.open_next(room.room, Opened("", "", "tables", "en", saved_, 0)):
        room.do(entry)
    room.begin()
    for chapter, game in ((0, "market"), (1, "zahltag")):
        look = ClassScreen(open="results", chapter=chapter)
        assert screens.shown(Here(1, room.room), None, look, {}).game == game
    assert not screens.shown(Here(1, room.room), None, ClassScreen(), {}).game


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_several_is_one(language: Language) -> None:
    text = Text(language, "paydays_widgets.classroom")
    sentences = (
        ("Waiting for {n} of {all}", "Waiting for {n} of {all}"),
        ("{n} of {all} has answered", "{n} of {all} have answered"),
        ("{n} of {all} has decided.", "{n} of {all} have decided."),
        ("has spoken", "have spoken"),
    )
    for one, many in sentences:
        told = [text.plural(one, many, n, all=5).replace(str(n), "#") for n in (1, 2)]
        same = one == many and language == "en"
        assert (told[0] == told[1]) == same
