"""The scripted evening and its moments."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from kick_client import KickClient
from tiktok_client import RoomReader, TikTokClient
from twitch_client import TwitchClient
from youtube_client import ALL_PARTS, YouTubeClient

from rehearsal.clock import Clock
from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.evening_script import SET_UP_SECONDS
from rehearsal.state import RehearsalState
from support.waiting import MAX_WAIT_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOGIN = "junoplays"


async def test_scenes_follow_each_other_automatically(
    rehearsal: RehearsalState, http: httpx.AsyncClient, clock: Clock
) -> None:
    started = (await http.post("/control/evening/start", json={"login": LOGIN})).json()
    assert (started["scene"], started["is_automatic"]) == ("go-live", True)
    assert all(rehearsal.world.channel(key, rehearsal.world.person(LOGIN)).stream for key in STREAMING)
    seen = [started["scene"]]
    while (state := (await http.get("/control/evening")).json())["next_scene"]:
        clock.advance(60)
        await rehearsal.events.wait("scene_started", state["seq"], {"login": LOGIN})
        seen.append(state["next_scene"])
    assert seen == [
        "go-live", "settling", "boss-fight", "win", "clip", "raid", "super-chat", "spam-wave", "gift-bomb",
    ]  # fmt: skip
    assert not (await http.get("/control/evening")).json()["is_automatic"]


async def test_evening_is_stepped_stopped_and_started_again(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/evening/step", json={})).status_code == 409
    stepped = (await http.post("/control/evening/step", json={"login": LOGIN})).json()
    assert (stepped["scene"], stepped["next_scene"], stepped["is_automatic"]) == ("go-live", "settling", False)
    stepped = (await http.post("/control/evening/step", json={})).json()
    assert [one["state"] for one in stepped["scenes"]][:3] == ["done", "current", "upcoming"]
    again = (await http.post("/control/evening/start", json={"login": LOGIN})).json()
    assert (again["scene"], again["is_automatic"]) == ("go-live", True)
    stopped = (await http.post("/control/evening/stop", json={})).json()
    assert (stopped["scene"], stopped["is_automatic"], stopped["next_at"]) == ("go-live", False, None)


async def test_step_of_a_running_evening_delays_the_following_scene(
    rehearsal: RehearsalState, http: httpx.AsyncClient, clock: Clock
) -> None:
    first = (await http.post("/control/evening/start", json={"login": LOGIN})).json()
    clock.advance(10)
    stepped = (await http.post("/control/evening/step", json={})).json()
    assert (stepped["scene"], stepped["is_automatic"]) == ("settling", True)
    assert stepped["next_at"] > first["next_at"]
    await http.post("/control/evening/stop", json={})


async def test_moment_happens_on_its_usual_platforms_or_on_the_chosen_one(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    listed = {one["key"]: one for one in (await http.get("/control/moments")).json()["records"]}
    assert listed["raid"]["platforms"] == ["twitch", "kick"]
    live = await http.post("/control/moments/go-live", json={"login": LOGIN})
    assert live.json()["platforms"] == list(STREAMING)
    stream = rehearsal.world.channel("kick", rehearsal.world.person(LOGIN)).stream
    assert stream is not None
    before = stream.viewer_count
    raided = await http.post("/control/moments/raid", json={"login": LOGIN, "platform": "kick"})
    assert (raided.json()["platforms"], stream.viewer_count - before) == (["kick"], 214)
    paid = await http.post("/control/moments/super-chat", json={"login": LOGIN})
    assert paid.json()["platforms"] == ["youtube"]


async def test_moment_needs_its_platform_and_a_stream(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    elsewhere = await http.post("/control/moments/super-chat", json={"login": LOGIN, "platform": "kick"})
    assert (elsewhere.status_code, elsewhere.json()["error"]) == (409, "Super Chat isn't available on kick.")
    assert (await http.post("/control/moments/super-chat", json={"login": LOGIN})).status_code == 409, "not live"
    assert (await http.post("/control/moments/earthquake", json={"login": LOGIN})).status_code == 404
    assert (await http.post("/control/moments/raid", json={"login": "nobody"})).status_code == 404


async def test_reset_ends_the_evening(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    await http.post("/control/evening/start", json={"login": LOGIN})
    await http.post("/control/reset", json={})
    state = (await http.get("/control/evening")).json()
    assert (state["login"], state["scene"], state["is_automatic"]) == (None, None, False)


@dataclass
class ChatReader:
    """Opens the chat of `LOGIN` on a platform, as Greenroom does."""

    rehearsal: RehearsalState
    twitch: TwitchClient
    youtube: YouTubeClient
    kick: KickClient
    tiktok: TikTokClient

    @contextlib.asynccontextmanager
    async def read(self, platform: str) -> AsyncGenerator[None]:
        async with contextlib.AsyncExitStack() as opened:
            match platform:
                case "twitch":
                    await self._read_twitch(opened)
                case "youtube":
                    await self._read_youtube(opened)
                case "kick":
                    await self.kick.subscribe(await self.kick.token(LOGIN), "chat.message.sent")
                case _:
                    await self._read_tiktok(opened)
            yield

    async def _read_twitch(self, opened: contextlib.AsyncExitStack) -> None:
        socket = await opened.enter_async_context(self.twitch.listen())
        await self.twitch.subscribe_to_channel(socket, *await self.twitch.full_access(LOGIN), "channel.chat.message")

    async def _read_youtube(self, opened: contextlib.AsyncExitStack) -> None:
        before, access = self.rehearsal.events.seq, await self.youtube.access(LOGIN)
        query = {"liveChatId": await self.youtube.live_chat(access), "part": ALL_PARTS}
        headers, path = {"Authorization": f"Bearer {access}"}, "/youtube/v3/liveChat/messages/stream"
        await opened.enter_async_context(self.youtube.http.stream("GET", path, params=query, headers=headers))
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self.rehearsal.events.wait("stream_opened", before, {"login": LOGIN})

    async def _read_tiktok(self, opened: contextlib.AsyncExitStack) -> None:
        ticket = await self.tiktok.ticket(LOGIN)
        socket = await opened.enter_async_context(self.tiktok.connect(ticket))
        await RoomReader(socket, ticket.room_id).enter(self.rehearsal)


@pytest.fixture
def reader(
    rehearsal: RehearsalState, twitch: TwitchClient, youtube: YouTubeClient, kick: KickClient, tiktok: TikTokClient
) -> ChatReader:
    return ChatReader(rehearsal, twitch, youtube, kick, tiktok)


@pytest_asyncio.fixture(loop_scope="module")
async def lively(rehearsal: RehearsalState) -> AsyncGenerator[RehearsalState]:
    """A rehearsal as the option `--lively` starts it."""
    rehearsal.stream_schedule.start(keeps_evening_channels_offline=True)
    rehearsal.evening.starts_automatically = True
    yield rehearsal
    rehearsal.evening.starts_automatically = False
    await rehearsal.evening.stop()
    await rehearsal.stream_schedule.stop()


@pytest.mark.parametrize("platform", STREAMING)
async def test_with_lively_the_evening_of_a_channel_starts_once_its_chat_is_read(
    lively: RehearsalState, clock: Clock, reader: ChatReader, platform: str
) -> None:
    streams = [lively.world.channel(key, lively.world.person(LOGIN)).stream for key in STREAMING]
    # Greenroom may notice a start on YouTube and TikTok late, so the channel is live there already.
    assert [stream is not None for stream in streams] == [False, True, False, True]
    before = lively.events.seq
    async with reader.read(platform):
        clock.advance(SET_UP_SECONDS)
        await wait_for_first_scene(lively, before)
    assert lively.evening.is_automatic
    assert all(lively.world.channel(key, lively.world.person(LOGIN)).stream for key in STREAMING)


async def test_scene_happens_on_the_platform_whose_chat_is_read_if_possible(
    rehearsal: RehearsalState, http: httpx.AsyncClient, reader: ChatReader
) -> None:
    # The spam wave usually happens on Twitch; TikTok has no Super Chats and no gifted subs.
    await http.post("/control/evening/start", json={"login": LOGIN, "is_automatic": False})
    before = rehearsal.events.seq
    async with reader.read("tiktok"):
        while rehearsal.evening.next_scene:
            rehearsal.evening.step()
    moments = [one.facts for one in rehearsal.events.since(before) if one.event == "moment_played"]
    played = {facts["moment"]: facts["platform"] for facts in moments}
    assert (played["spam-wave"], played["super-chat"], played["gift-bomb"]) == ("tiktok", "youtube", "twitch")


async def wait_for_first_scene(rehearsal: RehearsalState, after: int) -> None:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        await rehearsal.events.wait("scene_started", after, {"login": LOGIN, "scene": "go-live"})


async def test_control_page_begins_with_the_evening_and_moments_and_hides_faults(http: httpx.AsyncClient) -> None:
    page = (await http.get("/control/")).text
    positions = [
        page.index(text) for text in ('id="scenes"', 'id="moments"', "<summary", ">Break things<", 'id="platforms"')
    ]
    assert positions == sorted(positions)
    assert "<details id=" in page
    assert "<details open" not in page
    scripts = ["control.js", "control-parts.js", "control-faults.js"]
    assert [(await http.get(f"/assets/{name}")).status_code for name in scripts] == [200, 200, 200]
    for private in ("control.html", "faces.toml", "talk_kick.toml", "..%2fcli.py"):
        assert (await http.get(f"/assets/{private}")).status_code == 404
