"""The message pipeline with the stage that stores activities."""

from collections.abc import AsyncGenerator

from activity_pipeline import ActivityPipeline, open_activity_pipeline

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture


@shared_loop_fixture()
async def pipeline(settings: Settings, clock: FrozenClock) -> AsyncGenerator[ActivityPipeline]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    pipeline = await open_activity_pipeline(kernel)
    yield pipeline
    await pipeline.close()
    await kernel.http.close()
    await kernel.database.close()
