"""Event loops as other systems have them."""

import asyncio
from typing import NoReturn


class StartsNothing(asyncio.SelectorEventLoop):
    """A loop that can start no program, as Voila's on Windows."""

    async def subprocess_exec(self, *_: object, **__: object) -> NoReturn:
        raise NotImplementedError
