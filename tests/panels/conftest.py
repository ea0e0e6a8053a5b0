"""What tests of panels share."""

import pytest

from paydays_widgets.lab.client import Client
from paydays_widgets.lab.messages import Asked


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What clients are asked for; nothing is played."""
    heard: list[Asked] = []

    def start(
        self: Client, asked: Asked, _games: int, _seed: int, _lang: str, tell: object
    ) -> None:
        self.cancel()
        heard.append(asked)
        self._tell = tell  # type: ignore[assignment]

    monkeypatch.setattr(Client, "start", start)
    return heard
