"""Groups of tasks that end together."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from greenroom.kernel.tasks.background import spawn


async def until_one_fails(*parts: Coroutine[Any, Any, None]) -> None:
    """Runs all parts at the same time; the first failure cancels the other parts and is raised."""
    tasks = [spawn(part, name=getattr(part, "__qualname__", "part")) for part in parts]
    try:
        # Not `gather`, which would cancel them a second time and interrupt their clean-up.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
