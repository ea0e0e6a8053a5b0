"""The package as a new user gets it: installed from the wheel, in an empty folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
from playwright.sync_api import Browser, Page, expect

from paydays_widgets import games
from tests.browser.address import free_port
from tests.browser.lab import run_all
from tests.browser.notebook import write
from tests.browser.serving import serving

pytestmark = [pytest.mark.browser, pytest.mark.hosting]

ROOT = Path(__file__).parents[2]
UV = Path(sysconfig.get_path("scripts")) / "uv"
PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"
MOST_MB = 350
"""What a page's server takes on disk, with all that it needs."""


def run(*command: object) -> None:
    subprocess.run([*map(str, command)], cwd=ROOT, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment."""
    folder = tmp_path_factory.mktemp("new-user")
    run(UV, "venv", "--python", sys.executable, folder / "venv")
    programs, pins = folder / "venv" / PROGRAMS, ROOT / "tools" / "requirements" / "run.txt"
    wanted = f"{wheel}[class]"
    run(UV, "pip", "install", "--python", programs / "python", "--constraint", pins, wanted)
    return programs


@contextmanager
def started(installed: Path, home: Path, health: str, *command: str) -> Iterator[str]:
    """Serve from a folder with nothing in it, and return the address."""
    port = free_port()
    environment = {
        **{name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ},
        "PATH": os.pathsep.join((str(installed), os.environ["PATH"])),
        "HOME": str(home),
        "USERPROFILE": str(home),
        "BROWSER": "true",  # a program that opens nothing
    }
    program, *options = command
    whole = [installed / program, *options, f"--port={port}"]
    url, log = f"http://127.0.0.1:{port}/", Path(os.devnull)
    with serving(whole, url + health, log, cwd=home, env=environment):
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def test_an_index_finds_nothing_wrong_with_it(wheel: Path, tmp_path: Path) -> None:
    bin_ = tmp_path / PROGRAMS
    pins = ROOT / "tools" / "requirements" / "dist.txt"
    run(UV, "venv", "--python", sys.executable, tmp_path)
    run(UV, "pip", "install", "--python", bin_ / "python", "--require-hashes", "-r", pins)
    (source,) = wheel.parent.glob("*.tar.gz")
    run(bin_ / "twine", "check", "--strict", wheel, source)
    run(bin_ / "check-wheel-contents", wheel)
    run(bin_ / "pyroma", "--min", 10, source)


def test_it_takes_little_room(installed: Path) -> None:
    files = [path for path in installed.parent.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files if not path.is_symlink())
    assert size < MOST_MB * 1e6
    packages = {path.name for path in installed.parent.glob("lib/python*/site-packages/*")}
    assert not packages & {"scipy", "numba"}


def test_the_command_alone_says_what_there_is(installed: Path, tmp_path: Path) -> None:
    said = subprocess.run([installed / "paydays"], cwd=tmp_path, check=True, capture_output=True)
    assert b"serve" in said.stdout


def test_games_are_simulated_without_a_compiler(installed: Path, tmp_path: Path) -> None:
    asked = ("simulate", "zahltag", "--seats", "lean_crew,hoarder", "--games", "10")
    said = subprocess.run([installed / "paydays", *asked], cwd=tmp_path, check=True, stdout=PIPE)
    assert b"hoarder" in said.stdout


def test_the_games_and_the_lessons_are_served_from_an_empty_folder(
    installed: Path, tmp_path: Path, page: Page
) -> None:
    with started(installed, tmp_path, "paydays/health", "paydays", "serve") as url:
        for name in games.names():
            page.goto(f"{url}voila/render/index.ipynb")
            title = games.modules(name).panel.TITLE
            page.get_by_role("link", name=f"Play {title}", exact=True).click()
            expect(page.locator("[data-key=started]")).to_be_visible(timeout=60_000)
            move = page.locator('.pw-board [data-move^="1 "]:not([aria-disabled=true])').first
            move.click()
            expect(page.locator("[data-key=started]")).to_have_count(0)
        page.goto(f"{url}voila/render/lessons/01_the_lowest_bid.ipynb")
        asked = page.locator(".pw-ask").first
        asked.locator("[data-key=input]").fill("3", timeout=60_000)
        asked.locator("[data-key=check]").click()
        expect(asked.locator("[data-key=feedback], [data-key=answer]").first).to_be_visible()
    assert not [each for each in tmp_path.iterdir() if not each.name.startswith(".")]


def test_a_class_is_opened_and_phones_join(
    installed: Path, tmp_path: Path, browser: Browser, page: Page
) -> None:
    with started(installed, tmp_path, "paydays/health", "paydays", "class") as url:
        page.goto(f"{url}class/new?game=zahltag")
        page.locator("form button[type=submit], form .pw-btn--primary").first.click()
        page.wait_for_url("**/teacher*", timeout=60_000)
        code = page.url.split("/class/")[1].split("/")[0]
        for name in ("Mia", "Noé"):
            phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            phone.goto(f"{url}class/{code}")
            phone.get_by_role("textbox").fill(name)
            phone.keyboard.press("Enter")
            expect(page.locator("body")).to_contain_text(name, timeout=60_000)
            phone.context.close()


def test_a_cell_in_jupyterlab_shows_a_game(installed: Path, tmp_path: Path, page: Page) -> None:
    cell = 'from paydays_widgets.panels import Desk\n\nDesk("zahltag")'
    write(tmp_path / "mine.ipynb", cell)
    command = ("jupyter", "lab", "--no-browser", "--allow-root", "--IdentityProvider.token=")
    exposed = "--LabApp.expose_app_in_browser=True"
    with started(installed, tmp_path, "api", *command, exposed) as url:
        page.goto(f"{url}lab/tree/mine.ipynb")
        run_all(page)
        page.locator("[data-move='1 keep']").click()
        expect(page.locator(".pw [data-key=undo]")).not_to_have_attribute("aria-disabled", "true")


def test_lessons_are_copied_to_be_changed(installed: Path, tmp_path: Path) -> None:
    copied = tmp_path / "mine"
    subprocess.run([installed / "paydays", "lessons", copied], check=True, capture_output=True)
    ours = ROOT / "notebooks"
    for path in ours.rglob("*.ipynb"):
        if not any(part.startswith(".") for part in path.relative_to(ours).parts):
            assert (copied / path.relative_to(ours)).read_bytes() == path.read_bytes()
    shutil.rmtree(copied)
