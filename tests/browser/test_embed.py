"""Games and lessons in a frame of somebody else's page."""

import re
import threading
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dashboard import key, tab
from tests.browser.test_host import folder as folder  # noqa: PLC0414 - a fixture
from tests.browser.test_host import running
from tests.browser.test_site import STARTED, TOLD
from tests.browser.test_site import _Quiet as Quiet
from tests.browser.test_site import site as site  # noqa: PLC0414 - a fixture

AROUND = """<!doctype html><title>A course</title>
<iframe id="frame" src="{url}" width="900" height="300" {allows}></iframe>
<script>
  const heights = [];
  addEventListener("message", ({{ data }}) => {{
    if (data?.type !== "paydays:height") return;
    heights.push(data.height);
    document.getElementById("frame").height = data.height;
  }});
</script>"""
FITS = """() => {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight === clientHeight && clientHeight > 300;
}"""


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Write pages of another origin around a frame."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://localhost:{server.server_port}/"

    def write(url: str = "", allows: str = "") -> str:
        (tmp_path / "course.html").write_text(AROUND.format(url=url, allows=allows))
        return f"{address}course.html"

    yield write
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("allows", ["", 'sandbox="allow-scripts allow-same-origin"'])
def test_a_game_is_played_in_a_frame_as_high_as_it(
    visitor: Page, course: Callable[..., str], site: str, allows: str
) -> None:
    visitor.goto(course(f"{site}dashboards/zahltag.html", allows))
    within = visitor.frame_locator("#frame")
    expect(within.locator(STARTED)).to_be_visible()
    within.locator("[data-move='1 keep']").click()
    expect(within.locator("[data-key=undo]")).to_be_enabled()
    visitor.frames[1].wait_for_function(FITS)


def test_a_frame_that_allows_too_little_is_told_what_it_takes(
    visitor: Page, course: Callable[..., str], site: str
) -> None:
    for place in ("dashboards/zahltag.html", "lessons/10_a_market_of_strategies.html"):
        visitor.goto(course(site + place, 'sandbox="allow-scripts"'))
        expect(visitor.frame_locator("#frame").locator(TOLD)).to_contain_text("allow-same-origin")


def test_what_is_copied_is_the_frame_of_this_very_game(visitor: Page, site: str) -> None:
    visitor.goto(f"{site}dashboards/zock.html")
    expect(visitor.locator(STARTED)).to_be_visible()
    visitor.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    tab(visitor, "save")
    key(visitor, "embed").click()
    expect(key(visitor, "message")).to_be_visible()
    copied = visitor.evaluate("window.copied")
    visitor.set_content(copied)
    frame = visitor.locator("iframe")
    expect(frame).to_have_attribute("title", "Zock")
    assert visitor.url == frame.get_attribute("src")


@pytest.mark.hosting
def test_a_server_lets_those_show_it_that_it_is_told(
    visitor: Page, course: Callable[..., str], folder: Path, tmp_path: Path
) -> None:
    around = course().removesuffix("/course.html")
    for option, shown in ((f"--embed-from=https://a.example,{around}", 1), ("--grace=5", 0)):
        with running(folder, tmp_path, option) as (url, _):
            with urllib.request.urlopen(f"{url}voila/render/desk.ipynb") as answer:
                policy = answer.headers["Content-Security-Policy"]
            allowed = re.findall(r"frame-ancestors ([^;]*)", policy)
            assert allowed == [" ".join(("'self'", *("https://a.example", around) * shown))]
            visitor.goto(course(f"{url}voila/render/desk.ipynb"))
            if shown:
                within = visitor.frame_locator("#frame")
                within.locator("[data-key=step]").click()
                expect(within.locator(".pw-story [aria-current=step]")).to_be_visible()
            else:
                visitor.wait_for_load_state("networkidle")
                expect(visitor.frame_locator("#frame").locator(".pw")).to_have_count(0)
