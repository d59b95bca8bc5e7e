"""Chat messages that arrive at a steady rate while the server does something else."""

import asyncio
import itertools
import time
from collections.abc import Iterator
from uuid import UUID, uuid4

from bench.reads.stored_chat import WORDS_IN_A_LINE, vocabulary
from greenroom.chat.messages.line import Author, ChatLine, Part, encode
from greenroom.features.messages.storage.writer import Entry, LineWriter
from greenroom.kernel.context import Kernel

PER_SECOND = 500
# As the pipeline stores them: what arrived meanwhile, in one transaction.
BATCH_SECONDS = 0.034
BATCH = round(PER_SECOND * BATCH_SECONDS)


async def delays_ms(kernel: Kernel, writer: LineWriter, channel_id: UUID, work: asyncio.Task[object]) -> list[float]:
    """Stores messages until the work is done; from the time that each batch is due to its commit, shortest first.

    The first batch of a writer reads the ids of earlier lines, as after a start of the server.
    """
    words = itertools.cycle(vocabulary())
    delays: list[float] = []
    due = time.monotonic()
    while not work.done():
        due += BATCH_SECONDS
        await asyncio.sleep(max(due - time.monotonic(), 0))
        lines = [_line(kernel, words) for _ in range(BATCH)]
        async with kernel.database.write() as session:
            await writer.store(session, channel_id, lines, kernel.clock())
        delays.append((time.monotonic() - due) * 1_000)
    return sorted(delays)


def _line(kernel: Kernel, words: Iterator[str]) -> Entry:
    text = " ".join(itertools.islice(words, WORDS_IN_A_LINE))
    author = Author("30000001", "viewer_1", "Viewer_1", "#1e90ff")
    line = ChatLine(UUID(int=3), "twitch", str(uuid4()), "text", kernel.clock(), text, (Part("text", text),), author)
    return line, encode(line)
