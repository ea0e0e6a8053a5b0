"""The rooms that live on a server, without a network."""

import asyncio
import re
import secrets
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from paydays_widgets.classroom import bots, wishes
from paydays_widgets.classroom.entries import Decided, Opened
from paydays_widgets.classroom.live import Live, Wish
from paydays_widgets.classroom.measures import Estimate
from paydays_widgets.classroom.messages import Message
from paydays_widgets.classroom.pacing import READING
from paydays_widgets.classroom.rooms import CODE, LEASE, LETTERS
from paydays_widgets.classroom.store import Addition, Full
from paydays_widgets.core.game import Complaint
from paydays_widgets.talk import advice
from tests.classroom.phones import Hall, Phone, begun, run, saved
from tests.classroom.programmes import programme
from tests.markup import figures

NAMES = ("Anna", "Ben", "Cara", "Dan")


async def table(hall: Hall, *names: str, game: str = "zahltag", **options: Any) -> list[Phone]:
    """A table at which people have something to decide."""
    here = await hall.open(saved(game), **options)
    phones = [await hall.join(here, name) for name in names or NAMES]
    await hall.begin(here)
    await hall.until(lambda: any(each.page["call"] for each in phones))
    return phones


def joining(name: str) -> Wish:
    return lambda room, _: [wishes.join(room, name, name)]


async def to_the_bids(hall: Hall, phones: Sequence[Phone]) -> None:
    """Keep all hands, and go on until bids are asked for."""
    sitting = phones[0].here.room.sittings[0]

    def bidding() -> bool:
        return getattr(sitting.table.turn, "prompt", "") == "bid" and bool(sitting.waiting)

    while not bidding():
        if sitting.waiting:
            seat = sitting.waiting[0]
            keep = next(each for each in phones[seat].moves if each.split()[1] == "keep")
            await phones[seat].play(keep)
        else:
            await hall.later(1_000)


async def test_a_code_has_letters_that_nobody_confuses(hall: Hall) -> None:
    here = await hall.open(saved())
    assert len(here.code) == CODE
    assert set(here.code) <= set(LETTERS)
    assert not set(LETTERS) & set("IOL01")
    assert here.room.opened.seed.bit_length() <= 53
    assert await hall.live.rooms.find(here.code) is here
    assert await hall.live.rooms.find("AAAAAA") is None
    assert await hall.live.rooms.find("../etc") is None


async def test_a_table_plays_and_each_sees_its_own_hand(hall: Hall) -> None:
    phones = await table(hall)
    await to_the_bids(hall, phones)
    calls = [each.page["call"] for each in phones]
    assert calls == [calls[0]] * 4
    for seat, phone in enumerate(phones):
        assert phone.moves
        assert {move.split()[0] for move in phone.moves} == {str(seat + 1)}
        assert phone.told


async def test_while_bids_are_sealed_others_get_the_count_alone(hall: Hall) -> None:
    phones = await table(hall)
    await to_the_bids(hall, phones)
    before = [len(each.heard) for each in phones]
    await phones[0].play(phones[0].moves[0])
    assert figures(phones[0].told) == ["3", "4"]
    for phone, was in zip(phones[1:], before[1:], strict=True):
        (news,) = phone.heard[was:]
        assert news["parts"].keys() == {"head"}
        assert {"1", "4"} <= {*figures(phone.html("head").key("note").said)}
    for phone in phones[1:]:
        await phone.play(phone.moves[0])
    await hall.until(lambda: "stage" in phones[1].page["parts"])


async def test_a_decision_is_in_the_store_before_the_phone_learns_of_it(hall: Hall) -> None:
    phones = await table(hall)
    phone = next(each for each in phones if each.page["call"])
    lines = len(hall.store.load(phone.here.id))
    phone.say(move=phone.moves[0], seq=phone.parts["stage"]["seq"])
    assert not phone.got
    await hall.rounds()
    assert phone.got == [phone.number]
    kinds = [line.kind for line in hall.store.load(phone.here.id)][lines:]
    assert kinds == ["Decided"]


async def test_a_letter_that_comes_twice_counts_once(hall: Hall) -> None:
    phones = await table(hall)
    phone = next(each for each in phones if each.page["call"])
    letter = {"move": phone.moves[0], "seq": phone.parts["stage"]["seq"]}
    await phone.play(letter["move"], letter["seq"])
    phone.number -= 1
    phone.say(**letter)  # the same number: the page did not learn that it had come
    await hall.rounds()
    phone.say(**letter)  # the next number: the server was another one in between
    await hall.rounds()
    decided = [line for line in hall.store.load(phone.here.id) if line.kind == "Decided"]
    assert len(decided) == 1
    assert not phone.said


async def test_whoever_comes_back_gets_the_same_seat_and_the_whole_page(hall: Hall) -> None:
    phones = await table(hall)
    teacher = await hall.teacher(phones[0].here)
    phones[2].leave()
    await hall.rounds()
    assert 2 not in phones[0].here.there
    assert "cl-seat--lost" in teacher.html("main").key("t0s3")["class"]
    back = Phone(hall, phones[2].here, 2, phones[2].client.screen)
    await hall.rounds()
    assert back.parts.keys() == phones[2].parts.keys()
    assert back.parts["stage"] == phones[2].parts["stage"]


async def test_another_server_goes_on_where_this_one_stopped(hall: Hall) -> None:
    phones = await table(hall)
    phone = next(each for each in phones if each.page["call"])
    person = phone.client.person
    await phone.play(phone.moves[0])
    await hall.live.stop()
    was = hall.live
    hall.live = Live(hall.store, "there", clock=lambda: hall.now, wall=lambda: hall.now)
    here = await hall.live.rooms.find(phone.here.code)
    assert here is not None
    assert here is not was.rooms[here.code]
    back = Phone(hall, here, person, phone.client.screen)
    back.view, back.number = phone.view, 5
    back.say(move="nonsense", seq=0)  # one before it may have been lost: it must ask first
    await hall.rounds()
    assert back.got == []
    hall.live.hear(here, back.client, Message("reconnected", back.view))
    assert {"kind": "resumed", "to": back.view, "number": 0} in back.heard
    back.number = 5
    await back.play("nonsense", seq=0)
    assert back.got == [6]
    assert back.said


async def test_a_room_is_read_again_if_it_could_not_be_saved(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = await table(hall)
    teacher = await hall.teacher(phones[0].here)
    phone = next(each for each in phones if each.page["call"])
    before = phone.here.room.entries

    def full(_server: str, _batch: Sequence[Addition]) -> None:
        raise Full

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", full)
        await phone.play(phone.moves[0])
        assert str(Full.why) in phone.said
        assert phone.here.room.entries == before
        assert phone.page["call"]
        assert str(Full.why) in teacher.html("head").html
    await phone.play(phone.moves[0])
    assert phone.here.room.entries == before + 1
    assert not phone.said
    assert str(Full.why) not in teacher.html("head").html


def ends(phone: Phone, part: str = "head") -> list[int]:
    """Return when the time is up that a page counts down to."""
    places = [each["data-until"] for each in phone.html(part).elements]
    return [int(each) for each in places if each]


async def test_a_time_limit_lets_a_bot_decide(hall: Hall) -> None:
    phones = await table(hall, limit=30)
    here = phones[0].here
    asked = here.room.sittings[0].asked
    teacher = await hall.teacher(here)
    for phone in phones:  # each counts down by the server's time, and hears it once
        assert phone.page["now"] <= hall.now
        assert ends(phone) == ends(teacher, "main") == [here.limits[0][1]]
        announced = [each["data-aloud"] for each in phone.html("head").elements]
        assert any(announced) == bool(phone.page["call"])
    heard = [len(phone.heard) for phone in phones]
    await hall.later(29_000)
    assert here.room.sittings[0].asked == asked
    assert [len(phone.heard) for phone in phones] == heard  # the browser counts
    await hall.later(2_000)
    (decision,) = here.room.sittings[0].decisions
    assert decision.person is None


async def test_bids_that_are_turned_over_are_shown_for_some_seconds(hall: Hall) -> None:
    phones = await table(hall, "Anna", "Ben", pace="fast")
    here = phones[0].here
    sitting = here.room.sittings[0]
    stood: dict[str, int] = {}
    while "BidCardsReturned" not in stood:
        for phone in phones:
            if phone.page["call"]:
                await phone.play(phone.moves[-1])
        event = type(sitting.table.event).__name__
        stood[event] = stood.get(event, 0) + 50
        await hall.later(50)
    assert stood["BidsRevealed"] >= READING
    assert stood.get("ContractAwarded", 0) + stood.get("ContractUnawarded", 0) >= READING
    assert stood["BidCardsReturned"] < READING


async def test_too_late_is_said_until_the_next_decision_comes(hall: Hall) -> None:
    here = await hall.open(saved("zock", 2), size=2, pace="fast", limit=30)
    anna, ben = [await hall.join(here, name) for name in ("Anna", "Ben")]
    await hall.begin(here)
    await hall.until(lambda: bool(anna.page["call"]))
    move, seq = anna.moves[0], anna.page["call"]
    await hall.later(30_000)  # a bot decides
    await anna.play(move, seq)
    late = anna.said
    assert late
    while anna.page["call"] in {0, seq}:
        assert anna.said == late
        if ben.page["call"]:
            await ben.play(ben.moves[0])
        await hall.later(250)
    assert not anna.said
    await anna.play(move, seq)
    assert anna.said == late  # of this decision
    await ben.do("theme", "dark")
    assert anna.said == late


async def test_a_time_limit_shows_the_answers_of_a_poll(hall: Hall) -> None:
    here = await hall.open(saved(), "poll", pace="fast", limit=30)
    anna = await hall.join(here, "Anna")
    await hall.begin(here)
    await hall.until(lambda: bool(anna.page["call"]))
    first = ends(anna)
    await anna.play(anna.moves[0])
    assert ends(anna) == first  # an answer gives nobody more time
    await hall.later(31_000)
    assert here.room.poll.revealed
    assert "spread" in anna.parts
    assert not ends(anna)
    await hall.later(60_000)
    assert here.room.poll.revealed  # until the teacher goes on
    answers = here.room.poll.answers
    await hall.wish(here, lambda room, _: [wishes.pick(room, str(answers[0].moves[0]))])
    await hall.until(lambda: here.room.poll.rests)
    await hall.later(600_000)
    assert here.room.poll.rests  # no time runs out before the next question is asked
    await hall.wish(here, lambda room, _: [wishes.go_on(room)])
    await hall.until(lambda: bool(anna.page["call"]))
    assert ends(anna) > first


async def test_a_table_waits_for_a_teacher_who_steps(hall: Hall) -> None:
    here = await hall.open(saved(), pace="teacher")
    anna = await hall.join(here, "Anna")
    teacher = await hall.teacher(here)
    await hall.begin(here)
    await anna.play(anna.moves[0])
    table = here.room.sittings[0].table
    stood = table.at
    await hall.later(600_000)
    assert table.at == stood
    await teacher.do("step")
    assert table.at > stood


async def test_a_pause_stops_the_table_and_what_is_decided_meanwhile(hall: Hall) -> None:
    phones = await table(hall, limit=30)
    here = phones[0].here
    phone = next(each for each in phones if each.page["call"])
    move = phone.moves[0]
    await hall.wish(here, lambda room, _: [wishes.pause(room, paused=True)])
    assert not phone.moves
    assert phone.html("head").key("paused").said
    await hall.later(60_000)
    await phone.play(move)
    assert phone.said
    assert not here.room.sittings[0].decisions
    await hall.wish(here, lambda room, _: [wishes.pause(room, paused=False)])
    await phone.play(move)
    assert len(here.room.sittings[0].decisions) == 1


async def test_a_poll_counts_and_shows_each_its_own_answer(hall: Hall) -> None:
    here = await hall.open(saved("zahltag"), way="poll")
    phones = [await hall.join(here, f"S{n}") for n in range(5)]
    await hall.begin(here)
    await hall.until(lambda: bool(phones[0].page["call"]))
    first, second, *_ = phones[0].moves
    for phone in phones[:3]:
        await phone.play(first)
    assert phones[4].html("head").key("note").figures == ["3", "5"]
    assert phones[0].told.startswith("✓ ")
    chosen = [e for e in phones[0].html("stage").elements if "data-chosen" in e.attributes]
    assert [each["data-move"] for each in chosen] == [first]
    assert not [e for e in phones[4].html("stage").elements if "data-chosen" in e.attributes]
    assert not phones[0].page["call"]
    await phones[0].play(second)  # it can be changed
    await phones[4].play(second)
    assert "spread" not in phones[0].parts
    await hall.wish(here, lambda room, _: [wishes.reveal(room)])
    assert not phones[0].moves
    spread = phones[0].html("spread")
    assert [each.said for each in spread.elements if each["class"] == "pw-num"] == ["2", "2"]
    mine = [each for each in spread.elements if "cl-bar--mine" in each["class"]]
    assert len(mine) == 1
    assert not [e for e in phones[3].html("spread").elements if "cl-bar--mine" in e["class"]]
    await hall.wish(here, lambda room, _: [wishes.pick(room, first)])
    assert "spread" not in phones[0].parts
    await hall.until(lambda: here.room.poll.rests)
    assert not phones[0].page["call"]
    assert not phones[0].moves
    assert phones[0].html("head").key("note").said
    await phones[0].play(first)
    assert not here.room.poll.answers
    await hall.wish(here, lambda room, _: [wishes.go_on(room)])
    await hall.until(lambda: bool(phones[0].page["call"]))


async def test_a_poll_shows_what_came_of_the_bids_until_the_teacher_goes_on(hall: Hall) -> None:
    here = await hall.open(saved("zahltag", 3, "human", "lean_crew", "cost_plus"), way="poll")
    anna, teacher = await hall.join(here, "Anna"), await hall.teacher(here)
    await hall.begin(here)
    sitting = here.room.sittings[0]

    def rests() -> bool:
        return here.room.poll.rests

    while True:
        await hall.until(lambda: bool(anna.page["call"]) or rests())
        if rests():
            await teacher.do("next")
        elif getattr(sitting.table.turn, "prompt", "") == "bid":
            break
        else:
            await anna.play(anna.moves[-1])
            await teacher.do("reveal")
            await teacher.do("go-on", str(here.room.poll.answers[0].moves[0]))
    turn = sitting.table.turn.turn
    await anna.play(anna.moves[0])
    await teacher.do("reveal")
    await teacher.do("go-on", str(here.room.poll.answers[0].moves[0]))
    await hall.until(rests)
    await hall.later(600_000)
    assert rests()
    told = [type(each.event).__name__ for each in sitting.table.branch.steps]
    assert "BidsRevealed" in told
    assert "ContractTurnedUp" not in told[::-1][: told[::-1].index("BidsRevealed")]
    assert sitting.table.turn.turn == turn + 1
    button = teacher.html("head").key("next")
    assert "pw-btn--primary" in button["class"]
    assert not [each for each in teacher.html("head").elements if each["data-do"] == "step"]
    await teacher.do("step")
    assert rests()
    await teacher.do("next")
    await hall.until(lambda: bool(anna.page["call"]))
    asked = len(here.room.poll.rounds)
    await teacher.do("next")
    assert teacher.said
    assert len(here.room.poll.rounds) == asked


@pytest.mark.thorough
async def test_only_the_teacher_s_page_says_what_each_answer_would_earn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "GAMES", 20)
    here = await hall.open(saved("zahltag", 3, "human", "lean_crew", "cost_plus"), way="poll")
    anna, teacher = await hall.join(here, "Anna"), await hall.teacher(here)
    await hall.begin(here)
    await hall.until(lambda: bool(anna.page["call"]))
    await anna.play(anna.moves[0])
    await teacher.do("advise")
    assert teacher.said
    assert here.advice.asked is None
    await teacher.do("reveal")
    await teacher.do("advise")
    assert teacher.html("main").keys("lab-progress")
    while here.advice.playing:
        await asyncio.sleep(0.05)
        await hall.rounds()
    assert not here.advice.failed
    [row] = [each for each in teacher.html("main").keys("earned-") if each != "earned-notes"]
    assert teacher.html("main").key(row).said
    verdict = teacher.html("main").key("verdict").said
    assert verdict
    assert verdict.encode() not in anna.bytes
    assert b"earned-" not in anna.bytes
    await teacher.do("go-on", str(here.room.poll.answers[0].moves[0]))
    await hall.until(lambda: here.room.poll.rests)
    assert teacher.html("main").key("verdict").said == verdict  # it stays until the next
    await teacher.do("next")
    assert here.advice.asked is None
    assert len(_lab_processes()) == 1
    await teacher.do("end")
    await teacher.do("forget")
    await _gone(hall, here.code)
    assert _lab_processes() == []


async def _gone(hall: Hall, code: str) -> None:
    """Wait until a room is deleted, which happens on another thread."""
    for _ in range(1000):
        if code not in hall.live.rooms:
            return
        await asyncio.sleep(0.01)


def _lab_processes() -> list[psutil.Process]:
    """List the processes in which the lab plays for this one."""
    children = psutil.Process().children()
    return [each for each in children if "paydays_widgets.lab.worker" in each.cmdline()]


async def test_a_poll_says_who_plays_the_other_seats_and_whose_answer_was_played(
    hall: Hall,
) -> None:
    here = await hall.open(saved("zahltag", 2, "human", "lean_crew"), way="poll")
    phones = [await hall.join(here, name) for name in ("Anna", "Ben", "Cara")]
    anna, ben, cara = phones
    await hall.begin(here)
    await hall.until(lambda: bool(anna.page["call"]))
    assert anna.html("head").key("note").figures == ["0", "3"]
    first, second, *_ = anna.moves
    await anna.play(first)
    answer = anna.told.partition(": ")[2].split(" . ")[0]
    await ben.play(second)
    await hall.wish(here, lambda room, _: [wishes.reveal(room)])
    await hall.wish(here, lambda room, _: [wishes.pick(room, first)])
    for phone in phones:
        told = phone.told.split(" . ")[0].casefold()
        assert told.endswith(f": Circle {answer}".casefold())
    notes = [each.html("head").key("note").said for each in (anna, ben)]
    assert notes[0] != notes[1]
    assert not cara.html("head").keys("note")


async def test_the_story_on_a_phone_begins_with_what_is_new_without_the_rulebook(
    hall: Hall,
) -> None:
    phones = await table(hall)
    await to_the_bids(hall, phones)
    html = phones[0].parts["story"]["html"]
    assert "pw-clause" not in html
    steps = [int(each[1:]) for each in re.findall(r'data-key="(s\d+)"', html)]
    assert len(steps) > 3
    assert steps == sorted(steps, reverse=True)


async def test_a_student_with_one_choice_reads_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 1)  # two can bid, and two can only pass
    phones = await table(hall)
    await to_the_bids(hall, phones)
    told: dict[bool, set[str]] = {}
    for phone in phones:
        alone = [move.split()[-1] for move in phone.moves] == ["00"]
        told.setdefault(alone, set()).add(phone.told.split(" . ")[0])
    assert not told[True] & told[False]
    assert {len(each) for each in told.values()} == {1}


@pytest.mark.thorough
async def test_each_phone_has_its_own_language(hall: Hall) -> None:
    phones = await table(hall)
    await phones[0].do("language", "fr")
    await phones[1].do("language", "de")
    assert phones[0].page["lang"] == "fr"
    assert "Zahltag" in phones[1].page["title"]
    assert phones[0].parts["story"] != phones[1].parts["story"] != phones[2].parts["story"]


def test_there_are_no_more_rooms_than_allowed(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        await hall.open(saved())
        with pytest.raises(Complaint, match="1 classes"):
            await hall.open(saved())

    run(act, tmp_path, most=1)


async def test_wishes_that_come_at_once_are_written_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await hall.open(saved())
    batches: list[int] = []
    append = hall.store.append

    def counted(server: str, batch: Sequence[Addition]) -> None:
        batches.append(sum(len(each.lines) for each in batch))
        append(server, batch)

    monkeypatch.setattr(hall.store, "append", counted)
    async with asyncio.TaskGroup() as group:
        for number in range(40):
            group.create_task(hall.live.wish(here, joining(f"S{number}")))
        await asyncio.sleep(0)
        await hall.rounds()
    assert batches == [40]
    assert len(here.room.people) == 40


@pytest.mark.thorough
async def test_a_whole_game_is_played_to_its_end(hall: Hall) -> None:
    phones = await table(hall, "Anna", "Ben", game="zock", pace="fast")
    here = phones[0].here
    for _ in range(3_000):
        if here.room.sittings[0].over:
            break
        for phone in phones:
            if phone.page["call"]:
                await phone.play(phone.moves[0])
        await hall.later(250)
    assert here.room.sittings[0].over
    assert not any(phone.moves for phone in phones)
    lines = hall.store.load(here.id)
    assert sum(line.kind == Decided.__name__ for line in lines) == len(
        here.room.sittings[0].decisions
    )


async def test_a_class_is_deleted_with_all_that_is_kept_of_it(hall: Hall) -> None:
    phones = await table(hall)
    here = phones[0].here
    teacher = await hall.teacher(here)
    await teacher.do("forget")
    assert teacher.said
    assert not here.room.ended
    await teacher.do("end")
    await teacher.do("forget")
    await _gone(hall, here.code)
    assert {"kind": "gone"} in phones[0].heard
    assert hall.store.find(here.code) is None
    assert not hall.store.load(here.id)
    assert await hall.live.rooms.find(here.code) is None


def builds(phone: Phone) -> list[str]:
    return [move for move in phone.moves if phone.page["call"] and "build" in move]


def goes_on(phone: Phone) -> None:
    asked = phone.parts["stage"]["seq"]
    if phone.moves:
        phone.say(move=min(phone.moves, key=lambda move: "pass" not in move), seq=asked)
    else:  # what is up for auction is picked up first
        found = [e["data-value"] for e in phone.html("stage").elements if e["data-value"]]
        phone.say(do="pick", value=found[0])


@pytest.mark.hosting
async def test_who_decides_at_the_same_time_makes_nobody_late(hall: Hall) -> None:
    here = await hall.open(begun("master_builder"), pace="fast")
    phones = [await hall.join(here, f"P{number}") for number in range(4)]
    await hall.begin(here)

    for _ in range(80):
        if sum(map(bool, map(builds, phones))) > 1:
            break
        for phone in phones:
            if phone.page["call"] and not builds(phone):
                goes_on(phone)
        await hall.later(250)
    asked = [phone for phone in phones if builds(phone)]
    before = here.room.sittings[0].made
    letters = [(builds(each)[0], each.parts["stage"]["seq"]) for each in asked]
    for _ in range(2):  # the second time as after a crash, when the answer was lost
        for phone, (move, seq) in zip(asked, letters, strict=True):
            phone.say(move=move, seq=seq)
    await hall.rounds()
    assert not any(phone.said for phone in phones)
    made = [str(each) for each in here.room.sittings[0].table.branch.moves[before:]]
    assert made[: len(asked)] == [move for move, _ in letters]
    assert len(asked) > 1
    assert sum("build" in each for each in made) == len(asked)


async def test_the_only_table_waits_while_its_teacher_shows_something_else(hall: Hall) -> None:
    here = await hall.open(saved(seats=2), size=2)
    phones = [await hall.join(here, "Anna"), await hall.join(here, "Ben")]
    teacher = await hall.teacher(here)
    await hall.begin(here)
    (sitting,) = here.room.sittings
    await hall.until(lambda: bool(sitting.waiting))
    await teacher.do("open", "results")
    while sitting.waiting:
        asked = next(each for each in phones if each.page["call"])
        await asked.play(asked.moves[0])
    shown = sitting.table.at
    await hall.later(60_000)
    assert sitting.table.at == shown
    assert here.held
    held = asked.html("head").key("note").said
    await teacher.do("open", "")
    assert asked.html("head").key("note").said not in {"", held}
    await hall.until(lambda: sitting.table.at > shown)
    await teacher.do("open", "people")
    teacher.leave()  # as when the page is closed: nobody is kept waiting
    await hall.until(lambda: bool(sitting.waiting))
    assert [here.held] == [False]


async def test_a_nudge_shakes_a_phone_and_says_why(hall: Hall) -> None:
    here = await hall.open(saved(seats=2), size=2)
    phones = [await hall.join(here, "Anna"), await hall.join(here, "Ben", "de")]
    teacher = await hall.teacher(here)
    await hall.begin(here)
    sitting = here.room.sittings[0]
    await hall.until(lambda: bool(sitting.waiting))
    [person] = sitting.people[sitting.waiting[0]]
    await teacher.do("nudge")
    for number, phone in enumerate(phones):
        shaken = [each for each in phone.heard if each["kind"] == "nudge"]
        assert (len(shaken), bool(phone.said)) == (number == person, number == person)
    assert teacher.said


async def test_bots_begin_to_play_with_the_class_that_is_watched(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    async def spreads(_: Opened, seats: int) -> dict[int, tuple[float, float, float]]:
        played.append(seats)
        return {1: (2, 3, 4)}

    monkeypatch.setattr("paydays_widgets.classroom.bots.spreads", spreads)
    monkeypatch.setattr("paydays_widgets.classroom.live._LATER", 0.01)
    here = await hall.open(saved())
    for name in NAMES[:3]:
        await hall.join(here, name)
    teacher = await hall.teacher(here)
    assert not here.spreads
    await hall.begin(here)
    await hall.until(lambda: bool(here.spreads.get(0)))
    teacher.leave()
    await hall.teacher(here)
    assert played == [3]
    alone = await hall.open(saved())
    await hall.join(alone, "Anna")
    await hall.begin(alone)
    assert not alone.spreads
    await hall.teacher(alone)
    await hall.until(lambda: bool(alone.spreads.get(0)))
    assert played == [3, 2]


def _more_than(number: int, found: Sequence[object]) -> bool:
    return len(found) > number


async def test_bots_play_each_block_of_a_programme_that_is_watched(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[int, int]] = []

    async def measured(_: Opened, block: int, seats: int) -> Estimate:
        played.append((block, seats))
        if len(played) > 1:
            raise bots.Failed
        return Estimate(1.25, None, None, 400, ())

    monkeypatch.setattr("paydays_widgets.classroom.bots.measured", measured)
    monkeypatch.setattr("paydays_widgets.classroom.live._LATER", 0.01)
    blocks = programme({"rules": "first_price"}, {"rules": "curse", "size": "3"})
    for number in range(2):
        first = Opened("", "host", "tables", "en", blocks[0].record, 0, programme=blocks)
        here = await hall.live.rooms.open(first)
        await hall.join(here, "Anna")
        teacher = await hall.teacher(here)
        await hall.begin(here)
        await hall.until(partial(_more_than, number, played))
        assert here.of_bots == {
            0: {0: Estimate(1.25, None, None, 400, ()) if not number else None}
        }
        teacher.leave()
        await hall.teacher(here)
    assert played == [(0, 4)] * 2


@pytest.mark.parametrize("hours", [-1, 5])
async def test_a_clock_that_is_set_neither_stops_tables_nor_changes_what_is_left(
    hall: Hall, tmp_path: Path, hours: int
) -> None:
    here = await hall.open(saved(), pace="fast", limit=90)
    phones = [await hall.join(here, name) for name in NAMES]
    teacher = await hall.teacher(here)
    await hall.begin(here)
    await hall.until(lambda: any(each.page["call"] for each in phones))
    mine = next(each for each in phones if each.page["call"])
    before = here.until(0) - hall.now
    hall.set_on = hours * 3_600_000
    await hall.later(2_000)
    until = re.search(r'data-until="(\d+)"', mine.parts["head"]["html"])
    assert until
    assert int(until[1]) - teacher.page["now"] <= before
    assert here.until(0) - hall.now == before - 2_000
    await mine.play(mine.moves[0])
    decision = here.room.sittings[0].decisions[-1]
    assert 2_000 <= decision.took < 90_000
    assert decision.at == hall.now + hall.set_on  # for people to read
    assert hall.store.load(here.id)[-1].at == decision.at
    at = here.room.sittings[0].table.at
    await hall.until(lambda: here.room.sittings[0].table.at > at)
    made = len(here.room.sittings[0].decisions)
    await hall.later(90_000)  # a bot decides for those who take too long
    await hall.until(lambda: len(here.room.sittings[0].decisions) > made)

    other = Hall(tmp_path)  # the server that takes over counts from the same moment
    other.store.close()
    other.store, other.live.rooms.store = hall.store, hall.store
    other.now, other.set_on = hall.now + 7, hall.set_on
    await hall.live.stop()
    again = await other.live.rooms.find(here.code)
    assert again is not None
    asked = here.room.sittings[0].asked_at
    assert abs(again.room.sittings[0].asked_at - asked) < 10_000


async def test_a_lease_is_renewed_by_the_clock_that_nobody_sets(hall: Hall) -> None:
    here = await hall.open(saved())
    hall.set_on = -3_600_000
    for _ in range(5):
        await hall.later(LEASE // 2)
        found = hall.store.find(here.code)
        assert found is not None
        assert found.until == hall.now + hall.set_on + LEASE


async def test_who_waits_for_a_class_sees_what_is_saved_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next round may begin at once, with what came while this one was written."""
    here, append, loop = await hall.open(saved()), hall.store.append, asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def joins(name: str) -> None:
        tasks.append(asyncio.create_task(hall.live.wish(here, joining(name))))

    async def look() -> tuple[int, int]:
        await hall.live.settled(here)
        return here.room.entries, here.written

    def slow(server: str, batch: Sequence[Addition]) -> None:
        append(server, batch)
        if len(tasks) == 1:
            loop.call_soon_threadsafe(joins, "Ben")
            time.sleep(0.05)

    monkeypatch.setattr(hall.store, "append", slow)
    await hall.rounds()  # leases are renewed
    looks = asyncio.create_task(look())
    joins("Anna")
    await asyncio.sleep(0)
    await hall.live.round()
    await hall.live.round()
    await asyncio.gather(*tasks)
    assert await looks == (2, 2)
    assert here.written == 3


async def test_a_class_that_is_asked_for_as_it_leaves_the_memory_comes_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, release, asked = await hall.open(saved()), hall.store.release, asyncio.Event()
    rooms, goes_on = hall.live.rooms, asyncio.Event()
    loop = asyncio.get_running_loop()

    def release_slowly(server: str, room: int | None = None) -> None:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result(20)
        release(server, room)

    hall.now += 3_700_000
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "release", release_slowly)
        renewing = asyncio.create_task(rooms.renew(hall.now))
        await asked.wait()
        finding = asyncio.create_task(rooms.find(here.code))
        for _ in range(5):
            await asyncio.sleep(0.01)
        goes_on.set()
        assert await renewing == []
        found = await finding
    assert found is not None
    assert rooms.get(here.code) is found
    assert await rooms.renew(hall.now) == []
    assert await rooms.find(here.code) is found


async def test_a_class_that_is_asked_for_stays_in_the_memory(hall: Hall) -> None:
    """Its page is on its way, and has no line yet."""
    here = await hall.open(saved())
    hall.now += 3_700_000
    assert await hall.live.rooms.find(here.code) is here
    await hall.live.rooms.renew(hall.now)
    assert hall.live.rooms.get(here.code) is here


async def test_a_class_that_opens_while_leases_are_renewed_stays(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    renew, asked, goes_on = hall.store.renew, asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def renew_slowly(server: str, *, now: int, lease: int) -> frozenset[int]:
        ours = renew(server, now=now, lease=lease)
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result(20)
        return ours

    monkeypatch.setattr(hall.store, "renew", renew_slowly)
    renewing = asyncio.create_task(hall.live.rooms.renew(hall.now))
    await asked.wait()
    here = await hall.open(saved())
    goes_on.set()
    assert await renewing == []
    assert hall.live.rooms[here.code] is here
