"""Processes in which the package sees of the system what Windows has.

The rest of Python keeps its own: it could not run here otherwise.
"""

import asyncio
import builtins
import importlib
from types import ModuleType
from typing import Any, Final, NoReturn

LACKS: Final = {
    "os": {
        *("chown", "fork", "geteuid", "getuid", "killpg", "nice", "pipe2", "setsid"),
        *("O_CLOEXEC", "O_NONBLOCK", "WNOHANG", "sched_getaffinity"),
    },
    "signal": {"SIGHUP", "SIGKILL", "SIGUSR1", "setitimer"},
    "socket": {"AF_UNIX", "SOCK_SEQPACKET"},
    "sys": set[str](),
}
GONE: Final = {"fcntl", "grp", "pwd", "resource", "termios"}


class Poorer(ModuleType):
    """A module without some of its names."""

    def __getattr__(self, name: str) -> Any:
        if name in LACKS[self.__name__]:
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


FOUND: Final = {name: Poorer(name) for name in LACKS}
FOUND["sys"].platform = "win32"  # type: ignore[attr-defined]
_ours = builtins.__import__


def _imported(name: str, space: Any = None, *how: Any, **more: Any) -> Any:
    if str((space or {}).get("__name__")).startswith("paydays_widgets"):
        if name in GONE:
            raise ModuleNotFoundError(name=name)
        if name in FOUND:
            return FOUND[name]
    return _ours(name, space, *how, **more)


async def _starts_nothing(*_: object, **__: object) -> NoReturn:
    raise NotImplementedError


BEGINS: Final = "from tests.windows import take_away\n\ntake_away()\n"
"""What such a process begins with, as its ``sitecustomize``."""


def take_away() -> None:
    """Take from this process what Windows lacks, before the package is imported."""
    builtins.__import__ = _imported  # type: ignore[assignment]
    asyncio.BaseEventLoop.subprocess_exec = _starts_nothing  # type: ignore[method-assign]
