"""What students cannot do, and cannot see: every byte that each of them gets is looked through."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import results, screens, verbs, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Way
from paydays_widgets.classroom.messages import Message
from paydays_widgets.classroom.teaching import TEACHING
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.panels.verbs import VERBS
from tests.classroom.phones import Hall, Phone, begun, run, saved

NAMES = ("Anna", "Ben", "Cara", "Dan")


async def room(hall: Hall, **options: Any) -> tuple[Here, list[Phone]]:
    here = await hall.open(saved(), pace="fast", **options)
    phones = [await hall.join(here, name) for name in NAMES]
    await hall.begin(here)
    return here, phones


async def play(hall: Hall, phones: Sequence[Phone], *, choice: int = 0) -> bool:
    """Have everybody decide who is to decide; return whether the game goes on."""
    for seat, phone in enumerate(phones):
        if phone.page["call"]:
            moves = phone.moves
            keep = [each for each in moves if each.split()[1] == "keep"]
            bids = [each for each in moves if each.split()[1] == "bid"]
            first = (keep or bids or moves)[0]
            await phone.play(bids[choice] if bids and seat == 1 and choice < len(bids) else first)
    await hall.later(250)
    return not phones[0].here.room.sittings[0].over


HAND = re.compile(r'data-key="s(\d)-hand".*?data-key="s\1-work"', re.DOTALL)
"""A seat's hand on the picture."""


@pytest.mark.thorough
async def test_no_byte_has_a_seed_a_token_a_record_or_a_hidden_card(hall: Hall) -> None:
    here, phones = await room(hall)
    table = here.room.sittings[0].table
    looked = 0
    seen = [0] * 4
    goes_on = True
    while goes_on:
        goes_on = await play(hall, phones)
        for seat, phone in enumerate(phones):
            for message in phone.heard[seen[seat] :]:
                if "stage" not in message.get("parts", {}):
                    continue
                for hand in HAND.finditer(message["parts"]["stage"]["html"]):
                    cards = hand[0].count("data-kind")
                    if cards:
                        assert int(hand[1]) == seat + 1
                    looked += bool(cards)
            seen[seat] = len(phone.heard)
    assert looked > 100
    opened = here.room.opened
    hidden = [str(opened.seed), str(table.seed), opened.host, opened.record]
    hidden += [each.token for each in here.room.people]
    for phone in phones:
        for secret in hidden:
            assert secret.encode() not in phone.bytes
        assert b'"moves"' not in phone.bytes


OPEN = ("", "rules", "options", "people", "results", "join")
"""What a teacher's page can show beside the tables, or in their place."""


class Readers:
    """Everybody who looks at a class, and all that can be asked for without a line."""

    def __init__(self, here: Here, phones: Sequence[Phone], teachers: Sequence[Phone]) -> None:
        self.here = here
        self.phones = phones
        self.teachers = teachers
        self.before = {each: len(each.heard) for each in (*phones, *teachers)}

    def news(self, *phones: Phone) -> list[Any]:
        """What lines have brought since."""
        return [
            [each for each in phone.heard[self.before[phone] :] if each["kind"] == "page"]
            for phone in phones
        ]

    def loaded(self, *phones: Phone) -> list[Any]:
        """What those see who load their page once more."""
        found: list[Any] = []
        for language in LANGUAGES:
            for phone in phones:
                assert phone.client.person is not None
                found.append(
                    screens.student(
                        self.here, phone.client.person, ClassScreen(language=language), {}
                    )
                )
        return found

    def taught(self) -> list[Any]:
        """What a teacher may put on the wall: each page in each language, and the file."""
        room = self.here.room
        found: list[Any] = []
        for language in LANGUAGES:
            tables = (None, *range(len(room.sittings)))
            looks = [ClassScreen(language=language, table=table) for table in tables]
            looks += [ClassScreen(language=language, open=each) for each in OPEN]
            found += [screens.teacher(self.here, screen, {}) for screen in looks]
            found.append(results.decisions(room, screens.words.words(language)))
        return found


async def at_a_sealed_decision(hall: Hall, way: Way, name: str) -> tuple[Here, list[Phone]]:
    """Play until Ben's seat has a choice that others do not see, and they decide too."""
    here = await hall.open(begun(name), way, pace="fast")
    several = 4 if way == "poll" else 8
    phones = [
        await hall.join(here, f"P{number}", LANGUAGES[number % 3]) for number in range(several)
    ]
    await hall.begin(here)
    for _ in range(200):
        if here.room.poll.seat is not None or any(
            len(hidden_moves(here, n)) > 1 for n in range(4)
        ):
            break
        waiting = (
            ()
            if way == "poll"
            else [(each, seat) for each in here.room.sittings for seat in each.waiting]
        )
        for each, seat in waiting:
            moves = [str(move) for move in each.table.game.legal(each.table.state, seat)]
            keep = [move for move in moves if move.endswith("keep")]
            await phones[each.people[seat][0]].play((keep or moves)[0], each.asked)
        await hall.later(1_000)
    return here, phones


def hidden_moves(here: Here, person: int) -> list[str]:
    """List what somebody may decide and others may not know of."""
    room = here.room
    sitting, seat = room.place(person) or (room.sittings[0], room.poll.seat)
    if seat not in sitting.waiting:
        return []
    game, state = sitting.table.game, sitting.table.state
    return [
        str(move)
        for move in game.legal(state, seat)
        for event in [game.unfold(state, move)[0].event]
        if room.opened.way == "poll" or game.witness(event, None) is not event
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["zahltag", "master_builder"])
@pytest.mark.parametrize("way", ["tables", "team", "poll"])
@pytest.mark.thorough
@pytest.mark.walk
def test_a_sealed_decision_changes_no_byte_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Way, name: str, language: Language
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # the same cards both times
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[0])
    own: list[list[Any]] = []
    theirs: list[list[Any]] = []

    for number in (0, -1):
        folder = tmp_path / str(number)
        folder.mkdir()

        async def act(hall: Hall, number: int = number) -> None:
            here, phones = await at_a_sealed_decision(hall, way, name)
            person = next(each for each in range(3, -1, -1) if len(hidden_moves(here, each)) > 1)
            mine = phones[person]
            moves = hidden_moves(here, person)
            mine.client.screen = replace(mine.client.screen, language=language)
            teachers = [
                Phone(hall, here, None, ClassScreen(language="en", table=table, open=opened))
                for table, opened in ((None, ""), (0, ""), (0, "results"))
            ]
            await hall.rounds()
            place = here.room.place(person)
            mates = set(place[0].people[place[1]] if place else [person])
            others = [each for number, each in enumerate(phones) if number not in mates]
            readers = Readers(here, phones, teachers)
            before = here.room.entries
            await mine.play(moves[number])
            assert here.room.entries == before + 1
            for each in others[:1]:  # another who decides later lets all pages be drawn once more
                later = hidden_moves(here, phones.index(each))
                await each.play(later[0])
            assert here.room.entries == before + 2
            assert not here.room.poll.revealed
            if here.room.place(person):
                assert here.room.sittings[0].waiting
            own.append(readers.news(mine))
            theirs.append(
                [*readers.news(*others, *teachers), *readers.loaded(*others), *readers.taught()]
            )

        run(act, folder)
    assert own[0] != own[1]
    assert len(theirs[0]) == len(theirs[1])
    for first, second in zip(*theirs, strict=True):
        assert first == second


async def test_a_student_acts_for_nobody_else_and_is_no_teacher(hall: Hall) -> None:
    here, phones = await room(hall)
    while not any(each.page["call"] for each in phones):
        await hall.later(250)
    mine = next(each for each in phones if each.page["call"])
    other = next(each for each in phones if not each.page["call"])
    before, lines = here.room.entries, len(hall.store.load(here.id))
    own = set(verbs.STUDENT)
    seq = mine.parts["stage"]["seq"]
    for move in mine.moves:
        await other.play(move, seq)
        assert other.said
    odd = ["* deal worker", "0 keep", "5 keep", "", "x" * 3_000]
    for each in odd:
        other.say(move=each, seq=seq)
        mine.say(move=each)
    for verb in {*TEACHING, *VERBS, "begin", "end", "pause", "remove", "undo"} - own:
        for value in (None, 0, "0", {"person": "0"}, {}, "1 keep"):
            other.say(do=verb, value=value, seq=seq)
    other.say(do="moves", value=";".join(mine.moves), seq=seq)
    for verb in own:
        for value in (None, 7, "x" * 3_000, {}, True, "../de"):
            other.say(do=verb, value=value)
    hall.live.hear(here, other.client, Message())
    await hall.rounds(400)
    assert here.room.entries == before
    assert len(hall.store.load(here.id)) == lines
    assert not here.room.sittings[0].decisions


async def test_names_are_escaped_wherever_they_stand(hall: Hall) -> None:
    here = await hall.open(saved(), pace="fast")
    evil = "<img src=x onerror=>"
    phones = [await hall.join(here, name) for name in (evil, "B\u202ean", "\u200b\u0007C", "D")]
    teacher = await hall.teacher(here)
    await hall.begin(here)
    for _ in range(40):
        await play(hall, phones)
    everything = b"".join(each.bytes for each in (*phones, teacher))
    assert b"<img" not in everything
    assert b"&lt;img" in everything
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u0007]", everything.decode())


async def test_a_seat_that_moved_to_another_phone_is_left_by_the_old_one(hall: Hall) -> None:
    here, phones = await room(hall)
    await hall.wish(here, lambda room, _: [wishes.change_phone(room, 0, "another digest")])
    assert {"kind": "gone"} in phones[0].heard
    heard = len(phones[0].heard)
    before = here.room.entries
    phones[0].say(move="1 keep", seq=here.room.sittings[0].asked)
    await hall.later(10_000)
    assert here.room.entries == before
    assert len(phones[0].heard) == heard
    assert here.room.known("digest of Anna") is None
    assert here.room.known("another digest") == 0


async def test_who_was_sent_away_sees_the_table_no_more(hall: Hall) -> None:
    here, phones = await room(hall)
    told = [each.told for each in phones]
    await hall.wish(here, lambda room, _: [wishes.remove(room, 0)])
    assert phones[0].parts.keys() == {"head"}
    assert phones[0].told not in {"", *told, *(each.told for each in phones[1:])}
    before = here.room.entries
    phones[0].say(move="1 keep", seq=here.room.sittings[0].asked)
    await hall.rounds()
    assert here.room.entries == before
