"""Servers in processes of their own, awaited at the start and ended with all that they began."""

import contextlib
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil

PATIENCE_S = 120
BROKEN = 500
"""A status from here on is of a proxy that waits for its server, too."""


@contextlib.contextmanager
def serving(command: Sequence[object], url: str, log: Path, **how: Any) -> Iterator[psutil.Popen]:
    """Run a server to the end of the block, from when an address of it answers.

    Parameters
    ----------
    log
        What it says is added to this file.
    **how
        As for :class:`subprocess.Popen`.
    """
    with log.open("a") as sink:
        server = psutil.Popen(
            [*map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            **how,
        )
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not answers(url):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield server
    finally:
        below = []
        with contextlib.suppress(psutil.NoSuchProcess):  # it may have ended by itself
            below = server.children(recursive=True)
            server.terminate()
        _, left = psutil.wait_procs([server, *below], timeout=30)
        for each in left:
            each.kill()
        psutil.wait_procs(left, timeout=10)


def answers(url: str) -> bool:
    """Return whether a server answers, if only that there is no such page."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as answer:
        answer.close()
        return answer.code < BROKEN
    except OSError:
        return False
