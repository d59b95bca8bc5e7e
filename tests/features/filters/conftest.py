import pytest

from support.filters import FilterEditor
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> FilterEditor:
    return FilterEditor(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(editor: FilterEditor) -> FilterEditor:
    await editor.connect("twitch")
    return editor
