"""Which of a computer's addresses phones are shown first, on computers as they are."""

import socket
from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import psutil
import pytest

from paydays_widgets.classroom import reach

MACHINES: dict[str, tuple[str | None, dict[str, str], list[str], list[str]]] = {
    # the default route's address; addresses by interface; in order; without phones
    "Windows with VirtualBox and WSL": (
        "192.168.178.20",
        {
            "VirtualBox Host-Only Network": "192.168.56.1",
            "vEthernet (WSL (Hyper-V firewall))": "172.22.80.1",
            "Wi-Fi": "192.168.178.20",
            "Bluetooth Network Connection": "169.254.3.4",
            "Loopback Pseudo-Interface 1": "127.0.0.1",
        },
        ["192.168.178.20", "172.22.80.1", "192.168.56.1"],
        ["172.22.80.1", "192.168.56.1"],
    ),
    "Windows with a switch for machines of its own": (
        "10.0.0.5",
        {"vEthernet (External)": "10.0.0.5", "vEthernet (Default Switch)": "172.17.1.1"},
        ["10.0.0.5", "172.17.1.1"],
        ["172.17.1.1"],
    ),
    "a Mac with a VPN that takes all": (
        "10.8.0.2",
        {
            "lo0": "127.0.0.1",
            "en0": "192.168.1.7",
            "utun4": "10.8.0.2",
            "bridge100": "192.168.64.1",
        },
        ["192.168.1.7", "192.168.64.1", "10.8.0.2"],
        ["192.168.64.1", "10.8.0.2"],
    ),
    "Linux with Docker and Tailscale": (
        "172.16.9.9",
        {
            "lo": "127.0.0.1",
            "docker0": "172.17.0.1",
            "br-12ab": "172.18.0.1",
            "tailscale0": "100.101.1.2",
            "eth0": "10.1.1.1",
            "wlp2s0": "172.16.9.9",
        },
        ["172.16.9.9", "10.1.1.1", "100.101.1.2"],
        ["100.101.1.2"],
    ),
    "a university whose addresses are public": (
        "129.70.1.2",
        {"eno1": "129.70.1.2", "enp3s0": "192.168.0.1"},
        ["129.70.1.2", "192.168.0.1"],
        [],
    ),
    "a hotspot of one's own, without internet": (
        None,
        {"lo": "127.0.0.1", "wlan0": "10.42.0.1", "vboxnet0": "192.168.56.1"},
        ["10.42.0.1", "192.168.56.1"],
        ["192.168.56.1"],
    ),
    "no network": (None, {"lo": "127.0.0.1", "docker0": "172.17.0.1"}, [], []),
}


def patch(
    monkeypatch: pytest.MonkeyPatch,
    default: str | None,
    there: Mapping[str, str],
    down: Sequence[str] = (),
    flags: Mapping[str, str] = {},
) -> None:
    def address(at: str) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(family=socket.AF_INET6, address="fe80::1"),
            SimpleNamespace(family=socket.AF_INET, address=at),
        ]

    stats = {
        name: SimpleNamespace(isup=name not in down, flags=flags.get(name, "up")) for name in there
    }
    monkeypatch.setattr(
        psutil, "net_if_addrs", lambda: {name: address(each) for name, each in there.items()}
    )
    monkeypatch.setattr(psutil, "net_if_stats", lambda: stats)
    monkeypatch.setattr(reach, "_default", lambda: default)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_network_of_the_default_route_comes_first_and_tunnels_last(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default, there, order, apart = MACHINES[machine]
    patch(monkeypatch, default, there)
    found = reach.networks()
    assert [each.address for each in found] == order
    assert [each.address for each in found if not each.phones] == apart
    assert all(there[each.name] == each.address for each in found)


def test_what_is_off_is_not_shown_and_a_line_between_two_is_a_tunnel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = {"eth0": "10.0.0.1", "wlan0": "10.0.0.2", "work": "10.0.0.3"}
    patch(monkeypatch, "10.0.0.3", there, ["eth0"], {"work": "up,pointopoint,running"})
    assert [(each.name, each.phones) for each in reach.networks()] == [
        ("wlan0", True),
        ("work", False),
    ]


def test_the_default_route_is_this_machines_own_answer() -> None:
    default = reach._default()
    own = {each.address for all_ in psutil.net_if_addrs().values() for each in all_}
    assert default is None or default in own


def test_without_a_way_out_there_is_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert reach._default() is None
