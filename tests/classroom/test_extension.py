"""A class in JupyterLab's server: no login for students, and none less for anything else."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.classroom.browsers import Browser

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
CONFIG = (
    ROOT / "paydays_widgets" / "hosting" / "jupyter" / "jupyter_server_config.d" / "paydays.json"
)


class Jupyter:
    """A Jupyter server of its own."""

    def __init__(self, home: Path, *options: str) -> None:
        extensions = json.loads(CONFIG.read_text())["ServerApp"]["jpserver_extensions"]
        (home / "jupyter_server_config.json").write_text(
            json.dumps(
                {
                    "ServerApp": {
                        "jpserver_extensions": extensions,
                        "open_browser": False,
                        "root_dir": str(home),
                        "port": 0,
                        "allow_root": True,
                    }
                }
            )
        )
        places = {name: str(home) for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
        env = {**os.environ, **places, "JUPYTER_RUNTIME_DIR": str(home / "run")}
        env["PYTHONPATH"] = str(ROOT)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", "--ServerApp.ip=127.0.0.1", *options],
            env=env,
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._deadline = time.monotonic() + 60
        self._until(lambda: any(each.read_text().strip() for each in self._told(home)))
        told = json.loads(self._told(home)[0].read_text())
        self.port, self.token = told["port"], told["token"]
        self._until(self._listens)  # it tells its port before it does

    def _told(self, home: Path) -> list[Path]:
        return list((home / "run").glob("jpserver-*.json"))

    def _until(self, ready: Callable[[], bool]) -> None:
        while not ready():
            assert self.process.poll() is None
            assert time.monotonic() < self._deadline
            time.sleep(0.05)

    def _listens(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    server = Jupyter(tmp_path_factory.mktemp("jupyter"))
    yield server
    server.process.terminate()
    server.process.wait(20)


def test_a_student_joins_without_jupyters_login(jupyter: Jupyter) -> None:
    teacher = Browser(jupyter).ask("/class/new")
    assert teacher.status == 200
    teacher.ask("/class/new", {"form": teacher.form, "game": "zock", "way": "tables"})
    to = teacher.got["location"]
    assert teacher.ask(to).status == 200
    code = to.split("/")[2]
    student = Browser(jupyter).ask(f"/join/{code}")
    student.ask(f"/class/{code}/join", {"form": student.form, "name": "Anna"})
    assert "Anna" in student.ask(f"/class/{code}?again=1").text


def test_everything_else_needs_it(jupyter: Jupyter) -> None:
    assert jupyter.status("/api/contents") == 403
    assert jupyter.status(f"/api/contents?token={jupyter.token}") == 200


def test_a_site_with_this_address_opens_no_class(jupyter: Jupyter) -> None:
    assert Browser(jupyter).ask("/class/draft").text == "true"
    for foreign in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        assert Browser(jupyter).ask("/class/draft", more=foreign).text == "false"


def test_behind_a_proxy_nobody_is_on_this_machine_whatever_a_header_says(tmp_path: Path) -> None:
    server = Jupyter(tmp_path, "--ServerApp.trust_xheaders=True")
    try:
        for said in ({}, {"X-Real-IP": "127.0.0.1"}, {"X-Forwarded-For": "127.0.0.1"}):
            assert Browser(server).ask("/class/draft", more=said).text == "false"
    finally:
        server.process.terminate()
        server.process.wait(20)
