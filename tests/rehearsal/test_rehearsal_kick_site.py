"""Kick's site: ids, socket negotiation, and a Pusher socket with chat, moderation and hosts."""

import asyncio
import json
from collections.abc import AsyncGenerator

import httpx
import pytest
import pytest_asyncio
from kick_client import KickClient
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rehearsal.state import RehearsalState
from support.waiting import MAX_WAIT_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUERY = "protocol=7&client=js&version=8.4.0&flash=false"

Json = dict[str, JsonValue]


async def next_frame(socket: ClientConnection) -> tuple[str, Json]:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        frame = json.loads(await socket.recv())
    return frame["event"], json.loads(frame["data"])


async def ids_of(http: httpx.AsyncClient, slug: str) -> tuple[int, int]:
    body = (await http.get(f"/kick/site/api/v2/channels/{slug}")).json()
    return body["id"], body["chatroom"]["id"]


async def app_key(http: httpx.AsyncClient, channel_id: int) -> str:
    body = {"client": {"id": "u", "type": "web"}, "capabilities": {"accepted_providers": [{"provider": "pusher"}]}}
    response = await http.post(f"/kick/site/api/v1/realtime/channels/{channel_id}/chat/connection", json=body)
    return response.json()["data"]["connections"][0]["credentials"]["app_key"]


@pytest_asyncio.fixture(loop_scope="module")
async def socket(rehearsal: RehearsalState, http: httpx.AsyncClient) -> AsyncGenerator[ClientConnection]:
    """A socket that is subscribed to junoplays' chat room."""
    channel_id, chatroom_id = await ids_of(http, "junoplays")
    url = f"{rehearsal.socket_base_url}/kick/site/app/{await app_key(http, channel_id)}?{QUERY}"
    async with connect(url) as socket:
        event, data = await next_frame(socket)
        assert (event, data["activity_timeout"]) == ("pusher:connection_established", 120)
        subscribe = {"event": "pusher:subscribe", "data": {"auth": "", "channel": f"chatrooms.{chatroom_id}.v2"}}
        await socket.send(json.dumps(subscribe))
        assert (await next_frame(socket))[0] == "pusher_internal:subscription_succeeded"
        yield socket


async def test_ids_of_channel_room_and_user_differ(kick: KickClient, http: httpx.AsyncClient) -> None:
    channel_id, chatroom_id = await ids_of(http, "junoplays")
    assert len({channel_id, chatroom_id, kick.user_id("junoplays")}) == 3
    assert (await http.get("/kick/site/api/v2/channels/nobody")).status_code == 404


async def test_messages_and_replies_are_sent_on_the_socket(kick: KickClient, socket: ClientConnection) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="hello")
    event, data = await next_frame(socket)
    assert (event, data["id"], data["type"]) == ("App\\Events\\ChatMessageEvent", sent["message_id"], "message")
    await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="yes", reply_to=sent["message_id"])
    _, data = await next_frame(socket)
    assert data["type"] == "reply"


async def test_moderation_and_hosts_are_sent_on_the_socket(kick: KickClient, socket: ClientConnection) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="oops")
    await next_frame(socket)
    await kick.command("/delete", login="junoplays", message_id=sent["message_id"])
    event, data = await next_frame(socket)
    assert (event, data["message"]) == ("App\\Events\\MessageDeletedEvent", {"id": sent["message_id"]})
    await kick.command("/ban", login="junoplays", viewer=kick.viewer_login(), seconds=60)
    event, data = await next_frame(socket)
    assert (event, data["permanent"], data["duration"]) == ("App\\Events\\UserBannedEvent", False, 1)
    await kick.command("/unban", login="junoplays", viewer=kick.viewer_login())
    assert (await next_frame(socket))[0] == "App\\Events\\UserUnbannedEvent"
    await kick.command("/clear", login="junoplays")
    assert (await next_frame(socket))[0] == "App\\Events\\ChatroomClearEvent"
    await kick.command("/raid", login="junoplays", viewer=kick.viewer_login(), viewers=7)
    assert (await next_frame(socket))[0] == "App\\Events\\StreamHostEvent"


async def test_a_ping_is_answered(socket: ClientConnection) -> None:
    await socket.send('{"event":"pusher:ping","data":{}}')
    assert (await next_frame(socket))[0] == "pusher:pong"


async def test_an_unknown_app_key_is_refused(rehearsal: RehearsalState) -> None:
    async with connect(f"{rehearsal.socket_base_url}/kick/site/app/guess?{QUERY}") as socket:
        assert (await next_frame(socket))[0] == "pusher:error"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4001


async def test_control_call_drops_the_sockets_of_one_room(kick: KickClient, socket: ClientConnection) -> None:
    assert (await kick.command("/drop-sockets", login="marekfixes"))["count"] == 0
    assert (await kick.command("/drop-sockets", login="junoplays"))["count"] == 1
    with pytest.raises(ConnectionClosed):
        await socket.recv()
