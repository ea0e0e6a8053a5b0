"""The pages behind a reverse proxy, as ``docs/hosting/nginx.conf`` sets one up."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from playwright.sync_api import Page, expect

from tests.browser.address import free_port
from tests.browser.notebook import write
from tests.browser.serving import serving

if TYPE_CHECKING:
    from tests.browser.conftest import Serve, Visit

ROOT = Path(__file__).parents[2]
BUTTON = """
import ipywidgets as w
button = w.Button(description="Deal")
button.on_click(lambda it: setattr(it, "description", "Dealt"))
w.VBox([button])
"""
WHOLE = """
worker_processes 1;
daemon off;
pid {home}/nginx.pid;
error_log {home}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {home}/body;
  proxy_temp_path {home}/proxy;
  fastcgi_temp_path {home}/fastcgi;
  uwsgi_temp_path {home}/uwsgi;
  scgi_temp_path {home}/scgi;
  {site}
}}
"""


class Proxy(NamedTuple):
    """The address of the pages as the proxy's visitors see it, and the same with HTTPS."""

    url: str
    secure: str


@pytest.fixture(scope="module")
def proxied(serve: "Serve", tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A server of pages behind a proxy."""
    home = tmp_path_factory.mktemp("nginx")
    write(home / "pages" / "deal.ipynb", BUTTON)
    key, certificate = home / "key.pem", home / "certificate.pem"
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1")
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    options = ("--prefix=/games/", "--behind-proxy", "--names=127.0.0.1", "--pages-each=1")
    store = f"--class-store=sqlite:///{home}/class.db"
    behind = urlsplit(serve(home / "pages", *options, "--class-key=word", store))
    port, secure = free_port(), free_port()
    both = f"listen 127.0.0.1:{port}; listen 127.0.0.1:{secure} ssl; "
    site = (ROOT / "docs/hosting/nginx.conf").read_text(encoding="utf-8")
    for ours, here in (
        ("listen 80;", f"{both} ssl_certificate {certificate}; ssl_certificate_key {key};"),
        ("games.example.org;", "127.0.0.1;"),
        ("127.0.0.1:8866", behind.netloc),
    ):
        assert ours in site
        site = site.replace(ours, here)
    (home / "nginx.conf").write_text(WHOLE.format(home=home, site=site), encoding="utf-8")
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert program, "nginx is needed: install it from the distribution"
    command = [program, "-p", home, "-c", home / "nginx.conf"]
    url = f"http://127.0.0.1:{port}/games/"
    with serving(command, f"{url}paydays/health", home / "error.log"):
        yield Proxy(url, f"https://127.0.0.1:{secure}/games/")


@pytest.fixture(scope="module")
def proxy(proxied: Proxy) -> str:
    """The address of the pages as the proxy's visitors see it."""
    return proxied.url


def status(url: str, path: str, **headers: str) -> int:
    at = HTTPConnection(urlsplit(url).netloc, timeout=20)
    try:
        at.request("GET", path, headers=headers)
        return at.getresponse().status
    finally:
        at.close()


@pytest.mark.hosting
def test_a_page_is_played_through_the_proxy(page: Page, proxy: str) -> None:
    page.goto(f"{proxy}voila/render/deal.ipynb")
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("button", name="Dealt")).to_be_visible()
    page.goto("about:blank")  # a page that is left says goodbye, one that is torn down may not


@pytest.mark.hosting
def test_figures_are_not_for_the_proxys_visitors(proxy: str) -> None:
    assert status(proxy, "/games/paydays/metrics") == 404


@pytest.mark.hosting
def test_search_engines_find_at_the_root_what_to_leave_out(proxy: str) -> None:
    asked = RobotFileParser(urljoin(proxy, "/robots.txt"))
    asked.read()
    assert not asked.can_fetch("any", f"{proxy}voila/render/deal.ipynb")
    assert asked.can_fetch("any", urljoin(proxy, "/elsewhere/voila/"))


@pytest.mark.hosting
def test_a_visitor_cannot_choose_an_address(visitor: Page, proxy: str) -> None:
    page = visitor  # it may have to wait until the page before is gone
    page.goto(f"{proxy}voila/render/deal.ipynb")
    expect(page.get_by_role("button", name="Deal")).to_be_visible()
    for header in ("X-Forwarded-For", "X-Real-IP"):
        forged = {header: "10.1.2.3"}  # one that could have a place of its own
        assert status(proxy, "/games/voila/render/deal.ipynb", **forged) == 503


@pytest.mark.hosting
def test_a_class_is_played_through_the_proxy(proxied: Proxy, visit: "Visit") -> None:
    with visit(ignore_https_errors=True) as teacher, visit(ignore_https_errors=True) as phone:
        teacher.goto(f"{proxied.secure}class/new")
        teacher.get_by_label("As a poll").check()
        teacher.get_by_label("Key").fill("word")
        teacher.get_by_role("button", name="Open the class").click()
        expect(teacher.locator(".cl-join__code")).to_be_visible()
        code = teacher.url.split("/")[-2]
        shown = f"{urlsplit(proxied.secure).netloc}/games/join"
        expect(teacher.locator(".cl-main")).to_contain_text(shown)
        phone.goto(f"{proxied.secure}join/{code}")
        phone.get_by_label("Your name").fill("Anna")
        phone.get_by_role("button", name="Join").click()
        expect(teacher.locator(".cl-names")).to_contain_text("Anna")
        for page, name in ((teacher, "paydays-host-"), (phone, "paydays-")):
            (kept,) = (each for each in page.context.cookies() if each["name"] == name + code)
            assert (kept["path"], kept["secure"]) == (f"/games/class/{code}", True)
            assert (kept["httpOnly"], kept["sameSite"]) == (True, "Strict")
        teacher.get_by_role("button", name="Begin", exact=True).click()
        phone.locator("[data-move]:not([aria-disabled=true])").first.click()
        expect(teacher.locator("[data-key=count]")).to_contain_text("1 of 1")


@pytest.mark.hosting
def test_nobody_behind_the_proxy_opens_a_class_without_the_key(proxy: str) -> None:
    line = HTTPConnection(urlsplit(proxy).netloc, timeout=20)
    form = "form=x&game=zahltag"
    headers = {
        "Cookie": "paydays-form=x",
        "X-Real-IP": "127.0.0.1",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    line.request("POST", "/games/class/new", form, headers)
    assert line.getresponse().status == 403
    line.close()


@pytest.mark.hosting
def test_the_unit_can_be_read() -> None:
    unit = (ROOT / "docs/hosting/paydays.service").read_text(encoding="utf-8")
    (command,) = re.findall("^ExecStart=(.*)$", unit, re.MULTILINE)
    from paydays_widgets.app import build_parser

    asked, rest = build_parser().parse_known_args(command.split()[1:])
    assert rest == []
    assert vars(asked)["Host.names"] == "games.example.org"
