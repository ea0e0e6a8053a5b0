"""Where `paydays serve` says that its pages are, and what it opens in a browser."""

import webbrowser
from threading import Event

import pytest

from paydays_widgets.hosting.host import Host


class Opener:
    """A browser that only notes what it is to open."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.asked = Event()

    def open(self, url: str, **_: object) -> bool:
        self.opened.append(url)
        self.asked.set()
        return True


@pytest.mark.parametrize("for_class", [True, False])
@pytest.mark.parametrize(
    ("listening", "own"),
    [
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104 - nothing is listened to
        ("", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("::", "[::1]"),
        ("::1", "[::1]"),
        ("192.168.1.5", "192.168.1.5"),
        ("fd00::2", "[fd00::2]"),
    ],
)
def test_the_address_that_is_said_and_opened_is_one_that_may_open_classes(
    listening: str, own: str, for_class: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(ip=listening, port=8867, base_url="/games/", for_class=for_class)
    if for_class and own in {"192.168.1.5", "[fd00::2]"}:
        own = "127.0.0.1"  # it listens there too
    assert host.display_url == host.connection_url == f"http://{own}:8867/games/"
    browser = Opener()
    monkeypatch.setattr(webbrowser, "get", lambda _name: browser)
    host.launch_browser()
    assert browser.asked.wait(10)
    assert browser.opened == [host.connection_url]


def test_an_address_of_a_network_alone_gets_the_machines_own_beside_it_for_a_class() -> None:
    for ip, listens in {
        "192.168.1.5": ["192.168.1.5", "127.0.0.1"],
        "0.0.0.0": ["0.0.0.0"],  # noqa: S104 - nothing is listened to
        "127.0.0.1": ["127.0.0.1"],
    }.items():
        assert Host(ip=ip, for_class=True).listens == listens
    assert Host(ip="192.168.1.5").listens == ["192.168.1.5"]
