"""A time limit for somebody else's code, such as a student's strategy.

On the main thread of Linux and macOS the system's alarm interrupts the code, even where it sleeps
or searches. Elsewhere (on Windows, or on another thread) a second thread raises the exception in
it, and Python delivers that only between two of the code's own instructions. A browser's Python
has neither alarms nor threads: there each call and each turn of a loop looks at the clock. None of
them can end a single call into C that never looks up, such as ``sum(range(10**12))``.

A loop may catch the exception, so it is raised again until the code is left: first with time to
tidy up in between, then so fast that it also strikes within the loop's own ``except``.
"""

import ctypes
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")

AGAIN_S: Final = 0.05
"""Seconds until code that has caught the exception is interrupted again."""

FRIENDLY: Final = 10
"""How many times that is done before the code is left no time at all."""


class OutOfTime(BaseException):
    """The time is up. Like ``SystemExit`` it is no ``Exception``, lest ``except`` swallow it."""


def within(seconds: float, act: Callable[[], T]) -> T:
    """Call a function, and interrupt it when its time is up.

    Raises
    ------
    OutOfTime
        If it took longer.
    KeyboardInterrupt
        If the reader interrupted it; a kernel ignores that outside of its cells otherwise.
    """
    if sys.platform == "emscripten":
        return _with_monitor(seconds, act)
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        return _with_alarm(seconds, act)
    return _with_watcher(seconds, act)


if sys.platform == "emscripten":

    def _with_monitor(seconds: float, act: Callable[[], T]) -> T:
        """Raise the exception at each call and each jump after the time is up."""
        watch = sys.monitoring
        tool = next(each for each in range(6) if watch.get_tool(each) is None)  # limits may nest
        events = watch.events.JUMP | watch.events.PY_START
        end = time.monotonic() + seconds

        def look(*_: object) -> None:
            if time.monotonic() > end:
                raise OutOfTime

        watch.use_tool_id(tool, __name__)
        for event in (watch.events.JUMP, watch.events.PY_START):
            watch.register_callback(tool, event, look)
        watch.set_events(tool, events)
        try:
            return act()
        finally:
            watch.set_events(tool, watch.events.NO_EVENTS)
            watch.free_tool_id(tool)


if sys.platform != "win32":

    def _with_alarm(seconds: float, act: Callable[[], T]) -> T:
        """Let the system raise the exception; an alarm that was set before is set again after."""
        running, rung = True, 0

        def ring(number: int, _frame: object) -> None:
            nonlocal rung
            if running:
                rung += 1
                again = AGAIN_S if rung < FRIENDLY else random.uniform(1e-6, 2e-5)  # noqa: S311 - no secret
                signal.setitimer(signal.ITIMER_REAL, again)
                raise KeyboardInterrupt if number == signal.SIGINT else OutOfTime

        begun = time.monotonic()
        handlers = {each: signal.signal(each, ring) for each in (signal.SIGALRM, signal.SIGINT)}
        left, every = signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return act()
        finally:
            running = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in handlers.items():
                signal.signal(number, signal.SIG_DFL if handler is None else handler)
            if left:
                left -= time.monotonic() - begun
                signal.setitimer(signal.ITIMER_REAL, max(left, AGAIN_S), every)


def _with_watcher(seconds: float, act: Callable[[], T]) -> T:
    """Raise the exception from a second thread."""
    running, raised = True, False
    over, raising = threading.Event(), threading.Lock()
    here = ctypes.c_ulong(threading.get_ident())
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        nonlocal raised
        wait = seconds
        while running and not over.wait(wait):
            with raising:
                if running:
                    raised = True
                    throw(here, ctypes.py_object(OutOfTime))
            wait = AGAIN_S

    try:
        threading.Thread(target=watch, daemon=True).start()
        return act()
    finally:
        running = False  # at once: the exception may still arrive in the lines below
        with suppress(OutOfTime), raising:
            # Never unregistered: Python 3.11 keeps looking for what was removed.
            for _ in range(1000 if raised else 0):
                pass
        over.set()
