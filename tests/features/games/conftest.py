"""A database with one channel whose viewers play games."""

from collections.abc import AsyncGenerator

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.casino import Casino, open_casino
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def casino(settings: Settings, clock: FrozenClock) -> AsyncGenerator[Casino]:
    kernel = build_kernel(settings, clock)
    casino = await open_casino(kernel)
    yield casino
    await casino.cache.stop()
    await casino.points.stop()
    await kernel.http.close()
    await kernel.database.close()
