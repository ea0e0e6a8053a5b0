"""Kernels forked from a warm process, as a Jupyter kernel provisioner.

They start faster and share the memory that existed before the fork.
:mod:`paydays_widgets.hosting.nursery` is that process.
"""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Final

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets import Float, Unicode
from traitlets.config import SingletonConfigurable

from paydays_widgets.hosting import nursery
from paydays_widgets.hosting.environment import for_kernels

assert sys.platform == "linux"  # noqa: S101 - for the type checker

NAME: Final = "paydays-forked"
_LAUNCHER: Final = "ipykernel_launcher"


def register() -> None:
    """Register the provisioner in this process, as an entry point would."""
    point = EntryPoint(NAME, f"{__name__}:{Forked.__name__}", KernelProvisionerFactory.GROUP_NAME)
    KernelProvisionerFactory.provisioners[NAME] = point


class Child:
    """A kernel's process, with the part of `subprocess.Popen` that :class:`LocalProvisioner` uses.

    It is the nursery's child, so only the nursery knows its exit code.
    """

    stdin = stdout = stderr = None

    def __init__(self, pid: int, line: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._line = line

    def poll(self) -> int | None:
        if self.returncode is None:
            try:
                word = self._line.recv(nursery.ANSWER)
            except BlockingIOError:
                return None
            except OSError:
                word = b""
            if not word:
                # the nursery ended first; in a container this process then inherits its children
                with suppress(ChildProcessError):
                    os.waitpid(self.pid, os.WNOHANG)
            self.returncode = int(word or 1)
            self._line.close()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.poll() is None:
            ended, _, _ = select.select([self._line], [], [], timeout)
            if not ended:
                raise subprocess.TimeoutExpired(_LAUNCHER, timeout or 0)
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        """Send a signal if the process still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Nursery(SingletonConfigurable):
    """The process that a server's kernels are forked from; it is started again if it dies.

    Attributes
    ----------
    warm
        A function that the process calls before the first fork, as ``module:name``.
    patience
        Seconds to wait for a kernel's process, including the warming up.
    rest
        Seconds without a nursery after it has failed twice in a row.
    """

    warm = Unicode("paydays_widgets.panels.warmth:warm", config=True)
    patience = Float(30, config=True)
    rest = Float(60, config=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._process: subprocess.Popen[bytes] | None = None
        self._server: socket.socket | None = None
        self._rests_until = 0.0

    @property
    def pid(self) -> int | None:
        """The process while it runs, otherwise None."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if self._process is not None and running else None

    def start(self) -> None:
        """Start the process unless it runs, without waiting until it is warm."""
        if self.pid is not None:
            return
        self.end()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-P", "-m", nursery.__name__]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*command, str(theirs.fileno()), self.warm, " " * nursery.ROOM],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=for_kernels(os.environ),
                start_new_session=True,
            )
        ours.settimeout(0)
        self._server = ours

    def end(self) -> None:
        """End the process. Its kernels go on."""
        if self._server is not None:
            self._server.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._server = self._process = None

    async def fork(self, command: list[str], env: dict[str, str], cwd: str) -> Child | None:
        """Fork a kernel; return None if it must be started in the usual way."""
        arguments = command[command.index(_LAUNCHER) + 1 :]
        order = {"command": command, "arguments": arguments, "env": env, "cwd": cwd}
        for _ in range(2):
            if time.monotonic() < self._rests_until:
                return None
            self.start()
            asked = self._process
            try:
                return await self._ask(json.dumps(order).encode() + b"\n")
            except (OSError, ValueError) as error:
                self.log.warning("The nursery does not answer (%r): it is started again.", error)
                if asked is self._process:  # otherwise another one has been started
                    self.end()
        self.log.warning("Kernels start in the usual way for the next %g s.", self.rest)
        self._rests_until = time.monotonic() + self.rest
        return None

    async def _ask(self, order: bytes) -> Child:
        assert self._server is not None  # noqa: S101 - for the type checker
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        try:
            with theirs:
                socket.send_fds(self._server, [b"1"], [theirs.fileno()])
            async with asyncio.timeout(self.patience):
                await loop.sock_sendall(ours, order)
                word = await loop.sock_recv(ours, nursery.ANSWER)
            return Child(int(word), ours)  # an empty word raises ValueError: it has ended
        except BaseException:
            ours.close()
            raise


class Forked(LocalProvisioner):
    """Forks Python kernels. Others start in the usual way, and so do all if forking fails."""

    async def launch_kernel(self, cmd: list[str], **how: Any) -> KernelConnectionInfo:
        child = None
        if cmd[0] == sys.executable and _LAUNCHER in cmd:
            home = how.get("cwd") or Path.cwd()
            child = await Nursery.instance(parent=self.parent).fork(cmd, how["env"], str(home))
        if child is None:
            return await super().launch_kernel(cmd, **how)
        self.process = child  # type: ignore[assignment] # has what is used of Popen
        self.pid = self.pgid = child.pid
        self.cwd = home
        return self.connection_info
