"""Delays of chat messages that arrive at a steady rate while the server does other work."""

import asyncio
import gc
import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid4

from bench.host_steal import stolen_seconds
from bench.reads.stored_chat import WORDS_IN_A_LINE, vocabulary
from greenroom.assembly import build_kernel
from greenroom.chat.messages.line import Author, ChatLine, Part, encode
from greenroom.features.messages.storage.writer import LineRow, LineWriter
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.settings import Settings

MESSAGE_RATE = 500
# Messages that arrive within this time are stored in one transaction, about as in a quiet chat.
BATCH_SECONDS = 0.034
BATCH = round(MESSAGE_RATE * BATCH_SECONDS)


def build_tuned_kernel(folder: Path) -> Kernel:
    """A kernel with the garbage collector tuned as in `greenroom serve`; untuned, a collection takes a second."""
    kernel = build_kernel(Settings(data_dir=folder), system_clock)
    gc.collect()
    tune_after_startup()
    return kernel


class Delays(NamedTuple):
    """Delays of batches: milliseconds from the time when a batch is due until its commit."""

    # Sorted; without CPU time that a virtual machine's host gave to other machines. `longest_with_host` includes it.
    ms: list[float]
    longest_with_host: float


async def delays_ms(kernel: Kernel, writer: LineWriter, channel_id: UUID, work: asyncio.Task[object]) -> Delays:
    """Stores messages in batches until the work is done; returns the delays of the batches.

    The first batch of a writer reads the ids of earlier lines, as after a start of the server.
    """
    words = itertools.cycle(vocabulary())
    waited: list[float] = []
    delays: list[float] = []
    due = time.monotonic()
    while not work.done():
        due += BATCH_SECONDS
        stolen = stolen_seconds()
        await asyncio.sleep(max(due - time.monotonic(), 0))
        lines = [_line(kernel, words) for _ in range(BATCH)]
        async with kernel.database.write() as session:
            await writer.store(session, channel_id, lines, kernel.clock())
        waited.append((time.monotonic() - due) * 1_000)
        delays.append(max(waited[-1] - (stolen_seconds() - stolen) * 1_000, 0))
    return Delays(sorted(delays), max(waited))


def _line(kernel: Kernel, words: Iterator[str]) -> LineRow:
    text = " ".join(itertools.islice(words, WORDS_IN_A_LINE))
    author = Author("30000001", "viewer_1", "Viewer_1", "#1e90ff")
    line = ChatLine(UUID(int=3), "twitch", str(uuid4()), "text", kernel.clock(), text, (Part("text", text),), author)
    return line, encode(line)
