"""A server of classes that starts at once and is killed on demand: a program, so that it can fork.

Arguments: the address of the store, the port, the name of the server. For each line that it reads
it kills the server, and starts another.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from paydays_widgets.classroom import rooms
from tests.classroom.server import Server


def main(database: str, port: int, name: str) -> None:
    rooms.LEASE = 3_000  # type: ignore[misc] # milliseconds: who waits for another waits less
    while True:
        child = os.fork()
        if child == 0:
            asyncio.run(Server(Path(), port=port, database=database, name=name).serve())
        line = sys.stdin.readline()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not line:
            return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
