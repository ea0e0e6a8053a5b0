"""What students cannot do, and cannot see: every byte that each of them gets is looked through."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets.classroom import verbs
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.teaching import TEACHING
from paydays_widgets.panels.verbs import VERBS
from tests.classroom.phones import Hall, Phone, run, saved

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


def test_no_byte_has_a_seed_a_token_a_record_or_a_hidden_card(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
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
                        assert int(hand[1]) == seat + 1 or not cards
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

    run(act, tmp_path)


def test_a_sealed_bid_changes_no_byte_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # the same cards both times
    told: list[list[list[Any]]] = []

    for number, choice in enumerate((0, 3)):
        folder = tmp_path / str(number)
        folder.mkdir()

        async def act(hall: Hall, choice: int = choice) -> None:
            here, phones = await room(hall)
            while here.room.sittings[0].asking != {0, 1, 2, 3} or len(phones[1].moves) < 4:
                await play(hall, phones)
            before = [len(each.heard) for each in phones]
            await phones[1].play(phones[1].moves[choice])
            await phones[0].play(phones[0].moves[0])
            told.append(
                [
                    [news for news in each.heard[was:] if news["kind"] == "page"]
                    for each, was in zip(phones, before, strict=True)
                ]
            )

        run(act, folder)
    first, second = told
    assert first[1] != second[1]
    assert (first[0], first[2], first[3]) == (second[0], second[2], second[3])


def test_a_student_acts_for_nobody_else_and_is_no_teacher(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
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
            assert "not your seat" in other.said
        odd: list[Any] = ["* deal worker", "0 keep", "5 keep", "", "x" * 3_000, 7, ["1 keep"], {}]
        for each in odd:
            other.say(move=each, seq=seq)
            mine.say(move=each, seq=[])
        for verb in {*TEACHING, *VERBS, "begin", "end", "pause", "remove", "undo"} - own:
            for value in (None, 0, "0", {"person": "0"}, [0], "1 keep"):
                other.say(do=verb, value=value, seq=seq)
        other.say(do="moves", value=";".join(mine.moves), seq=seq)
        for verb in own:
            for value in (None, 7, "x" * 3_000, {}, [], "../de"):
                other.say(do=verb, value=value)
        for letter in ({}, {"from": 7}, {"from": "x" * 500, "number": 1, "do": "undo"}):
            hall.live.hear(here, other.client, letter)
        await hall.rounds(400)
        assert here.room.entries == before
        assert len(hall.store.load(here.id)) == lines
        assert not here.room.sittings[0].decisions

    run(act, tmp_path)


def test_names_are_escaped_wherever_they_stand(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here = await hall.open(saved(), pace="fast")
        evil = "<img src=x onerror=>"
        phones = [
            await hall.join(here, name) for name in (evil, "B\u202ean", "\u200b\u0007C", "D")
        ]
        teacher = await hall.teacher(here)
        await hall.begin(here)
        for _ in range(40):
            await play(hall, phones)
        everything = b"".join(each.bytes for each in (*phones, teacher))
        assert b"<img" not in everything
        assert b"&lt;img" in everything
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u0007]", everything.decode())

    run(act, tmp_path)


def test_a_seat_that_moved_to_another_phone_is_left_by_the_old_one(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await room(hall)
        await hall.wish(here, lambda room, _: [room.moves(0, "another digest")])
        assert {"kind": "gone"} in phones[0].heard
        heard = len(phones[0].heard)
        before = here.room.entries
        phones[0].say(move="1 keep", seq=here.room.sittings[0].asked)
        await hall.later(10_000)
        assert here.room.entries == before
        assert len(phones[0].heard) == heard
        assert here.room.known("digest of Anna") is None
        assert here.room.known("another digest") == 0

    run(act, tmp_path)


def test_who_was_sent_away_sees_the_table_no_more(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await room(hall)
        await hall.wish(here, lambda room, _: [room.removes(0)])
        assert phones[0].parts.keys() == {"head"}
        assert phones[0].told == "Your teacher has closed your seat."
        before = here.room.entries
        phones[0].say(move="1 keep", seq=here.room.sittings[0].asked)
        await hall.rounds()
        assert here.room.entries == before

    run(act, tmp_path)
