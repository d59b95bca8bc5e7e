"""How long a batch of another channel waits while a channel with many lines is deleted."""

import asyncio
import tempfile
from pathlib import Path
from uuid import UUID

from bench.arrivals import delays_ms, store
from bench.figures import Figure, Figures
from greenroom.assembly import build_kernel
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.migrate import migrate
from greenroom.settings import Settings
from greenroom.tenancy.channel_deletion.job import ChannelDeletionJob
from greenroom.tenancy.channel_deletion.service import start_deletion
from greenroom.tenancy.models.channels import Channel

LINES = 1_000_000
BATCH = 5_000
DELETED, OTHER = UUID(int=1), UUID(int=2)


def measure_channel_deletion(lines: int = LINES) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure(Path(folder), lines))


async def _measure(folder: Path, lines: int) -> Figures:
    kernel = build_kernel(Settings.model_validate({"data_dir": folder}), system_clock)
    await migrate(kernel.database.engine)
    async with kernel.database.write() as session:
        for channel_id in (DELETED, OTHER):
            name = {"display_name": "Show", "sort_name": "show", "created_at": system_clock()}
            session.add(Channel(id=channel_id, **name))
    for _ in range(lines // BATCH):
        await store(kernel, DELETED, BATCH)
    async with kernel.database.write() as session:
        await start_deletion(session, DELETED, None, system_clock())
    deletion = asyncio.ensure_future(ChannelDeletionJob(kernel, list).run())
    delays = await delays_ms(kernel, OTHER, deletion)
    await deletion
    await kernel.database.close()
    details = f"{lines:,} lines, {len(delays):,} batches, median {delays[len(delays) // 2]:.1f} ms"
    return {"channel-deletion": Figure(delays[-1], (details,))}
