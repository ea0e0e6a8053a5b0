"""How fast a page is usable, how fast it answers, and what a visitor costs.

Real Voila, real Chromium, both on this machine, so other work on it counts too: quote medians.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page

from paydays_widgets import games
from paydays_widgets.lab.preparing import prepare
from tests.browser.address import JUPYTER, free_port
from tests.browser.chromium import chromium
from tests.browser.notebook import write
from tests.browser.serving import serving

ROOT = Path(__file__).parents[2]
BOTS = """\
from paydays_widgets import games
from paydays_widgets.core.table import Player
from paydays_widgets.panels import Desk

bots = [each for each in games.modules("{name}").bots.STRATEGIES if each != "random_legal"]
names = ("Anna", "Ben", "Chloé", "David")
Desk("{name}", [Player(*each) for each in zip(names, bots)], seed=1, keep="bench", teach=True)"""
ALL_GAMES = pytest.mark.parametrize("name", games.names())

CLICKS = """
async (n) => {
  const step = document.querySelector("[data-do=step]");
  const stage = document.querySelector(".pw-desk__stage");
  const story = document.querySelector(".pw-desk__side");
  const times = [];
  for (let k = 0; k < n + 5 && step.ariaDisabled !== "true"; k++) {
    const time = await new Promise((resolve) => {
      const begun = performance.now();
      let waiting = new Set([stage, story]);
      const watch = new MutationObserver((changes) => {
        for (const each of changes) for (const part of [stage, story])
          if (part.contains(each.target)) waiting.delete(part);
        if (waiting.size === 0) { watch.disconnect(); resolve(performance.now() - begun); }
      });
      const all = {subtree: true, childList: true, attributes: true, characterData: true};
      for (const part of [stage, story]) watch.observe(part, all);
      setTimeout(() => { watch.disconnect(); resolve(null); }, 3000);
      step.click();
    });
    if (k >= 5) times.push(time);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return times;
}
"""

PICTURE = """
() => new Promise((resolve) => {
  const drawn = () => document.querySelector(".pw-desk__below [data-do=lab_open]") !== null;
  const begun = performance.now();
  let gone = !drawn();
  const watch = new MutationObserver(() => {
    if (!drawn()) gone = true;
    else if (gone) { watch.disconnect(); resolve(performance.now() - begun); }
  });
  const below = document.querySelector(".pw-desk__below");
  watch.observe(below, {subtree: true, childList: true});
  below.querySelector("[data-key=lab-start]").click();
})
"""
"""From a click on Start to the picture of the new run; the one before is gone by then."""


@contextmanager
def voila(folder: Path, *options: str) -> Iterator[tuple[str, psutil.Process]]:
    """Serve a folder of notebooks as `make run` does."""
    port = free_port()
    shutil.copy(ROOT / "binder" / "voila.json", folder)
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["JUPYTER_PATH"] = str(JUPYTER)
    command = [sys.executable, "-m", "voila", ".", "--no-browser", f"--port={port}"]
    ipc = ["--Voila.ip=127.0.0.1", "--KernelManager.transport=ipc"]
    url, log = f"http://127.0.0.1:{port}/", Path(os.devnull)
    whole = [*command, *ipc, *options]
    with serving(whole, f"{url}none-such", log, cwd=folder, env=env) as server:
        yield f"{url}voila/render/bench.ipynb", server


def usable(browser: Browser, url: str) -> float:
    """Time a visit, with nothing cached, until the first click has been answered."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("[data-do=step]")
    page.click("[data-do=step]")
    page.wait_for_function("document.querySelector('.pw-desk__side [aria-current=step]') !== null")
    taken = time.perf_counter() - begun
    page.context.close()
    return taken


def pss(process: psutil.Process) -> float:
    """Give a process's proportional share of memory, in MB."""
    text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    line = next(line for line in text.splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def kernels(server: psutil.Process) -> list[psutil.Process]:
    """Find the kernels of a server."""
    return [
        each
        for each in server.children(recursive=True)
        if "ipykernel_launcher" in " ".join(each.cmdline())
    ]


def report(name: str, **figures: object) -> None:
    """Print a line."""
    sys.stdout.write(f"{name}: {json.dumps(figures)}\n")


@ALL_GAMES
def bench_clicks(tmp_path: Path, name: str) -> None:
    """Click on Step to the changed page (stage and storyline both), 50 clicks or a whole game."""
    write(tmp_path / "bench.ipynb", BOTS.format(name=name))
    with voila(tmp_path) as (url, _), chromium() as browser:
        page: Page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(url)
        page.wait_for_selector("[data-do=step]")
        page.wait_for_timeout(2000)
        times = page.evaluate(CLICKS, 50)
        missed = times.count(None)
        found = sorted(each for each in times if each is not None)
        report(
            f"{name}: click on Step to the changed page, ms",
            n=len(found),
            missed=missed,
            median=round(statistics.median(found), 1),
            p95=round(found[int(len(found) * 0.95)], 1),
        )
        assert missed == 0
        assert len(found) > 40


@ALL_GAMES
def bench_pages(tmp_path: Path, name: str) -> None:
    """Navigation to the first answered click, with and without preheated kernels."""
    write(tmp_path / "bench.ipynb", BOTS.format(name=name))
    for how, options in {
        "cold": [],
        "preheated": ["--preheat_kernel=True", "--pool_size=3"],
    }.items():
        with voila(tmp_path, *options) as (url, server), chromium() as browser:
            usable(browser, url)
            times = []
            for _ in range(7):
                time.sleep(4 if options else 1)
                times.append(usable(browser, url))
            times.sort()
            median = round(statistics.median(times), 2)
            report(
                f"{name}: page usable, {how}, s",
                n=len(times),
                median=median,
                max=round(times[-1], 2),
            )
            assert server.is_running()


@ALL_GAMES
def bench_lab_picture(tmp_path: Path, name: str) -> None:
    """From the click to the first picture of a run: in a new process, then when it is warm."""
    write(tmp_path / "bench.ipynb", BOTS.format(name=name))
    prepare(name, lambda _news: None)
    with voila(tmp_path) as (url, _), chromium() as browser:
        page: Page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(url)
        page.wait_for_selector("[data-do=step]")
        page.click("[data-value=lab]")
        page.wait_for_selector("[data-key=lab-start]")
        first, *warm = [page.evaluate(PICTURE) / 1000 for _ in range(8)]
        report(
            f"{name}: click on Start to the lab’s first picture, s",
            new_process=round(first, 2),
            n=len(warm),
            warm=round(statistics.median(warm), 2),
            max=round(max(warm), 2),
        )


@ALL_GAMES
def bench_memory(tmp_path: Path, name: str) -> None:
    """What a visitor's kernel holds with 20 pages open, each with a chart and in French."""
    write(tmp_path / "bench.ipynb", BOTS.format(name=name))
    with voila(tmp_path) as (url, server), chromium() as browser:
        for _ in range(20):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(url)
            page.wait_for_selector("[data-do=step]")
            page.click("[data-do=step]")
            page.click("[data-key=tab-debrief]")
            page.click("[data-key=page-money]")
            page.wait_for_selector(".pw-chart svg")
            page.select_option("[data-do=language]", "fr")
            page.wait_for_selector(".pw-desk__below :text('Bilans')")
        held = sorted(pss(each) for each in kernels(server))
        report(
            f"{name}: kernel's PSS with 20 pages open, MB",
            n=len(held),
            median=round(statistics.median(held), 1),
            max=round(held[-1], 1),
        )
        assert len(held) == 20


@ALL_GAMES
def bench_building(name: str) -> None:
    """From import to a built Desk, beyond `import ipywidgets`; and what importing a game costs."""
    desk = (
        "import ipywidgets, time; t = time.perf_counter(); "
        f"from paydays_widgets.panels import Desk; Desk({name!r}, seed=1); "
        "print((time.perf_counter() - t) * 1000)"
    )
    game = (
        f"import time; t = time.perf_counter(); import paydays_widgets.games.{name}; "
        "print((time.perf_counter() - t) * 1000)"
    )
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for what, code in {"import to a built Desk": desk, "import of the game": game}.items():
        times = []
        for _ in range(12):
            done = subprocess.run(
                [sys.executable, "-c", code],
                capture_output=True,
                text=True,
                check=True,
                env=env,
                cwd=ROOT,
            )
            times.append(float(done.stdout))
        times = sorted(times[1:])
        report(f"{name}: {what}, ms", n=len(times), median=round(statistics.median(times), 1))
