"""Several things at once that stand and fall together."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def until_one_fails(*parts: Coroutine[Any, Any, None]) -> None:
    """Runs all of them; the first to fail ends the others, and its error is ours."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        # Unlike `gather` this does not cancel them: a second cancellation would cut short how they close.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
