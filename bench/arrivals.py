"""Chat messages that arrive at a steady rate while the server does something else."""

import asyncio
import time
from uuid import UUID, uuid4

from sqlalchemy import insert

from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel

PER_SECOND = 500
# As the pipeline stores them: what arrived meanwhile, in one transaction.
BATCH_SECONDS = 0.034
BATCH = round(PER_SECOND * BATCH_SECONDS)


async def delays_ms(kernel: Kernel, channel_id: UUID, work: asyncio.Task[object]) -> list[float]:
    """Stores messages until the work is done; from the time that each batch is due to its commit, shortest first."""
    delays: list[float] = []
    due = time.monotonic()
    while not work.done():
        due += BATCH_SECONDS
        await asyncio.sleep(max(due - time.monotonic(), 0))
        await store(kernel, channel_id, BATCH)
        delays.append((time.monotonic() - due) * 1_000)
    return sorted(delays)


async def store(kernel: Kernel, channel_id: UUID, count: int) -> None:
    """New messages in one transaction."""
    line = {"channel_id": channel_id, "connection_id": channel_id, "provider": "twitch", "payload": b"{}" * 200}
    rows = [
        {
            **line,
            "message_id": str(uuid4()),
            "viewer_id": f"{number}",
            "text": f"hello {number}",
            "sent_at": system_clock(),
        }
        for number in range(count)
    ]
    async with kernel.database.write() as session:
        await session.execute(insert(ChatMessage), rows)
