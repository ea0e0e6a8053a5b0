"""The pages around a panel: loading, light and dark, lists, errors, kernels released."""

import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.notebook import write
from tests.browser.visitor import kernel_id

if TYPE_CHECKING:
    from tests.browser.conftest import Serve

WIDGET = """
import anywidget, ipywidgets, os
class Hello(anywidget.AnyWidget):
    _esm = "export default {render({el}) { el.innerHTML = '<p class=here>Here</p>'; }}"
ipywidgets.VBox([Hello(), ipywidgets.Button(description="Deal"), ipywidgets.IntSlider()])
"""


WAIT = "import pathlib, time\nwhile not pathlib.Path({!r}).exists(): time.sleep(0.05)"


class Slow(NamedTuple):
    """A page that is not ready until the file ``go`` exists."""

    url: str
    go: Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def url(serve: "Serve", folder: Path) -> str:
    write(folder / "index.ipynb", markdown="# Games\n\n[Widget](dashboards/widget.ipynb)")
    write(folder / "dashboards" / "widget.ipynb", WIDGET)
    write(folder / "dashboards" / "broken.ipynb", "1 / 0")
    write(folder / "dashboards" / "sum.ipynb", WIDGET, markdown="The sum is $x^2$.")
    return serve(folder, "--Voila.base_url=/school/") + "school/"


@pytest.fixture
def slow(url: str, folder: Path, tmp_path: Path) -> Iterator[Slow]:
    go = tmp_path / "go"
    write(folder / "dashboards" / "slow.ipynb", WAIT.format(str(go)), WIDGET)
    yield Slow(f"{url}voila/render/dashboards/slow.ipynb", go)
    go.touch()


def test_the_front_page_is_the_index_and_leads_on_by_a_relative_link(page: Page, url: str) -> None:
    page.goto(url)
    expect(page).to_have_url(re.compile(r"/school/voila/render/index\.ipynb$"))
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    page.get_by_role("link", name="Widget").click()
    expect(page.locator(".here")).to_be_visible()


def test_the_front_page_keeps_no_kernel(page: Page, url: str) -> None:
    page.goto(f"{url}voila/render/index.ipynb")
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    _until_gone(kernel_id(page), url)


def test_a_closed_page_gives_its_kernel_back(page: Page, url: str) -> None:
    page.goto(f"{url}voila/render/dashboards/widget.ipynb")
    expect(page.locator(".here")).to_be_visible()
    kernel = kernel_id(page)
    assert _is_alive(kernel, url)
    page.goto("about:blank")
    _until_gone(kernel, url)


def test_while_the_kernel_starts_the_page_shows_its_outline_and_says_so(
    page: Page, slow: Slow
) -> None:
    page.goto(slow.url, wait_until="commit")
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(page).to_have_title("Slow · Paydays")
    expect(page.locator("#rendered_cells")).to_be_hidden()
    slow.go.touch()
    expect(page.locator(".here")).to_be_visible()
    expect(page.locator("#loading")).to_have_count(0)


def test_a_page_that_takes_long_says_that_it_is_still_at_work(page: Page, slow: Slow) -> None:
    page.clock.install()
    page.goto(slow.url, wait_until="commit")
    expect(page.get_by_role("status")).not_to_be_empty()
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("link", name="Start again")).to_be_visible()


LATE = """
  const { setTimeout } = window;
  // ipywidgets looks for a model every 100 ms, for two seconds: here the page is too busy.
  window.setTimeout = (run, ms, ...more) =>
    setTimeout(run, ms === 100 ? 2500 : ms, ...more);
"""


def test_a_page_that_is_too_busy_to_look_for_its_widgets_finds_them_all_the_same(
    page: Page, url: str
) -> None:
    page.add_init_script(LATE)
    page.goto(f"{url}voila/render/dashboards/widget.ipynb")
    expect(page.locator(".here")).to_be_visible()
    expect(page.get_by_text("not found")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "language", "words"),
    [
        ("de-CH", "de", "Der Tisch wird gedeckt …"),
        ("fr-CA", "fr", "On prépare la table…"),
        ("it-IT", "en", "Setting the table…"),
    ],
)
def test_the_page_speaks_the_visitors_language(
    browser: Browser, slow: Slow, locale: str, language: str, words: str
) -> None:
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(slow.url, wait_until="commit")
        expect(page.get_by_role("status")).to_have_text(words)
        assert page.locator("html").get_attribute("lang") == language


def test_light_and_dark_follow_the_visitor_and_change_with_them(page: Page, url: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{url}voila/render/dashboards/widget.ipynb")
    body = page.locator("body")
    expect(body).to_have_attribute("data-jp-theme-light", "false")
    dark = body.evaluate("body => getComputedStyle(body).backgroundColor")
    expect(page.locator(".here")).to_be_visible()
    expect(body).to_have_attribute("data-jp-theme-light", "false")
    page.emulate_media(color_scheme="light")
    expect(body).to_have_attribute("data-jp-theme-light", "true")
    assert body.evaluate("body => getComputedStyle(body).backgroundColor") != dark


def test_the_notebook_takes_the_whole_width_and_the_page_scrolls(page: Page, url: str) -> None:
    page.goto(f"{url}voila/render/dashboards/widget.ipynb")
    here = page.locator(".here")
    expect(here).to_be_visible()
    here.evaluate("here => { here.style.height = '2000px'; }")
    for width in (1920, 390):
        page.set_viewport_size({"width": width, "height": 600})
        box = here.bounding_box()
        assert box is not None
        assert box["width"] > width - 24
        assert page.evaluate("document.scrollingElement.scrollHeight") > 2000
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_code_and_its_errors_are_not_spread_out(page: Page, url: str) -> None:
    page.goto(f"{url}voila/render/dashboards/broken.ipynb")
    expect(page.locator(".paydays-stderr")).to_be_visible()
    assert "1 / 0" not in page.content()


def test_a_formula_is_set_without_asking_anyone_else(page: Page, url: str) -> None:
    page.goto(f"{url}voila/render/dashboards/sum.ipynb")
    expect(page.locator("mjx-container").first).to_be_visible()


def test_a_missing_page_says_where_the_others_are(browser: Browser, url: str) -> None:
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        answer = page.goto(f"{url}voila/render/dashboards/nothing.ipynb")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading")).to_have_text("Diese Seite gibt es nicht")
        page.locator('[data-words="de"] a').click()
        expect(page.get_by_role("heading", name="Games")).to_be_visible()


def test_a_folder_without_an_index_is_listed(page: Page, url: str) -> None:
    page.goto(f"{url}voila/tree/dashboards")
    page.get_by_role("link", name="widget").click()
    expect(page.locator(".here")).to_be_visible()


def _is_alive(kernel: str, url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}api/kernels/{kernel}", timeout=5):
            return True
    except urllib.error.HTTPError as answer:
        answer.close()
        return answer.code != 404


def _until_gone(kernel: str, url: str) -> None:
    for _ in range(100):
        if not _is_alive(kernel, url):
            return
        time.sleep(0.1)
    pytest.fail("the kernel is still alive")
