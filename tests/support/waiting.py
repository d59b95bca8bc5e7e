"""Waiting for a condition, with a time limit long enough for a machine five times slower."""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

# The control API of the rehearsal has the same limit.
MAX_WAIT_SECONDS = 60.0


async def wait_until(fits: Callable[[], bool | Awaitable[bool]]) -> None:
    """Checks a condition until it holds; for what has no event to await, such as rows that the server stores later."""
    seconds = 0.001
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while not (await holds if isawaitable(holds := fits()) else holds):
            await asyncio.sleep(seconds)
            # A check may be a request or a query, so that the checks of a long wait are rarer.
            seconds = min(seconds * 1.5, 0.05)
