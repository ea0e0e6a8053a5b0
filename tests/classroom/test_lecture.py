"""A lecture: as many phones in one room as there can be; and what a teacher sees before it is full
or its server cannot keep up."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from paydays_widgets.classroom import entries, pages, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import MOST_PEOPLE, Answered, AnyEntry
from paydays_widgets.classroom.health import OFTEN, REMEMBERED, SLOW
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import poll
from paydays_widgets.classroom.store import Addition
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.talk.screen import PACES
from tests.classroom.phones import Hall, Phone, saved
from tests.markup import figures

MANY = 10_000
"""Rounds in which a slow machine draws them all."""
MINUTE = 60_000


async def people(hall: Hall, here: Here, count: int) -> None:
    """Let people join who have no page yet."""

    def join(room: Room, _at: int) -> Iterator[AnyEntry]:
        for number in range(count):
            yield wishes.join(room, f"Student {number}", f"digest {number}")

    await hall.wish(here, join)


async def lecture(hall: Hall) -> tuple[Here, Phone, list[Phone]]:
    """Open a poll for as many as there can be: the room, the teacher's page, and the phones."""
    here = await hall.open(saved(), way="poll")
    desk = await hall.teacher(here)
    await people(hall, here, MOST_PEOPLE)
    phones = [
        Phone(hall, here, person, ClassScreen(language=LANGUAGES[person % 3]))
        for person in range(MOST_PEOPLE)
    ]
    await hall.rounds(MANY)
    return here, desk, phones


async def settle(hall: Hall, ms: int = 0) -> None:
    """Let time pass, and everything be drawn."""
    hall.now += ms
    await hall.rounds(MANY)


def counts(phone: Phone, part: str) -> Sequence[str]:
    """Read the figures of a histogram."""
    return [each.said for each in phone.html(part).elements if each["class"] == "pw-num"]


async def test_a_lecture_answers_a_poll_at_once(hall: Hall) -> None:
    here, desk, phones = await lecture(hall)
    await settle(hall, MINUTE)
    names = [e for e in desk.html("main").elements if e["class"].startswith("pw-chip")]
    assert len(names) == MOST_PEOPLE
    assert phones[-1].html("stage").key("present").figures == [str(MOST_PEOPLE)]
    desk.say(do="begin", value="")
    for _ in range(100):
        if all(each.page["call"] for each in phones):
            break
        await settle(hall, 1_000)
    moves = phones[0].moves
    answers = [moves[person % len(moves)] for person in range(MOST_PEOPLE)]
    for phone, move in zip(phones, answers, strict=True):
        phone.say(move=move, seq=phone.parts["stage"]["seq"])
    await settle(hall)
    assert all(each.got for each in phones)
    stored = [entries.read(each.data) for each in hall.store.load(here.id)]
    given = {each.person: each.move for each in stored if isinstance(each, Answered)}
    assert given == dict(enumerate(answers))
    assert not any("spread" in each.parts for each in phones)

    await settle(hall, MINUTE)
    for phone in phones[:3]:
        assert phone.html("head").key("counted").figures == [str(MOST_PEOPLE)] * 2
        assert phone.told.startswith("✓ ")
    assert desk.page["title"].startswith(f"{MOST_PEOPLE}/{MOST_PEOPLE}")
    assert "stage" in desk.parts

    desk.say(do="reveal", value="")
    await settle(hall)
    for person, phone in enumerate(phones):
        assert sum(map(int, counts(phone, "spread"))) == MOST_PEOPLE
        assert phone.html("head").key("who").said.startswith(f"Student {person}")
    mine = [e for e in phones[7].html("spread").elements if "cl-bar--mine" in e["class"]]
    assert len(mine) == 1
    assert sum(map(int, counts(desk, "main"))) == MOST_PEOPLE


async def test_a_large_class_is_told_how_many_have_answered_now_and_then(hall: Hall) -> None:
    here = await hall.open(saved(), way="poll")
    desk = await hall.teacher(here)
    phones = [await hall.join(here, f"S{number}") for number in range(40)]
    await hall.begin(here)
    await hall.until(lambda: all(each.page["call"] for each in phones))
    await settle(hall, MINUTE)
    hall.now += MINUTE
    heard = len(desk.heard), len(phones[-1].heard)
    for number, phone in enumerate(phones[:-1], 1):
        await phone.play(phone.moves[0])
        assert phone.got  # stored at once
        assert phone.html("head").key("counted").figures == [str(number), "40"]
    told = len(desk.heard) - heard[0], len(phones[-1].heard) - heard[1]
    assert told == (1, 1)
    await settle(hall, MINUTE)
    assert desk.page["title"].startswith("39/40")
    assert phones[-1].html("head").key("counted").figures == ["39", "40"]
    assert len(phones[-1].heard) - heard[1] == 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_teacher_is_told_of_names_and_tables_that_have_changed(
    hall: Hall, language: Language
) -> None:
    def main(*pages: Phone) -> list[str]:
        return [each.parts["main"]["html"] for each in pages]

    async def looks() -> Phone:
        page = Phone(hall, here, None, ClassScreen(language=language))
        await settle(hall, MINUTE)
        return page

    here = await hall.open(saved(), pace="fast")
    desk = await looks()
    for number in range(97):
        await hall.wish(here, lambda room, _: [wishes.join(room, f"S{number}", f"{number}")])  # noqa: B023
        await settle(hall, MINUTE)
    assert main(desk) == main(await looks())
    wholes = [each for each in desk.heard if "main" in each.get("parts", {})]
    assert len(wholes) < 10, "its list grows now and then"
    heard = len(desk.heard)
    Phone(hall, here, 3, ClassScreen(language=language))
    await settle(hall, MINUTE)
    told = [each for each in desk.heard[heard:] if each.get("part") == "main"]
    assert [[*each["parts"]] for each in told] == [["row1"]]
    assert "S3<" in told[0]["parts"]["row1"]

    await hall.begin(here)
    await settle(hall, MINUTE)
    heard = len(desk.heard)
    sitting = here.room.sittings[7]
    for person in sitting.persons(sitting.waiting):
        phone = Phone(hall, here, person, ClassScreen(language=language))
        await settle(hall)
        await phone.play(phone.moves[0])
    for _ in range(5):
        await settle(hall, 1_000)
    told = [each for each in desk.heard[heard:] if "main" in each.get("parts", {})]
    assert not told
    told = [each for each in desk.heard[heard:] if each.get("part") == "main"]
    assert {key for each in told for key in each["parts"]} == {"t7"}
    assert main(desk) == main(await looks())


async def test_a_table_waits_until_all_see_an_outcome_but_for_no_sealed_bid(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await hall.open(saved("auction_room"), pace="fast")
    phones = [await hall.join(here, f"S{number}") for number in range(4)]
    await hall.begin(here)
    await hall.until(lambda: all(each.page["call"] for each in phones))
    [sitting] = here.room.sittings
    heard = [len(each.heard) for each in phones]
    monkeypatch.setattr(pages, "_DRAWING", 0)  # the server has no time to draw
    for phone in phones:
        phone.say(move=phone.moves[-1], seq=phone.parts["stage"]["seq"])
    await hall.live.round()
    sealed = sitting.table.at
    hall.now += PACES["fast"]
    await hall.live.round()
    outcome = sitting.table.at
    assert outcome == sealed + 1
    hall.now += MINUTE
    await hall.live.round()
    assert sitting.table.at == outcome, "nobody has seen it"
    monkeypatch.undo()
    await settle(hall)
    for phone, before in zip(phones, heard, strict=True):
        drawn = [each for each in phone.heard[before:] if each["kind"] == "page"]
        assert len(drawn) == 1


@pytest.mark.parametrize("count", [12, 40])
async def test_votes_of_a_large_class_are_written_together(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    here = await hall.open(saved(), way="poll")
    phones = [await hall.join(here, f"S{number}") for number in range(count)]
    await hall.begin(here)
    await hall.until(lambda: all(each.page["call"] for each in phones))
    hall.now += MINUTE
    await settle(hall)
    append, written = hall.store.append, []

    def appends(server: str, additions: Sequence[Addition]) -> None:
        written.append(sum(len(each.lines) for each in additions))
        append(server, additions)

    monkeypatch.setattr(hall.store, "append", appends)
    hall.live.start()
    for number, each in enumerate(phones, 1):
        each.say(move=each.moves[0], seq=each.parts["stage"]["seq"])
        while count == 12 and not each.got:
            await asyncio.sleep(0.001)  # the clock stands: nobody waits for others
        assert not any(other.got for other in phones[number:])
    while not all(each.got for each in phones):
        await asyncio.sleep(0.001)
    assert sum(written) == count
    assert len(written) == count if count == 12 else len(written) < 4


async def asked(hall: Hall) -> list[Phone]:
    """Ask forty people what they would do."""
    here = await hall.open(saved(), way="poll")
    phones = [await hall.join(here, f"S{number}") for number in range(40)]
    await hall.begin(here)
    await hall.until(lambda: all(each.page["call"] for each in phones))
    await settle(hall, MINUTE)
    return phones


async def test_the_last_vote_of_a_large_class_waits_for_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = await asked(hall)
    anna, ben, *_ = phones
    monkeypatch.setattr(hall.live, "_next", lambda: hall.now + 60 * MINUTE)
    hall.live.start()
    for each in (anna, ben):  # nothing else comes due, and nobody else votes
        await asyncio.sleep(0.001)
        each.say(move=each.moves[0], seq=each.parts["stage"]["seq"])
        async with asyncio.timeout(MINUTE / 1000):
            while not each.got:
                await asyncio.sleep(0.001)


async def test_a_vote_draws_no_page_that_another_has_drawn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = await asked(hall)
    drawn = []

    def told(here: Here, *rest: Any) -> tuple[str, str]:
        drawn.append(here)
        return tell(here, *rest)

    tell = poll.told
    monkeypatch.setattr(poll, "told", told)
    for number, phone in enumerate(phones, 1):
        await phone.play(phone.moves[0])
        assert phone.html("head").key("counted").figures == [str(number), "40"]
        assert phone.html("head").key("who").said.startswith(f"S{number - 1}")
    assert len(drawn) <= 3, "one before an answer, one after it"


@pytest.mark.parametrize("late", ["stored", "shown"])
async def test_a_teacher_sees_that_the_server_hardly_keeps_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    here = await hall.open(saved())
    desk = await hall.teacher(here)
    anna, ben = await hall.join(here, "Anna"), await hall.join(here, "Ben")
    await hall.begin(here)
    slow = SLOW + 500
    append, take = hall.store.append, anna.take

    def stores(server: str, additions: Sequence[Addition]) -> None:
        hall.now += slow
        append(server, additions)

    def takes(message: object) -> None:
        hall.now += slow
        take(message)  # type: ignore[arg-type]

    def strain() -> str:
        found = [each for each in desk.html("head").elements if each["data-key"] == "strain"]
        return found[0].said if found else ""

    if late == "stored":
        monkeypatch.setattr(hall.store, "append", stores)
    else:
        monkeypatch.setattr(anna.client, "_post", takes)
    for number in range(OFTEN):
        assert not strain(), "once may be a disk’s"
        await hall.wish(here, lambda room, _: [wishes.pause(room, paused=not room.paused)])
        assert bool(strain()) is (number == OFTEN - 1)
    assert figures(strain()) == ["2"]
    assert "strain" not in ben.parts["head"]["html"]
    monkeypatch.undo()
    anna.client._post = take
    await settle(hall, REMEMBERED)
    assert not strain()


async def test_a_teacher_sees_that_a_room_is_nearly_full_and_then_full(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await hall.open(saved())
    desk = await hall.teacher(here)

    def full() -> list[str]:
        found = [each for each in desk.html("head").elements if each["data-key"] == "full"]
        return figures(found[0].said) if found else []

    await hall.join(here, "Anna")
    assert full() == []
    monkeypatch.setattr(wishes, "MOST_PEOPLE", 3)
    await hall.join(here, "Ben")
    assert full() == ["1"]
    await hall.join(here, "Cara")
    assert full() == ["3"]
    with pytest.raises(Complaint) as shut:
        await hall.join(here, "Dan")
    assert shut.value.facts == {"n": 3}
    await hall.begin(here)
    assert full() == [], "the projector has the game"
    await desk.do("open", "join")
    assert full() == ["3"]
    await hall.wish(here, lambda room, _: [wishes.close(room, closed=True)])
    assert full() == []
