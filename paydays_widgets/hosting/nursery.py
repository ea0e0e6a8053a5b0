"""The nursery: a warm process from which kernels are forked.

Only :class:`~paydays_widgets.hosting.forked.Nursery` starts it. It imports what a kernel imports,
warms up, and waits. For each kernel the server sends one end of a *line*, a socket pair:

1. the server sends the kernel's order: arguments, environment, folder;
2. the kernel answers with its process id;
3. when the kernel has ended, the nursery sends its exit code.

When the server's end closes, even because the server died, the kernel ends. Random state, seeds,
threads and sockets come after the fork. All this is for Linux.
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

assert sys.platform == "linux"  # noqa: S101 - for the type checker

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
"""Letters for a kernel's command line in a list of processes."""
ANSWER: Final = 64
"""The size limit of an answer, in bytes."""


def main(number: str, warm: str, *_: str) -> None:
    """Warm up, and fork kernels until the server has gone.

    Parameters
    ----------
    number
        The file descriptor of the socket to the server.
    warm
        A function that warms up, as ``module:name``; "" for none.
    """
    os.environ["JPY_PARENT_PID"] = "1"  # read at import; the line replaces watching a parent
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
    gc.freeze()  # the collector then leaves shared memory shared
    line = _wait_for_orders(socket.socket(fileno=int(number)))
    if line is not None:
        _be_kernel(line)


def _wait_for_orders(server: socket.socket) -> socket.socket | None:
    """Fork a kernel for each line. Return its line in a kernel, None when the server has gone."""
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
                for each in (signal.SIGCHLD, signal.SIGTERM):
                    signal.signal(each, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                for other in (server, *lines.values()):
                    other.close()
                os.close(bell)
                os.close(rope)
                return line
            lines[process] = line


def _report_ended(lines: dict[int, socket.socket]) -> None:
    """Report the exit code of each kernel that has ended, as `subprocess` would."""
    while lines:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        with lines.pop(process) as line, suppress(OSError):
            line.send(b"%d" % os.waitstatus_to_exitcode(status))


def _be_kernel(line: socket.socket) -> None:
    """Run the kernel that the server has ordered."""
    os.setsid()
    order = _read_order(line)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    _show_command(order["command"])
    line.sendall(b"%d" % os.getpid())
    threading.Thread(target=_end_with_the_server, args=[line], daemon=True).start()
    if "numpy.random" in sys.modules:  # Python's own generator reseeds itself
        sys.modules["numpy.random"].seed()
    gc.enable()
    sys.argv = order["command"]

    from ipykernel.kernelapp import IPKernelApp

    _find_modules_here()
    app = IPKernelApp.instance()
    app.initialize(order["arguments"])
    if "ipywidgets" in sys.modules:  # on import it does this only if there is a kernel
        sys.modules["ipywidgets"].register_comm_target()
    app.start()


def _find_modules_here() -> None:
    """Let a notebook import modules beside it, after Python's own, as in any kernel.

    The nursery must not, so it runs with ``-P``, which IPython would take for the kernel's.
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
    """Show the kernel's command in a list of processes."""
    begin, end = (int(each) for each in Path("/proc/self/stat").read_text().split()[47:49])
    shown = b"\0".join(os.fsencode(each) for each in command)[: end - begin - 1]
    ctypes.memmove(begin, shown.ljust(end - begin, b"\0"), end - begin)


if __name__ == "__main__":
    main(*sys.argv[1:])
