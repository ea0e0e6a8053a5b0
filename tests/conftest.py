"""What holds for all tests."""

import pytest
from hypothesis import settings

from paydays_widgets import games

# The same examples every time: a failure in one run is a failure in the next.
settings.register_profile("paydays", derandomize=True, deadline=None, database=None)
settings.load_profile("paydays")

# A game that is not on the shelf: it shows that one can be added, by the steps of CONTRIBUTING.md.
games.add("tests.kuhn_poker")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the golden playthroughs anew; git shows what has changed",
    )
