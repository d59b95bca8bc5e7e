"""How long a batch of another channel waits while a channel with many lines is deleted."""

import asyncio
import tempfile
import time
from pathlib import Path
from uuid import UUID

from sqlalchemy import insert

from bench.figures import Figure, Figures
from greenroom.assembly import build_kernel
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.migrate import migrate
from greenroom.settings import Settings
from greenroom.tenancy.channel_deletion.job import ChannelDeletionJob
from greenroom.tenancy.channel_deletion.service import start_deletion
from greenroom.tenancy.models.channels import Channel

LINES = 1_000_000
BATCH = 5_000
DELETED, OTHER = UUID(int=1), UUID(int=2)
# The other channel stores a batch this often.
INTERVAL_SECONDS = 0.05


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
    for first in range(0, lines, BATCH):
        await _store(kernel, DELETED, range(first, first + BATCH))
    async with kernel.database.write() as session:
        await start_deletion(session, DELETED, None, system_clock())
    deletion = asyncio.ensure_future(ChannelDeletionJob(kernel, list).run())
    waits: list[float] = []
    while not deletion.done():
        began = time.perf_counter()
        await _store(kernel, OTHER, range(len(waits), len(waits) + 1))
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(INTERVAL_SECONDS)
    await deletion
    await kernel.database.close()
    waits.sort()
    return {
        "channel-deletion": Figure(
            waits[-1] * 1_000,
            (f"{lines:,} lines, {len(waits):,} batches, median {waits[len(waits) // 2] * 1_000:.1f} ms",),
        )
    }


async def _store(kernel: Kernel, channel_id: UUID, numbers: range) -> None:
    line = {"channel_id": channel_id, "connection_id": channel_id, "provider": "twitch", "payload": b"{}" * 200}
    rows = [
        {
            **line,
            "message_id": f"{number}",
            "viewer_id": f"{number % 5_000}",
            "text": f"hello {number}",
            "sent_at": system_clock(),
        }
        for number in numbers
    ]
    async with kernel.database.write() as session:
        await session.execute(insert(ChatMessage), rows)
