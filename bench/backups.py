"""How long chat messages take to a subscriber while the database is backed up."""

import asyncio
import time

from bench.arrivals import MESSAGE_RATE, Delays, chat_beside, delays_during
from bench.figures import Figure, Figures
from bench.live_channel import LiveChannel
from greenroom.features.backups.service import make_backup

# A database with this number of messages has one gigabyte.
STORED = 1_250_000
# How long messages arrive before the backup begins, for comparison.
QUIET_SECONDS = 5


def measure_backup(stored: int = STORED) -> Figures:
    return asyncio.run(_measure(stored))


async def _measure(stored: int) -> Figures:
    async with chat_beside(stored) as channel:
        quiet = await delays_during(channel, asyncio.sleep(QUIET_SECONDS))
        size = (channel.kernel.settings.data_dir / "greenroom.db").stat().st_size
        began = time.monotonic()
        delays, took = await _back_up(channel), time.monotonic() - began
    details = (
        f"{size / 1e6:.0f} MB in {took:.1f} s, {MESSAGE_RATE} messages a second",
        f"median {delays.ms[len(delays.ms) // 2]:.1f} ms; without a backup {quiet.ms[-1]:.0f} ms at most",
        f"with what the host took: {delays.longest_with_host:.0f} ms",
    )
    return {"backup-delay": Figure(delays.ms[-1], details)}


async def _back_up(channel: LiveChannel) -> Delays:
    return await delays_during(channel, make_backup(channel.kernel))
