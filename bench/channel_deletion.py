"""How long messages of another channel wait to be stored while a channel with many lines is deleted."""

import asyncio
import tempfile
import time
from pathlib import Path

from bench.arrivals import MESSAGE_RATE, Delays, build_tuned_kernel, delays_ms
from bench.backups import STORED
from bench.figures import Figure, Figures
from bench.reads.stored_chat import MAIN, OTHER, copy_chat
from greenroom.accounts.channel_deletion.job import ChannelDeletionJob
from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.features.messages.storage.writer import LineWriter
from greenroom.kernel.clock import system_clock

# How long messages arrive before the deletion begins, for comparison.
QUIET_SECONDS = 20


def measure_channel_deletion(stored: int = STORED) -> Figures:
    """Deletes a channel that has nine tenths of the stored lines."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        copy_chat(stored, Path(folder))
        return asyncio.run(_measure(Path(folder), stored * 9 // 10))


async def _measure(folder: Path, lines: int) -> Figures:
    kernel = build_tuned_kernel(folder)
    writer = LineWriter()
    quiet = await delays_ms(kernel, writer, OTHER, asyncio.ensure_future(asyncio.sleep(QUIET_SECONDS)))
    began = time.monotonic()
    async with kernel.database.write() as session:
        await start_deletion(session, MAIN, None, system_clock())
    deletion = asyncio.ensure_future(ChannelDeletionJob(kernel, list).run())
    delays = await delays_ms(kernel, writer, OTHER, deletion)
    await deletion
    took = time.monotonic() - began
    await kernel.http.close()
    await kernel.database.close()
    details = (
        f"{lines:,} lines in {took:.0f} s, {MESSAGE_RATE} messages a second in {len(delays.ms):,} batches",
        _distribution("while the channel is deleted", delays),
        _distribution("before, without a deletion", quiet),
    )
    return {"channel-deletion": Figure(delays.ms[-1], details)}


def _distribution(name: str, delays: Delays) -> str:
    shares = ", ".join(f"{share:.1%} {delays.ms[int(len(delays.ms) * share)]:.0f} ms" for share in (0.5, 0.99, 0.999))
    longest = ", ".join(f"{delay:.0f}" for delay in delays.ms[-5:])
    return f"{name}: {shares}, longest {longest} ms; with what the host took: {delays.longest_with_host:.0f} ms"
