import pytest

from support.greenroom_server import GreenroomServer
from support.server_fixtures import owner_from_twitch as owner

__all__ = ["owner", "rehearsal_server"]


@pytest.fixture
def rehearsal_server(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> GreenroomServer:
    """The server as `greenroom rehearse` starts it."""
    url = greenroom.rehearsal_state.environment()["REHEARSAL_CONTROL_URL"]
    monkeypatch.setattr(greenroom.settings, "rehearsal_url", url)
    return greenroom
