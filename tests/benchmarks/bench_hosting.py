"""What a hosted visitor costs, beside a bare panel: one SVG and a button in Voila's own template.

Both servers run in the same minutes on the same machine: quote the ratios. ``BENCH_SMALL=1`` tries
the bench with few visitors.
"""

import asyncio
import json
import os
import statistics
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psutil
from playwright.sync_api import Browser

from tests.benchmarks.bench_panel import BOTS, CLICKS, kernels, pss, report
from tests.browser.address import environment, free_port
from tests.browser.chromium import chromium
from tests.browser.notebook import write
from tests.browser.serving import serving
from tests.browser.visitor import Visitor, run

SMALL: Final = os.environ.get("BENCH_SMALL") == "1"
PAGE: Final = "bench.ipynb"
GAME: Final = "master_builder"
SERVE: Final = ("paydays_widgets", "serve", ".", "--pages=1000", "--grace=0")
LAB: Final = ("voila", ".", "--no-browser", "--template=lab", "--Voila.ip=127.0.0.1")
REST: Final = 65
"""Seconds until the server has given back what it does not use: it does so once a minute."""
BARE: Final = """\
import ipywidgets

board = ipywidgets.HTML()
step = ipywidgets.Button(description="Step")
count = 0


def draw(_=None):
    global count
    count += 1
    discs = "".join(
        f'<circle cx="{20 + 40 * (k % 8)}" cy="{20 + 40 * (k // 8)}" r="16" '
        f'fill="{"black" if (k + count) % 2 else "white"}"/>' for k in range(64)
    )
    board.value = f'<svg width="320" height="320" data-count="{count}">{discs}</svg>'


step.on_click(draw)
draw()
ipywidgets.VBox([step, board])"""
BARE_CLICKS: Final = """
async (n) => {
  const step = document.querySelector("button.jupyter-button");
  const times = [];
  for (let k = 0; k < n + 5; k++) {
    const time = await new Promise((resolve) => {
      const begun = performance.now();
      const watch = new MutationObserver(() => {
        watch.disconnect();
        resolve(performance.now() - begun);
      });
      const board = document.querySelector(".widget-html");
      watch.observe(board, {subtree: true, childList: true, attributes: true});
      setTimeout(() => { watch.disconnect(); resolve(null); }, 3000);
      step.click();
    });
    if (k >= 5) times.push(time);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return times;
}
"""
VISIT: Final = """
([step, answered]) => {
  const seen = (selector) => {
    const found = document.querySelector(selector);
    return found?.checkVisibility() ? found : null;
  };
  let still = 0, clicked = 0;
  window.visited = new Promise((resolve) => {
    const screen = (now) => {
      if (!still && seen(".still")) still = now;
      if (clicked && seen(answered)) return resolve([still, now]);
      const button = seen(step);
      if (button && now > clicked + 100) { clicked = now; button.click(); }
      requestAnimationFrame(screen);
    };
    requestAnimationFrame(screen);
  });
}
"""
"""Looks at each frame and clicks as soon as there is what to click, again if that was too soon.

A browser driver's own waiting looks twice a second in the end, too seldom to compare pages by.
"""


@contextmanager
def served(folder: Path, command: Sequence[str]) -> Iterator[tuple[str, psutil.Process]]:
    """Serve a folder, with none of the user's settings."""
    port = free_port()
    env = environment(folder.parent)
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    url, log = f"http://127.0.0.1:{port}/", Path(os.devnull)
    whole = [sys.executable, "-m", *command, f"--port={port}"]
    with serving(whole, f"{url}none-such", log, cwd=folder, env=env) as server:
        time.sleep(5)  # until it has warmed up
        yield url, server


def folders(home: Path) -> tuple[Path, Path]:
    """Write the notebooks: a game, and the bare panel."""
    ours, bare = home / "ours" / "pages", home / "bare" / "pages"
    for folder, source in ((ours, BOTS.format(name=GAME)), (bare, BARE)):
        folder.mkdir(parents=True)
        write(folder / PAGE, source)
    return ours, bare


def p95(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.95))]


def usable(browser: Browser, url: str, step: str, answered: str) -> tuple[float, float]:
    """Time a visit with nothing cached: the still (0 for none), and the first answered click."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(f"({VISIT})({json.dumps([step, answered])})")
    page.goto(f"{url}voila/render/{PAGE}", wait_until="commit")
    still, taken = page.evaluate("visited")
    page.context.close()
    return still / 1000, taken / 1000


OURS: Final = ("[data-do=step]", ".pw-desk__side [aria-current=step]")
THEIRS: Final = ("button.jupyter-button", "svg[data-count]:not([data-count='1'])")


def bench_usable(tmp_path: Path) -> None:
    """Navigation to the still and to the first answered click, cold and preheated, in turns."""
    ours, bare = folders(tmp_path)
    ways: dict[str, tuple[list[str], list[str]]] = {
        "cold": ([], []),
        "preheated": (["--ready=3"], ["--preheat_kernel=True", "--pool_size=3"]),
    }
    for how, (our_options, their_options) in ways.items():
        with (
            served(ours, [*SERVE, *our_options]) as (url, _),
            served(bare, [*LAB, *their_options]) as (other, _),
            chromium() as browser,
        ):
            stills, times, theirs = [], [], []
            for k in range(2 if SMALL else 10):
                time.sleep(4)
                found = usable(browser, url, *OURS)
                time.sleep(4)
                bare_found = usable(browser, other, *THEIRS)
                if k:
                    stills.append(found[0])
                    times.append(found[1])
                    theirs.append(bare_found[1])
            median, beside = statistics.median(times), statistics.median(theirs)
            report(
                f"page usable, {how}, s",
                n=len(times),
                still=round(statistics.median(stills), 2),
                median=round(median, 2),
                bare=round(beside, 2),
                ratio=round(median / beside, 2),
                aim={"cold": 0.85, "preheated": 1.1}[how],
            )


def bench_click(tmp_path: Path) -> None:
    """A click on Step to the changed page."""
    ours, bare = folders(tmp_path)
    with served(ours, SERVE) as (url, _), served(bare, LAB) as (other, _), chromium() as browser:
        found = []
        for address, button, clicks in ((url, OURS[0], CLICKS), (other, THEIRS[0], BARE_CLICKS)):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{address}voila/render/{PAGE}")
            page.wait_for_selector(button)
            page.wait_for_timeout(2000)
            found.append(page.evaluate(clicks, 5 if SMALL else 50))
            page.close()
        assert None not in [*found[0], *found[1]]
        (median, beside) = map(statistics.median, found)
        report(
            "click on Step to the changed page, ms",
            median=round(median, 1),
            p95=round(p95(found[0]), 1),
            bare=round(beside, 1),
            bare_p95=round(p95(found[1]), 1),
            ratio=round(median / beside, 2),
            aim=2,
        )


def bench_kernels(tmp_path: Path) -> None:
    """A kernel's memory with 20 pages open, each with a chart and in French; and its start."""
    ours, _ = folders(tmp_path)
    pages = 3 if SMALL else 20
    for how, options in {"forked": [], "stock": ["--no-fork"]}.items():
        with served(ours, [*SERVE, *options]) as (url, server):
            with chromium() as browser:
                for _ in range(pages):
                    page = browser.new_page(viewport={"width": 1280, "height": 800})
                    page.goto(f"{url}voila/render/{PAGE}")
                    page.click("[data-do=step]")
                    page.click("[data-key=tab-debrief]")
                    page.click("[data-key=page-money]")
                    page.wait_for_selector(".pw-chart svg")
                    page.select_option("[data-do=language]", "fr")
                    page.wait_for_selector(".pw-desk__below :text('Bilans')")
                held = [pss(each) for each in kernels(server)]
                others = [pss(server), *(pss(each) for each in server.children())]
                assert len(held) == pages
            alone, at_once = run(_starts(url, 2 if SMALL else 10, 3 if SMALL else 16))
            report(
                f"kernels, {how}",
                pss_mb=round(statistics.median(held), 1),
                max_mb=round(max(held), 1),
                rest_mb=round(sum(others) - (sum(held) if how == "stock" else 0), 1),
                page_s=round(statistics.median(alone), 2),
                at_once_s=round(max(at_once), 2),
                aim="30 MB",
            )


async def _starts(url: str, alone: int, at_once: int) -> tuple[list[float], list[float]]:
    """Time pages to their end, that is with a desk drawn: one after the other, and all at once."""

    async def timed() -> float:
        visitor = Visitor(url, PAGE)
        begun = time.perf_counter()
        await visitor.load()
        taken = time.perf_counter() - begun
        await visitor.leave()
        return taken

    one_by_one = [await timed() for _ in range(alone)]
    return one_by_one, list(await asyncio.gather(*(timed() for _ in range(at_once))))


class Player(Visitor):
    """A visitor who clicks on Step."""

    _desk = ""

    async def sit(self) -> None:
        """Load the page and connect to the kernel, and find what takes clicks there."""
        await self.load()
        await self.connect()
        control = uuid.uuid4().hex
        await self._say("comm_open", comm_id=control, target_name="jupyter.widget.control")
        await self._say("comm_msg", comm_id=control, data={"method": "request_states"})
        states: dict[str, Any] = {}
        while not states:
            heard = await self._hear()
            if heard.get("comm_id") == control:
                states = heard["data"].get("states", {})
        self._desk = next(name for name, each in states.items() if each["state"].get("greet"))

    async def step(self) -> float:
        """Click on Step and return the seconds until all has been sent that changes."""
        begun = time.perf_counter()
        action = {"method": "custom", "content": {"do": "step"}}
        await self._say("comm_msg", comm_id=self._desk, data=action)
        while True:
            heard = await self._hear()
            if heard.get("data", {}).get("content", {}).get("kind") == "parcel":
                return time.perf_counter() - begun

    async def _say(self, kind: str, **content: Any) -> None:
        assert self._socket is not None
        content = {"data": {}, **content}
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "bench"}
        header |= {"username": "", "version": "5.3", "date": ""}
        rest: dict[str, Any] = {"parent_header": {}, "metadata": {"version": "1.0.0"}}
        message = {"channel": "shell", "header": header, "content": content, **rest}
        await self._socket.write_message(json.dumps(message))

    async def _hear(self) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(30):
            message = await self._socket.read_message()
        assert isinstance(message, str)
        content: dict[str, Any] = json.loads(message)["content"]
        return content


def bench_class(tmp_path: Path) -> None:
    """A class of 40 that comes within 10 s, with the defaults; then each steps once in 5 s."""
    ours, _ = folders(tmp_path)
    count, within, rounds = (4, 1.0, 2) if SMALL else (40, 10.0, 6)

    async def come(at: float) -> tuple[Player, float]:
        await asyncio.sleep(at)
        player = Player(url, PAGE)
        begun = time.perf_counter()
        await player.sit()
        await player.step()
        return player, time.perf_counter() - begun

    async def play(player: Player, at: float) -> list[float]:
        await asyncio.sleep(at)
        times = []
        for _ in range(rounds):
            taken = await player.step()
            times.append(taken)
            await asyncio.sleep(5 - taken)
        return times

    async def lesson() -> tuple[list[float], list[float]]:
        came = await asyncio.gather(*(come(within * k / count) for k in range(count)))
        played = await asyncio.gather(
            *(play(each, 5 * k / count) for k, (each, _) in enumerate(came))
        )
        for player, _ in came:
            await player.leave()
        return [taken for _, taken in came], [each for times in played for each in times]

    with served(ours, SERVE) as (url, _):
        arrivals, steps = run(lesson())
    report(
        f"{count} visitors within {within:g} s: page, socket, first answered Step, s",
        median=round(statistics.median(arrivals), 2),
        p95=round(p95(arrivals), 2),
        max=round(max(arrivals), 2),
        aim="p95 4",
    )
    report(
        f"Step while {count} of them step once in 5 s, ms",
        n=len(steps),
        median=round(1000 * statistics.median(steps), 1),
        p95=round(1000 * p95(steps), 1),
        aim="p95 100",
    )


def bench_soak(tmp_path: Path) -> None:
    """What 500 visits leave: kernels, handles, files, and memory beyond that after visit 50."""
    ours, _ = folders(tmp_path)
    first, last = (4, 12) if SMALL else (50, 500)

    async def visits(count: int) -> None:
        for _ in range(count):
            visitor = Visitor(url, PAGE)
            await visitor.load()
            await visitor.connect()
            await visitor.leave()

    async def rush(count: int) -> None:
        await asyncio.gather(*(visits(count // 2) for _ in range(2)))

    with served(ours, SERVE) as (url, server):

        def state() -> tuple[int, int, int, float]:
            deadline = time.monotonic() + 60
            same = 0  # for how long, in fifths of a second: sockets take a moment to close
            handles = server.num_fds()
            while (kernels(server) or same < 25) and time.monotonic() < deadline:
                time.sleep(0.2)
                same, handles = same + 1 if server.num_fds() == handles else 0, server.num_fds()
            files = sum(1 for each in (tmp_path / "ours").rglob("*") if each.is_file())
            time.sleep(0 if SMALL else REST)
            return len(kernels(server)), handles, files, pss(server)

        run(rush(first))
        before = state()
        run(rush(last - first))
        after = state()
    report(
        f"left after {last} visits, beyond visit {first}",
        kernels=after[0],
        handles=after[1] - before[1],
        files=after[2] - before[2],
        memory_mb=round(after[3] - before[3], 1),
        aim="0, 0, 0, 10 MB",
    )
