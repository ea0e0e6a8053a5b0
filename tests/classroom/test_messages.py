"""What a page may say, and that whatever else it says harms nobody but itself."""

import asyncio
import json
import logging
import string
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paydays_widgets.classroom.clients import ClassScreen, Client, News
from paydays_widgets.classroom.messages import Message, Unreadable, read
from paydays_widgets.classroom.web.packing import framed
from paydays_widgets.classroom.web.socket import LARGEST_MESSAGE
from tests.classroom.lines import Line, join
from tests.classroom.market_load import told
from tests.classroom.phones import Hall, saved
from tests.classroom.server import Server

DEEP = '{"more": ' + "[" * 2_000 + "]" * 2_000 + "}"
"""Deep in a field that nobody reads: whether it can be read depends on Python."""
UNHURRIED = 0.06
"""Seconds between two messages, so that a page says no more than it may."""
ANY: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.text(st.characters(codec=None), max_size=30),  # with halves of pairs
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)
WORDS = st.sampled_from(["ping", "reconnected", "moves", "pick", "language", "step", ""])
LETTERS = st.fixed_dictionaries(
    {},
    optional={
        "do": WORDS | ANY,
        "from": st.text(string.ascii_lowercase, max_size=8) | ANY,
        "number": st.integers(0, 9) | ANY,
        "move": st.just("1 keep") | ANY,
        "seq": st.integers(0, 99) | ANY,
        "value": ANY,
    },
)
SPOILT = (
    r'{"do": "ping", "from": "1\ud800"}',
    r'{"do": "step", "from": "1\ud800", "number": 1}',
    r'{"do": "ping", "value": "\udfff"}',
    '{"do": "ping", "value": ' + "9" * 4_000 + "}",
    '{"number": ' + "9" * 4_000 + "}",
    '{"number": true}',
    '{"do": "ping", "value": 1e999}',
    '{"do": "ping", "value": NaN}',
    '{"do": "ping", "value": ' + "[" * 2_000 + "]" * 2_000 + "}",
    '{"do": "ping", "from": "' + "x" * 3_000 + '"}',
    '{"do": "ping", "from": "ünders"}',
    '{"do": "ping", "from": "a\\nb"}',
    '{"do": "ping", "from": "a\\n"}',
    '{"do": ["ping"]}',
    '{"do": "moves", "value": ["1 keep"]}',
    "[]",
    "7",
    "nothing",
    "",
    b'{"do": "\xff"}',
)


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_no_page_of_ours_says_is_not_read(spoilt: str | bytes) -> None:
    with pytest.raises(Unreadable):
        read(spoilt)


@given(LETTERS.map(json.dumps) | st.text(max_size=200) | st.binary(max_size=200))
@settings(max_examples=500)
@pytest.mark.thorough
def test_what_is_read_can_be_said_again(data: str | bytes) -> None:
    try:
        found = read(data)
    except Unreadable:
        return
    assert read(msgspec.json.encode(found)) == found
    assert found.do.isascii()
    assert found.view.isascii()
    assert len(found.view) <= 24


def test_what_stage_js_says_is_read() -> None:
    said = '{"move": "1 keep", "seq": 7, "from": "x1y", "number": 3, "heard": 2, "ahead": true}'
    assert read(said) == Message("", "x1y", 3, "1 keep", 7)
    form = '{"do": "begin-by-hand", "value": {"p0": "1", "late": true}, "from": "x", "number": 1}'
    assert read(form).value == {"p0": "1", "late": True}


@pytest.mark.thorough
def test_a_spoilt_message_closes_its_line_and_troubles_no_other_class(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(tmp_path) as server:
        evil, good = server.open(saved()), server.open(saved())
        join(server, evil, "Eve", "Ben")
        join(server, good, "Anna")

        async def meet() -> tuple[Line, Line]:
            return await Line(server, good).connect(), await Line(server, evil, "Ben").connect()

        teacher, ben = server.call(meet())

        async def spoil(said: str | bytes) -> None:
            eve = await Line(server, evil, "Eve").connect()
            eve.send(said)
            eve.send({"do": "ping", "value": "end"})
            await eve.until(lambda: not eve.open or "end" in [m.get("n") for m in eve.heard])
            await asyncio.sleep(UNHURRIED)
            for each in (teacher, ben):  # a round of each class goes on
                await each.ask(do="theme", value="dark")
            if not eve.open:
                assert eve.line.close_code == 1008
                assert eve.line.close_reason == "a message that nobody can read"
            await eve.close()

        with caplog.at_level(logging.INFO):
            for said in (*SPOILT, DEEP):
                server.call(spoil(said))
            given(LETTERS.map(json.dumps).filter(lambda said: len(said) < LARGEST_MESSAGE))(
                settings(max_examples=40, deadline=None)(lambda said: server.call(spoil(said)))
            )()
        told = [each.getMessage() for each in caplog.records if each.name == "paydays"]
        assert len(told) == 1
        assert told[0].startswith(f"A page of class {evil.code} said what nobody can read")
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
        assert teacher.open
        assert ben.open
        server.call(teacher.close())
        server.call(ben.close())
        assert not evil.room.begun
        assert len(server.classroom.store.load(evil.id)) == 3


async def test_a_page_that_cannot_be_told_anything_is_closed_and_the_others_are_told(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    here = await hall.open(saved())
    phones = [await hall.join(here, name) for name in ("Anna", "Ben")]
    closed: list[tuple[int, str]] = []

    def broken(_: object) -> None:
        raise RuntimeError("no line")

    client = Client(0, ClassScreen(), broken, lambda code, why: closed.append((code, why)))
    hall.live.connect(here, client)
    await hall.rounds()
    hall.live.hear(here, client, Message("theme", "v", 1, value="dark"))
    for phone in phones:
        await phone.do("theme", "dark")
        assert phone.got == [1]
    assert closed == [(1011, "this page could not be told something")]
    assert [each.getMessage() for each in caplog.records if each.name == "paydays"] == [
        "A page of the class could not be told something: its line is closed."
    ]


async def test_an_answer_that_fails_keeps_nobody_else_waiting(hall: Hall) -> None:
    here = await hall.open(saved())
    anna = await hall.join(here, "Anna")

    def answer(_: Exception | None) -> None:
        raise RuntimeError("nobody listens")

    wish = hall.live._wishes
    anna.say(do="theme", value="dark")
    wish[0] = msgspec.structs.replace(wish[0], answer=answer)
    anna.say(do="theme", value="light")
    await hall.rounds()
    assert anna.got == [2]
    assert anna.page["theme"] == "light"


def test_news_is_written_and_packed_once_for_all_pages() -> None:
    posted: list[Any] = []
    pages = [Client(person, ClassScreen(), posted.append) for person in range(3)]
    for each in pages:
        each.sent = {"stage": 1}
    first, second = (
        News("stage", {"book": book, "prices": "none"}, seq)
        for seq, book in ((5, "$10"), (6, "$20"))
    )
    for each in pages:
        each.tell(first)
        each.tell(second)
    keys = [{*each["parts"]} for each in posted]
    assert keys == [{"book", "prices"}, {"book"}] * 3, "only what is new to a page"
    sent = [framed(each, 15) for each in posted]
    assert len({id(each) for each in sent}) == 2
    assert json.loads(told(sent[0])) == posted[0]
    other = Client(3, ClassScreen(), posted.append)
    other.tell(first)
    assert len(posted) == len(sent), "a page without the part has nothing to show it on"
