"""What the door of a class lets through: guesses of codes and keys, and a school that joins.

Everything comes from one address, as from behind a school's router. Guessers ask on a few lines as
fast as they are answered, for a bounded time. What counts is what they learn: an answer that tells
whether the word was right. What is refused tells nothing.
"""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from itertools import count, islice, product
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlencode

from paydays_widgets.classroom.rooms import CODE, LETTERS
from tests.benchmarks.bench_class import classes, ms
from tests.benchmarks.bench_panel import report

LINES: Final = 8
"""On how many lines guessers ask."""
WARM: Final = 70
"""How many guesses are made before it is counted: more than an address has at once."""
COUNTED: Final = 20.0
"""Seconds of guessing that are counted."""
ROOMS: Final = 100
PHONES: Final = 40
PATIENCE: Final = 60.0
"""Seconds until a phone gives up."""
REFUSED: Final = 429
SEE: Final = 303
KEY: Final = "a long key of a teacher"
UPGRADE: Final = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


class Line:
    """A line to the server, made again when it was closed."""

    def __init__(self, port: int) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=30)
        self.form = ""

    def ask(
        self, path: str, headers: dict[str, str] | None = None, **fields: str
    ) -> tuple[int, str]:
        """Ask for a page, or send a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        body = urlencode(fields) if fields else None
        asked = {"Cookie": f"paydays-form={self.form}", **kind, **(headers or {})}
        try:
            self.line.request("POST" if fields else "GET", path, body, asked)
            answer = self.line.getresponse()
            text = answer.read().decode()
        except (HTTPException, OSError):
            self.line.close()
            return 0, ""
        found = re.search('name="form" value="([^"]+)"', text)
        self.form = found[1] if found else self.form
        return answer.status, f"{text} {answer.headers}"


def guess_page(line: Line, word: str) -> int:
    """Guess a code at the page where one joins."""
    return line.ask(f"/join/{word}")[0]


def guess_socket(line: Line, word: str) -> int:
    """Guess a code at a socket."""
    return line.ask(f"/class/{word}/socket", UPGRADE)[0]


def guess_key(line: Line, word: str) -> int:
    """Guess the key that opens classes."""
    if not line.form:
        line.ask("/class/new")
    return line.ask("/class/new", form=line.form, game="zock", key=word)[0]


class Guessers:
    """Those who guess, on some lines at once, until told to stop."""

    def __init__(self, port: int, guess: Callable[[Line, str], int]) -> None:
        self.answers: Counter[int] = Counter()
        self.stop = threading.Event()
        self._words = map("".join, islice(product(LETTERS, repeat=CODE), 10**6))
        self._lock = threading.Lock()
        self._guess = guess
        self._threads = [
            threading.Thread(target=self._run, args=(Line(port),), daemon=True)
            for _ in range(LINES)
        ]

    def _run(self, line: Line) -> None:
        while not self.stop.is_set():
            with self._lock:
                word = next(self._words)
            status = self._guess(line, word)
            with self._lock:
                self.answers[status] += 1
        line.line.close()

    def __enter__(self) -> Self:
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        for each in self._threads:
            each.join(30)

    def warm(self) -> None:
        """Wait until the first guesses have been made."""
        end = time.perf_counter() + COUNTED
        while sum(self.answers.values()) < WARM and time.perf_counter() < end:
            time.sleep(0.01)


def guesses(name: str, folder: Path, guess: Callable[[Line, str], int], key: str = "") -> None:
    """Count what guessers learn in a second."""
    with classes(folder, 4, key=key) as (_, port, _), Guessers(port, guess) as guessers:
        guessers.warm()
        before = Counter(guessers.answers)
        time.sleep(COUNTED)
        got = guessers.answers - before
    told = sum(each for status, each in got.items() if status not in {0, REFUSED}) / COUNTED
    days = len(LETTERS) ** CODE / ROOMS / told / 86_400 if told else float("inf")
    report(
        f"guesses at {name}, a second",
        asked=round(sum(got.values()) / COUNTED, 1),
        answered=round(told, 2),
        **({} if key else {"days_to_one_of_100_rooms": round(days, 3)}),
    )


def bench_codes_at_the_page(tmp_path: Path) -> None:
    """Guess codes where one joins."""
    guesses("the page", tmp_path, guess_page)


def bench_codes_at_the_socket(tmp_path: Path) -> None:
    """Guess codes at sockets."""
    guesses("the socket", tmp_path, guess_socket)


def bench_keys(tmp_path: Path) -> None:
    """Guess the key that opens classes."""
    guesses("the key", tmp_path, guess_key, KEY)


def join(port: int, code: str, number: int) -> float | None:
    """Join as a phone does, again and again; return the seconds until it has, None if never."""
    begun, line = time.perf_counter(), Line(port)
    while time.perf_counter() < begun + PATIENCE:
        if line.ask(f"/join/{code}")[0] == 200:
            status, _ = line.ask(f"/class/{code}/join", form=line.form, name=f"N{number}")
            if status == SEE:
                line.line.close()
                return time.perf_counter() - begun
        time.sleep(2)
    line.line.close()
    return None


def school(name: str, port: int, code: str) -> None:
    """Let forty phones of one address join at once."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(PHONES) as pool:
        waited = list(pool.map(lambda number: join(port, code, number), range(PHONES)))
    took = time.perf_counter() - begun
    there = [each for each in waited if each is not None]
    report(
        f"40 phones of one address join, {name}",
        joined=len(there),
        took_s=round(took, 1),
        a_second=round(len(there) / took, 1),
    )
    if there:
        report(f"40 phones of one address join, {name}, ms", **ms(there))


def bench_a_school_joins(tmp_path: Path) -> None:
    """Forty phones join at once."""
    with classes(tmp_path, 4) as (_, port, (code,)):
        school("in peace", port, code)


def bench_a_school_after_wrong_codes(tmp_path: Path) -> None:
    """Forty phones join where somebody has used up all guesses; who has a seat reloads."""
    with classes(tmp_path, 4) as (_, port, (code,)):
        with Guessers(port, guess_page) as guessers:
            guessers.warm()
        report("a seat’s page after wrong codes", status=seated(port, code)[0])
        school("after wrong codes", port, code)


def bench_a_school_beside_guessers(tmp_path: Path) -> None:
    """Forty phones join while somebody at their own address goes on guessing."""
    with classes(tmp_path, 4) as (_, port, (code,)), Guessers(port, guess_page) as guessers:
        guessers.warm()
        pages = [seated(port, code) for _ in range(20)]
        statuses = Counter(status for status, _ in pages)
        report("a seat’s page beside guessers", **{f"status_{k}": n for k, n in statuses.items()})
        report("a seat’s page beside guessers, ms", **ms([took for _, took in pages]))
        school("beside guessers", port, code)


def seated(port: int, code: str) -> tuple[int, float]:
    """Load the page of somebody who has a seat; return the status, and the seconds."""
    begun, line = time.perf_counter(), Line(port)
    cookie = {"Cookie": f"paydays-{code}=token of 0"}
    status, _ = line.ask(f"/class/{code}?again=1", cookie)
    line.line.close()
    return status, time.perf_counter() - begun


def bench_invented_people(tmp_path: Path) -> None:
    """One address invents people as fast as it can, for twenty seconds."""
    numbers = count()
    there: list[float] = []

    def invent(line: Line, _: str) -> int:
        if line.ask(f"/join/{code}")[0] == REFUSED:
            return REFUSED
        status, _ = line.ask(f"/class/{code}/join", form=line.form, name=f"B{next(numbers)}")
        if status == SEE:
            there.append(time.perf_counter())
        return status

    with classes(tmp_path, 4) as (_, port, (code,)), Guessers(port, invent):
        begun = time.perf_counter()
        time.sleep(COUNTED)
    report(
        "people that one address invents",
        in_the_first_second=sum(each < begun + 1 for each in there),
        in_20_s=len(there),
    )
