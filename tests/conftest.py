"""What holds for all tests."""

import asyncio
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from coverage import Coverage
from hypothesis import settings

from paydays_widgets import games
from tools.hatch_build import compile_catalogues

ROOT = Path(__file__).parents[1]
LONGEST = (
    "browser/test_every_dashboard.py",
    "browser/test_dashboard.py",
    "browser/test_lessons.py",
    "browser/test_class.py",
    "notebooks/test_notebooks.py",
    "browser/test_host.py",
    "browser/test_site.py",
    "browser/test_kernels.py",
    "browser/test_stage_js.py",
    "browser/test_play.py",
    "browser/test_pages.py",
    "browser/test_stillness.py",
    "browser/test_pay_day.py",
    "browser/test_hosting.py",
    "browser/test_master_builder.py",
    "browser/test_link.py",
    "browser/test_strategies.py",
    "browser/test_zock.py",
    "browser/test_keyboard.py",
    "browser/test_lab.py",
    "browser/test_styles.py",
    "browser/test_accessibility.py",
)
WATCHED = (
    "core",
    "show",
    "kernels",
    "games",
    "classroom/test_every_check.py",
    "classroom/test_market_form.py",
    "classroom/test_market_pages.py",
    "classroom/test_market_programme.py",
    "classroom/test_programme.py",
    "contract/test_debriefs.py",
    "contract/test_panel_modules.py",
    "contract/test_ready.py",
    "contract/test_turns.py",
    "contract/test_words.py",
    "lab/test_kernels.py",
)
"""The tests that cover every line of the rules and of what shows them."""

FEW = 3
"""How many set-ups of a test are quick."""

# The same examples every time: a failure in one run is a failure in the next.
settings.register_profile("paydays", derandomize=True, deadline=None, database=None)
settings.register_profile("quick", settings.get_profile("paydays"), max_examples=20)

# A game that is not on the shelf: it shows that one can be added, by the steps of CONTRIBUTING.md.
games.add("tests.kuhn_poker")
# The game that `paydays new` copies: it has an engine, and no other module.
games.add("my_game")


@pytest.fixture(autouse=True)
def _no_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's loop, which runs on until the session ends, from all but browser tests."""
    loop = None if request.node.get_closest_marker("browser") else asyncio._get_running_loop()
    if loop is not None:
        asyncio._set_running_loop(None)
    yield
    if loop is not None:
        asyncio._set_running_loop(loop)


class Examples:
    """Keeps pytest from importing modules, some of which take seconds, that have no examples."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        own = collection_path.is_relative_to(ROOT / "paydays_widgets")
        if not own or collection_path.suffix != ".py" or collection_path.match("test_*"):
            return None
        return ">>>" not in collection_path.read_text(encoding="utf-8") or None


def _variant(item: pytest.Item) -> tuple[str, str]:
    """Name a test and the game that it plays in this variant; "" where it is of one game alone."""
    test, _, variant = item.nodeid.partition("[")
    return test, next((game for game in games.names() if game in variant), "")


def _drawn(item: pytest.Item) -> int:
    """Order tests by a luck that is the same in every run."""
    return crc32(item.nodeid.encode())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the golden playthroughs again; git shows what has changed",
    )
    parser.addoption(
        "--quick", action="store_true", help="one set-up of each game, fewer examples"
    )
    parser.addoption(
        "--games",
        type=int,
        default=200,
        help="how many games of each kind to compare between engine and kernel",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose how much is tried; compile catalogues older than what is written, as `make` does."""
    config.pluginmanager.register(Examples())
    settings.load_profile("quick" if config.option.quick else "paydays")
    begun = Coverage.current()
    if begun is not None and hasattr(config, "workerinput"):
        begun.stop()  # the worker's own follows; where no_cover stops that, this one would go on
    for folder in ("paydays_widgets", "tests"):
        compile_catalogues(ROOT / folder)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let one worker have all tests of a dashboard, from whatever file: they share its page."""
    from xdist.scheduler import LoadFileScheduling

    class Dashboards(LoadFileScheduling):  # type: ignore[misc] # has no types
        def _split_scope(self, nodeid: str) -> str:
            at_a_dashboard = nodeid.startswith("tests/browser/")
            game = next((name for name in games.names() if name in nodeid), "")
            return game if game and at_a_dashboard else super()._split_scope(nodeid)

    return Dashboards(config, log) if config.option.dist == "loadfile" else None


def shown(item: pytest.Item) -> set[tuple[tuple[int, str], ...]]:
    """List the values and the pairs of values that a set-up shows, as its name has them."""
    values = [*enumerate(re.split(r"[- ]", item.nodeid.partition("[")[2].removesuffix("]")))]
    return {*combinations(values, 1), *combinations(values, 2)}


def most_pairs(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """Yield set-ups, each with the most that no other shows, until every pair has been shown."""
    left = {item: shown(item) for item in sorted(items, key=_drawn)}
    for _ in range(most):
        kept = max(left, key=lambda item: len(left[item]), default=None)
        if kept is None or not left[kept]:
            return
        new = left.pop(kept)
        left = {item: found - new for item, found in left.items()}
        yield kept


def leave_most_of_each_walk(items: list[pytest.Item]) -> None:
    """Keep a quarter of the set-ups of each walk, or as many as it says: those with most pairs."""
    walks: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("walk") and not item.get_closest_marker("hosting"):
            walks.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in walks.values():
        marked = each[0].get_closest_marker("walk")
        most = (*(marked.args if marked else ()), max(1, len(each) // 4))[0]
        kept = {*most_pairs(each, most)}
        for item in each:
            if item not in kept:
                item.add_marker("hosting")


def quick(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield what is quick: of many set-ups, the first of each game, or else a few; no database.

    What is thorough is tried with one game.
    """
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "postgres" not in getattr(item, "fixturenames", ()):
            tests.setdefault(_variant(item)[0], []).append(item)
    for alike in tests.values():
        thorough = alike[0].get_closest_marker("thorough")
        if len(alike) <= FEW and not thorough:
            yield from alike
            continue
        first = {_variant(item)[1]: item for item in reversed(alike)}
        first.pop("", None)
        if thorough:
            yield from sorted(first.values(), key=_drawn)[:1]
            continue
        yield from first.values()
        others = [item for item in alike if not _variant(item)[1]]
        if others:
            yield from others[:: -(-len(others) // FEW)]


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by mark
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not quick; begin with what takes longest: two workers end together.

    To watch lines doubles the time, so it is only done where it says something.
    """
    leave_most_of_each_walk(items)
    if config.option.quick:
        kept = {*quick(items)}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    watched = [ROOT / "tests" / each for each in WATCHED]
    unwatched = {
        item
        for item in items
        if item.get_closest_marker("thorough")
        or item.get_closest_marker("no_cover")
        or not any(item.path.is_relative_to(each) for each in watched)
    }
    for item in unwatched:
        item.add_marker("no_cover")
    order = {ROOT / "tests" / name: place for place, name in enumerate(LONGEST)}
    # what is worked out once is worked out where it is watched
    items.sort(key=lambda item: (item in unwatched, order.get(item.path, len(order))))
