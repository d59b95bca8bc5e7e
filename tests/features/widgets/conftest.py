from collections.abc import AsyncGenerator

import pytest
from widget_channel import WidgetChannel
from widget_pipeline import WidgetPipeline, open_widget_pipeline

from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> WidgetChannel:
    return WidgetChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def pipeline(greenroom: GreenroomServer) -> AsyncGenerator[WidgetPipeline]:
    pipeline = await open_widget_pipeline(greenroom)
    yield pipeline
    await pipeline.close()
