"""The nursery: a process that has warmed up, and from which kernels are forked.

``python -m paydays_widgets.hosting.nursery`` is started by
:class:`~paydays_widgets.hosting.forked.Nursery` alone. It imports whatever a kernel imports, warms
up, and waits. For each kernel the server sends one end of a *line*, a socket pair, over which

1. the server sends the kernel's order: its arguments, its environment, its folder;
2. the kernel answers with its process id;
3. the nursery, when the kernel has ended, says how.

A line that is closed at the server's end, even by its death, ends the kernel. Random state, seeds,
threads and sockets come after the fork.
"""

import ctypes
import gc
import json
import os
import pkgutil
import select
import signal
import socket
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

LATER: Final = (
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "faulthandler",
    "ipykernel.debugger",
    "ipykernel.kernelapp",
    "psutil",
    "sqlite3",
    "tornado.platform.asyncio",
    "zmq.utils.garbage",
)
"""What a kernel imports only while it starts."""
ROOM: Final = 400
"""The letters that a kernel's command line may have in a list of processes."""
ANSWER: Final = 64
"""The bytes of what is told about a kernel, at most."""


def main(number: str, warm: str, *_: str) -> None:
    """Warm up, and fork kernels until the server has gone.

    Parameters
    ----------
    number
        The file descriptor of the socket to the server.
    warm
        A function that warms up, as ``module:name``; "" for none.
    """
    os.environ["JPY_PARENT_PID"] = "1"  # read at import: no parent to be watched; the line is
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # the debugger's, as ipykernel sets it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    gc.disable()
    for name in LATER:
        with suppress(ModuleNotFoundError):
            import_module(name)
    if warm:
        pkgutil.resolve_name(warm)()
    others = len([*Path("/proc/self/task").iterdir()]) - 1
    if others:
        sys.exit(f"Warming up left {others} threads running: a kernel would lack them.")
    sys.stdout.flush()
    sys.stderr.flush()
    gc.collect()
    gc.freeze()  # what is shared stays shared: the collector does not touch it
    line = _wait_for_orders(socket.socket(fileno=int(number)))
    if line is not None:
        _be_kernel(line)


def _wait_for_orders(server: socket.socket) -> socket.socket | None:
    """Fork a kernel for each line; return a kernel's line in it, and None without a server."""
    lines: dict[int, socket.socket] = {}  # by process
    bell, rope = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(rope)
    while True:
        ready, _, _ = select.select([server.fileno(), bell], [], [])
        if bell in ready:
            os.read(bell, 4096)
            _report_ended(lines)
        if server.fileno() in ready:
            word, handles, _, _ = socket.recv_fds(server, ANSWER, 1)
            if not word:
                return None
            line = socket.socket(fileno=handles[0])
            process = os.fork()
            if not process:
                signal.set_wakeup_fd(-1)
                for number in (signal.SIGCHLD, signal.SIGTERM):
                    signal.signal(number, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                for other in (server, *lines.values()):
                    other.close()
                os.close(bell)
                os.close(rope)
                return line
            lines[process] = line


def _report_ended(lines: dict[int, socket.socket]) -> None:
    """Say of each kernel that has ended how it did, as `subprocess` would."""
    while lines:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        with lines.pop(process) as line, suppress(OSError):
            line.send(b"%d" % os.waitstatus_to_exitcode(status))


def _be_kernel(line: socket.socket) -> None:
    """Start the kernel that the server has ordered, and run it to its end."""
    os.setsid()
    order = _read_order(line)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    _show_command(order["command"])
    line.sendall(b"%d" % os.getpid())
    threading.Thread(target=_end_with_the_server, args=[line], daemon=True).start()
    if "numpy.random" in sys.modules:  # Python's own generator takes a new seed by itself
        sys.modules["numpy.random"].seed()
    gc.enable()
    sys.argv = order["command"]

    from ipykernel.kernelapp import IPKernelApp

    _find_modules_here()
    app = IPKernelApp.instance()
    app.initialize(order["arguments"])
    if "ipywidgets" in sys.modules:  # it does this when it is imported, if there is a kernel
        sys.modules["ipywidgets"].register_comm_target()
    app.start()


def _find_modules_here() -> None:
    """Let a notebook import modules beside it, after Python's own, as in any kernel.

    The nursery itself must not, so it runs with ``-P``; IPython would take that for the kernel's.
    """
    installed = [at for at, path in enumerate(sys.path) if Path(path).name.endswith("-packages")]
    sys.path.insert(min(installed, default=len(sys.path)), "")


def _read_order(line: socket.socket) -> dict[str, Any]:
    with line.makefile("rb") as words:
        order: dict[str, Any] = json.loads(words.readline() or sys.exit(0))
    return order


def _end_with_the_server(line: socket.socket) -> None:
    while line.recv(ANSWER):
        pass
    os._exit(1)


def _show_command(command: list[str]) -> None:
    """Let a list of processes show a kernel's command, as if it had been started by it."""
    begin, end = (int(each) for each in Path("/proc/self/stat").read_text().split()[47:49])
    shown = b"\0".join(os.fsencode(each) for each in command)[: end - begin - 1]
    ctypes.memmove(begin, shown.ljust(end - begin, b"\0"), end - begin)


if __name__ == "__main__":
    main(*sys.argv[1:])
