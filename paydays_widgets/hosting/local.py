"""What an address says: whether it is the machine that serves, and which network it is of."""

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tornado.httputil import HTTPServerRequest


def is_local(host: str) -> bool:
    """Return whether a host, with or without a port, is a name of this machine for itself only.

    Examples
    --------
    >>> [is_local(each) for each in ("LocalHost:8866", "127.0.0.1", "[::1]:80", "[::1")]
    [True, True, True, False]
    >>> [is_local(each) for each in ("school.example", "localhost.school.example", "192.168.1.5")]
    [False, False, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def port_of(host: str) -> int | None:
    """Return the port in a host as a browser sends it.

    Examples
    --------
    >>> port_of("localhost:8866"), port_of("[::1]"), port_of("[::1"), port_of("a:b")
    (8866, None, None, None)
    """
    try:
        return urlsplit(f"//{host}").port
    except ValueError:
        return None


def is_own(request: "HTTPServerRequest") -> bool:
    """Return whether a request comes from a page of ours, in a browser on this machine.

    A page of another site can reach this machine too, from the browser that shows it: it briefly
    gives its own name this machine's address (DNS rebinding). But it can choose neither the host
    name that the browser then sends nor the origin.
    """
    try:
        near = ipaddress.ip_address(request.remote_ip or "").is_loopback
    except ValueError:  # such as a socket in the file system
        return False
    return near and is_local(request.host) and is_ours(request)


def is_ours(request: "HTTPServerRequest") -> bool:
    """Return whether no page of another site sends a request."""
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:  # such as http://[
        return False


def network(address: str) -> str:
    """Return the network that counts as one address.

    Examples
    --------
    >>> network("192.0.2.7"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> network("2001:db8:1:2:3:4:5:6"), network("")
    ('2001:db8:1:2::', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Address(int(found) >> 64 << 64))
