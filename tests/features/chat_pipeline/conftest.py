from collections.abc import AsyncGenerator

from frozen_clock import FrozenClock
from greenroom.app import build_kernel
from greenroom.settings import Settings
from house_fixtures import in_one_loop
from recording_desk import Desk, open_desk


@in_one_loop()
async def desk(settings: Settings, clock: FrozenClock) -> AsyncGenerator[Desk]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    desk = await open_desk(kernel)
    yield desk
    await desk.close()
    await kernel.http.close()
    await kernel.database.close()
