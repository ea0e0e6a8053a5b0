"""Tests that are coroutines; and databases for a store: a file, and a PostgreSQL started here."""

import asyncio
from collections.abc import Callable, Iterator
from inspect import iscoroutinefunction, signature
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paydays_widgets.classroom import live, pacing, teaching
from paydays_widgets.classroom.store import Store
from tests.classroom.phones import Hall, closing
from tests.classroom.postgres import Postgres, programs
from tests.classroom.server import Server

SCHEMAS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with nothing but classes."""
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A server without a network, closed when its test has ended; its luck repeats in each run."""
    monkeypatch.setattr("secrets.randbits", Random(1).getrandbits)
    for each in (live, pacing, teaching):
        monkeypatch.setattr(each, "_LOT", Random(1))
    return Hall(tmp_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, and close its hall."""
    test = pyfuncitem.obj
    if not iscoroutinefunction(test):
        return None
    given: dict[str, Any] = {
        name: pyfuncitem.funcargs[name] for name in signature(test).parameters
    }
    asyncio.run(closing(given["hall"], test(**given)))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL."""
    found = programs()
    assert found is not None, "PostgreSQL is not installed: run tools/install/postgres"
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
