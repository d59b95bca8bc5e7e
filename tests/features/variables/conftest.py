from collections.abc import AsyncGenerator

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture
from support.variables import VariableRunner, open_variable_runner


@shared_loop_fixture()
async def variable_runner(settings: Settings, clock: FrozenClock) -> AsyncGenerator[VariableRunner]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_variable_runner(kernel) as runner:
        yield runner
    await kernel.http.close()
    await kernel.database.close()
