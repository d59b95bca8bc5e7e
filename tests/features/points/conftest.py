from collections.abc import AsyncGenerator

import pytest
from earning_pipeline import EarningPipeline, open_earning_pipeline
from point_channel import PointChannel
from point_periods import EVENING, Viewers

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture
from support.variables import VariableRunner, open_variable_runner


@pytest.fixture
def points(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> PointChannel:
    return PointChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def pipeline(settings: Settings, clock: FrozenClock) -> AsyncGenerator[EarningPipeline]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    pipeline = await open_earning_pipeline(kernel)
    yield pipeline
    await pipeline.close()
    await kernel.http.close()
    await kernel.database.close()


@shared_loop_fixture()
async def variable_runner(settings: Settings, clock: FrozenClock) -> AsyncGenerator[VariableRunner]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_variable_runner(kernel) as runner:
        yield runner
    await kernel.http.close()
    await kernel.database.close()


@shared_loop_fixture()
async def viewers(points: PointChannel, clock: FrozenClock) -> Viewers:
    clock.now = EVENING
    # Only the tests add up the points, never the server meanwhile.
    paused = await points.client.ask("POST", "/admin/jobs/point_periods/pause")
    assert paused.status_code == 204, paused.text
    await points.turn_on()
    ana, bo, cleo = [await points.add_viewer("twitch", name) for name in ("Ana", "Bo", "Cleo")]
    return ana, bo, cleo
