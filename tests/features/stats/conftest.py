from collections.abc import AsyncGenerator

from stream_channel import StreamChannel, open_stream_channel

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def channel(settings: Settings, clock: FrozenClock) -> AsyncGenerator[StreamChannel]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    channel = await open_stream_channel(kernel, clock)
    yield channel
    await channel.pipeline.close()
    await kernel.http.close()
    await kernel.database.close()
