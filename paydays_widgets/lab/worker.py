"""The lab's process: it plays what it reads, and reports progress.

``python -m paydays_widgets.lab.worker`` reads a line for each run and writes lines
(:mod:`paydays_widgets.lab.messages`). It ends with its input, so with the kernel that started it,
or after a while without a request.
"""

import linecache
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedIOBase
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, cast

import msgspec

from paydays_widgets.lab.contest import Contest
from paydays_widgets.lab.decision import Decision, Review
from paydays_widgets.lab.messages import Asked, Failed, Finished, Grown, Message, Request, Waiting
from paydays_widgets.lab.places import place
from paydays_widgets.lab.preparing import prepare
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.words import sentence

IDLE_S: Final = 60
"""The time without a request after which it ends."""
NICE: Final = 10
"""Panels come first."""

Tell = Callable[[Message], None]


def main() -> None:
    asked, told = _private(0, os.O_RDONLY), _private(1, os.O_WRONLY)
    if hasattr(os, "nice"):
        os.nice(NICE)
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(asked, lines), daemon=True).start()

    def tell(message: Message) -> None:
        told.write(msgspec.json.encode(message) + b"\n")
        told.flush()

    with suppress(Empty):
        while True:
            serve(msgspec.json.decode(lines.get(timeout=IDLE_S), type=Request), tell)


def _private(number: int, mode: int) -> BufferedIOBase:
    """Keep a pipe for this module: a strategy that reads or prints must not reach it."""
    own = os.dup(number)
    nothing = os.open(os.devnull, mode)
    os.dup2(nothing, number)
    os.close(nothing)
    return cast("BufferedIOBase", os.fdopen(own, "rb" if mode == os.O_RDONLY else "wb"))


def _listen(asked: BufferedIOBase, lines: "SimpleQueue[bytes]") -> None:
    """Pass lines on, even during a run; end at once when there are no more."""
    for line in asked:
        lines.put(line)
    os._exit(0)


def serve(request: Request, tell: Tell) -> None:
    try:
        for name, lines in request.sources.items():
            linecache.cache[name] = (len("".join(lines)), None, lines, name)
        asked = request.asked
        parts = _parts(asked, request)
        if isinstance(asked, Contest):  # its first games take a moment, and need no place
            tell(next(parts))
        with place(lambda number: tell(Waiting(number))):
            if isinstance(asked, Setting | Decision | Review):
                prepare((asked if isinstance(asked, Setting) else asked.setting).game, tell)
            for part in parts:
                tell(part)
    except Exception as error:  # noqa: BLE001 - the panel shows it
        tell(Failed(sentence(error, request.package, request.language)))


def _parts(asked: Asked, request: Request) -> Iterator[Grown | Finished]:
    from paydays_widgets.lab.growth import growth  # a worker in the queue needs no numpy

    for summary in growth(asked, request.games, request.seed):
        if summary is not None:
            yield Finished(summary) if summary.complete else Grown(summary)


if __name__ == "__main__":
    main()
