"""Many messages at once: a reader receives all of them, and a client that does not read is disconnected."""

import asyncio
import json
from collections.abc import AsyncGenerator

import httpx
import pytest
import pytest_asyncio
from twitch_client import TwitchClient
from websockets.asyncio.client import ClientConnection, connect

from rehearsal.platforms.twitch.platform import Twitch
from rehearsal.server import running
from rehearsal.simulation.actions import Say
from support.tls import TLS

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def twitch() -> AsyncGenerator[TwitchClient]:
    """A client of a rehearsal without contract check, because checking a frame takes longer than sending it."""
    async with (
        running() as rehearsal,
        httpx.AsyncClient(base_url=rehearsal.base_url, trust_env=False, verify=TLS, timeout=60) as http,
    ):
        yield TwitchClient(rehearsal, http)


def platform(twitch: TwitchClient) -> Twitch:
    found = twitch.rehearsal.platforms["twitch"]
    assert isinstance(found, Twitch)
    return found


async def receive_texts(socket: ClientConnection, count: int) -> list[str]:
    frames = [json.loads(await socket.recv()) for _ in range(count)]
    return [frame["payload"]["event"]["message"]["text"] for frame in frames]


async def test_a_reader_receives_every_message_in_order(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    viewer, stand_in = twitch.viewer(), platform(twitch)
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message")
        for number in range(3_000):
            stand_in.perform("junoplays", Say(viewer, f"line {number}"))
        received = await receive_texts(socket, 3_000)
    assert received == [f"line {number}" for number in range(3_000)]


async def test_one_control_call_may_send_more_frames_than_the_outbox_of_a_socket_holds(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/limits", values={"outbox_frames": 1_000})
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message")
        sending = twitch.command("/twitch/say", login="junoplays", text="line", count=3_000)
        _, received = await asyncio.gather(sending, receive_texts(socket, 3_000))
    assert received == [f"line {number}" for number in range(1, 3_001)]


async def test_only_the_last_two_thousand_messages_of_a_chat_are_kept(twitch: TwitchClient) -> None:
    stand_in, viewer = platform(twitch), twitch.viewer()
    for number in range(2_500):
        stand_in.perform("junoplays", Say(viewer, f"line {number}"))
    room = stand_in.room(twitch.rehearsal.world.person("junoplays"))
    assert len(room.messages) == 2_000
    assert next(iter(room.messages.values())).text == "line 500"


async def test_a_socket_that_does_not_read_is_closed(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/limits", values={"outbox_frames": 500})
    access, room = await twitch.full_access()
    viewer, stand_in = twitch.viewer(), platform(twitch)
    url = twitch.environment["GREENROOM_TWITCH__EVENTSUB_URL"]
    # A client whose queue is full stops reading from the network.
    async with connect(url, max_queue=1, close_timeout=0.1) as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message")
        closed = asyncio.create_task(twitch.wait_for_event("socket_closed", reason="does not read", timeout=30))
        while not closed.done():
            for _ in range(200):
                stand_in.perform("junoplays", Say(viewer, "x" * 400))
            await asyncio.sleep(0)
        assert (await closed)["facts"]
    assert stand_in.eventsub.sessions() == []
