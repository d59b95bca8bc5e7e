"""A giveaway with 100,000 viewers and 1,000,000 tickets: entering, closing, drawing, and a page of the entries."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from bench.figures import Figure, Figures
from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import Channel
from greenroom.assembly import build_kernel
from greenroom.features.giveaways import service
from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.entries import Attempt, take_entries
from greenroom.features.giveaways.schemas import GiveawayIn
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.features.watch_time.service import watched_seconds
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.migrate import migrate
from greenroom.settings import Settings

VIEWERS = 100_000
MAX_TICKETS = 13
# Levels of the viewers in turn, as in a chat: most have none, and each role has its weight.
LEVELS = (0, 0, 0, 0, 0, 0, Role.SUB, Role.SUB, Role.VIP, Role.VIP)
WEIGHTS = {"sub": 2, "vip": 3}
WINNERS = 100
# The largest batch of the pipeline.
BATCH = 800
CHANNEL = UUID(int=1)
MICROSECONDS_PER_SECOND = 1e6

Value = TypeVar("Value")


def measure_giveaways(viewers: int = VIEWERS) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure(Path(folder), viewers))


async def _measure(folder: Path, viewers: int) -> Figures:
    kernel = build_kernel(Settings(data_dir=folder), system_clock)
    await migrate(kernel.database.engine)
    giveaway_id = await _open(kernel)
    entering, _ = await _timed(lambda: _enter(kernel, giveaway_id, viewers))
    closing, _ = await _timed(lambda: _close(kernel, giveaway_id))
    drawing, tickets = await _timed(lambda: _draw(kernel, giveaway_id))
    paging, _ = await _timed(lambda: _read_page(kernel, giveaway_id))
    await kernel.http.close()
    await kernel.database.close()
    return {
        "giveaway-entry": Figure(
            entering / viewers * MICROSECONDS_PER_SECOND,
            (f"{viewers:,} viewers in batches of {BATCH}",),
        ),
        "giveaway-draw": Figure(
            closing + drawing,
            (
                f"closed in {closing:.2f} s",
                f"{WINNERS} winners among {tickets:,} tickets",
                f"first page of the entries {paging * 1000:.1f} ms",
            ),
        ),
    }


async def _timed(work: Callable[[], Awaitable[Value]]) -> tuple[float, Value]:
    """Runs the work; returns the CPU seconds of this process, with its database threads, and the result."""
    began = time.process_time()
    value = await work()
    return time.process_time() - began, value


async def _open(kernel: Kernel) -> UUID:
    now = kernel.clock()
    rules = {"title": "Keycap set", "keyword": "!keycap", "winners": WINNERS, "max_tickets": MAX_TICKETS}
    rules |= {"weights": WEIGHTS}
    async with kernel.database.write() as session:
        session.add(Channel(id=CHANNEL, display_name="Late Shift", sort_name="late shift", created_at=now))
        await session.flush()
        row = await service.create_giveaway(session, CHANNEL, GiveawayIn.model_validate(rules), ChangedBy("Juno", now))
        await service.open_giveaway(session, row, kernel.vault, now)
        return row.id


async def _enter(kernel: Kernel, giveaway_id: UUID, viewers: int) -> None:
    watch_times = WatchTimes(watched_seconds)
    for first in range(0, viewers, BATCH):
        numbers = range(first, min(first + BATCH, viewers))
        attempts = [
            Attempt(("twitch", str(number)), f"viewer{number}", LEVELS[number % len(LEVELS)], 1 + number % MAX_TICKETS)
            for number in numbers
        ]
        async with kernel.database.write() as session:
            giveaway = await service.lock_open_giveaway(session, CHANNEL, giveaway_id)
            assert giveaway is not None
            await take_entries(session, giveaway, attempts, watch_times, kernel.clock())


async def _close(kernel: Kernel, giveaway_id: UUID) -> None:
    async with kernel.database.write() as session:
        giveaway = await service.lock_giveaway(session, CHANNEL, giveaway_id)
        await rounds.close_giveaway(session, giveaway, kernel.clock())


async def _draw(kernel: Kernel, giveaway_id: UUID) -> int:
    async with kernel.database.write() as session:
        giveaway = await service.lock_giveaway(session, CHANNEL, giveaway_id)
        await rounds.store_draws(session, giveaway, kernel.vault, WINNERS, {}, kernel.clock())
        return giveaway.ticket_count


async def _read_page(kernel: Kernel, giveaway_id: UUID) -> None:
    async with kernel.database.read() as session:
        await service.list_entries(session, giveaway_id, "entered", "", None, 50)
