"""The addresses of this machine, and whether phones reach the server there."""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import psutil
from msgspec import Struct

_PATIENCE: Final = 1.0
"""Seconds that an address may take to answer."""
_OUTSIDE: Final = "203.0.113.1", 9
"""An address of no network (RFC 5737): nothing is sent there."""
_CONTAINERS: Final = re.compile(r"docker|br-|veth|virbr")
"""How the networks of containers are called: no phone is ever in one."""
_TUNNEL: Final = re.compile(
    r"(u?tun|tap|wg|ppp|ipsec|gpd|zt|cscotun|nordlynx|proton)\d*|.*(tailscale|wireguard|openvpn|"
    r"zerotier|hamachi|anyconnect|globalprotect|forti|warp|vpn|tap-windows|wintun)",
    re.IGNORECASE,
)
_HOST_ONLY: Final = re.compile(
    r"(vboxnet|vmnet|lxcbr|lxdbr|podman|cni|bridge)\d*|.*(virtualbox|vmware|vethernet|hyper-v|wsl)",
    re.IGNORECASE,
)
_SHARED: Final = ipaddress.ip_network("100.64.0.0/10")
"""Of providers (RFC 6598), and of Tailscale."""


class Network(Struct, frozen=True):
    """One of this machine's networks.

    Parameters
    ----------
    name
        What the system calls it, such as ``Wi-Fi``.
    phones
        Whether phones may be in it: not in a tunnel, nor in one of virtual machines.
    """

    address: str
    name: str
    phones: bool


class Address(Struct, frozen=True):
    """An address of the server.

    Parameters
    ----------
    network
        As the system calls it; "" if that does not matter.
    answers
        Whether it answered when it was tried.
    phones
        Whether phones may be in its network.
    """

    url: str
    network: str = ""
    answers: bool = True
    phones: bool = True


def networks() -> list[Network]:
    """List this machine's networks: that of the default route first, those without phones last."""
    usual, stats = _default(), psutil.net_if_stats()
    down = {name for name, each in stats.items() if not each.isup}
    to_one = {name for name, each in stats.items() if "pointopoint" in each.flags}
    found: list[tuple[tuple[object, ...], Network]] = []
    for name, each in (
        (name, each.address)
        for name, all_ in psutil.net_if_addrs().items()
        for each in all_
        if each.family == socket.AF_INET and name not in down
    ):
        at = ipaddress.IPv4Address(each)
        if at.is_loopback or at.is_link_local or _CONTAINERS.match(name):
            continue
        tunnel = bool(_TUNNEL.match(name)) or at in _SHARED or name in to_one
        outward = each == usual and not tunnel
        apart = tunnel or (bool(_HOST_ONLY.match(name)) and not outward)
        order = (tunnel, apart, not outward, not at.is_private, at)
        found.append((order, Network(each, name, not apart)))
    return [network for _, network in sorted(found, key=lambda pair: pair[0])]


def _default() -> str | None:
    """Return the address from which this machine would ask one outside; None if it cannot."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_OUTSIDE)
        return str(asking.getsockname()[0])
    return None


async def answers(host: str, port: int) -> bool:
    """Return whether something answers at an address."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _PATIENCE)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def tried(
    scheme: str, port: int, path: str, networks: Iterable[Network]
) -> tuple[Address, ...]:
    """Try addresses, and return whether they answer: those that do come first.

    Parameters
    ----------
    scheme, port, path
        The rest of each address, such as ``http``, 8866 and ``/``.
    """
    networks = list(networks)
    found = await asyncio.gather(*(answers(each.address, port) for each in networks))
    all_ = [
        Address(f"{scheme}://{each.address}:{port}{path.rstrip('/')}", each.name, did, each.phones)
        for each, did in zip(networks, found, strict=True)
    ]
    return tuple(sorted(all_, key=lambda each: not each.answers))
