"""For how long a page's connection may be silent."""

from types import SimpleNamespace
from typing import Any

from paydays_widgets.hosting.handlers import Channels


def test_a_connection_that_is_open_may_miss_a_ping() -> None:
    handler: Any = Channels.__new__(Channels)
    handler.application, handler.ws_connection = SimpleNamespace(settings={}), None
    assert handler.ping_timeout == handler.ping_interval  # or tornado warns
    handler.ws_connection = object()
    assert handler.ping_timeout >= 2 * handler.ping_interval
