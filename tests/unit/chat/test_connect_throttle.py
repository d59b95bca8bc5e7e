import asyncio

from greenroom.chat.connections.rules import Timings
from greenroom.chat.connections.throttle import ConnectThrottle
from support.waiting import MAX_WAIT_SECONDS

GAP = 0.02


async def acquired_at(throttle: ConnectThrottle) -> float:
    await throttle.acquire()
    return asyncio.get_running_loop().time()


async def test_a_single_connection_does_not_wait() -> None:
    throttle = ConnectThrottle(Timings(gap_seconds=10 * MAX_WAIT_SECONDS))
    await asyncio.wait_for(throttle.acquire(), MAX_WAIT_SECONDS)


async def test_many_connections_are_made_in_sequence() -> None:
    throttle = ConnectThrottle(Timings(gap_seconds=GAP))
    began = asyncio.get_running_loop().time()
    times = await asyncio.gather(*(acquired_at(throttle) for _ in range(10)))
    assert max(times) - began >= 9 * GAP * 0.99
    assert list(times) == sorted(times)


async def test_cancelled_waiter_does_not_block_the_others() -> None:
    throttle = ConnectThrottle(Timings(gap_seconds=GAP))
    waiting = [asyncio.create_task(throttle.acquire()) for _ in range(5)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        await throttle.acquire()
