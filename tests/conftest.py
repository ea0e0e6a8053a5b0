"""What holds for all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

from hatch_build import compile_catalogues
from paydays_widgets import games

ROOT = Path(__file__).parents[1]
LONGEST = (
    "browser/test_every_dashboard.py",
    "browser/test_lessons.py",
    "notebooks/test_notebooks.py",
    "browser/test_dashboard.py",
    "browser/test_pages.py",
    "browser/test_pay_day.py",
    "browser/test_stage_js.py",
    "browser/test_lab.py",
    "browser/test_hosting.py",
    "browser/test_master_builder.py",
    "browser/test_zock.py",
    "browser/test_styles.py",
    "browser/test_keyboard.py",
    "browser/test_accessibility.py",
)

# The same examples every time: a failure in one run is a failure in the next.
settings.register_profile("paydays", derandomize=True, deadline=None, database=None)
settings.register_profile("quick", settings.get_profile("paydays"), max_examples=20)

# A game that is not on the shelf: it shows that one can be added, by the steps of CONTRIBUTING.md.
games.add("tests.kuhn_poker")
# The game that `paydays new` copies: it has an engine, and no other room.
games.add("my_game")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the golden playthroughs anew; git shows what has changed",
    )
    parser.addoption("--quick", action="store_true", help="fewer games at random, fewer examples")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how much is tried; compile catalogues older than what is written, as `make` does."""
    settings.load_profile("quick" if config.option.quick else "paydays")
    for folder in ("paydays_widgets", "tests"):
        compile_catalogues(ROOT / folder)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that two workers end together."""
    order = {ROOT / "tests" / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))
