"""A server of classes in a process of its own: it writes its port and the modules’ codes.

Everybody has joined, with the token ``token of N``, and sits at a table of four; the games begin
when an empty line comes in. By the line ``back`` the clock on its wall is set back an hour.
"""

import sys
import time
from pathlib import Path
from typing import Any, cast

from paydays_widgets.classroom import pacing
from paydays_widgets.classroom.entries import Way, digest
from paydays_widgets.classroom.web.joining import joining
from paydays_widgets.talk.screen import PACES
from tests.classroom import markets
from tests.classroom.phones import saved
from tests.classroom.programmes import programme
from tests.classroom.server import Server

HOUR = 3_600_000_000_000
"""In nanoseconds."""


def token(person: int) -> str:
    """Return what the store keeps of somebody’s token."""
    return digest(f"token of {person}")


def set_back() -> None:
    """Set the clock on the wall back an hour; that which only counts goes on."""
    right = time.time_ns
    time.time_ns = lambda: right() - HOUR


def main(folder: str, people: str, classes: str = "1", pace: str = "1", *more: str) -> None:
    """Serve some modules until the input ends; an event is shown for some milliseconds.

    Then come the operator's key, the rules, such as ``english``, how a class plays, such as
    ``poll``, and a store with the server's name there. With rules, it is a programme of six rounds
    of the auction room, or, where they are the market's, of that.
    """
    key, rules, way, store, name = (*more, *[""] * 5)[:5]
    there: dict[str, Any] = {"database": store, "name": name} if store else {}
    game = "" if rules else saved()
    if rules in markets.MARKET.presets:
        blocks = markets.programme({"rules": rules})
    else:
        blocks = programme({"rules": rules, "rounds": "6"}) if rules else ()
    PACES["fast"] = pacing.READING = int(pace)
    pacing.BETWEEN["fast"] = int(pace)
    with Server(Path(folder), key=key, **there) as server:
        modules = [
            server.open(game, cast("Way", way or "tables"), programme=blocks, pace="fast")
            for _ in range(int(classes))
        ]
        for here in modules:
            for number in range(int(people)):
                server.call(server.classroom.live.wish(here, joining(f"S{number}", token(number))))
        sys.stdout.write(f"{server.port} {' '.join(here.code for here in modules)}\n")
        sys.stdout.flush()
        for line in sys.stdin:
            if line.strip() == "back":
                set_back()
            else:
                for here in modules:
                    server.begin(here)


if __name__ == "__main__":
    main(*sys.argv[1:])
