"""A time limit on somebody else's code, on every thread."""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from paydays_widgets.core.patience import OutOfTime, within

LIMIT_S = 0.1


def loop() -> None:
    while True:
        pass


def loop_that_catches_all() -> None:
    while True:
        try:
            while True:
                sum([1, 2])
        except BaseException:  # noqa: BLE001, S112 - as a student may
            continue


def loop_that_tidies_up() -> None:
    try:
        loop()
    finally:
        loop()


def loop_that_never_gives_up() -> None:
    while True:
        with contextlib.suppress(BaseException):
            loop_that_catches_all()


def interrupted() -> None:
    signal.raise_signal(signal.SIGINT)
    loop()


def on_another_thread(act: Callable[[], object]) -> object:
    """Call a function on a thread of its own; return what it returned or raised."""
    found: list[object] = []

    def run() -> None:
        try:
            found.append(act())
        except BaseException as error:  # noqa: BLE001 - whatever it is
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(30)
    return found[0]


ENDLESS = [loop, loop_that_tidies_up]
STUBBORN = [loop_that_catches_all, loop_that_never_gives_up]


@pytest.fixture
def alarm() -> Iterator[None]:
    """Check that signals are as they were before."""
    before = [signal.getsignal(each) for each in (signal.SIGALRM, signal.SIGINT)]
    yield
    assert [signal.getsignal(each) for each in (signal.SIGALRM, signal.SIGINT)] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.usefixtures("alarm")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarm")
class TestMainThread:
    def test_what_is_in_time_is_returned(self) -> None:
        assert within(5, lambda: 7) == 7

    @pytest.mark.parametrize(
        "act", [*ENDLESS, *STUBBORN, lambda: time.sleep(60), lambda: 7 ** (7**10)]
    )
    def test_code_that_does_not_end_is_left(self, act: Callable[[], Any]) -> None:
        begun = time.monotonic()
        with pytest.raises(OutOfTime):
            within(LIMIT_S, act)
        assert time.monotonic() - begun < 10

    def test_the_reader_may_interrupt_it(self) -> None:
        """A kernel ignores that outside of cells; during a strategy it is heard."""
        ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with pytest.raises(KeyboardInterrupt):
                within(5, interrupted)
        finally:
            signal.signal(signal.SIGINT, ignored)

    def test_one_limit_stands_within_another(self) -> None:
        def outer() -> str:
            with pytest.raises(OutOfTime):
                within(LIMIT_S, loop)
            loop()
            return "never"

        with pytest.raises(OutOfTime):
            within(3 * LIMIT_S, outer)

    def test_an_alarm_that_was_set_before_still_comes(self) -> None:
        def ring(*_: object) -> None:
            raise LookupError

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 2 * LIMIT_S)
        try:
            assert within(5, lambda: 7) == 7
            with pytest.raises(LookupError):
                loop()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


class TestOtherThread:
    """Also what is done on Windows."""

    def test_what_is_in_time_is_returned(self) -> None:
        before = threading.active_count()
        assert on_another_thread(lambda: within(5, lambda: 7)) == 7
        for _ in range(200):
            if threading.active_count() == before:
                break
            time.sleep(0.01)
        assert threading.active_count() == before

    @pytest.mark.parametrize("act", ENDLESS)
    def test_code_that_does_not_end_is_left(self, act: Callable[[], object]) -> None:
        assert isinstance(on_another_thread(lambda: within(LIMIT_S, act)), OutOfTime)

    def test_nothing_is_interrupted_after_it(self) -> None:
        def twice() -> object:
            try:
                within(LIMIT_S, loop)
            except OutOfTime:
                time.sleep(3 * LIMIT_S)
            return within(5, lambda: 7)

        assert on_another_thread(twice) == 7

    def test_an_error_is_passed_on(self) -> None:
        assert isinstance(on_another_thread(lambda: within(5, lambda: 1 // 0)), ZeroDivisionError)

    @pytest.mark.parametrize("limit", [0.01, 0])
    def test_time_that_runs_out_just_then_interrupts_nothing_later(self, limit: float) -> None:
        """At the last moment, or before the code has begun."""

        def late() -> object:
            for _ in range(20):
                with contextlib.suppress(OutOfTime):
                    within(limit, lambda: time.sleep(limit))
            time.sleep(0.2)
            return "went on"

        assert on_another_thread(late) == "went on"
