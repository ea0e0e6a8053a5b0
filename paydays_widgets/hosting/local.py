"""Who sits at the machine that serves: what is theirs alone is decided here."""

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tornado.httputil import HTTPServerRequest


def is_local(host: str) -> bool:
    """Return whether a host, with or without a port, is this machine's for itself alone.

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


def is_own(request: "HTTPServerRequest") -> bool:
    """Return whether a request comes from a browser on this very machine, from a page of ours.

    A page of another site reaches this machine too, from the browser that shows it: it gives its
    own name this machine's address for a moment (DNS rebinding). But it can choose neither the
    name that the browser then sends nor the origin.
    """
    try:
        near = ipaddress.ip_address(request.remote_ip or "").is_loopback
    except ValueError:  # such as a socket in the file system
        return False
    origin = request.headers.get("Origin")
    ours = origin is None or urlsplit(origin).netloc.lower() == request.host.lower()
    return near and is_local(request.host) and ours
