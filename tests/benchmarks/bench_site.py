"""How soon the site without a server is there, in Chromium, from a host on this machine.

It prints: the first visit, with nothing kept in the browser, until the table stands; the next
visit; a click until the changed page is painted; what the renderer and its worker take in memory.
"""

import time
from collections.abc import Iterator
from statistics import median, quantiles

import psutil
from playwright.sync_api import Page

from paydays_widgets import games
from tests.browser.chromium import chromium
from tests.browser.test_site import STARTED, site

__all__ = ["site"]

VISITS = 5
CLICKS = 40
MB = 1 << 20
PAINTED = """async () => {
  const can = (what) => [...document.querySelectorAll(`.pw ${what}`)]
    .find((each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true");
  const go = can("[data-key=step]") ?? can(".pw-board :is([data-move], [data-do=pick])");
  const before = performance.now();
  const changed = new Promise((done) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(done));
    });
    const all = { childList: true, subtree: true, attributes: true, characterData: true };
    seen.observe(document.querySelector(".pw-desk__stage"), all);
  });
  go.click();
  await changed;
  return performance.now() - before;
}"""


def visited(page: Page, url: str) -> float:
    """Return the seconds until the table stands."""
    began = time.perf_counter()
    page.goto(url)
    page.locator(STARTED).wait_for()
    return time.perf_counter() - began


def renderer() -> float:
    """Return what the largest page takes in memory, in MB."""
    found = psutil.Process().children(recursive=True)
    pages = [each for each in found if "--type=renderer" in each.cmdline()]
    return max(each.memory_full_info().pss for each in pages) / MB


def figures(url: str) -> Iterator[str]:
    with chromium() as browser:
        for name in games.names():
            first, again = [], []
            for _ in range(VISITS):
                context = browser.new_context()
                context.add_init_script("localStorage['paydays:teach'] ??= 'true'")
                page = context.new_page()
                first.append(visited(page, f"{url}dashboards/{name}.html"))
                page.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
                page.close()
                page = context.new_page()
                again.append(visited(page, f"{url}dashboards/{name}.html"))
                if len(first) < VISITS:
                    context.close()
            page.wait_for_timeout(1000)
            clicks = []
            for _ in range(CLICKS):
                clicks.append(page.evaluate(PAINTED))
                page.wait_for_timeout(400)
            yield (
                f"{name}: first {median(first):.2f} s, again {median(again):.2f} s, "
                f"click {median(clicks):.0f} ms, p95 {quantiles(clicks, n=20)[-1]:.0f} ms, "
                f"{renderer():.0f} MB"
            )
            context.close()


def bench_site(site: str) -> None:
    print(*figures(site), sep="\n")
