"""A PostgreSQL of the tests' own: in a folder of its own, reached through a socket there alone."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

FOUND: Final = [
    *Path("/usr/lib/postgresql").glob("*/bin"),
    Path(shutil.which("initdb") or "-").parent,
]
"""Where Debian puts the programs, and where others do."""


def programs() -> Path | None:
    """Find the folder of the newest PostgreSQL's programs."""
    found = [each for each in FOUND if (each / "initdb").exists()]
    return max(
        found,
        key=lambda each: [int(n) for n in each.parent.name.split(".") if n.isdigit()],
        default=None,
    )


class Postgres:
    """A server, whose files can be lost: it is deleted after the tests.

    PostgreSQL does not run as root, so there its files belong to another user.
    """

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
        self.owner: dict[str, Any] = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self.home, user.pw_uid, user.pw_gid)
            self.owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.data = self.home / "data"
        made = "--auth=trust", "--username=class", "--no-sync", "--encoding=UTF8", "--locale=C"
        self._run("initdb", f"--pgdata={self.data}", *made)

    def url(self, schema: str) -> str:
        """Give the address of a schema, which is made."""
        self._run(
            "psql",
            "-h",
            str(self.home),
            "-U",
            "class",
            "-c",
            f"CREATE SCHEMA {schema}",
            "postgres",
        )
        options = quote(f"-csearch_path={schema}")
        return f"postgresql://class@/postgres?host={self.home}&options={options}"

    def say(self, *commands: str) -> None:
        """Carry out commands in SQL."""
        each = [option for command in commands for option in ("-c", command)]
        self._run("psql", "-qh", str(self.home), "-U", "class", "-d", "postgres", *each)

    def start(self) -> None:
        """Start it; return when it answers."""
        command: list[str | Path] = [
            *(self.programs / "postgres", "-D", self.data, "-k", self.home),
            *("-c", "listen_addresses=", "-c", "fsync=on"),
        ]
        with (self.home / "log").open("ab") as log:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(
                command, cwd=self.home, stdout=log, stderr=log, **self.owner
            )
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self.process.poll() is None, (self.home / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT closes all connections, SIGQUIT is a crash."""
        self.process.send_signal(how)
        self.process.wait(30)

    def delete(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.home)

    def _answers(self) -> bool:
        asked: list[str | Path] = [self.programs / "pg_isready", "-q", "-h", self.home]
        return subprocess.run(asked, check=False).returncode == 0

    def _run(self, name: str, *options: str) -> None:
        done = subprocess.run(
            [self.programs / name, *options],
            cwd=self.home,
            capture_output=True,
            text=True,
            check=False,
            **self.owner,
        )
        assert done.returncode == 0, done.stderr
