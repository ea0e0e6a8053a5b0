"""The connection between a page and its kernel: interrupted, cut for good, and given up."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import key
from tests.browser.relay import Relay
from tests.browser.visitor import kernel_id, kernel_of, kernels, server

if TYPE_CHECKING:
    from tests.browser.conftest import Publish, Visit

COUNTER = """
from paydays_widgets.panels.surface import Surface
class Counter(Surface):
    count = 0
    def handle(self, message):
        self.count += 1
        self.show(f"<button data-key='b' data-do='click'>{self.count}</button>", self.count)
        self.send({"kind": "save", "name": f"{self.count}.txt", "mime": "text/plain", "text": "x"})
def work():
    import time
    time.sleep(3)
words = {"text": "No answer", "away": "Interrupted", "gone": "Ended", "reload": "Load again"}
Counter(html="<button data-key='b' data-do='click'>0</button>", keep="c", lost_words=words)
"""


TWO = f"""
{COUNTER.replace("Counter(html", "one = Counter(html")}
import ipywidgets
ipywidgets.VBox([one, Counter(html="<p>2</p>", lost_words=words)])
"""


@contextmanager
def slowed(*processes: psutil.Process, period: float = 2.5) -> Iterator[None]:
    """Let processes run for a tenth of the time."""
    ends = threading.Event()

    def hold_up() -> None:
        while not ends.wait(period / 10):
            for each in processes:
                each.suspend()
            ends.wait(period * 9 / 10)
            for each in processes:
                each.resume()

    holder = threading.Thread(target=hold_up)
    holder.start()
    try:
        yield
    finally:
        ends.set()
        holder.join()


@pytest.fixture
def relay(voila_url: str) -> Iterator[Relay]:
    with Relay(urlsplit(voila_url).port or 0) as relay:
        yield relay


@pytest.fixture
def counter(visitor: Page, relay: Relay, publish: "Publish") -> Page:
    """A page behind the relay: it counts clicks, and saves a file after each."""
    path = urlsplit(publish("counter", COUNTER)).path
    visitor.goto(f"http://127.0.0.1:{relay.port}{path}")
    expect(key(visitor, "b")).to_have_text("0")
    return visitor


@pytest.mark.parametrize("how", [Relay.cut, Relay.swallow])
@pytest.mark.walk
def test_a_short_drop_of_the_network_loses_nothing(
    counter: Page, relay: Relay, how: Callable[[Relay], None]
) -> None:
    files: list[str] = []
    counter.on("download", lambda download: files.append(download.suggested_filename))
    key(counter, "b").click()
    expect(key(counter, "b")).to_have_text("1")
    how(relay)
    key(counter, "b").evaluate("button => button.click()")  # at the last moment
    began = time.monotonic()
    alert = counter.get_by_role("alert")
    expect(alert).to_contain_text("Interrupted")
    assert counter.locator(".pw-body").evaluate("body => body.inert")
    counter.wait_for_timeout(max(0, 3000 - 1000 * (time.monotonic() - began)))
    relay.mend()
    expect(alert).to_have_count(0)
    expect(key(counter, "b")).to_have_text("2")
    key(counter, "b").click()
    expect(key(counter, "b")).to_have_text("3")
    counter.wait_for_timeout(500)
    assert files == ["1.txt", "2.txt", "3.txt"]


WATCH = """() => {
    window.alarms = [];
    new MutationObserver((all) => {
        const fresh = all.flatMap((one) => [...one.addedNodes]);
        alarms.push(...fresh.filter((each) => each.role === "alert"));
    }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.hosting  # a tenth of what others leave it is no tenth: it needs a machine of its own
def test_a_server_at_a_tenth_of_its_speed_is_not_taken_for_gone(
    visitor: Page, publish: "Publish", voila_url: str
) -> None:
    visitor.goto(publish("slowed", TWO))
    expect(key(visitor, "b")).to_have_text("0")
    visitor.evaluate(WATCH)
    sockets: list[str] = []
    files: list[str] = []
    visitor.on("websocket", lambda socket: sockets.append(socket.url))
    visitor.on("download", lambda download: files.append(download.suggested_filename))
    with slowed(kernel_of(visitor), server(voila_url)):
        for count in range(1, 7):
            key(visitor, "b").click()
            expect(key(visitor, "b")).to_have_text(str(count), timeout=60_000)
    visitor.wait_for_timeout(2000)
    assert sockets == []
    assert visitor.evaluate("alarms.map((each) => each.innerText)") == []
    assert files == [f"{count}.txt" for count in range(1, 7)]


def test_a_kernel_that_died_is_told_and_the_page_can_be_loaded_again(
    visitor: Page, publish: "Publish"
) -> None:
    visitor.goto(publish("counter", COUNTER))
    key(visitor, "b").click()
    expect(key(visitor, "b")).to_have_text("1")
    kernel_of(visitor).kill()
    alert = visitor.get_by_role("alert")
    expect(alert).to_contain_text("Ended", timeout=5000)
    expect(alert).to_have_count(1)
    assert visitor.locator(".pw-body").evaluate("body => body.inert")
    alert.get_by_role("button", name="Load again").click()
    expect(key(visitor, "b")).to_have_text("0")


@pytest.mark.hosting
def test_a_kernel_that_works_for_long_is_not_taken_for_dead(
    visitor: Page, publish: "Publish"
) -> None:
    visitor.goto(publish("worker", COUNTER.replace("self.count += 1", "self.count += 1; work()")))
    expect(key(visitor, "b")).to_have_text("0")
    sockets: list[str] = []
    visitor.on("websocket", lambda socket: sockets.append(socket.url))
    key(visitor, "b").click()
    visitor.wait_for_timeout(3500)
    assert not visitor.locator(".pw-body").evaluate("body => body.inert")
    expect(key(visitor, "b")).to_have_text("1")
    expect(visitor.get_by_role("alert")).to_have_count(0)
    assert sockets == []


def test_a_page_that_is_left_while_its_kernel_starts_gives_it_back(
    visitor: Page, publish: "Publish", voila_url: str
) -> None:
    url = publish("slow", "import time; time.sleep(60)")
    visitor.goto(url, wait_until="commit")
    visitor.wait_for_function("() => window.paydaysKernel")
    kernel = kernel_id(visitor)
    assert kernel in kernels(voila_url)
    visitor.goto("about:blank")
    deadline = time.monotonic() + 15
    while kernel in kernels(voila_url):
        assert time.monotonic() < deadline
        visitor.wait_for_timeout(200)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-GB", "All games and lessons"),
        ("fr-FR", "Tous les jeux et leçons"),
        ("de-DE", "Alle Spiele und Lektionen"),
    ],
)
def test_there_is_a_way_home(
    visit: "Visit", publish: "Publish", voila_url: str, language: str, words: str
) -> None:
    with visit(locale=language) as page:
        page.goto(publish("plain", "1 + 1"))
        page.get_by_role("link", name=words, exact=True).click()
        expect(page).to_have_url(f"{voila_url}voila/render/index.ipynb")
        expect(page.get_by_role("link", name=words, exact=True)).to_have_count(0)
