"""Steps of a giveaway that a process of its own takes, which may be killed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID

from greenroom.accounts.platforms import Platforms
from greenroom.chat.sending.sender import Sender
from greenroom.features.giveaways import entries, service
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.draws.checks import PlatformChecks
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy


@asynccontextmanager
async def steps(kernel: Kernel) -> AsyncGenerator[GiveawaySteps]:
    """Steps without a platform that could be asked about viewers, and with several statements for the refunds."""
    entries.REFUNDS_PER_STATEMENT = 2
    platforms = Platforms([], [])
    sender = Sender(kernel, platforms, {})
    announcer = Announcer(kernel, platforms, sender)
    yield GiveawaySteps(kernel, announcer, PlatformChecks(kernel, platforms, sender))
    await announcer.stop()
    await sender.stop()


def write_names(path: Path, names: list[str]) -> None:
    path.write_text("\n".join(names))


def read_names(path: Path) -> list[str]:
    return path.read_text().splitlines()


async def draw_three(kernel: Kernel, channel_id: UUID, giveaway_id: UUID, planned: Path) -> None:
    """Draws, and writes the names of the winners to a file before the commit."""
    async with kernel.database.write() as session:
        giveaway = await service.lock_giveaway(session, channel_id, giveaway_id)
        draws = await rounds.store_draws(session, giveaway, kernel.vault, 3, {}, kernel.clock())
        write_names(planned, [draw.name for draw in draws])


async def draw(kernel: Kernel, channel_id: UUID, giveaway_id: UUID) -> None:
    async with steps(kernel) as giveaways:
        await giveaways.draw(channel_id, giveaway_id)


async def redraw(kernel: Kernel, channel_id: UUID, giveaway_id: UUID, draw_id: UUID) -> None:
    async with steps(kernel) as giveaways:
        await giveaways.redraw(channel_id, giveaway_id, draw_id)


async def archive(kernel: Kernel, channel_id: UUID, giveaway_id: UUID) -> None:
    async with steps(kernel) as giveaways:
        await giveaways.archive(channel_id, giveaway_id)


async def delete(kernel: Kernel, channel_id: UUID, giveaway_id: UUID) -> None:
    entries.REFUNDS_PER_STATEMENT = 2
    async with kernel.database.write() as session:
        await service.delete_giveaway(session, channel_id, giveaway_id, ChangedBy("Juno", kernel.clock()))
