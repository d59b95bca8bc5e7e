"""How long messages of another channel take to a subscriber while a channel with many lines is deleted."""

import asyncio
import time

from sqlalchemy import select

from bench.arrivals import MESSAGE_RATE, Delays, chat_beside, delays_during
from bench.backups import STORED
from bench.figures import Figure, Figures
from bench.live_channel import LiveChannel
from bench.reads.stored_chat import MAIN
from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.accounts.models.channels import Channel

# How long messages arrive before the deletion begins, for comparison.
QUIET_SECONDS = 20
CHECK_SECONDS = 0.5


def measure_channel_deletion(stored: int = STORED) -> Figures:
    """Deletes a channel that has nine tenths of the stored lines."""
    return asyncio.run(_measure(stored))


async def _measure(stored: int) -> Figures:
    async with chat_beside(stored) as channel:
        quiet = await delays_during(channel, asyncio.sleep(QUIET_SECONDS))
        began = time.monotonic()
        delays = await delays_during(channel, _delete(channel))
        took = time.monotonic() - began
    details = (
        f"{stored * 9 // 10:,} lines in {took:.0f} s, {MESSAGE_RATE} messages a second in {len(delays.ms):,} frames",
        _distribution("while the channel is deleted", delays),
        _distribution("before, without a deletion", quiet),
    )
    return {"channel-deletion": Figure(delays.ms[-1], details)}


async def _delete(channel: LiveChannel) -> None:
    """Starts the deletion, and waits until the server's job has ended it."""
    database = channel.kernel.database
    async with database.write() as session:
        await start_deletion(session, MAIN, None, channel.kernel.clock())
    is_left = True
    while is_left:
        await asyncio.sleep(CHECK_SECONDS)
        async with database.read() as session:
            is_left = await session.scalar(select(Channel.id).where(Channel.id == MAIN)) is not None


def _distribution(name: str, delays: Delays) -> str:
    shares = ", ".join(f"{share:.1%} {delays.ms[int(len(delays.ms) * share)]:.0f} ms" for share in (0.5, 0.99, 0.999))
    longest = ", ".join(f"{delay:.0f}" for delay in delays.ms[-5:])
    return f"{name}: {shares}, longest {longest} ms; with what the host took: {delays.longest_with_host:.0f} ms"
