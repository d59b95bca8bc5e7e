"""The streaming live chat endpoint: chunks, resumption and ways to end."""

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
    """Takes the array apart as it arrives."""

    chunks: AsyncIterator[str]
    text: str = ""

    async def next(self) -> Json | None:
        """The next object; None when the server has ended the array or the connection."""
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
    def is_whole(self) -> bool:
        return self.text.startswith("]")


@contextlib.asynccontextmanager
async def reading(youtube: YouTubeClient, access: str, chat: str, **query: str) -> AsyncGenerator[Reader]:
    params = {"liveChatId": chat, "part": ALL_PARTS, **query}
    headers = {"Authorization": f"Bearer {access}"}
    path = "/youtube/v3/liveChat/messages/stream"
    async with youtube.http.stream("GET", path, params=params, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("application/json")
        yield Reader(answer.aiter_text())


async def open_chat(youtube: YouTubeClient) -> tuple[str, str]:
    access = await youtube.access("pixelharbor")
    return access, await youtube.live_chat(access)


async def take(reader: Reader) -> Json:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        found = await reader.next()
    assert found is not None
    return found


async def test_stream_starts_with_history_and_continues_with_new_messages(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="before")
    async with reading(youtube, access, chat) as reader:
        first = await take(reader)
        assert texts(first) == ["before"]
        assert "pollingIntervalMillis" not in first
        for word in ("one", "two"):
            await youtube.command("/say", login="pixelharbor", text=word)
            assert texts(await take(reader)) == [word]


async def test_stream_resumes_at_its_page_token(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="read")
    async with reading(youtube, access, chat) as reader:
        token = (await take(reader))["nextPageToken"]
    await youtube.command("/say", login="pixelharbor", text="missed")
    async with reading(youtube, access, chat, pageToken=token) as reader:
        assert texts(await take(reader)) == ["missed"]


async def test_tokens_of_list_and_stream_are_not_the_same(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    token = (await youtube.read(access, chat))["nextPageToken"]
    query = {"liveChatId": chat, "part": "id", "pageToken": token}
    answer = await youtube.call("GET", "/liveChat/messages/stream", access, **query)
    assert reason(answer) == (400, "invalidPageToken")
    assert token == page_token("list", 0)


async def test_server_ends_the_stream_from_time_to_time_in_good_order(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        clock.advance(900)
        assert await reader.next() is None
        assert reader.is_whole


async def test_cut_stream_ends_in_the_middle_of_its_array(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        assert (await youtube.command("/drop-sockets"))["count"] == 1
        assert await reader.next() is None
        assert not reader.is_whole
    assert (await youtube.command("/drop-sockets"))["count"] == 0


async def test_withdrawn_consent_ends_the_stream_with_an_error_inside_it(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        await youtube.command("/revoke", login="pixelharbor")
        assert (await take(reader))["error"]["code"] == 401
        assert await reader.next() is None


async def test_stream_outlives_the_token_it_was_opened_with(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        await youtube.command("/expire-tokens", login="pixelharbor")
        await youtube.command("/say", login="pixelharbor", text="still here")
        assert texts(await take(reader)) == ["still here"]


async def test_end_of_the_broadcast_ends_the_stream(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    chat = (await youtube.command("/plan", login="junoplays", title="Launch"))["chat_id"]
    await youtube.command("/go-live", login="junoplays")
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        await youtube.command("/end", login="junoplays")
        last = await take(reader)
        assert (kinds(last), "offlineAt" in last) == (["chatEndedEvent"], True)
        assert await reader.next() is None
        assert reader.is_whole


async def test_errors_of_the_stream_come_inside_an_array(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    cases = [
        (access, {"liveChatId": "nothing", "part": "id"}, (404, "liveChatNotFound")),
        (access, {"part": "id"}, (400, "required")),
        (access, {"liveChatId": chat, "part": "id", "alt": "sse"}, (400, "invalidParameter")),
        ("expired", {"liveChatId": chat, "part": "id"}, (401, "authError")),
    ]
    for token, query, expected in cases:
        answer = await youtube.call("GET", "/liveChat/messages/stream", token, **query)
        assert isinstance(answer.json(), list)
        assert reason(answer) == expected


async def test_refused_stream_leaves_polling(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        await youtube.command("/refuse-stream", on=True)
        assert await reader.next() is None
    query = {"liveChatId": chat, "part": "id"}
    assert reason(await youtube.call("GET", "/liveChat/messages/stream", access, **query)) == (501, "notImplemented")
    assert await youtube.read(access, chat)
    await youtube.command("/refuse-stream", on=False)
    async with reading(youtube, access, chat) as reader:
        await take(reader)


async def test_connection_costs_five_units_however_long_it_lasts(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    before = youtube.platform.quota.used
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        await youtube.command("/say", login="pixelharbor", text="hi", count=20)
        clock.advance(60)
        await take(reader)
    assert youtube.platform.quota.used == before + 5


async def test_simulated_duplicates_and_losses_are_delivered_as_such(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/deliveries", duplicates=True)
    said = await youtube.command("/say", login="pixelharbor", text="twice")
    await youtube.command("/deliveries", duplicates=False, lose_next=1)
    await youtube.command("/say", login="pixelharbor", text="never")
    await youtube.command("/say", login="pixelharbor", text="once")
    items = (await youtube.read(access, chat))["items"]
    assert [item["snippet"]["displayMessage"] for item in items] == ["twice", "twice", "once"]
    assert [item["id"] == said["message_id"] for item in items] == [True, True, False]


async def test_disconnected_reader_is_removed(youtube: YouTubeClient, http: httpx.AsyncClient) -> None:
    access, chat = await open_chat(youtube)
    async with reading(youtube, access, chat) as reader:
        await take(reader)
        assert youtube.platform.describe(youtube.rehearsal.world.person("pixelharbor"))["sockets"] == 1
    await youtube.wait_for_event("stream_closed", login="pixelharbor")
    assert youtube.platform.describe(youtube.rehearsal.world.person("pixelharbor"))["sockets"] == 0
