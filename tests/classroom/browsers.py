"""Browsers without script, of students and of the teacher."""

import http.client
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Protocol
from urllib.parse import urlencode

from tests.classroom.server import HOST_TOKEN, Server

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


class Reachable(Protocol):
    """A server on this machine."""

    @property
    def port(self) -> int: ...


class Browser:
    """A browser without script: it keeps cookies by path, and follows nothing by itself."""

    def __init__(self, server: Reachable, **headers: str) -> None:
        self.server = server
        self.headers = headers
        self.cookies: dict[tuple[str, str], str] = {}
        self.status = 0
        self.text = ""
        self.raw = b""
        self.got: dict[str, str] = {}
        self.set: list[str] = []

    def ask(
        self,
        path: str,
        fields: dict[str, str] | None = None,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> "Browser":
        if fields is None:
            return self._send("GET", path, None, more)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send("POST", path, urlencode(fields), {**more, **kind})

    def send_file(self, path: str, fields: dict[str, str], name: str, text: str) -> "Browser":
        """Send a form with a file."""
        return self.send_files(path, [*fields.items()], [(name, "file", text.encode())])

    def send_files(
        self, path: str, fields: Sequence[tuple[str, str]], files: Sequence[tuple[str, str, bytes]]
    ) -> "Browser":
        """Send a form whose fields may come again, with files: the field, the name, the bytes."""
        part = 'Content-Disposition: form-data; name="{}"{}\r\n\r\n'
        parts = [(part.format(key, "").encode(), value.encode()) for key, value in fields]
        parts += [
            (part.format(key, f'; filename="{called}"').encode(), data)
            for key, called, data in files
        ]
        body = b"".join(b"--part\r\n%s%s\r\n" % each for each in parts) + b"--part--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=part"}
        return self._send("POST", path, body, kind)

    def _send(
        self, method: str, path: str, body: str | bytes | None, more: Mapping[str, str]
    ) -> "Browser":
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        sent = [
            f"{name}={value}"
            for (name, under), value in self.cookies.items()
            if path.partition("?")[0].startswith(under)
        ]
        asked = {"Cookie": "; ".join(sent), **self.headers, **more}
        line.request(method, path, body, asked)
        answer = line.getresponse()
        self.raw = answer.read()
        self.text = self.raw.decode(errors="replace")
        self.status = answer.status
        self.got = {name.lower(): value for name, value in answer.getheaders()}
        self.set = answer.headers.get_all("set-cookie", [])
        for each in self.set:
            for cookie in SimpleCookie(each).values():
                self.cookies[cookie.key, cookie["path"]] = cookie.value
        line.close()
        return self

    @property
    def form(self) -> str:
        return self.hidden("form")

    def hidden(self, name: str) -> str:
        """Return what a hidden field of the form says."""
        found = re.search(rf'name="{name}" value="([^"]+)"', self.text)
        assert found
        return found[1]

    @property
    def alert(self) -> str:
        """Return what the page says went wrong."""
        found = re.search(r'role="alert">([^<]+)', self.text)
        assert found
        return found[1]

    def join(self, code: str, name: str) -> "Browser":
        form = self.ask(f"/join/{code}").form
        return self.ask(f"/class/{code}/join", {"form": form, "name": name})


def teacher(server: Reachable, code: str) -> Browser:
    """Return the browser that opened a room, with the token :data:`HOST_TOKEN`."""
    browser = Browser(server)
    browser.cookies[f"paydays-host-{code}", f"/class/{code}"] = HOST_TOKEN
    return browser


def together(
    server: Server, browser: Browser, path: str, fields: dict[str, str], doing: str
) -> list[Browser]:
    """Send a form twice; what it asks for is not done before both have come."""
    taps = [Browser(server), Browser(server)]
    for tap in taps:
        tap.cookies = dict(browser.cookies)
    with server.waits_for_two(doing), ThreadPoolExecutor(2) as threads:
        return list(threads.map(lambda tap: tap.ask(path, fields), taps))
