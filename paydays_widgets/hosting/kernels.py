"""The kernels of hosted pages: one for each page, which ends with it.

``voila.json`` names :class:`Kernels` as Voila's kernel manager.
"""

import asyncio
import os
import time
from typing import TYPE_CHECKING, Any, Final

from jupyter_client.ioloop.restarter import AsyncIOLoopKernelRestarter
from jupyter_server.services.kernels.kernelmanager import (
    AsyncMappingKernelManager,
    ServerKernelManager,
)
from traitlets import Float, Int, List, Unicode, default

from paydays_widgets.hosting.environment import for_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FORGETFUL: Final = "--HistoryManager.enabled=False"
_WORKERS: Final = "PAYDAYS_LAB_WORKERS"
"""The variable that limits a kernel's processes of the lab."""
_POOLED: Final = "VOILA_PREHEAT"
"""The variable by which Voila marks a kernel that it starts before its visitor comes."""


class _Watch(AsyncIOLoopKernelRestarter):
    """Notices within a second that a kernel has died, and does not restart it.

    A new kernel would not know the widgets on the page.
    """

    @default("time_to_dead")
    def _every_second(self) -> float:
        return 1.0

    @default("restart_limit")
    def _never_again(self) -> int:
        return 0


class Kernel(ServerKernelManager):
    @default("restarter_class")
    def _watch(self) -> type[_Watch]:
        return _Watch

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        """Switch off Python's history of what it has run."""
        return super().format_kernel_cmd([*(extra_arguments or []), _FORGETFUL])

    def emit(self, schema_id: str, data: "Mapping[str, Any]") -> None:
        """Emit nothing: for each kernel, a page would wait until a schema of events is read."""


class Kernels(AsyncMappingKernelManager):
    """The kernels of all pages.

    A kernel ends when its page says goodbye, when it has been idle and without a page for
    ``cull_idle_timeout``, and when no page came for it within `patience`. Pages ask again for lost
    messages, so nothing is buffered: the buffer of an abandoned page would never be emptied, and
    would keep four file handles open.

    Attributes
    ----------
    patience
        Seconds for a page to connect to its kernel, or to ask for it, from the end of the work
        that writes the page. Kernels that Voila keeps ready do not count until a page gets them.
        The culler checks every ``cull_interval``.
    lab_workers
        How many processes of the lab may play at a time; 0 for one fewer than processors. Kernels
        learn it from the variable ``PAYDAYS_LAB_WORKERS``.
    passes
        Names of further variables of the server's environment that kernels get.
    on_end
        Receives the id of each kernel that has ended; None for nobody.
    """

    patience = Float(30, config=True, help="Seconds for a page to connect to its kernel.")

    lab_workers = Int(
        0,
        min=0,
        config=True,
        help="How many processes of the lab may play at a time; 0 for one fewer than processors.",
    )

    passes = List(
        Unicode(), config=True, help="Further variables of the environment that kernels get."
    )

    def __init__(self, **traits: Any) -> None:
        self.on_end: Callable[[str], object] | None = None
        self._waiting: dict[str, float | None] = {}
        """Kernels without a page, and since when; None while they are in a pool."""
        super().__init__(**traits)
        if self.lab_workers:
            os.environ[_WORKERS] = str(self.lab_workers)  # which kernels inherit

    @default("kernel_manager_class")
    def _default_kernel_manager_class(self) -> str:
        return f"{__name__}.{Kernel.__name__}"

    @default("buffer_offline_messages")
    def _no_buffers(self) -> bool:
        return False

    async def start_kernel(self, **how: Any) -> str:  # type: ignore[override] # the signature of its parent
        """Start a kernel, for a page or for Voila's pool, and return its id."""
        how["env"] = for_kernels(how.get("env", os.environ), self.passes)
        kernel_id: str = await super().start_kernel(**how)
        pooled = how["env"].get(_POOLED) == "True"
        self._waiting[kernel_id] = None if pooled else time.monotonic()
        return kernel_id

    def notify_connect(self, kernel_id: str) -> None:
        self._waiting.pop(kernel_id, None)
        super().notify_connect(kernel_id)

    def kernel_model(self, kernel_id: str) -> dict[str, Any]:
        """Describe a kernel to its page, which asks from its first line on."""
        if kernel_id in self._waiting:
            self._waiting[kernel_id] = time.monotonic()
        model: dict[str, Any] = super().kernel_model(kernel_id)
        return model

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that no page came for, or that has been idle too long.

        Voila does not call this for a kernel in its pool.
        """
        if self._is_left(kernel_id):
            self.log.info("No page came for kernel %s: it ends.", kernel_id)
            await self.shutdown_kernel(kernel_id)
        else:
            await super().cull_kernel_if_idle(kernel_id)

    def _is_left(self, kernel_id: str) -> bool:
        if kernel_id not in self._waiting:
            return False
        since = self._waiting[kernel_id]
        state = getattr(self.get_kernel(kernel_id), "execution_state", "")
        if since is None or state in {"starting", "busy"}:
            self._waiting[kernel_id] = since = time.monotonic()
        return time.monotonic() - since > self.patience

    def remove_kernel(self, kernel_id: str) -> Any:  # noqa: ANN401 - jupyter_client's
        self._waiting.pop(kernel_id, None)
        if self.on_end is not None:
            self.on_end(kernel_id)
        return super().remove_kernel(kernel_id)

    def _handle_kernel_died(self, kernel_id: str) -> None:
        """Release a dead kernel's sockets, and its place in the pool."""
        self.log.warning("Kernel %s died.", kernel_id)
        self._farewell = asyncio.ensure_future(self.shutdown_kernel(kernel_id, now=True))
