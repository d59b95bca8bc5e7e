"""The polling loop of schedulers."""

import asyncio

from greenroom.kernel.tasks.poll_loop import PollLoop
from support.waiting import MAX_WAIT_SECONDS


async def test_loop_polls_again_when_woken_and_after_an_error() -> None:
    polls: asyncio.Queue[int] = asyncio.Queue()

    async def poll() -> None:
        polls.put_nowait(1)
        raise RuntimeError("broken")

    loop = PollLoop("test", poll, seconds=MAX_WAIT_SECONDS)
    loop.start()
    async with asyncio.timeout(MAX_WAIT_SECONDS / 2):
        await polls.get()
        loop.wake("topic", b"")
        await polls.get()
    await loop.stop()
    assert polls.empty()
