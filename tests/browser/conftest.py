"""Real servers and a real Chromium: what a visitor meets.

Each server is started once and listens on the loopback interface only. A test that takes ``page``
fails if the page logs or raises an error, or sends a request to any other host.
"""

import contextlib
import functools
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from tests.browser.address import environment, free_port
from tests.browser.chromium import chromium
from tests.browser.dashboard import Dashboard, of, tidy
from tests.browser.notebook import write
from tests.browser.serving import serving

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
HEIGHTS = {1920: 1080, 1280: 800, 390: 844}
PATIENCE_S = 60


class OpenDashboard(Protocol):
    """Opens a game's dashboard and waits until its panel is ready."""

    def __call__(
        self,
        page: Page,
        name: str = "zahltag",
        width: int = 1280,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page: ...


class Serve(Protocol):
    """Serves a folder of notebooks with Voila, as `make run` does, and returns the address."""

    def __call__(self, folder: Path, *options: str) -> str: ...


class Publish(Protocol):
    """Puts a notebook of the test beside those of `make run`, and returns its address."""

    def __call__(self, name: str, *cells: str) -> str: ...


class Visit(Protocol):
    """Opens a page in a fresh context, and at the end reports what went wrong on it."""

    def __call__(self, **how: Any) -> contextlib.AbstractContextManager[Page]: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in this folder."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@contextlib.contextmanager
def _serving(command: list[str], home: Path, url: str, health: str) -> Iterator[str]:
    """Run a server from the repository's root; end it with all its kernels."""
    whole = [sys.executable, "-m", *command]
    log = home / "server.log"
    with serving(whole, url + health, log, cwd=ROOT, env=environment(home)):
        yield url


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start servers of pages that end with the session."""
    with contextlib.ExitStack() as servers:

        def start(folder: Path, *options: str) -> str:
            port = free_port()
            command = ["paydays_widgets", "serve", str(folder), f"--port={port}", "--grace=0"]
            command += ["--Host.preparer=", *options]
            home = tmp_path_factory.mktemp("voila")
            url = f"http://127.0.0.1:{port}/"
            # a page would start a kernel with each question
            return servers.enter_context(_serving(command, home, url, "paydays/health"))

        yield start


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the notebooks: tests may put their own beside them."""
    folder = tmp_path_factory.mktemp("served") / "notebooks"
    shutil.copytree(NOTEBOOKS, folder, ignore=shutil.ignore_patterns(".*"))
    for path in folder.glob("dashboards/*.ipynb"):  # the same cards and rolls in every run
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("keep=", "seed=1, keep="), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def voila_url(serve: Serve, served: Path) -> str:
    """The address of `make run`: the front page, the dashboards and the lessons."""
    return serve(served)


@pytest.fixture(scope="session")
def publish(voila_url: str, served: Path) -> Publish:
    """Add a page to the one server that all tests share."""

    def publish_(name: str, *cells: str) -> str:
        write(served / "tests" / f"{name}.ipynb", *cells)
        return f"{voila_url}voila/render/tests/{name}.ipynb"

    return publish_


@pytest.fixture(scope="session")
def lab_notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the notebooks for JupyterLab, which saves what it changes."""
    folder = tmp_path_factory.mktemp("lab") / "notebooks"
    return Path(shutil.copytree(NOTEBOOKS, folder, ignore=shutil.ignore_patterns(".*")))


@pytest.fixture(scope="session")
def lab_url(lab_notebooks: Path) -> Iterator[str]:
    """The address of a JupyterLab that works on that copy."""
    home = lab_notebooks.parent
    port = free_port()
    command = [
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={lab_notebooks}",
        "--IdentityProvider.token=",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--LabApp.expose_app_in_browser=True",
    ]
    with _serving(command, home, f"http://127.0.0.1:{port}/", "api") as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    expect.set_options(timeout=PATIENCE_S * 1000)  # a busy machine is not a failure
    with chromium() as browser:
        yield browser


CUT = ("ERR_INTERNET_DISCONNECTED", "WebSocket is already in CLOSING or CLOSED state")
"""What a browser says of a line that a test has cut, or that a page has left for a new one because
a busy machine kept it waiting: what it says there is sent again on the other."""


def _complaints(page: Page) -> list[str]:
    """Collect what goes wrong on a page from now on."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(each in message.text for each in CUT):
            complaints.append(f"console: {message.text} ({message.location['url']})")

    def hear_error(error: Error) -> None:
        complaints.append(f"page error: {error.stack or error.message}")

    def see_address(address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"blob", "data"} and parts.hostname != "127.0.0.1":
            complaints.append(f"asked a foreign host: {address}")

    page.on("console", hear)
    page.on("pageerror", hear_error)
    page.on("request", lambda request: see_address(request.url))
    page.on("websocket", lambda socket: see_address(socket.url))
    return complaints


TEACHES = "try { localStorage['paydays:teach'] ??= 'true' } catch {}"
"""A visitor has chosen a teacher's controls before."""


def _entered(browser: Browser, *, teaches: bool = True, **how: Any) -> Page:
    """Open a page on which nothing moves, unless asked: to paint each frame takes long."""
    context = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **how})
    if teaches:
        context.add_init_script(TEACHES)
    return context.new_page()


@contextlib.contextmanager
def _visiting(browser: Browser, **how: Any) -> Iterator[Page]:
    page = _entered(browser, **how)
    complaints = _complaints(page)
    page.set_default_timeout(PATIENCE_S * 1000)
    yield page
    page.context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Let visitors in who may see a page refused, or its server or kernel go."""
    pages: list[Page] = []

    def visitor(**how: Any) -> Page:
        pages.append(_entered(browser, **how))
        return pages[-1]

    yield visitor
    for page in pages:
        page.context.close()


@pytest.fixture
def visitor(visitors: Callable[..., Page]) -> Page:
    """A page on which requests may fail."""
    return visitors()


@pytest.fixture(scope="session")
def visit(browser: Browser) -> Visit:
    """Let a visitor in, for as many tests as share the page."""
    return functools.partial(_visiting, browser)


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """A fresh visitor's page, on which nothing may go wrong during the test."""
    with visit() as page:
        yield page


@pytest.fixture(scope="session")
def open_dashboard(voila_url: str) -> OpenDashboard:
    """Open a dashboard as wide as a projector (1920), a laptop (1280) or a phone (390)."""

    def open_(
        page: Page,
        name: str = "zahltag",
        width: int = 1280,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{voila_url}voila/render/dashboards/{name}.ipynb")
        page.locator("#loading").wait_for(state="detached")
        page.locator(".pw").first.wait_for()
        return page

    return open_


class Desks:
    """The open dashboards, shared by tests, since starting a kernel and a page takes seconds."""

    def __init__(self, browser: Browser, open_dashboard: OpenDashboard) -> None:
        self._browser = browser
        self._open = open_dashboard
        self._desks: dict[str, tuple[Page, list[str]]] = {}

    def __getitem__(self, name: str) -> Page:
        if name not in self._desks:
            # A click must not miss a button that is still on its way.
            page = _entered(self._browser)
            self._desks[name] = page, _complaints(page)
            page.set_default_timeout(PATIENCE_S * 1000)
            self._open(page, name)
        return self._desks[name][0]

    def close(self, name: str) -> None:
        """Close a page; the next test opens a fresh one."""
        page, _ = self._desks.pop(name)
        page.context.close()

    def complaints(self, name: str) -> list[str]:
        """Return what went wrong on the page, if it is open."""
        return self._desks[name][1] if name in self._desks else []


@pytest.fixture(scope="session")
def desks(browser: Browser, open_dashboard: OpenDashboard) -> Desks:
    """The dashboards that tests share; they close with the browser."""
    return Desks(browser, open_dashboard)


@pytest.fixture
def game() -> Dashboard:
    """The game of a file that names no other."""
    return of("zahltag")


@pytest.fixture
def desk(desks: Desks, game: Dashboard, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The dashboard of the file's ``game``, for a test that puts its own position on the table."""
    failed = request.session.testsfailed
    yield desks[game.name]
    complaints = desks.complaints(game.name)
    if complaints or request.session.testsfailed > failed:
        desks.close(game.name)  # what went wrong here must not spoil another test
    else:
        tidy(desks[game.name])
    assert not complaints, "\n".join(complaints)
