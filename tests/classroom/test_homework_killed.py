"""Forty students do their homework while lines drop and the server is killed: nothing is lost."""

import asyncio
import json
import random
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.simple_httpclient import HTTPStreamClosedError, HTTPTimeoutError

from paydays_widgets.classroom import entries, gradebook
from paydays_widgets.classroom.entries import Assigned, digest
from paydays_widgets.classroom.homework import Homework, room_of
from paydays_widgets.classroom.live import Live
from paydays_widgets.classroom.store import Store
from paydays_widgets.classroom.web.joining import joining
from paydays_widgets.core.text import Words
from tests.browser.address import free_port
from tests.classroom.test_homework import rows
from tests.classroom.test_server_killed import kill, server, until

pytestmark = pytest.mark.thorough

STUDENTS = 40
QUESTIONS = 6
KILLS = 5
ENDS = (OSError, HTTPClientError, HTTPStreamClosedError, HTTPTimeoutError)


class Student:
    """A page that answers, and reports each question until the server has it, as ours does."""

    def __init__(self, number: int, code: str, port: int, seed: int) -> None:
        self.name = f"S{number}"
        self.url = f"http://127.0.0.1:{port}/class/{code}/attempts?seed={seed}"
        self.port = port
        self.cookie = f"paydays-{code}=token-{number}"
        self.luck = random.Random(number)
        self.answers: dict[str, list[str]] = {f"q{each}": [] for each in range(1, QUESTIONS + 1)}
        self.sent = self.stored = 0

    def body(self, question: str) -> str:
        answers = self.answers[question]
        right = [each == "right" for each in answers]
        number = int(question[1:])
        facts = {"question": question, "number": number, "of": QUESTIONS}
        return json.dumps({**facts, "answers": answers, "right": right})

    async def work(self) -> None:
        """Answer each question a few times, the last time rightly."""
        for question, answers in self.answers.items():
            tries = self.luck.randrange(3)
            for number in range(tries + 1):
                answers.append("right" if number == tries else f"wrong {number}")
                await self.report(question)

    async def report(self, question: str) -> None:
        while True:
            self.sent += 1
            if self.luck.random() < 0.2:
                self.drop(self.body(question))
            with suppress(*ENDS):
                await AsyncHTTPClient().fetch(
                    HTTPRequest(
                        self.url,
                        method="POST",
                        headers={"Cookie": self.cookie, "Content-Type": "application/json"},
                        body=self.body(question),
                        request_timeout=5,
                    )
                )
                self.stored += 1
                return
            await asyncio.sleep(0.05)

    def drop(self, body: str) -> None:
        """Send a report over a line that breaks before the answer comes."""
        head = f"POST {self.url} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n\r\n"
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as line:
            line.sendall((head + body).encode()[: self.luck.choice([None, -5])])


def given(database: str) -> tuple[str, int, list[int]]:
    """Give a homework that forty have joined; return its code, its number and their seeds."""

    async def act() -> tuple[str, int, list[int]]:
        store = Store(database)
        live = Live(store)
        live.start()
        here = await live.rooms.open(
            Assigned(
                *("", "host", "tables", "en", "", 7),
                lesson="lessons/one.ipynb",
                title=Words.alike("One"),
                labels=tuple(f"S{number}" for number in range(STUDENTS)),
            )
        )
        for number in range(STUDENTS):
            await live.wish(here, joining(f"S{number}", digest(f"token-{number}")))
        await live.stop()
        store.close()
        assert isinstance(here.room, Homework)
        return here.code, here.id, [*map(here.room.seed, range(STUDENTS))]

    return asyncio.run(act())


def test_forty_students_lose_nothing_and_nothing_counts_twice(tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path}/class.db", free_port()
    code, number, seeds = given(database)
    students = [Student(each, code, port, seed) for each, seed in enumerate(seeds)]

    async def act() -> None:
        with server(database, port) as program:
            async with asyncio.TaskGroup() as group:
                for each in students:
                    group.create_task(each.work())
                for part in range(1, KILLS + 1):
                    wanted = part * STUDENTS * QUESTIONS // (KILLS + 1)
                    await until(lambda: sum(each.stored for each in students) >= wanted)  # noqa: B023
                    kill(program)

    asyncio.run(act())

    assert sum(each.sent - each.stored for each in students) > 0  # some had to be sent again
    store = Store(database)
    room = room_of([(entries.read(each.data), each.at) for each in store.load(number)])
    store.close()
    assert isinstance(room, Homework)
    for person, student in enumerate(students):
        kept = {
            question: [each.answer for each in work.attempts]
            for question, work in room.work[person].items()
        }
        assert kept == student.answers
    attempts = rows(gradebook.attempts(room, "en"))
    assert len(attempts) == sum(len(each) for one in students for each in one.answers.values())
    assert len(rows(gradebook.marks(room, "en"))) == STUDENTS
