"""What holds for all tests."""

import os
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import settings

from paydays_widgets import games

# The same examples every time: a failure in one run is a failure in the next.
settings.register_profile("paydays", derandomize=True, deadline=None, database=None)
settings.load_profile("paydays")

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


def pytest_configure() -> None:
    """Compile the catalogues that are older than what is written, as `make` does.

    Every worker may find the same one: a catalogue is put in its place whole.
    """
    root = Path(__file__).parents[1]
    for po in (*root.glob("paydays_widgets/**/*.po"), *root.glob("tests/**/*.po")):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        ours = mo.with_suffix(f".{os.getpid()}")
        with po.open("rb") as text, ours.open("wb") as binary:
            write_mo(binary, read_po(text))
        ours.replace(mo)
