"""The points of one channel, in a new database."""

from collections.abc import AsyncGenerator

from channel_books import ChannelBooks, open_books

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def books(settings: Settings, clock: FrozenClock) -> AsyncGenerator[ChannelBooks]:
    kernel = build_kernel(settings, clock)
    yield await open_books(kernel)
    await kernel.http.close()
    await kernel.database.close()
