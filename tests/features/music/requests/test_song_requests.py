"""Viewers request songs, which are added to Spotify's queue one by one."""

import asyncio
from collections.abc import Generator
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.features.music.requests.jobs import SongRequestJobs
from greenroom.features.music.requests.requests import SongRequests
from greenroom.features.music.requests.service import Requester
from greenroom.features.music.rules import Pace
from greenroom.features.points.ledger.command_charges import charge_reference
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.responses.variables import Refused
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture

Json = dict[str, Any]
CONNECTION = UUID("0198c0de-0000-7000-8000-000000000001")
PACE = Pace(playing=0, silent=0, after_failure=0)


class RequestingChannel:
    def __init__(self, greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
        self.greenroom, self.owner, self.channel_id = greenroom, owner, channel_id
        feature = next(one for one in greenroom.features if one.name == "music")
        requests = feature.services[SongRequests]
        assert isinstance(requests, SongRequests)
        self.requests = requests
        self.job = SongRequestJobs(greenroom.kernel, requests, PACE)
        self.path = f"/channels/{channel_id}/song-requests"

    async def set_up(self, **settings: object) -> None:
        await self.owner.connect("junoplays", provider="spotify", channel_id=self.channel_id)
        body = {"enabled": True, **settings}
        assert (await self.owner.ask("PUT", f"{self.path}/settings", json=body)).status_code == 200

    async def request(self, text: str, viewer: str = "1", message: str = "", *, is_subscriber: bool = False) -> str:
        requester = Requester("twitch", viewer, f"Viewer {viewer}", message or None)
        now: datetime = self.greenroom.kernel.clock()
        return await self.requests.request(UUID(self.channel_id), requester, text, now, is_subscriber=is_subscriber)

    async def refusal(self, text: str, viewer: str = "1") -> str:
        with pytest.raises(Refused) as refused:
            await self.request(text, viewer)
        return str(refused.value)

    async def pay(self, viewer: str, cost: int) -> None:
        """Gives the viewer 100 points, and charges the cost of the command."""
        paid = charge_reference(CONNECTION, f"paid-by-{viewer}")
        movements = [
            Movement(("twitch", viewer), 100, Reason.ADJUSTED),
            Movement(("twitch", viewer), -cost, Reason.COMMAND, paid, "!sr"),
        ]
        async with self.greenroom.kernel.database.write() as session:
            await post(session, UUID(self.channel_id), movements, self.greenroom.kernel.clock())

    async def balance(self, viewer: str) -> int:
        path = f"/channels/{self.channel_id}/points/viewers/twitch/{viewer}"
        return (await self.owner.get(path))["balance"]

    async def listed(self) -> list[tuple[str, str]]:
        return [(one["title"], one["state"]) for one in (await self.owner.get(self.path))["records"]]

    async def play(self, title: str) -> None:
        await self.greenroom.control("/spotify/listen", login="junoplays", title=title)


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> RequestingChannel:
    return RequestingChannel(greenroom, owner, channel_id)


@pytest.mark.rows("P11")
async def test_requests_reach_spotify_one_after_the_other(channel: RequestingChannel) -> None:
    await channel.set_up()
    assert await channel.request("solder smoke", "1") == "Solder Smoke by Marta Vale was added at number 1."
    await channel.greenroom.wait_for_event("song_queued", title="Solder Smoke")
    assert await channel.request("eight colours", "2") == "Eight Colours by Marta Vale was added at number 2."
    await channel.job.follow()
    assert await channel.listed() == [("Solder Smoke", "queued"), ("Eight Colours", "waiting")]
    await channel.play("Solder Smoke")
    await channel.job.follow()
    assert await channel.listed() == [("Solder Smoke", "playing"), ("Eight Colours", "queued")]
    await channel.greenroom.wait_for_event("song_queued", title="Eight Colours")
    await channel.play("Tram 9 at Midnight")
    await channel.job.follow()
    assert await channel.listed() == []


async def test_no_song_of_a_suspended_channel_is_sent_to_spotify(channel: RequestingChannel) -> None:
    await channel.set_up()
    await channel.request("solder smoke", "1")
    await channel.request("eight colours", "2")
    await channel.job.follow()
    await channel.play("Solder Smoke")
    suspension = f"/admin/channels/{channel.channel_id}/suspension"
    assert (await channel.owner.ask("PUT", suspension, json={"reason": "Spam"})).status_code == 204
    await channel.job.follow()
    assert (await channel.owner.ask("DELETE", suspension)).status_code == 204
    assert await channel.listed() == [("Solder Smoke", "queued"), ("Eight Colours", "waiting")]


async def test_requests_are_off_until_they_are_switched_on(channel: RequestingChannel) -> None:
    assert await channel.refusal("solder smoke") == "Song requests are closed."


async def test_link_and_id_find_the_same_song(channel: RequestingChannel) -> None:
    await channel.set_up(max_per_viewer=5)
    await channel.request("solder smoke")
    song_id = (await channel.greenroom.rows("SELECT song_id FROM song_requests"))[0]["song_id"]
    track = song_id.rsplit(":", 1)[1]
    for text in (song_id, f"https://open.spotify.com/track/{track}?si=x", f"open.spotify.com/intl-de/track/{track}"):
        assert await channel.refusal(text) == "Solder Smoke by Marta Vale is already on the list."


async def test_refused_song_request_names_the_reason(channel: RequestingChannel) -> None:
    await channel.set_up(max_per_viewer=1, max_waiting=2, max_minutes=4)
    assert "explicit" in await channel.refusal("lost umbrella")
    assert await channel.refusal("tram 9") == "Tram 9 at Midnight by Okapi Parade is longer than 4 minutes."
    assert await channel.refusal("https://youtu.be/abc") == "Only links to a song on Spotify work."
    assert await channel.refusal("nothing like it") == "No such song was found on Spotify."
    assert await channel.refusal(" ") == "Add the link or the name of a song."
    await channel.request("solder smoke")
    assert await channel.refusal("eight colours") == "You already have a request."
    await channel.request("eight colours", "2")
    assert await channel.refusal("café", "3") == "The list is full (2 songs are waiting)."


async def test_removed_song_that_is_still_in_spotifys_queue_counts_for_no_limit(channel: RequestingChannel) -> None:
    await channel.set_up(max_per_viewer=1, max_waiting=1)
    await channel.request("solder smoke")
    (record,) = (await channel.owner.get(channel.path))["records"]
    assert (await channel.owner.ask("DELETE", f"{channel.path}/{record['id']}")).status_code == 204
    assert await channel.request("eight colours") == "Eight Colours by Marta Vale was added at number 1."


async def test_requests_for_subscribers_only_are_refused_to_other_viewers(channel: RequestingChannel) -> None:
    await channel.set_up(subscribers_only=True)
    assert await channel.refusal("solder smoke") == "Song requests are for subscribers."
    assert "was added" in await channel.request("solder smoke", is_subscriber=True)


async def test_repeated_message_requests_a_song_once(channel: RequestingChannel) -> None:
    await channel.set_up()
    first = await channel.request("solder smoke", message="m1")
    assert await channel.request("solder smoke", message="m1") == first
    assert len(await channel.listed()) == 1


@pytest.mark.parametrize(
    ("control", "fields", "words"),
    [
        ("stop", {}, "not playing on any device"),
        ("premium", {"on": False}, "Spotify Premium is needed"),
        ("revoke", {}, "econnect"),
    ],
)
async def test_refusal_says_why_spotify_cannot_queue_a_song(
    channel: RequestingChannel, control: str, fields: Json, words: str
) -> None:
    await channel.set_up()
    await channel.greenroom.control(f"/spotify/{control}", login="junoplays", **fields)
    assert words in await channel.refusal("solder smoke")
    assert await channel.listed() == []


async def test_outage_of_spotify_keeps_the_waiting_songs(channel: RequestingChannel) -> None:
    await channel.set_up()
    await channel.request("solder smoke", "1")
    await channel.request("eight colours", "2")
    await channel.play("Solder Smoke")
    await channel.greenroom.control("/spotify/fail", next=9, status=503, path_prefix="/spotify/v1/me/player/queue")
    await channel.job.follow()
    assert await channel.listed() == [("Solder Smoke", "playing"), ("Eight Colours", "waiting")]
    assert (await channel.owner.get(channel.path))["problem"]


async def test_song_that_staff_remove_while_spotify_refuses_it_is_not_sent_again(channel: RequestingChannel) -> None:
    await channel.set_up()
    await channel.request("solder smoke", "1")
    await channel.request("eight colours", "2")
    await channel.play("Solder Smoke")
    queue = "/spotify/v1/me/player/queue"
    await channel.greenroom.control("/spotify/fail", next=9, status=503, path_prefix=queue)
    await channel.greenroom.control("/spotify/delay", ms=5_000, path_prefix=queue)
    following = asyncio.create_task(channel.job.follow())
    await channel.greenroom.wait_for_event("request_held")
    _, queued = (await channel.owner.get(channel.path))["records"]
    assert (await channel.owner.ask("DELETE", f"{channel.path}/{queued['id']}")).status_code == 204
    await channel.greenroom.control("/spotify/delay", ms=0, path_prefix=queue)
    await channel.greenroom.control("/clock", seconds=5)
    await following
    assert await channel.listed() == [("Solder Smoke", "playing")]


@pytest.fixture
def short_response_timeout(greenroom: GreenroomServer) -> Generator[None]:
    policy = greenroom.sender.retry_policy
    greenroom.sender.retry_policy = replace(policy, answer_seconds=0.5)
    yield
    greenroom.sender.retry_policy = policy


@pytest.mark.usefixtures("short_response_timeout")
async def test_song_without_a_response_of_spotify_is_not_sent_again(channel: RequestingChannel) -> None:
    await channel.set_up()
    await channel.greenroom.control("/spotify/delay", ms=60_000, path_prefix="/spotify/v1/me/player/queue")
    assert "was added at number 1" in await channel.request("solder smoke", "1")
    await channel.request("eight colours", "2")
    await channel.play("Solder Smoke")
    await channel.job.follow()
    await channel.greenroom.control("/spotify/delay", ms=0, path_prefix="/spotify/v1/me/player/queue")
    assert await channel.listed() == [("Solder Smoke", "playing"), ("Eight Colours", "queued")]


@shared_loop_fixture()
async def silent_channel(channel: RequestingChannel) -> RequestingChannel:
    """A channel whose music has stopped, and was read after that, while a request was playing."""
    await channel.set_up()
    await channel.request("solder smoke", "1")
    await channel.play("Solder Smoke")
    await channel.job.follow()
    await channel.greenroom.control("/spotify/stop", login="junoplays")
    await channel.job.follow()
    return channel


async def test_playing_request_counts_as_played_after_a_minute_without_music(
    silent_channel: RequestingChannel, clock: FrozenClock
) -> None:
    clock.advance(59)
    await silent_channel.job.follow()
    assert await silent_channel.listed() == [("Solder Smoke", "playing")]
    clock.advance(1)
    await silent_channel.job.follow()
    assert await silent_channel.listed() == []
    await silent_channel.play("Tram 9 at Midnight")
    # The song may be requested again.
    added = await silent_channel.request("solder smoke", "1")
    assert added == "Solder Smoke by Marta Vale was added at number 1."


async def test_time_before_a_failed_read_counts_as_no_silence(
    silent_channel: RequestingChannel, clock: FrozenClock
) -> None:
    clock.advance(30)
    await silent_channel.greenroom.control("/spotify/fail", path_prefix="/spotify/v1/me/player", status=403, next=1)
    await silent_channel.job.follow()
    clock.advance(30)
    await silent_channel.job.follow()
    assert await silent_channel.listed() == [("Solder Smoke", "playing")]


async def test_time_in_which_another_process_reads_counts_as_no_silence(
    silent_channel: RequestingChannel, clock: FrozenClock
) -> None:
    clock.advance(60)
    await silent_channel.job.follow()
    assert await silent_channel.listed() == [("Solder Smoke", "playing")]


async def test_staff_remove_skip_and_clear(channel: RequestingChannel) -> None:
    await channel.set_up()
    for number, title in enumerate(("solder smoke", "eight colours", "café")):
        await channel.request(title, str(number))
    records = (await channel.owner.get(channel.path))["records"]
    removed = await channel.owner.ask("DELETE", f"{channel.path}/{records[1]['id']}")
    assert removed.status_code == 204
    again = await channel.owner.ask("DELETE", f"{channel.path}/{records[1]['id']}")
    assert (again.status_code, again.json()["type"]) == (404, "song_request_not_found")
    assert (await channel.owner.ask("POST", f"{channel.path}/clear")).status_code == 204
    # This song is already in Spotify's queue: it is skipped as soon as it plays.
    (remaining,) = (await channel.owner.get(channel.path))["records"]
    assert (remaining["title"], remaining["is_unwanted"]) == ("Solder Smoke", True)
    await channel.requests.music.skip(UUID(channel.channel_id))
    await channel.job.follow()
    assert await channel.listed() == []
    playing = (await channel.owner.get(f"/channels/{channel.channel_id}/music"))["playing"]
    assert playing["title"] != "Solder Smoke"
    assert (await channel.owner.ask("POST", f"{channel.path}/skip")).status_code == 204


@pytest.mark.both_databases
async def test_points_are_returned_once_for_songs_that_staff_remove_or_skip(channel: RequestingChannel) -> None:
    await channel.set_up()
    for viewer, title in (("1", "solder smoke"), ("2", "eight colours"), ("3", "café")):
        await channel.pay(viewer, 30)
        await channel.request(title, viewer, f"{CONNECTION}:paid-by-{viewer}")
    await channel.play("Solder Smoke")
    await channel.job.follow()
    assert [await channel.balance(viewer) for viewer in "123"] == [70, 70, 70]
    assert (await channel.owner.ask("POST", f"{channel.path}/skip")).status_code == 204
    records = (await channel.owner.get(channel.path))["records"]
    # This song is already in Spotify's queue, so it stays on the list.
    assert (await channel.owner.ask("DELETE", f"{channel.path}/{records[0]['id']}")).status_code == 204
    assert [await channel.balance(viewer) for viewer in "123"] == [100, 100, 70]
    assert (await channel.owner.ask("POST", f"{channel.path}/clear")).status_code == 204
    assert [await channel.balance(viewer) for viewer in "123"] == [100, 100, 100]


async def test_song_that_is_playing_is_shown_when_spotify_is_connected(channel: RequestingChannel) -> None:
    path = f"/channels/{channel.channel_id}/music"
    assert (await channel.owner.get(path))["provider"] == ""
    await channel.set_up()
    shown = await channel.owner.get(path)
    assert (shown["provider"], shown["playing"]["title"]) == ("spotify", "Harbour Lights Off")
