"""A server of classes that starts at once and is killed on demand: a program, so that it can fork.

Arguments: the folder of the store, the port. For each line that it reads it kills the server, and
starts another.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.classroom.server import Server


def main(folder: Path, port: int) -> None:
    while True:
        child = os.fork()
        if child == 0:
            asyncio.run(Server(folder, port=port).serve())
        line = sys.stdin.readline()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not line:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
