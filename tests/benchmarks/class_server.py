"""A server of classes in a process of its own: it writes its port and the room’s code.

Everybody has joined, with the token ``token of N``, and sits at a table of four; the game begins
when a line comes in.
"""

import sys
from pathlib import Path

from paydays_widgets.classroom import live
from paydays_widgets.classroom.handlers import digest, joining
from paydays_widgets.panels.screen import PACES
from tests.classroom.phones import saved
from tests.classroom.server import Server


def token(person: int) -> str:
    """Return what the store keeps of somebody’s token."""
    return digest(f"token of {person}")


def main(folder: str, people: str) -> None:
    """Serve one room until the input ends."""
    PACES["fast"] = live.READING = 1  # nobody waits for what is shown
    with Server(Path(folder)) as server:
        here = server.open(saved(), pace="fast")
        for number in range(int(people)):
            server.call(server.classroom.live.wish(here, joining(f"S{number}", token(number))))
        sys.stdout.write(f"{server.port} {here.code}\n")
        sys.stdout.flush()
        sys.stdin.readline()
        server.begin(here)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
