"""Delays of chat messages, from their time stamp on the platform to a subscriber, while the server does other work."""

import asyncio
import contextlib
import csv
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.figures import NoFigure
from bench.live_channel import LiveChannel, live_channel, subscribers
from bench.reads.stored_chat import copy_chat

MESSAGE_RATE = 500
# The chat runs for so long before its delays count, and after the work until all have arrived.
SETTLE_SECONDS = 2


class Delays(NamedTuple):
    """Delays of the frames that brought messages, in milliseconds."""

    # Sorted; without CPU time that a virtual machine's host gave to other machines. `longest_with_host` includes it.
    ms: list[float]
    longest_with_host: float


@contextlib.asynccontextmanager
async def chat_beside(stored: int) -> AsyncGenerator[LiveChannel]:
    """A live channel on a server that stores this many messages of two other channels."""
    async with live_channel(prepare=partial(copy_chat, stored)) as channel:
        yield channel


async def delays_during(channel: LiveChannel, work: Awaitable[object]) -> Delays:
    """Does the work while messages arrive; returns the delays until it is done."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        file = Path(folder) / "delays.csv"
        async with subscribers(channel, 1, file):
            await channel.set_rate(MESSAGE_RATE)
            await asyncio.sleep(SETTLE_SECONDS)
            began = time.time()
            await work
            ended = time.time()
            await asyncio.sleep(SETTLE_SECONDS)
            await channel.set_rate(0)
        return _read(file, began, ended)


def _read(file: Path, began: float, ended: float) -> Delays:
    with file.open(newline="") as rows:
        received = [(float(sent), float(delay), float(own)) for sent, delay, own in csv.reader(rows)]
    found = [(delay, own) for sent, delay, own in received if began <= sent <= ended]
    if not found:
        raise NoFigure("No message arrived.")
    return Delays(sorted(own for _, own in found), max(delay for delay, _ in found))
