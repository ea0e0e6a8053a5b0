"""``paydays serve``: places and a queue, a stop that is told, and pages without anything else."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import psutil
import pytest
from playwright.sync_api import Page, Response, Route, expect

from paydays_widgets.core.text import LANGUAGES
from tests.browser.address import environment, free_port
from tests.browser.notebook import write
from tests.browser.serving import serving
from tests.browser.test_stage_js import FORBIDDEN
from tests.browser.visitor import kernels, server
from tests.panels.tables import until

if TYPE_CHECKING:
    from tests.browser.conftest import Serve

LIGHT = "voila/render/light.ipynb"
BUTTON = "import ipywidgets as w; w.VBox([w.Button(description='Deal')])"
DESK = """
from paydays_widgets.core.table import Player
from paydays_widgets.panels import Desk
Desk("zahltag", [Player("Anna", "random_legal"), Player("Ben", "random_legal")], keep="zahltag")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    write(folder / "light.ipynb", BUTTON)
    write(folder / "index.ipynb", markdown="# Games")
    write(folder / "desk.ipynb", DESK)
    return folder


@pytest.fixture(scope="module")
def url(serve: "Serve", folder: Path) -> str:
    return serve(folder, "--pages=1")


@pytest.fixture(scope="module")
def named(serve: "Serve", folder: Path) -> str:
    return serve(folder, "--names=games.example.org, 127.0.0.1")


def told(url: str, path: str = "paydays/health") -> dict[str, object]:
    with urllib.request.urlopen(url + path, timeout=10) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def fetch(url: str, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    """Ask for a page; return status, text and headers."""
    with closing(HTTPConnection(urlsplit(url).netloc, timeout=20)) as at:
        at.request(headers.pop("method", "GET"), path, headers=headers)
        answer = at.getresponse()
        return answer.status, answer.read().decode(errors="replace"), dict(answer.getheaders())


# --- places and the queue ---


def test_the_house_is_full_and_the_page_opens_by_itself(
    visitors: Callable[..., Page], url: str
) -> None:
    first, second = visitors(), visitors(locale="de-DE")
    first.goto(url + LIGHT)
    expect(first.get_by_role("button", name="Deal")).to_be_visible()
    assert told(url) == {"status": "open", "pages": 1, "waiting": 0}
    answer = second.goto(url + LIGHT)
    assert answer is not None
    assert answer.status == 503
    expect(second.get_by_role("heading", name="Alle Plätze sind besetzt")).to_be_visible()
    expect(second.locator("[data-words=de] [data-place]")).to_have_text("1")
    assert len(kernels(url)) == 1
    third = visitors(locale="fr-FR")
    third.goto(url + LIGHT)
    third_place = third.locator("[data-words=fr] [data-place]")
    expect(third_place).to_have_text("2")
    second.reload()
    expect(second.locator("[data-words=de] [data-place]")).to_have_text("1")
    third.reload()
    expect(third_place).to_have_text("2")
    first.reload()  # a person who is in keeps the place
    expect(first.get_by_role("button", name="Deal")).to_be_visible()
    first.goto("about:blank")
    expect(second.get_by_role("button", name="Deal")).to_be_visible()
    assert "ticket" not in second.url
    third.goto("about:blank")


def test_a_page_that_does_not_exist_takes_no_place(url: str) -> None:
    before = told(url)["pages"]
    for _ in range(3):
        status, text, _ = fetch(url, "/voila/render/none.ipynb")
        assert status == 404
        assert 'data-words="en"' in text
    assert told(url)["pages"] == before


@pytest.mark.parametrize("path", ["/abc", "/favicon.ico", "/login", "/a/b?c=d"])
def test_an_address_where_nothing_is_leads_home(url: str, path: str) -> None:
    status, text, _ = fetch(url, path)
    assert status == 404
    assert text.count('href="/voila/tree"') == len(LANGUAGES)


def test_search_engines_are_asked_to_start_no_kernel(url: str) -> None:
    status, text, headers = fetch(url, "/robots.txt")
    assert status == 200
    assert headers["Content-Type"].startswith("text/plain")
    asked = RobotFileParser()
    asked.parse(text.splitlines())
    for path, may in (("voila/render/light.ipynb", False), ("class/new", False), ("", True)):
        assert asked.can_fetch("any", url + path) == may


def test_figures_are_for_the_machine_itself(url: str) -> None:
    status, text, _ = fetch(url, "/paydays/metrics")
    assert status == 200
    assert re.search(r"^paydays_pages \d", text, re.MULTILINE)
    assert re.search(r"^kernel_currently_running_total", text, re.MULTILINE)


# --- no more than pages ---


@pytest.mark.parametrize("path", ["/", "/voila/render/index.ipynb", "/voila/tree", "/nowhere"])
def test_nobody_gets_a_cookie_and_nothing_comes_from_elsewhere(named: str, path: str) -> None:
    _, text, headers = fetch(named, path)
    assert "Set-Cookie" not in headers
    if path != "/nowhere":
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert not re.search(r"https?:|\*|unsafe-eval", policy)
    assert str(Path.cwd()) not in text


@pytest.fixture(scope="module")
def usual(named: str) -> tuple[int, str, dict[str, str]]:
    return fetch(named, "/voila/render/index.ipynb")


def test_a_page_says_how_it_is_encoded(usual: tuple[int, str, dict[str, str]]) -> None:
    assert usual[2]["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("template", ["lab", "paydays", "none-such", "../../../etc"])
def test_a_visitor_cannot_choose_the_template(
    named: str, usual: tuple[int, str, dict[str, str]], template: str
) -> None:
    asked = fetch(named, f"/voila/render/index.ipynb?template={template}&voila-theme=x")
    assert asked[0] == usual[0] == 200
    kernel = re.compile(r'"kernelId": "[0-9a-f-]+"')
    assert kernel.sub("", asked[1]) == kernel.sub("", usual[1])


@pytest.mark.parametrize(
    "path",
    [
        *("/api/contents", "/api/sessions", "/api/kernelspecs", "/api/kernels", "/login", "/tree"),
        *("/voila/api/contents/", "/voila/files/index.ipynb", "/voila/files/../voila.json"),
        "/voila/render/..%2f..%2fetc/passwd",
        "/voila/templates/paydays/static/../../../../../etc/passwd",
    ],
)
def test_there_is_no_way_to_files_or_to_other_kernels(named: str, folder: Path, path: str) -> None:
    status, text, _ = fetch(named, path)
    assert status in {400, 403, 404}
    assert str(folder) not in text
    assert "Traceback" not in text


def test_a_kernel_cannot_be_deleted_or_restarted_from_outside(named: str) -> None:
    status, _, _ = fetch(named, f"/api/kernels/{uuid.uuid4()}", method="DELETE")
    assert status in {403, 405}


def test_another_hosts_name_is_refused(named: str) -> None:
    assert fetch(named, "/paydays/health", Host="games.example.org")[0] == 200
    for path in ("/paydays/health", "/voila/render/index.ipynb", "/"):
        assert fetch(named, path, Host="evil.example.org")[0] == 421


@pytest.mark.hosting
def test_the_log_names_nobody_and_nothing_is_kept(folder: Path, tmp_path: Path) -> None:
    with running(folder, tmp_path) as (url, _):
        status, text, _ = fetch(url, "/voila/render/light.ipynb?name=Anna")
        assert status == 200
        (kernel,) = re.findall(r'"kernelId": "([0-9a-f-]{36})"', text)
        fetch(url, f"/api/kernels/{kernel}")
        log = tmp_path / "log"
        until(lambda: f"GET /api/kernels/{kernel[:8]}…" in log.read_text())
    found = log.read_text()
    assert "GET /voila/render/light.ipynb" in found
    for secret in ("Anna", "127.0.0.1 ", kernel):
        assert secret not in found
    assert not [*tmp_path.rglob("*.sqlite*")]


# --- the command ---


@contextmanager
def running(
    folder: Path, home: Path, *options: str, port: int = 0
) -> Iterator[tuple[str, psutil.Popen]]:
    """Start a server that a test may stop by itself."""
    port = port or free_port()
    command = [sys.executable, "-m", "paydays_widgets", "serve", str(folder), f"--port={port}"]
    url, log = f"http://127.0.0.1:{port}/", home / "log"
    with serving([*command, *options], f"{url}paydays/health", log, env=environment(home)) as it:
        yield url, it


@pytest.mark.hosting
def test_a_stop_is_told_and_the_game_is_there_again(
    visitors: Callable[..., Page], folder: Path, tmp_path: Path
) -> None:
    desk = visitors()
    with running(folder, tmp_path, "--grace=4") as (url, process):
        desk.goto(f"{url}voila/render/desk.ipynb")
        desk.locator("[data-key=step]").click()
        shown = desk.locator(".pw-story [aria-current=step] .pw-story__what")
        expect(shown).to_contain_text("Anna")
        before = shown.inner_text()
        process.send_signal(signal.SIGTERM)
        expect(desk.locator(".closing")).to_be_visible()
        with pytest.raises(urllib.error.HTTPError, match="503"):  # a proxy sends others elsewhere
            told(url)
        assert process.wait(timeout=30) == 0
    with running(folder, tmp_path, port=urlsplit(url).port or 0):
        expect(desk.locator(".closing")).to_have_count(0)
        expect(shown).to_have_text(before)


@pytest.mark.hosting
def test_a_server_without_pages_stops_at_once(folder: Path, tmp_path: Path) -> None:
    with running(folder, tmp_path, "--grace=60") as (_, process):
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


@pytest.mark.hosting
@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux")
@pytest.mark.parametrize("options", [[], ["--no-fork"]])
def test_kernels_are_forked_unless_that_is_turned_off(
    folder: Path, tmp_path: Path, options: list[str]
) -> None:
    with running(folder, tmp_path, *options) as (url, process):
        status, text, _ = fetch(url, "/voila/render/light.ipynb")
        assert status == 200
        (kernel,) = re.findall(r'"kernelId": "([0-9a-f-]{36})"', text)
        (found,) = [
            each
            for each in process.children(recursive=True)
            if any(kernel in word for word in each.cmdline())
        ]
        assert (found.ppid() == process.pid) == bool(options)


@pytest.mark.hosting
def test_nobody_listens_in_on_kernels_over_tcp(folder: Path, tmp_path: Path) -> None:
    """As on Windows and on Macs."""
    over_tcp = ["--no-fork", "--KernelManager.transport=tcp"]
    with running(folder, tmp_path, *over_tcp) as (url, _):
        assert fetch(url, "/voila/render/light.ipynb")[0] == 200
    assert "encryption" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nowhere"], "There is no folder nowhere"),
        (["--pages=0"], "argument --pages: give a whole number, 1 or more, not 0"),
        (["--port=none"], "argument --port: give a whole number, 1 or more, not none"),
    ],
)
def test_what_cannot_be_served_is_said(options: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "notebooks").mkdir()
    assert words in refused(tmp_path, *options)


def refused(home: Path, *options: object, **variables: str) -> str:
    """Start a server that cannot serve, and return what it says."""
    served = ["serve", f"--port={free_port()}", *map(str, options)]
    done = subprocess.run(
        [sys.executable, "-m", "paydays_widgets", *served],
        cwd=home,
        env={**environment(home), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "The pages are at" not in done.stderr
    return done.stderr


LONG = "x" * 60
"""A folder in which the name of a kernel's socket is longer than the system allows."""


def test_pages_need_no_home_and_no_short_name_for_temporary_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / LONG).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / LONG))
    for name in ("config", "data", "ipython", "runtime"):
        (tmp_path / name).touch()  # nobody can make a folder there, not even root
    with running(folder, tmp_path) as (url, process):
        assert fetch(url, f"/{LIGHT}")[0] == 200
        commands = [" ".join(each.cmdline()) for each in process.children(recursive=True)]
        (home,) = {*re.findall(r"(\S+/paydays_\w+)/kernel-", " ".join(commands))}
        assert Path(home).stat().st_mode & 0o777 == 0o700
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    assert not Path(home).exists()
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert f"Classes cannot be saved in {tmp_path}/data/paydays/class.db" in log
    assert "JUPYTER_DATA_DIR" in log


def test_who_asks_for_classes_is_told_that_they_cannot_be_kept(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    at = f"{tmp_path}/file/data"
    told = refused(tmp_path, folder, "--class", "--address=127.0.0.1", JUPYTER_DATA_DIR=at)
    assert f"Classes cannot be saved in {at}/paydays/class.db" in told
    assert "--class-store" in told


def test_a_folder_that_is_no_use_to_kernels_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / LONG).mkdir()
    for at, why in ((tmp_path / LONG, "is longer than 40 letters"), ("/dev/null", "Not a dir")):
        told = refused(tmp_path, folder, f"--Voila.connection_dir_root={at}")
        assert str(at) in told
        assert why in told
        assert "--Voila.connection_dir_root" in told


def test_a_server_whose_kernels_do_not_start_says_so_before_it_opens(
    folder: Path, tmp_path: Path
) -> None:
    spec = {"argv": ["/bin/false"], "display_name": "Dead", "language": "python"}
    at = tmp_path / "kernels" / "python3" / "kernel.json"
    at.parent.mkdir(parents=True)
    at.write_text(json.dumps(spec), "utf-8")
    path = os.pathsep.join((str(tmp_path), environment(tmp_path)["JUPYTER_PATH"]))
    assert "No kernel starts" in refused(tmp_path, folder, JUPYTER_PATH=path)


@pytest.mark.hosting
def test_a_port_that_is_taken_is_said(named: str, folder: Path, tmp_path: Path) -> None:
    port = urlsplit(named).port
    told = refused(tmp_path, folder, f"--port={port}")
    assert f"Port {port} of 127.0.0.1 cannot be used" in told
    assert "choose another with --port" in told
    assert server(named).is_running()


# --- what is loaded once ---


def test_the_browser_keeps_the_panels_script(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    page = visitors()
    loaded: list[Response] = []

    def hear(answer: Response) -> None:
        if "/paydays/scripts/" in answer.url:
            loaded.append(answer)

    page.on("response", hear)
    for _ in range(2):
        page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
        expect(page.locator("[data-key=step]")).to_be_visible()
    first, *later = loaded
    assert "immutable" in first.headers["cache-control"]
    assert all(each.url == first.url for each in later)
    assert not page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter((each) => each.name.includes('/scripts/') && each.transferSize > 0).length"
    )


def test_a_page_whose_script_is_slow_to_come_hears_all_the_same(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    page = visitors()

    def slow(route: Route) -> None:
        time.sleep(2.5)  # anywidget waits for two
        route.continue_()

    page.route("**/paydays/scripts/*.js", slow)
    page.goto(f"{voila_url}voila/render/lessons/what_you_know.ipynb")
    with page.expect_download():
        page.locator("[data-key=save] [data-key=file]").click()


@pytest.mark.parametrize("name", ["stage.js", "kit.00000000.css", "../drawn.00000000.py"])
def test_nothing_else_is_handed_out_with_the_script(url: str, name: str) -> None:
    assert fetch(url, f"/paydays/scripts/{name}")[0] == 404


# --- a browser that stores nothing, and paper ---


def test_a_browser_that_stores_nothing_plays_all_the_same(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    page = visitors()
    page.add_init_script(FORBIDDEN)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
    told = page.locator(".pw [data-key=message]")
    expect(told).to_have_count(1)
    page.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(told).to_have_count(0)
    assert faults == []


GROUND = """() => ["html", "body", ".pw-desk .pw-panel", ".pw-desk .pw"].map((each) => {
  const { backgroundColor, color } = getComputedStyle(document.querySelector(each));
  return [each, backgroundColor, color];
})"""


def test_paper_is_white_whatever_the_screen_is(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    page = visitors()
    seen = {}
    for theme in ("light", "dark"):
        page.emulate_media(media="screen", color_scheme=theme)
        page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb?theme={theme}")
        page.locator(".pw [data-key=theme-select]").select_option(theme, force=True)
        expect(page.locator(f".pw-desk .pw:not([data-theme={theme}])")).to_have_count(0)
        seen[theme, "screen"] = page.evaluate(GROUND)
        page.emulate_media(media="print", color_scheme=theme)
        seen[theme, "print"] = page.evaluate(GROUND)
    assert seen["dark", "screen"] != seen["light", "screen"]
    assert seen["dark", "print"] == seen["light", "print"] == seen["light", "screen"]


def test_signs_are_printed_and_told_apart_in_forced_colours(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    page = visitors()
    page.emulate_media(media="print", forced_colors="active")
    page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
    signs = page.locator(".pw .pw-zt-gold, .pw [data-key=seat-1] *")
    expect(page.locator(".pw .pw-zt-gold").first).to_be_attached()
    adjusted = "all => [...new Set(all.map(each => getComputedStyle(each).printColorAdjust))]"
    assert signs.evaluate_all(adjusted) == ["exact"]
    page.emulate_media(media="screen", forced_colors="active")
    ground = "all => new Set(all.map(each => getComputedStyle(each).backgroundColor)).size"
    assert page.locator(".pw .pw-zt-ahead__cards > i").evaluate_all(ground) == 2
    page.locator(".pw [role=tab]").first.click()
    expect(page.locator(".pw [role=tab][aria-selected=true]")).to_have_count(1)
    drawn = "all => all.map(each => getComputedStyle(each).outlineStyle)"
    assert page.locator(".pw [role=tab]").evaluate_all(drawn).count("solid") == 1


# --- what is seen before the kernel answers ---

OPEN = """
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function () { return attach.call(this, { mode: "open" }); };
window.boxes = (root) => ["bar", "stage", "side", "below"].map((place) => {
  const box = root.querySelector(`.pw-desk__${place}`).getBoundingClientRect();
  return [box.x, box.y + scrollY, box.width, box.height].map(Math.round);
});
new MutationObserver(() => {
  const still = document.querySelector(".still");
  if (!still || window.seen) return;
  window.seen = boxes(still.shadowRoot);
  const luck = ".pw-story, .pw-zt-group[data-kind], .pw-zt-stack__size";
  const ink = (each) => getComputedStyle(each).visibility;
  window.inked = [...still.shadowRoot.querySelectorAll(luck)].map(ink);
}).observe(document, { subtree: true, childList: true });
"""
"""Looks into the still, which the page itself does not."""


def painted(url: str) -> None:
    until(lambda: fetch(url, "/paydays/still/en/dashboards/zahltag.ipynb")[0] == 200)


@pytest.mark.parametrize("width", [1920, 1280, 390])
@pytest.mark.walk
def test_a_still_is_seen_first_and_everything_stays_where_it_was(
    visitors: Callable[..., Page], voila_url: str, width: int
) -> None:
    painted(voila_url)
    page = visitors(teaches=False)
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(OPEN)
    page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
    expect(page.locator("#loading")).to_have_count(0)
    expect(page.locator("[data-key=undo]")).to_be_visible()
    assert page.evaluate("seen") == page.evaluate("boxes(document)")
    assert {*page.evaluate("inked")} == {"hidden"}  # the game that follows has other cards


def test_a_reader_who_comes_back_to_a_game_sees_no_other(
    visitors: Callable[..., Page], voila_url: str
) -> None:
    painted(voila_url)
    page = visitors()
    page.add_init_script(OPEN)
    page.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
    page.get_by_role("button", name=re.compile("Crane stack.*Take: ")).click()
    page.wait_for_function(
        "() => Object.keys(localStorage).some(key => key.startsWith('paydays:/'))"
    )
    page.reload()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert page.evaluate("window.seen") is None


def test_a_page_without_a_still_begins_with_an_outline(url: str) -> None:
    assert fetch(url, f"/paydays/still/en/{LIGHT.removeprefix('voila/render/')}")[0] == 204
    assert fetch(url, "/paydays/still/en/../../voila.json")[0] == 204
