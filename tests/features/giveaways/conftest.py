from collections.abc import AsyncGenerator

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.giveaways import GiveawayChannel, open_giveaway_channel
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def channel(settings: Settings, clock: FrozenClock) -> AsyncGenerator[GiveawayChannel]:
    kernel = build_kernel(settings, clock)
    # As at the start of a server: other processes need the key.
    kernel.vault.save()
    async with open_giveaway_channel(kernel) as channel:
        yield channel
    await kernel.http.close()
    await kernel.database.close()
