"""What holds for all tests."""

import pytest
from hypothesis import settings

# The same examples every time: a failure in one run is a failure in the next.
settings.register_profile("paydays", derandomize=True, deadline=None, database=None)
settings.load_profile("paydays")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the golden playthroughs anew; git shows what has changed",
    )
