"""The site without a server: static pages with a Python of their own, below a path of a host.

`make site` builds it first.
"""

import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from selectolax.lexbor import LexborHTMLParser

from paydays_widgets import games
from tests.browser.conftest import Visit
from tests.browser.dashboard import key
from tests.browser.test_play import AT_FIRST, PRESS, STATE
from tests.course import COURSE, LESSONS

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
STARTED = ".pw-desk__stage .pw-board"
FOREVER = "def choose(view, luck):\n    while True:\n        pass\n"
WASM = "**/*.wasm"
POSITIONS = {each for name in games.names() for each in games.modules(name).vignettes}
NO_READING = {"genindex.html", "py-modindex.html", "search.html"}
ENDLESS_STRATEGY = f"""{FOREVER}
from paydays_widgets.lab.contest import Contest
from paydays_widgets.lessons import Scoreboard

Scoreboard(Contest(["Mine", "hoarder"], own={{"Mine": choose}}, deals=2))
"""


class _Quiet(SimpleHTTPRequestHandler):
    """A plain static host."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site below a path, and return its address."""
    assert (SITE / "index.html").is_file(), "the site is not there: make site"
    root = tmp_path_factory.mktemp("host")
    (root / "paydays").symlink_to(SITE)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/paydays/"
    server.shutdown()
    server.server_close()


def ready(page: Page) -> None:
    """Wait until the table stands on the page."""
    expect(page.locator(STARTED)).to_be_visible()


def answered(page: Page, site: str) -> Locator:
    """Answer the first question of a lesson that has a strategy, and return its form."""
    page.goto(f"{site}lessons/10_a_market_of_strategies.html")
    form = page.locator(".pw-ask").first
    form.get_by_role("radio").first.check()
    form.get_by_role("button", name="Check").click()
    return form


@pytest.mark.parametrize("name", games.names())
@pytest.mark.walk
def test_a_turn_of_each_game_is_played(visit: Visit, site: str, name: str) -> None:
    with visit(teaches=False) as page:
        page.goto(site)
        title = games.modules(name).panel.TITLE
        page.get_by_role("link", name=f"Play {title}", exact=True).click()
        ready(page)
        expect(key(page, "started")).to_be_visible()
        for _ in range(2):
            before = page.locator(STARTED).inner_html()
            move = next(each for each in page.evaluate(STATE) if "data-" in each)
            assert page.evaluate(PRESS, f".pw {move}")
            expect(page.locator(STARTED)).not_to_have_text("")
            page.wait_for_function(
                f"before => document.querySelector({STARTED!r}).innerHTML !== before", arg=before
            )


def test_a_position_and_a_language_are_named_by_the_address(visit: Visit, site: str) -> None:
    with visit(locale="fr-FR") as page:
        page.goto(f"{site}?game=zahltag&position=tie-at-one")
        ready(page)
        expect(page).to_have_url(f"{site}dashboards/zahltag.html?position=tie-at-one")
        expect(page.locator("[data-move='1 bid 1']")).to_be_visible()
        expect(page.locator(".pw").first).to_have_attribute("lang", "fr")


def test_a_teachers_page_begins_with_a_teachers_controls(visit: Visit, site: str) -> None:
    with visit() as page:
        page.add_init_script(f"({AT_FIRST})()")
        page.goto(f"{site}dashboards/zock.html")
        page.wait_for_function("() => window.atFirst")
        assert "step" in page.evaluate("() => window.atFirst")


def test_games_lead_to_their_lessons(site: str) -> None:
    found = []
    for page in sorted((SITE / "dashboards").glob("*.html")):
        [lesson] = re.findall(r'data-lesson="([^"]*)"', page.read_text(encoding="utf-8"))
        found += [(page.parent / lesson).resolve()]
    assert {each.stem for each in found} <= {path.stem for path in LESSONS}
    assert len({*found}) == len(games.names())
    assert all(each.is_file() for each in found)


def test_a_game_is_kept_and_the_site_opens_without_a_network(visit: Visit, site: str) -> None:
    with visit(teaches=False) as page:
        page.goto(f"{site}dashboards/zahltag.html")
        ready(page)
        page.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
        page.locator("[data-move='1 keep']").click()
        expect(key(page, "undo")).to_be_enabled()
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.context.set_offline(True)
        page.reload()
        ready(page)
        expect(key(page, "undo")).to_be_enabled()
        page.goto(f"{site}dashboards/zock.html")
        ready(page)


class _Caching(_Quiet):
    """A host whose files a browser may keep for an hour."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@pytest.fixture
def deployed(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A site whose front page, and what it keeps, can be changed: its folder and its address."""
    for each in SITE.iterdir():
        (tmp_path / each.name).symlink_to(each)
    for name in ("index.html", "sw.js"):
        (tmp_path / name).unlink()
        (tmp_path / name).write_bytes((SITE / name).read_bytes())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Caching, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


KEEPS = "async () => (await navigator.serviceWorker.getRegistrations()).length"
NEWS = ".news"


def change(path: Path, before: str, after: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


def test_a_visit_that_only_reads_fetches_no_python(visit: Visit, site: str) -> None:
    asked: list[str] = []
    with visit(teaches=False) as page:
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(site, wait_until="networkidle")
        assert page.evaluate(KEEPS) == 0
    assert asked
    assert not [each for each in asked if each.endswith((".zip", ".wasm", "sw.js"))]


def test_a_new_version_is_told_and_comes_when_it_is_let_in(
    visit: Visit, deployed: tuple[Path, str]
) -> None:
    folder, url = deployed
    with visit(teaches=False) as page:
        page.goto(f"{url}dashboards/zahltag.html")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        expect(page.locator(NEWS)).to_have_count(0)  # the first is no news
        page.goto(url)
        change(folder / "index.html", "<body>", '<body id="second">')
        change(folder / "sw.js", 'VERSION = "paydays-', 'VERSION = "paydays-second-')
        page.goto(f"{url}dashboards/zock.html")
        page.locator(NEWS).wait_for()
        ready(page)
        page.goto(url)  # until it is let in, all pages are of the first
        expect(page.locator("#second")).to_have_count(0)
        page.locator(NEWS).get_by_role("button").click()
        expect(page.locator("#second")).to_be_attached()
        expect(page.locator(NEWS)).to_have_count(0)
        page.context.set_offline(True)
        page.goto(f"{url}dashboards/zock.html")
        ready(page)


def test_what_has_waited_is_there_before_python(visitor: Page, site: str) -> None:
    visitor.route("**/worker.js", lambda route: route.abort())
    waits = visitor.locator("[class^='pw-after-']").filter(visible=True)
    visitor.goto(f"{site}lessons/05_mark_up_and_rivals.html")
    expect(visitor.locator("h1").filter(visible=True)).to_be_visible()
    expect(waits).to_have_count(0)
    kept = '1700000000000 {"price": {"answers": ["#00000000"]}}'
    visitor.evaluate(
        "(kept) => localStorage.setItem(`paydays:${location.pathname}:05`, kept)", kept
    )
    visitor.reload()
    expect(waits).to_have_count(3)


PLACES = ["dashboards/zahltag.html", "lessons/10_a_market_of_strategies.html"]
TOLD = "#loading_text"


@pytest.fixture
def fresh(visitors: Callable[..., Page]) -> Page:
    """A browser that keeps nothing of the site, on which requests may fail."""
    return visitors(service_workers="block")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("kind", "body"),
    [("application/wasm", b"\0asm no more"), ("application/wasm", None), ("text/plain", b"none")],
)
def test_a_browser_that_takes_no_webassembly_is_told(
    fresh: Page, site: str, place: str, kind: str, body: bytes | None
) -> None:
    if body is None:  # some browsers have it switched off
        fresh.route(
            "**/worker.js",
            lambda route: route.fulfill(
                body="delete globalThis.WebAssembly;" + route.fetch().text(),
                content_type="text/javascript",
            ),
        )
    else:
        fresh.route(WASM, lambda route: route.fulfill(body=body, content_type=kind))
    fresh.goto(site + place)
    told = fresh.locator(TOLD)
    expect(told).to_contain_text("WebAssembly")
    expect(told.get_by_role("link")).to_have_attribute("href", "")
    expect(told).to_be_in_viewport()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("missing", [WASM, "**/page.js", "**/stage.js", "**/bundle.zip"])
def test_a_page_of_which_something_is_missing_says_so(
    fresh: Page, site: str, place: str, missing: str
) -> None:
    fresh.route(missing, lambda route: route.fulfill(status=404))
    fresh.goto(site + place)
    expect(fresh.locator(TOLD).get_by_role("link")).to_be_in_viewport()
    fresh.unroute(missing)
    fresh.locator(TOLD).get_by_role("link").click()
    expect(fresh.locator(".pw").first).to_be_visible()
    expect(fresh.locator(TOLD)).to_have_count(0)


def test_a_host_that_calls_scripts_plain_text_is_told_and_its_webassembly_is_taken(
    fresh: Page, site: str
) -> None:
    """As a registry of Windows may have it."""

    def plain(route: Route) -> None:
        route.fulfill(response=route.fetch(), content_type="text/plain")

    fresh.route(WASM, plain)
    fresh.goto(site + PLACES[0])
    ready(fresh)
    fresh.route("**/page.js", plain)
    fresh.reload()
    expect(fresh.locator(TOLD).get_by_role("link")).to_be_in_viewport()


def test_a_page_that_waits_long_says_so_and_goes_on(fresh: Page, site: str) -> None:
    fresh.clock.install()
    held: list[Route] = []
    fresh.route("**/bundle.zip", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function
    with fresh.expect_request("**/bundle.zip"):
        fresh.goto(site + PLACES[0])
    told = fresh.locator(TOLD)
    expect(told.get_by_role("link")).to_have_count(0)
    fresh.clock.fast_forward(61_000)
    expect(told.get_by_role("link")).to_be_in_viewport()
    held[0].continue_()
    ready(fresh)
    expect(told).to_have_count(0)


def test_choices_are_compared_without_numpy(visit: Visit, site: str) -> None:
    with visit(teaches=False) as page:
        page.goto(f"{site}dashboards/zock.html#start")
        expect(key(page, "started")).to_be_visible()
        key(page, "advise").click()
        expect(page.locator(".pw-choice").first).to_be_visible()


@pytest.mark.hosting
def test_the_lab_plays_a_hundred_games(visit: Visit, site: str) -> None:
    with visit() as page:
        page.goto(f"{site}dashboards/zock.html")
        ready(page)
        key(page, "tab-lab").click()
        key(page, "lab-start").click()
        expect(page.locator("[data-do=lab_open]").first).to_be_visible()
        expect(key(page, "lab-cancel")).to_have_count(0)
        expect(key(page, "lab-few")).to_be_visible()


def test_a_question_is_marked_and_a_strategy_of_ones_own_is_stopped(
    visit: Visit, site: str
) -> None:
    with visit() as page:
        form = answered(page, site)
        expect(form.locator("[data-key=feedback]")).to_be_visible()
        own = page.locator(".strategy").first
        own.locator("textarea").fill(ENDLESS_STRATEGY)
        own.get_by_role("button").click()
        board = page.locator(".strategy + .cell").first
        board.locator("[data-key=play]").click()
        expect(board.locator("[data-key=error]")).to_be_visible()
        own.locator("textarea").fill("choose")
        own.get_by_role("button").click()
        expect(board.locator(".paydays-stdout")).to_contain_text("function choose")


def test_a_lesson_speaks_the_readers_language(visit: Visit, site: str) -> None:
    with visit(locale="en-GB") as page:
        page.goto(f"{site}lessons/07_the_winners_curse.html?lang=de")
        prose = page.locator("#rendered_cells h1").filter(visible=True)
        first = page.locator(".pw").filter(has=page.locator(".pw-ask")).first
        expect(prose).to_contain_text("Der Fluch des Gewinners")
        expect(first).to_have_attribute("lang", "de")
        said = first.locator(".pw-ask__prompt").inner_text()
        page.locator(".home__language").select_option("fr")
        expect(prose).to_contain_text("La malédiction du vainqueur")
        expect(first).to_have_attribute("lang", "fr")
        expect(first.locator(".pw-ask__prompt")).not_to_have_text(said)
        with page.expect_download() as download:
            page.locator("[data-key=save] [data-key=file]").click()
        assert download.value.suggested_filename == "07_the_winners_curse-answers.json"
        page.goto(f"{site}index.html")
        expect(page.locator("html")).to_have_attribute("lang", "fr")  # all pages remember it


@pytest.mark.hosting
def test_a_call_that_nothing_interrupts_is_ended_and_the_page_goes_on(
    visit: Visit, site: str
) -> None:
    with visit() as page:
        form = answered(page, site)
        own = page.locator(".strategy").first
        own.locator("textarea").fill("sum(range(10**13))")
        own.get_by_role("button").click()
        page.get_by_role("button", name="Load the page again").last.click()
        expect(form.locator("[data-key=feedback]")).to_be_visible()


@pytest.mark.hosting
def test_a_clause_is_played_where_it_is_read(visit: Visit, site: str) -> None:
    with visit() as page:
        page.goto(f"{site}docs/reference/generated/zahltag.fr.html")
        page.locator(".live > summary").first.click()
        table = page.frame_locator(".live > iframe")
        expect(table.locator(STARTED)).to_be_visible()
        expect(table.locator(".pw").first).to_have_attribute("lang", "fr")


@pytest.mark.hosting
@pytest.mark.parametrize("name", [path.stem for path in COURSE])
def test_every_cell_of_a_lesson_runs(visit: Visit, site: str, name: str) -> None:
    with visit() as page:
        page.goto(f"{site}lessons/{name}.html")
        cells = page.locator("[data-cell]")
        for number in range(cells.count()):
            cells.nth(number).scroll_into_view_if_needed()
            expect(cells.nth(number)).to_have_attribute("data-done", "")
        assert page.locator(".paydays-stderr").all_inner_texts() == []


def pages_in(site: Path) -> Iterator[tuple[Path, LexborHTMLParser]]:
    for path in [*site.glob("*.html"), *site.glob("dashboards/*"), *site.glob("lessons/*")]:
        yield path, LexborHTMLParser(path.read_text(encoding="utf-8"))


def told(page: LexborHTMLParser, what: str) -> str:
    [found] = page.css(f"head :is(meta, link)[{what}]")
    return found.attributes.get("content") or found.attributes.get("href") or ""


def test_a_page_that_is_shared_says_what_it_is(site: str) -> None:
    assert site
    abouts = Counter(told(page, "name=description") for _, page in pages_in(SITE))
    assert abouts.total() == 1 + len(games.names()) + len(COURSE)
    assert set(abouts.values()) == {1}
    for path, page in pages_in(SITE):
        assert told(page, "property='og:title'")
        assert b"charset" in path.read_bytes()[:1024]


@pytest.mark.hosting
def test_a_page_of_the_documentation_that_is_shared_says_what_it_is() -> None:
    whole = {
        path: LexborHTMLParser(path.read_text("utf-8")) for path in SITE.glob("docs/**/*.html")
    }
    pages = {path: page for path, page in whole.items() if path.name not in NO_READING}
    assert pages
    for page in pages.values():
        assert told(page, "property='og:title'")
        assert len(told(page, "property='og:description'")) > 10
        assert told(page, "property='og:description'") == told(page, "name=description")
        for canonical in page.css("link[rel=canonical]"):
            address = told(page, "property='og:url'")
            assert canonical.attributes["href"] == address
            home = address.partition("docs/")[0]
            picture = told(page, "property='og:image'").removeprefix(home)
            assert (SITE / picture).is_file()


@pytest.mark.hosting
def test_a_site_that_is_told_its_address_names_it(tmp_path: Path) -> None:
    base = "https://school.example/paydays/"
    for program in ("build", "sitemap"):
        made = [
            sys.executable,
            str(ROOT / "tools" / "site" / f"{program}.py"),
            str(tmp_path),
            base,
        ]
        subprocess.run(made, check=True)
    listed = re.findall("<loc>(.+?)</loc>", (tmp_path / "sitemap.xml").read_text(encoding="utf-8"))
    read = {
        told(page, "rel=canonical"): told(page, "property='og:image'")
        for path, page in pages_in(tmp_path)
        if path.name != "404.html"
    }
    assert {*read} == {*listed}
    engine = RobotFileParser()
    engine.parse((tmp_path / "robots.txt").read_text(encoding="utf-8").splitlines())
    assert engine.site_maps() == [f"{base}sitemap.xml"]
    assert all(engine.can_fetch("any", each) for each in listed)
    assert {(tmp_path / each.removeprefix(base)).is_file() for each in read.values()} == {True}
    lost = LexborHTMLParser((tmp_path / "404.html").read_text(encoding="utf-8"))
    assert {each.attributes["href"] for each in lost.css("main a")} == {base}


def leads_nowhere(page: Path, link: str, names: dict[Path, set[str]]) -> str:
    """Say what is missing where a link of a page leads; "" if nothing is."""
    to = urlsplit(link)
    if to.scheme or to.netloc:
        return ""
    target = (page.parent / unquote(to.path)).resolve() if to.path else page
    target = target / "index.html" if target.is_dir() else target
    if not target.is_relative_to(SITE) or not target.exists():
        return "page"
    if to.fragment and target.is_relative_to(SITE / "docs") and to.fragment not in names[target]:
        return "heading"
    return "position" if {*parse_qs(to.query).get("position", ())} - POSITIONS else ""


@pytest.mark.hosting
def test_every_link_of_the_site_leads_somewhere() -> None:
    pages = {each: LexborHTMLParser(each.read_text("utf-8")) for each in SITE.rglob("*.html")}
    names = {
        path: {str(each.attributes["id"]) for each in page.css("[id]")}
        for path, page in pages.items()
    }
    links = [
        (path, link)
        for path, page in pages.items()
        for each in page.css("[href], [src], [data-live]")
        for attribute in ("href", "src", "data-live")
        if (link := each.attributes.get(attribute))
    ]
    assert any("?position=" in link for path, link in links if "docs" in path.parts)
    dead = [
        (str(path.relative_to(SITE)), link, missing)
        for path, link in links
        if (missing := leads_nowhere(path, link, names))
    ]
    assert not dead
