from collections.abc import AsyncGenerator

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.pipeline import RecordingPipeline, open_pipeline
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def pipeline(settings: Settings, clock: FrozenClock) -> AsyncGenerator[RecordingPipeline]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    pipeline = await open_pipeline(kernel)
    yield pipeline
    await pipeline.close()
    await kernel.http.close()
    await kernel.database.close()
