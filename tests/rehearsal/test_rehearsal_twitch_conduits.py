"""EventSub conduits with socket and webhook shards."""

import pytest
from twitch_client import TwitchClient, next_frame, receive_welcome
from webhook_callback import callback

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONDUITS = "/eventsub/conduits"


async def create_conduit(twitch: TwitchClient, app: str, shards: int = 2) -> str:
    response = await twitch.call("POST", CONDUITS, app, {"shard_count": shards})
    assert response.status_code == 200, response.text
    return response.json()["data"][0]["id"]


async def subscribe(twitch: TwitchClient, app: str, conduit_id: str) -> None:
    body = {
        "type": "stream.online",
        "version": "1",
        "condition": {"broadcaster_user_id": twitch.id_of("junoplays")},
        "transport": {"method": "conduit", "conduit_id": conduit_id},
    }
    response = await twitch.post_subscription(app, body)
    assert (response.status_code, response.json()["data"][0]["status"]) == (202, "enabled")


async def test_a_shard_on_a_socket_gets_the_conduits_notifications(twitch: TwitchClient) -> None:
    app = await twitch.app_token()
    conduit_id = await create_conduit(twitch, app)
    await subscribe(twitch, app, conduit_id)
    async with twitch.listen() as socket:
        shard = {"id": "0", "transport": {"method": "websocket", "session_id": await receive_welcome(socket)}}
        response = await twitch.call("PATCH", f"{CONDUITS}/shards", app, {"conduit_id": conduit_id, "shards": [shard]})
        await twitch.command("/twitch/go-live", login="junoplays")
        frame = await next_frame(socket)
    assert (response.status_code, response.json()["errors"]) == (202, [])
    assert response.json()["data"][0]["status"] == "enabled"
    assert frame.subscription["transport"] == {"method": "conduit", "conduit_id": conduit_id}


async def test_events_of_a_lost_shard_go_to_the_other_shard(twitch: TwitchClient) -> None:
    app = await twitch.app_token()
    conduit_id = await create_conduit(twitch, app)
    await subscribe(twitch, app, conduit_id)
    async with callback() as receiver, twitch.listen() as socket:
        on_socket = {"id": "0", "transport": {"method": "websocket", "session_id": await receive_welcome(socket)}}
        hook = {"method": "webhook", "callback": receiver.url, "secret": "a secret of ours"}
        body = {"conduit_id": conduit_id, "shards": [on_socket, {"id": "1", "transport": hook}]}
        await twitch.call("PATCH", f"{CONDUITS}/shards", app, body)
        challenge = await receiver.calls.get()
        await twitch.wait_for_event("webhook_sent", kind=challenge.kind)
        await socket.close()
        await twitch.wait_for_event("shard_disabled", shard_id=0)
        await twitch.command("/twitch/go-live", login="junoplays")
        call = await receiver.calls.get()
    shards = (await twitch.helix(f"{CONDUITS}/shards", app, conduit_id=conduit_id)).json()["data"]
    assert call.kind == "notification"
    assert {row["id"]: row["status"] for row in shards} == {"0": "websocket_disconnected", "1": "enabled"}


async def test_each_invalid_shard_is_reported(twitch: TwitchClient) -> None:
    app = await twitch.app_token()
    conduit_id = await create_conduit(twitch, app, 1)
    shards = [
        {"id": "0", "transport": {"method": "websocket", "session_id": "gone"}},
        {"id": "7", "transport": {"method": "websocket", "session_id": "gone"}},
    ]
    response = await twitch.call("PATCH", f"{CONDUITS}/shards", app, {"conduit_id": conduit_id, "shards": shards})
    assert response.status_code == 202
    assert [error["id"] for error in response.json()["errors"]] == ["0", "7"]
