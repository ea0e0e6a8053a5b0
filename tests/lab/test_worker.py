"""The lab's own process: it tells how far it is, survives students, and dies with its kernel."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any

import msgspec
import pytest

from paydays_widgets import games, lab
from paydays_widgets.core import strategy
from paydays_widgets.core.game import Complaint
from paydays_widgets.lab import client as clients
from paydays_widgets.lab.client import Client
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.messages import Failed, Finished, Grown, Message, Waiting, read, request
from paydays_widgets.lab.places import VARIABLE, place, places
from paydays_widgets.lab.setting import setting
from paydays_widgets.lab.worker import serve

PAIR = ("lean_crew", "hoarder")
SOON = 100


class Told:
    """Collects what a client is told."""

    def __init__(self) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.all: list[Message] = []

    def next(self) -> Message:
        self.all.append(self.messages.get(timeout=SOON))
        return self.all[-1]

    def last(self) -> Message:
        while not isinstance(self.next(), Finished | Failed):
            pass
        return self.all[-1]


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # other tests may be playing


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    made.close()


@pytest.fixture
def told() -> Told:
    return Told()


def start(client: Client, told: Told, number: int = 5, **own: Any) -> None:
    names = [*own, *PAIR][:2]
    client.start(setting("zahltag", names, own=own), number, 7, "en", told.messages.put)


@pytest.mark.thorough
def test_a_run_in_the_worker_has_the_figures_of_one_in_a_notebook(
    client: Client, told: Told
) -> None:
    start(client, told, 40)
    assert told.last() == Finished(lab.simulate("zahltag", PAIR, games=40, seed=7).digest())
    assert not client.playing
    start(client, told, 3)  # the same process plays again
    last = told.last()
    assert isinstance(last, Finished)
    assert last.summary.games == 3


def test_what_this_python_finds_its_process_finds(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os\n\nos._exit(7)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert client._running().wait(SOON) == 7


@pytest.mark.thorough
def test_a_run_grows_and_is_cancelled(client: Client, told: Told) -> None:
    start(client, told, 1_000_000)
    first = told.next()
    assert isinstance(first, Grown)
    assert 0 < first.summary.games < first.summary.of == 1_000_000
    process = client._process
    assert process is not None
    client.cancel()
    assert process.wait(SOON)
    start(client, told, 2)
    assert isinstance(told.last(), Finished)


def test_whoever_still_listens_to_a_run_that_was_cancelled_tells_nothing(
    client: Client, told: Told
) -> None:
    process = client._running()
    client.close()
    client._listen(process, told.messages.put, None)
    assert told.messages.empty()


def prints(view: Any, _: int) -> Any:
    print("{}\nhello")
    os.write(1, b"{}\n")
    sys.stdin.read()
    return view.legal[0]


def loops(_view: Any, _luck: int) -> Any:
    while True:
        pass


def exits(_view: Any, _luck: int) -> Any:
    sys.exit()


def ends(_view: Any, _luck: int) -> Any:
    os._exit(3)


def travelling(choose: Callable[[Any, int], Any]) -> Callable[[Any, int], Any]:
    """Make a function travel by value, like one from a notebook."""
    choose.__module__ = "__main__"
    return choose


@pytest.mark.thorough
def test_a_strategy_that_prints_disturbs_nothing(client: Client, told: Told) -> None:
    start(client, told, mine=travelling(prints))
    assert isinstance(told.last(), Finished)


@pytest.mark.parametrize(
    ("choose", "words"), [(loops, "was stopped"), (exits, "tried to end the program")]
)
def test_a_strategy_that_fails_is_told_in_words(
    choose: Callable[[Any, int], Any], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # others may be playing
    monkeypatch.setattr(strategy, "PATIENCE_S", 0.1)
    own = {"mine": travelling(choose)}
    heard: list[Message] = []
    serve(request(setting("zahltag", ("mine", "hoarder"), own=own), 2, 1, "en"), heard.append)
    (failed,) = heard
    assert isinstance(failed, Failed)
    assert words in failed.sentence


@pytest.mark.thorough
def test_a_worker_that_ends_is_told_in_words_and_another_one_plays(
    client: Client, told: Told
) -> None:
    start(client, told, mine=travelling(ends))
    last = told.last()
    assert isinstance(last, Failed)
    assert "ended too soon" in last.sentence
    start(client, told)
    assert isinstance(told.last(), Finished)


def worker() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "paydays_widgets.lab.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


@pytest.mark.thorough
def test_a_worker_ends_with_its_kernel_even_while_it_plays() -> None:
    asked = request(setting("zahltag", PAIR), 1_000_000, 1, "en")
    with worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(asked) + b"\n")
        process.stdin.flush()
        assert isinstance(read(process.stdout.readline()), Grown)
        process.stdin.close()
        assert process.wait(SOON) == 0


@pytest.mark.thorough
def test_whoever_finds_the_house_full_is_told_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client, told: Told
) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    folder = tmp_path / f"paydays_widgets-lab-{os.getuid()}"
    with place(lambda _: None, folder):
        start(client, told)
        assert told.next() == Waiting(1)
        other, behind = Client(), Told()
        start(other, behind)
        assert behind.next() == Waiting(2)
        assert behind.messages.empty()
        client.cancel()
        assert behind.next() == Waiting(1)
    assert isinstance(behind.last(), Finished)
    other.close()


def test_the_ticket_of_a_process_that_has_ended_counts_no_more(tmp_path: Path) -> None:
    (tmp_path / f"ticket-{0:020d}-1").touch()
    heard: list[int] = []
    with place(heard.append, tmp_path):
        assert not heard
    assert not [*tmp_path.glob("ticket-*")]


def test_one_processor_is_left_for_the_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    for processors, workers in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "cpu_count", lambda n=processors: n)
        assert places() == workers
    monkeypatch.setenv(VARIABLE, "3")
    assert places() == 3


def test_errors_are_sentences_in_the_reader_s_language() -> None:
    asked = request(setting("zahltag", PAIR), 2, 1, "fr")
    heard: list[Message] = []
    serve(msgspec.structs.replace(asked, packed="AAAA"), heard.append)
    (failed,) = heard
    assert isinstance(failed, Failed)
    assert failed.sentence.startswith("Le labo n’a pas pu continuer")


def test_a_strategy_that_cannot_travel_is_refused() -> None:
    lock = Lock()
    with pytest.raises(Complaint, match="cannot be taken"):
        request(setting("zahltag", ("mine", "hoarder"), own={"mine": lambda *_: lock}), 1, 1, "en")


def test_where_there_are_no_processes_it_plays_in_slices(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr(clients, "PROCESSES", False)
    monkeypatch.setattr(clients, "SLICE_S", 0)
    heard: list[Message] = []
    beats = 0

    async def page() -> None:
        nonlocal beats
        client.start(setting("zahltag", PAIR), 12, 7, "en", heard.append)
        while client.playing:
            beats += 1
            await asyncio.sleep(0)

    asyncio.run(page())
    assert heard[-1] == Finished(lab.simulate("zahltag", PAIR, games=12, seed=7).digest())
    assert beats > 10


@pytest.mark.thorough
def test_a_kernel_s_messages_come_on_its_loop(client: Client) -> None:
    heard: list[Message] = []

    async def page() -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def tell(message: Message) -> None:
            assert asyncio.get_running_loop() is loop
            heard.append(message)
            if not client.playing:
                ended.set()

        client.start(setting("zahltag", PAIR), 2, 7, "en", tell)
        await asyncio.wait_for(ended.wait(), SOON)

    asyncio.run(page())
    assert isinstance(heard[-1], Finished)


@pytest.mark.thorough
def test_a_visitor_s_kernel_needs_no_numpy() -> None:
    code = (
        "import sys, time\n"
        "from paydays_widgets.lab.client import Client, Finished\n"
        "from paydays_widgets.lab.setting import setting\n"
        f"heard, client = [], Client()\nasked = setting('zahltag', {PAIR})\n"
        "client.start(asked, 2, 7, 'en', heard.append)\n"
        "while not (heard and isinstance(heard[-1], Finished)): time.sleep(0.01)\n"
        "assert not {'numpy', 'scipy', 'numba'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=SOON)


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_asked_for(name: str) -> None:
    bots = [*games.modules(name).bots.STRATEGIES][:2]
    heard: list[Message] = []
    serve(request(setting(name, bots), 1, 1, "de"), heard.append)
    assert isinstance(heard[-1], Finished)
    assert read(msgspec.json.encode(heard[-1])) == heard[-1]


@pytest.mark.thorough
def test_the_first_games_of_a_contest_wait_for_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client, told: Told
) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    contest = Contest(PAIR, deals=4)
    folder = tmp_path / f"paydays_widgets-lab-{os.getuid()}"
    with place(lambda _number: None, folder):  # somebody else plays
        client.start(contest, contest.games, contest.seed, "en", told.messages.put)
        first = told.next()
        assert isinstance(first, Grown)
        assert first.summary.games == 4
        assert told.next() == Waiting(1)
    last = told.last()
    assert isinstance(last, Finished)
    assert last.summary.games == 8
    short = Contest(PAIR, deals=2)
    client.start(short, short.games, short.seed, "en", told.messages.put)
    assert isinstance(told.next(), Finished)
