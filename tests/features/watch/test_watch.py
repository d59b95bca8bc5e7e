"""The public watch page finds a channel by its name on a platform."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.accounts.models.channel_providers import ChannelProvider
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.moderation import LiveEvents, ModeratedChannel
from support.sql_statements import observe_statements


def stream_of(watch: Json, provider: str) -> Json:
    return next(one for one in watch["streams"] if one["provider"] == provider)


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    return ModeratedChannel(greenroom, owner, channel_id)


@pytest.mark.rows("R5", "A1")
async def test_watch_page_lists_the_streams_of_every_platform(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch", "youtube", "kick", "tiktok")
    await channel.prove("tiktok")
    await channel.client.connect("junoplays", channel_id=channel.channel_id, provider="spotify")
    anonymous = await greenroom.client()
    watch = await anonymous.get("/watch/kick/junoplays")
    assert watch["channel"] == {"id": channel.channel_id, "display_name": "Late Shift", "is_chat_public": True}
    assert [one["provider"] for one in watch["streams"]] == ["twitch", "youtube", "kick", "tiktok"]
    assert all(one["is_live"] and one["title"] and one["watch_url"] for one in watch["streams"])
    for provider in ("twitch", "youtube", "kick"):
        assert stream_of(watch, provider)["embed_url"].startswith("http://127.0.0.1:"), provider
    assert stream_of(watch, "tiktok")["embed_url"] is None
    for one in watch["streams"]:
        assert await anonymous.get(f"/watch/{one['provider']}/{one['provider_channel_name'].upper()}") == watch
        assert await anonymous.get(f"/watch/{one['provider']}/{one['provider_channel_id']}") == watch
    # Public streams have no details of the connection.
    assert not {"connection", "health", "missing_scopes", "connected_by", "bot_provider"} & set(watch["streams"][0])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/watch/twitch/nobody", (404, "channel_not_found")),
        ("/watch/kick/junoplays", (404, "channel_not_found")),
        ("/watch/spotify/junoplays", (404, "channel_not_found")),
        ("/watch/myspace/junoplays", (404, "channel_not_found")),
        ("/watch/twitch/%25", (404, "channel_not_found")),
        (f"/watch/twitch/{'x' * 101}", (422, "invalid")),
        ("/watch/twitch/juno%00plays", (422, "invalid")),
    ],
)
async def test_unknown_or_invalid_channel_name_is_refused(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, path: str, expected: tuple[int, str]
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    await owner.connect("junoplays", channel_id=channel_id, provider="spotify")
    answer = await (await greenroom.client()).ask("GET", path)
    assert refusal(answer) == expected
    if expected[0] == 422:
        assert answer.json()["errors"][0]["field"] == "name"


async def test_watch_page_prefers_a_name_to_an_id_and_a_newer_connection_to_an_older(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    # Names change hands on the platforms, and some consist of digits.
    await owner.connect("junoplays", channel_id=channel_id)
    later = await owner.create_channel("Later")
    await owner.connect("marekfixes", channel_id=later)
    anonymous = await greenroom.client()
    first = (await anonymous.get("/watch/twitch/junoplays"))["streams"][0]
    for name, found in ((first["provider_channel_id"], later), ("junoplays", later)):
        async with greenroom.kernel.database.write() as session:
            renamed = update(ChannelProvider).where(ChannelProvider.channel_id == UUID(later))
            await session.execute(renamed.values(provider_channel_name=name))
        assert (await anonymous.get(f"/watch/twitch/{name}"))["channel"]["id"] == found


async def test_watch_page_lookup_uses_an_index(greenroom: GreenroomServer) -> None:
    executed: list[tuple[str, Any]] = []
    with observe_statements(greenroom.kernel.database, lambda sql, values: executed.append((sql, values))):
        await (await greenroom.client()).ask("GET", "/watch/twitch/nobody")
    ((sql, values),) = [one for one in executed if "FROM channels" in one[0]]
    async with greenroom.kernel.database.engine.connect() as connection:
        plan = " ".join(step.detail for step in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values))
    assert "ix_channel_providers_provider_name" in plan
    assert "SCAN" not in plan


async def test_watch_page_reports_that_chat_is_private(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    await owner.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"is_public": False})
    watch = await (await greenroom.client()).get("/watch/twitch/junoplays")
    assert watch["channel"]["is_chat_public"] is False


@pytest.mark.both_databases
@pytest.mark.rows("A2")
async def test_start_and_end_of_a_stream_are_public(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    await channel.connect("twitch")
    topic = f"{channel.channel_id}:public-streams"
    async with (await greenroom.client()).socket("/public-live") as socket:
        await socket.send({"type": "subscribe", "topic": topic})
        assert (await socket.receive())["type"] == "subscribed"
        live_events = LiveEvents(socket)
        await greenroom.control("/twitch/end", login="junoplays")
        ended = await live_events.until(lambda event: not event["data"]["is_live"])
        assert (ended["action"], ended["data"]["embed_url"], ended["data"]["title"]) == ("updated", None, None)
        await greenroom.control("/twitch/go-live", login="junoplays", title="Back again")
        started = await live_events.until(
            lambda event: event["data"]["title"] == "Back again" and event["data"]["is_live"]
        )
        assert started["data"]["revision"] > ended["data"]["revision"]
        (fetched,) = (await (await greenroom.client()).get("/watch/twitch/junoplays"))["streams"]
        # Connection health also raises the revision, but is not published to this topic.
        assert started["data"] | {"revision": fetched["revision"]} == fetched
        await channel.client.ask("DELETE", f"{channel.path}/providers/{channel.connections['twitch']}")
        deleted = await live_events.until(lambda event: event["action"] == "deleted")
    assert deleted["data"]["id"] == channel.connections["twitch"]
    assert {"connection", "health"}.isdisjoint(deleted["data"])


@pytest.mark.parametrize("privacy", ["unlisted", "private"])
async def test_unlisted_or_private_youtube_stream_is_not_shown_on_the_watch_page(
    greenroom: GreenroomServer, channel: ModeratedChannel, privacy: str
) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays", title="Dress rehearsal")
    await greenroom.control("/youtube/privacy", login="junoplays", privacy=privacy)
    await channel.connect("youtube", goes_live=False)
    (staff,) = await channel.client.get(f"{channel.path}/providers")
    assert (staff["is_live"], staff["title"]) == (True, "Dress rehearsal")
    (public,) = (await (await greenroom.client()).get("/watch/youtube/junoplays"))["streams"]
    assert (public["is_live"], public["title"], public["embed_url"], public["viewers"]) == (False, None, None, None)
    assert staff["live_stream_id"] not in str(public)
