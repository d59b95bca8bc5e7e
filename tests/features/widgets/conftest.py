from collections.abc import AsyncGenerator

import pytest
from widget_editor import WidgetEditor
from widget_stage import WidgetStage, open_stage

from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> WidgetEditor:
    return WidgetEditor(greenroom, owner, channel_id)


@shared_loop_fixture()
async def stage(greenroom: GreenroomServer) -> AsyncGenerator[WidgetStage]:
    stage = await open_stage(greenroom)
    yield stage
    await stage.close()
