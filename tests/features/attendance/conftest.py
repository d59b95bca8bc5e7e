from collections.abc import AsyncGenerator

from frozen_clock import FrozenClock
from greenroom.app import build_kernel
from greenroom.settings import Settings
from house_fixtures import in_one_loop
from variable_desk import VariableDesk, open_variable_desk


@in_one_loop()
async def world(settings: Settings, clock: FrozenClock) -> AsyncGenerator[VariableDesk]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_variable_desk(kernel) as desk:
        yield desk
    await kernel.http.close()
    await kernel.database.close()
