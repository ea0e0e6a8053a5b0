"""Pages and a class, served by a package that sees of the system what Windows has."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.address import environment, free_port
from tests.browser.serving import serving
from tests.windows import BEGINS

pytestmark = pytest.mark.hosting

ROOT = Path(__file__).parents[2]
NAMES = ("Mia", "Noé", "Łukasz", "Zoë")


def poorer(home: Path) -> dict[str, str]:
    (home / "begins").mkdir()
    (home / "begins" / "sitecustomize.py").write_text(BEGINS)
    path = os.pathsep.join((str(home / "begins"), str(ROOT)))
    return {**environment(home), "PYTHONPATH": path, "PYTHONIOENCODING": "cp1252"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    home = tmp_path_factory.mktemp("windows")
    port = free_port()
    command = [sys.executable, "-m", "paydays_widgets", "class", f"--port={port}"]
    url, log = f"http://127.0.0.1:{port}/", home / "log"
    env = {**poorer(home), "BROWSER": "true"}
    with serving(command, f"{url}paydays/health", log, cwd=home, env=env):
        yield url, log


def test_the_package_sees_no_more_than_windows_has(tmp_path: Path) -> None:
    asked = (
        "import os, sys; from paydays_widgets.hosting import host;"
        "from paydays_widgets.lessons import confined; print(host.sys.platform, "
        "hasattr(host.socket, 'AF_UNIX'), hasattr(confined.os, 'killpg'), "
        "sys.platform, hasattr(os, 'killpg'))"
    )
    said = subprocess.run(
        [sys.executable, "-c", asked], env=poorer(tmp_path), check=True, capture_output=True
    )
    assert said.stdout.split() == [b"win32", b"False", b"False", b"linux", b"True"]


def test_a_game_is_played_and_compared(served: tuple[str, Path], browser: Browser) -> None:
    url, log = served
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{url}voila/render/dashboards/zahltag.ipynb#start")
    move = page.locator('.pw-board [data-move^="1 "]:not([aria-disabled=true])').first
    move.click()
    expect(page.locator("[data-key=undo]")).not_to_have_attribute("aria-disabled", "true")
    page.context.close()
    assert "Traceback" not in log.read_text(encoding="cp1252")


def test_four_join_a_class_and_play(served: tuple[str, Path], browser: Browser) -> None:
    url, log = served
    teacher = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    teacher.goto(f"{url}class/new?game=zahltag")
    teacher.locator("form button[type=submit], form .pw-btn--primary").first.click()
    teacher.wait_for_url("**/teacher*")
    code = teacher.url.split("/class/")[1].split("/")[0]
    phones = []
    for name in NAMES:
        phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        phone.goto(f"{url}class/{code}")
        phone.get_by_role("textbox").fill(name)
        phone.keyboard.press("Enter")
        expect(teacher.locator("body")).to_contain_text(name)
        phones.append(phone)
    teacher.locator("[data-do=begin]").first.click()
    for phone in phones:
        expect(phone.locator(".pw-board")).to_be_visible()
    mine = "[data-move]:not([aria-disabled=true])"
    decides = next(phone for phone in phones if phone.locator(mine).count())
    before = decides.locator(".pw-body").first.inner_html()
    decides.locator(mine).first.click()
    expect(decides.locator(".pw-board")).to_be_visible()
    decides.wait_for_function(
        "before => document.querySelector('.pw-body').innerHTML !== before", arg=before
    )
    for page in (*phones, teacher):
        page.context.close()
    assert "Traceback" not in log.read_text(encoding="cp1252")
