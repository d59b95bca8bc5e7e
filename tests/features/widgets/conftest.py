import pytest
from widget_editor import WidgetEditor

from support.greenroom_server import ApiClient, GreenroomServer


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> WidgetEditor:
    return WidgetEditor(greenroom, owner, channel_id)
