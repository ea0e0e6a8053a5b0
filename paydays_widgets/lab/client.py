"""The lab as panels use it: runs play in another process, which a page then need not wait for.

Without processes, as in a browser's Python, runs play here in slices.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from threading import Thread
from time import monotonic
from typing import IO, Final, cast

import msgspec

from paydays_widgets.core.text import Text
from paydays_widgets.lab.messages import Asked, Failed, Finished, Grown, Message, read, request

PROCESSES: Final = sys.platform != "emscripten"
SLICE_S: Final = 0.05

Tell = Callable[[Message], None]


def plays_few() -> bool:
    """Return whether numpy is missing, so that a run has at most :data:`FEW` games."""
    return find_spec("numpy") is None


class Client:
    """Plays one run at a time, in a process that starts with the first."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._slices: asyncio.Task[None] | None = None
        self._tell: Tell | None = None
        self._lost = ""

    @property
    def playing(self) -> bool:
        return self._tell is not None

    def plays_for(self, tell: Tell) -> bool:
        """Return whether the current run reports to this function."""
        return self._tell == tell

    def start(self, asked: Asked, games: int, seed: int, language: str, tell: Tell) -> None:
        """Start a run, in place of the current one.

        Parameters
        ----------
        asked, games, seed
            A run, a decision with the number of games for each choice, or a contest, which has its
            own numbers.
        tell
            Receives the progress: on this thread's event loop if one runs, otherwise on another
            thread. :class:`Finished` or :class:`Failed` comes last.

        Raises
        ------
        Complaint
            If a strategy from a notebook cannot be sent to another process.
        """
        self.cancel()
        loop: asyncio.AbstractEventLoop | None = None
        with suppress(RuntimeError):  # none runs on this thread
            loop = asyncio.get_running_loop()
        if not PROCESSES:
            self._tell = tell
            sliced = self._play_here(asked, games, seed, tell)
            self._slices = asyncio.ensure_future(sliced)
            return
        line = msgspec.json.encode(request(asked, games, seed, language)) + b"\n"
        text = Text(language, "paydays_widgets.lab")
        self._lost = text("The lab’s own process ended too soon. Start again.")
        process = self._running()
        self._tell = tell
        Thread(target=self._listen, args=(process, tell, loop), daemon=True).start()
        pipe = cast("IO[bytes]", process.stdin)
        with suppress(OSError):  # if it has just ended, its listener reports it
            pipe.write(line)
            pipe.flush()

    def cancel(self) -> None:
        """End the current run without another message."""
        if not self.playing:
            return
        self._tell = None
        if self._slices is not None:
            self._slices.cancel()
        self.close()

    def close(self) -> None:
        self._tell = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:  # waits for its end, and closes the pipes
                pass

    def _running(self) -> "subprocess.Popen[bytes]":
        """Return the process; an idle one ends, so it may be new."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "paydays_widgets.lab.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        return self._process

    def _listen(
        self,
        process: "subprocess.Popen[bytes]",
        tell: Tell,
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        def pass_on(message: Message) -> None:
            if tell is not self._tell:
                return  # cancelled
            if isinstance(message, Finished | Failed):
                self._tell = None
            tell(message)

        pipe = cast("IO[bytes]", process.stdout)
        message: Message | None = None
        while not isinstance(message, Finished | Failed):
            line = b""
            with suppress(ValueError):  # closed: the run was cancelled
                line = pipe.readline()
            if line:
                message = read(line)
            else:
                process.wait()
                message = Failed(self._lost)
            if loop is None:
                pass_on(message)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(pass_on, message)

    async def _play_here(self, asked: Asked, games: int, seed: int, tell: Tell) -> None:
        from paydays_widgets.lab.growth import growth

        until = monotonic() + SLICE_S
        try:
            for summary in growth(asked, games, seed, at_once=1):
                if summary is not None:
                    if summary.complete:
                        self._tell = None
                    tell(Finished(summary) if summary.complete else Grown(summary))
                if monotonic() > until:
                    await asyncio.sleep(0)
                    until = monotonic() + SLICE_S
        except Exception as error:  # noqa: BLE001 - the panel shows it
            self._tell = None
            tell(Failed(str(error)))
