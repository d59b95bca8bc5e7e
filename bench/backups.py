"""How long chat messages wait to be stored while the database is backed up."""

import asyncio
import tempfile
import time
from pathlib import Path

from bench.arrivals import MESSAGE_RATE, build_tuned_kernel, delays_ms
from bench.figures import Figure, Figures
from bench.reads.stored_chat import OTHER, copy_chat
from greenroom.features.backups.service import make_backup
from greenroom.features.messages.storage.writer import LineWriter

# A database with this number of messages has one gigabyte.
STORED = 1_250_000
# How long messages arrive before the backup begins, for comparison.
QUIET_SECONDS = 5


def measure_backup(stored: int = STORED) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        copy_chat(stored, Path(folder))
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> Figures:
    kernel = build_tuned_kernel(folder)
    size = (folder / "greenroom.db").stat().st_size
    writer = LineWriter()
    quiet = await delays_ms(kernel, writer, OTHER, asyncio.ensure_future(asyncio.sleep(QUIET_SECONDS)))
    began = time.monotonic()
    backup = asyncio.ensure_future(make_backup(kernel))
    delays = await delays_ms(kernel, writer, OTHER, backup)
    took, path = time.monotonic() - began, await backup
    await kernel.http.close()
    await kernel.database.close()
    details = (
        f"{size / 1e6:.0f} MB in {took:.1f} s, to {path.stat().st_size / 1e6:.0f} MB, {MESSAGE_RATE} messages a second",
        f"median {delays.ms[len(delays.ms) // 2]:.1f} ms; without a backup {quiet.ms[-1]:.0f} ms at most",
        f"with what the host took: {delays.longest_with_host:.0f} ms",
    )
    return {"backup-delay": Figure(delays.ms[-1], details)}
