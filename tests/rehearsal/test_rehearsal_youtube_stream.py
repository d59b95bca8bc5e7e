"""YouTube's endpoint that streams the live chat: chunks, resumption and ways to end."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
from youtube_client import ALL_PARTS, Json, YouTubeClient, kinds, reason, texts

from rehearsal.clock import Clock
from rehearsal.platforms.youtube.ids import page_token
from support.waiting import MAX_WAIT_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(slots=True)
class Reader:
    """Parses the JSON array of a chat stream while the array arrives."""

    chunks: AsyncIterator[str]
    text: str = ""

    async def next(self) -> Json | None:
        """The next object; None if the server has ended the array or the connection."""
        while True:
            self.text = self.text.lstrip("[, \n")
            if self.text.startswith("]"):
                return None
            with contextlib.suppress(ValueError):
                found, end = json.JSONDecoder().raw_decode(self.text)
                self.text = self.text[end:]
                return found
            try:
                self.text += await anext(self.chunks)
            except StopAsyncIteration:
                return None

    @property
    def is_complete(self) -> bool:
        return self.text.startswith("]")


@contextlib.asynccontextmanager
async def open_stream(youtube: YouTubeClient, access: str, chat: str, **query: str) -> AsyncGenerator[Reader]:
    params = {"liveChatId": chat, "part": ALL_PARTS, **query}
    headers = {"Authorization": f"Bearer {access}"}
    path = "/youtube/v3/liveChat/messages/stream"
    async with youtube.http.stream("GET", path, params=params, headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("application/json")
        yield Reader(response.aiter_text())


async def open_chat(youtube: YouTubeClient) -> tuple[str, str]:
    """Access token and chat id of PixelHarbor, who is live."""
    access = await youtube.access("pixelharbor")
    return access, await youtube.live_chat(access)


async def next_chunk(reader: Reader) -> Json:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        found = await reader.next()
    assert found is not None
    return found


async def test_chat_stream_starts_with_history_and_continues_with_new_messages(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="before")
    async with open_stream(youtube, access, chat) as reader:
        first = await next_chunk(reader)
        assert texts(first) == ["before"]
        assert "pollingIntervalMillis" not in first
        for word in ("one", "two"):
            await youtube.command("/say", login="pixelharbor", text=word)
            assert texts(await next_chunk(reader)) == [word]


async def test_chat_stream_resumes_at_its_page_token(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="read")
    async with open_stream(youtube, access, chat) as reader:
        token = (await next_chunk(reader))["nextPageToken"]
    await youtube.command("/say", login="pixelharbor", text="missed")
    async with open_stream(youtube, access, chat, pageToken=token) as reader:
        assert texts(await next_chunk(reader)) == ["missed"]


async def test_page_tokens_of_polling_are_invalid_for_the_chat_stream(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    token = (await youtube.read(access, chat))["nextPageToken"]
    query = {"liveChatId": chat, "part": "id", "pageToken": token}
    response = await youtube.call("GET", "/liveChat/messages/stream", access, **query)
    assert reason(response) == (400, "invalidPageToken")
    assert token == page_token("list", 0)


async def test_server_ends_the_chat_stream_after_its_time_limit_with_a_complete_array(
    youtube: YouTubeClient, clock: Clock
) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        clock.advance(900)
        assert await reader.next() is None
        assert reader.is_complete


async def test_dropped_chat_stream_ends_without_the_end_of_its_array(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        assert (await youtube.command("/drop-sockets"))["count"] == 1
        assert await reader.next() is None
        assert not reader.is_complete
    assert (await youtube.command("/drop-sockets"))["count"] == 0


async def test_revoked_consent_ends_the_chat_stream_with_an_error_inside_it(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        await youtube.command("/revoke", login="pixelharbor")
        assert (await next_chunk(reader))["error"]["code"] == 401
        assert await reader.next() is None


async def test_chat_stream_stays_open_after_its_token_expires(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        await youtube.command("/expire-tokens", login="pixelharbor")
        await youtube.command("/say", login="pixelharbor", text="still here")
        assert texts(await next_chunk(reader)) == ["still here"]


async def test_end_of_the_broadcast_ends_the_chat_stream(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    chat = (await youtube.command("/plan", login="junoplays", title="Launch"))["chat_id"]
    await youtube.command("/go-live", login="junoplays")
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        await youtube.command("/end", login="junoplays")
        last = await next_chunk(reader)
        assert (kinds(last), "offlineAt" in last) == (["chatEndedEvent"], True)
        assert await reader.next() is None
        assert reader.is_complete


async def test_errors_of_the_chat_stream_are_inside_an_array(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    cases = [
        (access, {"liveChatId": "nothing", "part": "id"}, (404, "liveChatNotFound")),
        (access, {"part": "id"}, (400, "required")),
        (access, {"liveChatId": chat, "part": "id", "alt": "sse"}, (400, "invalidParameter")),
        ("expired", {"liveChatId": chat, "part": "id"}, (401, "authError")),
    ]
    for token, query, expected in cases:
        response = await youtube.call("GET", "/liveChat/messages/stream", token, **query)
        assert isinstance(response.json(), list)
        assert reason(response) == expected


async def test_polling_works_while_youtube_is_told_to_refuse_chat_streams(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        await youtube.command("/refuse-stream", on=True)
        assert await reader.next() is None
    query = {"liveChatId": chat, "part": "id"}
    assert reason(await youtube.call("GET", "/liveChat/messages/stream", access, **query)) == (501, "notImplemented")
    assert await youtube.read(access, chat)
    await youtube.command("/refuse-stream", on=False)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)


async def test_chat_stream_costs_five_units_however_long_it_lasts(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    before = youtube.platform.quota.used
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        await youtube.command("/say", login="pixelharbor", text="hi", count=20)
        clock.advance(60)
        await next_chunk(reader)
    assert youtube.platform.quota.used == before + 5


async def test_duplicated_and_lost_messages_can_be_simulated(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/deliveries", duplicates=True)
    sent = await youtube.command("/say", login="pixelharbor", text="twice")
    await youtube.command("/deliveries", duplicates=False, lose_next=1)
    await youtube.command("/say", login="pixelharbor", text="never")
    await youtube.command("/say", login="pixelharbor", text="once")
    items = (await youtube.read(access, chat))["items"]
    assert [item["snippet"]["displayMessage"] for item in items] == ["twice", "twice", "once"]
    assert [item["id"] == sent["message_id"] for item in items] == [True, True, False]


async def test_disconnected_chat_stream_reader_is_not_counted(youtube: YouTubeClient, http: httpx.AsyncClient) -> None:
    access, chat = await open_chat(youtube)
    async with open_stream(youtube, access, chat) as reader:
        await next_chunk(reader)
        assert youtube.platform.describe(youtube.rehearsal.world.person("pixelharbor"))["sockets"] == 1
    await youtube.wait_for_event("stream_closed", login="pixelharbor")
    assert youtube.platform.describe(youtube.rehearsal.world.person("pixelharbor"))["sockets"] == 0
