"""The databases that a store is tried on: a file, and a PostgreSQL that is started here."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from paydays_widgets.classroom.store import Store
from tests.classroom.postgres import Postgres, programs

SCHEMAS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL."""
    found = programs()
    assert found is not None, "PostgreSQL is not installed: run scripts/postgres"
    server = Postgres(found)
    try:
        server.start()
        yield server
    finally:
        server.delete()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address at which there is no database yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/class.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(f"s{next(SCHEMAS)}")


@pytest.fixture
def opened(url: str) -> Iterator[Callable[[], Store]]:
    """A function that opens the store once more."""
    stores: list[Store] = []

    def once_more() -> Store:
        stores.append(Store(url))
        return stores[-1]

    yield once_more
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    """A store without a room."""
    return opened()
