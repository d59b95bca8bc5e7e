"""Requests whose Host header is not a loopback name are refused, as protection from DNS rebinding."""

import httpx
import pytest
from twitch_client import TwitchClient
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("path", ["/control/people", "/control/", "/twitch/helix/users", "/avatars/junoplays.svg"])
async def test_http_request_with_foreign_host_is_refused(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(path, headers={"Host": "rebound.example:8000"})
    assert response.status_code == 403
    assert "loopback" in response.json()["error"]


async def test_websocket_with_foreign_host_is_refused(twitch: TwitchClient) -> None:
    url = twitch.environment["GREENROOM_TWITCH__EVENTSUB_URL"]
    port = int(url.rsplit(":", 1)[1].split("/")[0])
    with pytest.raises(InvalidStatus) as refused:
        await connect("ws://rebound.example/twitch/ws", host="127.0.0.1", port=port, proxy=None)
    assert refused.value.response.status_code == 403
