"""A form that is sent twice, since the first answer is slow to come, counts once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 2_000
"""How many forms are remembered: those of fifty classes that join at once."""
LASTS: Final = 300.0
"""For how many seconds a form is remembered."""


class Once:
    """Remembers what forms came to, so that the same form comes to the same."""

    def __init__(self) -> None:
        self._came: dict[str, asyncio.Task[Any]] = {}

    async def do(self, form: str, act: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Carry out a form, or wait for what it comes to if it has been sent before.

        What failed is not remembered: it can be tried again.
        """
        task: asyncio.Task[T] | None = self._came.get(form)
        if task is None:
            if len(self._came) >= MOST:
                del self._came[next(iter(self._came))]
            task = self._came[form] = asyncio.create_task(act())
            task.add_done_callback(lambda done: self._keep(form, done))
        return await asyncio.shield(task)

    def _keep(self, form: str, task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._forget(form, task)
        else:
            task.get_loop().call_later(LASTS, self._forget, form, task)

    def _forget(self, form: str, task: asyncio.Task[Any]) -> None:
        if self._came.get(form) is task:
            del self._came[form]
