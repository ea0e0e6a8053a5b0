"""Forked kernels: started, interrupted and ended like any other, and with luck of their own."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from traitlets.config import Config

from paydays_widgets.hosting import forked
from paydays_widgets.hosting.forked import Child, Nursery

if TYPE_CHECKING:
    from jupyter_client.asynchronous.client import AsyncKernelClient

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux"),
    pytest.mark.thorough,
]
PATIENCE_S = 60
LATER = """
import gc, types
from paydays_widgets.panels import Desk

for game in ("zahltag", "pay_day", "master_builder", "zock"):
    desk = Desk(game, keep="x")
    for verb, value in [("step", None), ("language", "fr"), ("tab", "money"), ("tab", "rules")]:
        desk.do(verb, value)
late = [each for each in gc.get_objects() if isinstance(each, types.ModuleType)]
print(*(each.__name__ for each in late if each.__name__ != "__main__"))
"""
"""What was there before the fork is frozen, so the collector does not see it."""


@pytest.fixture(autouse=True)
def factory() -> Iterator[None]:
    """Kernels of this test are forked, from a nursery of its own."""
    config = Config({"KernelProvisionerFactory": {"default_provisioner_name": forked.NAME}})
    KernelProvisionerFactory.clear_instance()
    KernelProvisionerFactory.instance(config=config)
    forked.register()
    yield
    if Nursery.initialized():
        Nursery.instance().end()
    Nursery.clear_instance()
    KernelProvisionerFactory.clear_instance()


def nursery(warm: str = "") -> Nursery:
    return Nursery.instance(warm=warm, patience=PATIENCE_S)


class Kernel:
    """A kernel, and a client that talks to it."""

    def __init__(self, manager: AsyncKernelManager) -> None:
        self.manager = manager
        self.client: AsyncKernelClient = manager.client()

    @property
    def process(self) -> Any:
        assert self.manager.provisioner is not None
        return getattr(self.manager.provisioner, "process")  # noqa: B009 - of a local one

    async def says(self, code: str) -> str:
        """Run code and return what it has printed."""
        said: list[str] = []

        def hear(message: dict[str, Any]) -> None:
            if message["msg_type"] == "stream":
                said.append(message["content"]["text"])
            if message["msg_type"] == "error":
                said.append(message["content"]["ename"])

        await self.client.execute_interactive(code, timeout=PATIENCE_S, output_hook=hear)
        return "".join(said).strip()

    async def ready(self) -> None:
        await self.client.wait_for_ready(timeout=PATIENCE_S)


@asynccontextmanager
async def started(**how: Any) -> AsyncIterator[Kernel]:
    manager = AsyncKernelManager()
    await manager.start_kernel(**how)
    kernel = Kernel(manager)
    kernel.client.start_channels()
    try:
        await kernel.ready()
        yield kernel
    finally:
        kernel.client.stop_channels()
        await manager.shutdown_kernel(now=True)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "this did not come about in time"
        time.sleep(0.05)


def test_a_kernel_is_a_copy_of_the_nursery_with_its_own_environment(tmp_path: Path) -> None:
    nursery()

    async def work() -> None:
        environment = {**os.environ, "WHO": "Anna"}
        async with started(env=environment, cwd=str(tmp_path)) as kernel:
            assert isinstance(kernel.process, Child)
            assert psutil.Process(kernel.process.pid).ppid() == Nursery.instance().pid
            told = await kernel.says("import os; print(os.environ['WHO'], os.getcwd())")
            assert told == f"Anna {tmp_path}"
            shown = " ".join(psutil.Process(kernel.process.pid).cmdline())
            assert f"ipykernel_launcher -f {kernel.manager.connection_file}" in shown
            assert os.getpgid(kernel.process.pid) == os.getsid(kernel.process.pid)

    run(work)


def test_a_notebook_finds_the_modules_beside_it_after_pythons_own(tmp_path: Path) -> None:
    nursery()
    (tmp_path / "coins.py").write_text("WORTH = 7")
    (tmp_path / "random.py").write_text("raise RuntimeError")

    async def work() -> None:
        async with started(cwd=str(tmp_path)) as kernel:
            assert await kernel.says("import coins, random; print(coins.WORTH)") == "7"

    run(work)


def test_two_kernels_draw_different_luck_and_write_under_different_names() -> None:
    nursery("random:seed")

    async def work() -> None:
        drawn = []
        code = "import random, tempfile; print(random.random(), tempfile.mktemp())"
        for _ in range(2):
            async with started() as kernel:
                drawn.append((await kernel.says(code)).split())
        (luck, name), (other_luck, other_name) = drawn
        assert luck != other_luck
        assert name != other_name

    run(work)


def test_numpys_old_generator_is_seeded_after_the_fork() -> None:
    nursery("numpy.random:seed")

    async def work() -> None:
        drawn = set()
        for _ in range(2):
            async with started() as kernel:
                drawn.add(await kernel.says("import numpy; print(numpy.random.random())"))
        assert len(drawn) == 2

    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        run(work)
    finally:
        del os.environ["OPENBLAS_NUM_THREADS"]


def test_nothing_is_imported_after_the_fork() -> None:
    nursery(Nursery.warm.default_value)

    async def work() -> None:
        async with started() as kernel:
            assert (await kernel.says(LATER)).split() == []

    run(work)


def test_widgets_are_known_to_the_kernel() -> None:
    nursery("ipywidgets:VBox")

    async def work() -> None:
        async with started() as kernel:
            code = "print(*get_ipython().kernel.comm_manager.targets)"
            assert "jupyter.widget.control" in (await kernel.says(code)).split()

    run(work)


def test_a_kernel_is_interrupted_restarted_and_shut_down() -> None:
    nursery()

    async def work() -> None:
        async with started() as kernel:
            first = kernel.process
            busy = asyncio.create_task(kernel.says("import time; print(1); time.sleep(60)"))
            await asyncio.sleep(1)
            await kernel.manager.interrupt_kernel()
            assert "KeyboardInterrupt" in await busy
            await kernel.manager.restart_kernel()
            await kernel.ready()
            second = kernel.process
            assert isinstance(second, Child)
            assert second.pid != first.pid
            assert first.returncode is not None
            await kernel.manager.shutdown_kernel()
            assert second.returncode == 0
            assert not psutil.pid_exists(second.pid)

    run(work)


@pytest.mark.parametrize(
    ("code", "ended"),
    [("import os; os._exit(7)", 7), ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL)],
)
def test_how_a_kernel_has_ended_is_known(code: str, ended: int) -> None:
    nursery()

    async def work() -> None:
        async with started() as kernel:
            child = kernel.process
            kernel.client.execute(code)
            assert child.wait(PATIENCE_S) == ended
            assert not psutil.pid_exists(child.pid)

    run(work)


def test_waiting_has_an_end() -> None:
    nursery()

    async def work() -> None:
        async with started() as kernel:
            with pytest.raises(subprocess.TimeoutExpired):
                kernel.process.wait(0.1)
            kernel.process.terminate()
            assert kernel.process.wait(PATIENCE_S) is not None
            kernel.process.kill()  # too late, and no harm

    run(work)


def test_kernels_outlive_the_nursery_and_a_new_one_is_started(
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = nursery()

    async def work() -> None:
        async with started() as kernel:
            old = first.pid
            assert old is not None
            psutil.Process(old).kill()
            until(lambda: first.pid is None)
            assert await kernel.says("print('alive')") == "alive"
            assert await kernel.manager.is_alive()
            async with started() as other:
                assert isinstance(other.process, Child)
                assert first.pid not in {None, old}
            child = kernel.process
            await kernel.manager.shutdown_kernel()
            assert child.returncode is not None
            until(lambda: not psutil.pid_exists(child.pid))

    run(work)


def test_without_a_nursery_kernels_start_in_the_usual_way(
    caplog: pytest.LogCaptureFixture,
) -> None:
    nursery("paydays_widgets.hosting.forked:no_such_thing")

    async def work() -> None:
        async with started() as kernel:
            assert not isinstance(kernel.process, Child)
            assert await kernel.says("print('alive')") == "alive"
        before = len(caplog.records)
        async with started() as kernel:  # it is not tried again at once
            assert not isinstance(kernel.process, Child)
        assert len(caplog.records) == before

    with caplog.at_level(logging.WARNING):
        run(work)
    assert "Kernels start in the usual way" in caplog.text


def test_a_warm_process_with_threads_forks_nothing(tmp_path: Path) -> None:
    (tmp_path / "threads.py").write_text(
        "import threading, time\n"
        "def warm(): threading.Thread(target=time.sleep, args=[60], daemon=True).start()\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "paydays_widgets.hosting.nursery", "0", "threads:warm"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "left 1 threads running" in done.stderr


def test_kernels_leave_no_handles_in_the_server_the_nursery_or_each_other() -> None:
    nursery()

    async def work() -> None:
        async with started() as kernel:
            own = set(json.loads(await kernel.says(HANDLES)))
        here, there = psutil.Process(), psutil.Process(Nursery.instance().pid)
        before = here.num_fds(), there.num_fds()
        async with started(), started(), started() as third:
            assert len(set(json.loads(await third.says(HANDLES)))) <= len(own)
        until(lambda: (here.num_fds(), there.num_fds()) <= before)

    run(work)


HANDLES = """
import json, os
links = {}
for each in os.listdir("/proc/self/fd"):
    try: links[each] = os.readlink(f"/proc/self/fd/{each}")
    except OSError: pass
print(json.dumps([name for name, link in links.items() if link.startswith("socket:")]))
"""

SERVER = """
import asyncio, sys
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from paydays_widgets.hosting import forked
forked.register()
forked.Nursery.instance(warm="")
KernelProvisionerFactory.instance().default_provisioner_name = forked.NAME

async def main():
    manager = AsyncKernelManager()
    await manager.start_kernel()
    print(forked.Nursery.instance().pid, manager.provisioner.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_a_server_that_is_killed_leaves_nothing_running() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        warm, kernel = map(psutil.Process, map(int, server.stdout.readline().split()))
        assert warm.is_running()
        assert kernel.is_running()
        server.kill()
    gone, alive = psutil.wait_procs([warm, kernel], timeout=10)
    assert not alive
    assert len(gone) == 2
