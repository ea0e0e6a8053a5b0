"""The addresses of this machine, and whether phones reach the server there."""

import asyncio
import ipaddress
from collections.abc import Iterable
from socket import AF_INET
from typing import Final

import psutil

_PATIENCE: Final = 1.0
"""Seconds that an address may take to answer."""


def addresses() -> list[str]:
    """List this machine's own addresses in its networks: those of a home or a school first."""
    found = [
        ipaddress.ip_address(each.address)
        for name, all_ in psutil.net_if_addrs().items()
        for each in all_
        if each.family == AF_INET and not name.startswith(("docker", "br-", "veth", "virbr"))
    ]
    usual = [each for each in found if not each.is_loopback and not each.is_link_local]
    return [str(each) for each in sorted(usual, key=lambda each: (not each.is_private, each))]


async def answers(host: str, port: int) -> bool:
    """Return whether something answers at an address."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _PATIENCE)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def tried(scheme: str, port: int, path: str, hosts: Iterable[str]) -> dict[str, bool]:
    """Try addresses, and return which of them answer.

    Parameters
    ----------
    scheme, port, path
        The rest of each address, such as ``http``, 8866 and ``/``.

    Returns
    -------
    dict
        Whether it answers, by address; those that do come first.
    """
    hosts = list(hosts)
    found = await asyncio.gather(*(answers(each, port) for each in hosts))
    pairs = sorted(zip(hosts, found, strict=True), key=lambda pair: not pair[1])
    return {f"{scheme}://{host}:{port}{path.rstrip('/')}": each for host, each in pairs}
