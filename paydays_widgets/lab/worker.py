"""The lab's own process: it plays what it reads, and tells how far it is.

``python -m paydays_widgets.lab.worker`` reads a line for each run that is asked for, and writes
lines (:mod:`paydays_widgets.lab.messages`). It ends when its input does, and so with the kernel
that started it; or when nothing has been asked of it for a while.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from io import BufferedIOBase
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, cast

import msgspec

from paydays_widgets import games
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import LINE, Text, short
from paydays_widgets.core.words import complaint, fault
from paydays_widgets.lab.decision import Decision
from paydays_widgets.lab.messages import Failed, Finished, Grown, Message, Request, Waiting
from paydays_widgets.lab.places import place
from paydays_widgets.lab.preparing import prepare

IDLE_S: Final = 60
"""How long it waits for another run."""
NICE: Final = 10
"""By how much panels come before it."""

Tell = Callable[[Message], None]


def main() -> None:
    """Play until nothing more is asked for."""
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
    """Keep a pipe for this module alone: a strategy that reads or prints meets nothing there."""
    own = os.dup(number)
    nothing = os.open(os.devnull, mode)
    os.dup2(nothing, number)
    os.close(nothing)
    return cast("BufferedIOBase", os.fdopen(own, "rb" if mode == os.O_RDONLY else "wb"))


def _listen(asked: BufferedIOBase, lines: "SimpleQueue[bytes]") -> None:
    """Pass lines on, even during a run; when there are no more, end at once."""
    for line in asked:
        lines.put(line)
    os._exit(0)


def serve(request: Request, tell: Tell) -> None:
    """Play what is asked for, and tell how far it is."""
    text = Text(request.language, request.package, "paydays_widgets.lab")
    try:
        asked = request.asked
        game = (asked.setting if isinstance(asked, Decision) else asked).game
        with place(lambda number: tell(Waiting(number))):
            prepare(game, tell)
            from paydays_widgets.lab.growth import growth  # whoever waits needs no numpy

            for summary in growth(asked, request.games, request.seed):
                if summary is not None:
                    done = summary.games == summary.of
                    tell(Finished(summary) if done else Grown(summary))
    except Exception as error:  # noqa: BLE001 - whatever it is, the panel says it
        tell(Failed(_sentence(error, request, text)))


def _sentence(error: Exception, request: Request, text: Text) -> str:
    if isinstance(error, StrategyError):
        name = request.package.rpartition(".")[2]
        return fault(error, games.rooms(name).text.refused, text)
    if isinstance(error, Complaint):
        return complaint(error, text)
    told = f"{type(error).__name__}: {short(error, LINE)}"
    return text("The lab could not play on ({error}).", error=told)


if __name__ == "__main__":
    main()
