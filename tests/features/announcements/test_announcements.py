"""A stream is announced on Discord once; the message is edited when the stream changes or ends."""

import asyncio

import pytest

from support.announcements import AnnouncingChannel, Json
from support.frozen_clock import FrozenClock


def is_posted(messages: list[Json], state: Json) -> bool:
    return bool(state["recent"]) and state["recent"][0]["state"] == "posted"


def has_ended(_: list[Json], state: Json) -> bool:
    return bool(state["recent"]) and state["recent"][0]["ended_at"] is not None


@pytest.mark.rows("P11")
async def test_announcement_of_a_stream_is_edited_when_the_stream_ends(channel: AnnouncingChannel) -> None:
    await channel.set_up(text="$(channel) plays $(game): $(title) $(link)")
    await channel.go_live(title="Clocks *and* @everyone")
    (message,) = await channel.until(is_posted)
    assert message["content"].startswith("Late Shift plays ")
    assert "Clocks \\*and\\* @\u200beveryone https://" in message["content"]
    assert not message["mention_everyone"]
    embed = message["embeds"][0]
    assert (embed["author"]["name"], embed["title"]) == ("Late Shift", r"Clocks \*and\* @everyone")
    assert "[Twitch](https://" in embed["fields"][-1]["value"]
    await channel.end()
    (ended,) = await channel.until(has_ended)
    assert ended["id"] == message["id"]
    assert ended["content"] == "Late Shift was live for 1 minute."
    assert ended["embeds"][0]["fields"][0] == {"name": "Duration", "value": "1 minute", "inline": True}
    assert (await channel.state())["problem"] == ""


async def test_stream_that_resumes_shortly_after_its_end_is_not_announced_again(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(is_posted)
    await channel.end()
    await channel.until(has_ended)
    await channel.go_live()
    (message,) = await channel.until(lambda _, state: state["recent"][0]["ended_at"] is None)
    assert message["content"].startswith("Late Shift is live")
    assert len((await channel.state())["recent"]) == 1


async def test_second_platform_is_added_to_the_same_announcement(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    await channel.go_live()
    await channel.until(is_posted)
    await channel.join_live("youtube")
    (message,) = await channel.until(lambda messages, _: "YouTube" in messages[0]["embeds"][0]["fields"][-1]["value"])
    assert "[Twitch](" in message["embeds"][0]["fields"][-1]["value"]


async def test_each_platform_has_its_own_announcement_if_the_settings_say_so(channel: AnnouncingChannel) -> None:
    await channel.set_up(mode="each", text="$(channel) on $(platform)")
    await channel.go_live()
    await channel.join_live("youtube")
    messages = await channel.until(lambda messages, _: len(messages) == 2)
    assert {one["content"] for one in messages} == {"Late Shift on Twitch", "Late Shift on YouTube"}
    await channel.end()
    await channel.until(lambda _, state: [bool(one["ended_at"]) for one in state["recent"]].count(True) == 1)
    contents = [one["content"] for one in await channel.messages()]
    assert "Late Shift on YouTube" in contents


@pytest.mark.parametrize(
    ("settings", "content", "notifies"),
    [
        ({"mention": "everyone"}, "@everyone Late Shift", True),
        ({"mention": "here"}, "@here Late Shift", True),
        ({"mention": "none"}, "Late Shift", False),
    ],
)
async def test_everyone_is_mentioned_only_if_the_settings_say_so(
    channel: AnnouncingChannel, settings: Json, content: str, notifies: bool
) -> None:
    await channel.set_up(text="$(channel)", **settings)
    await channel.go_live(title="@everyone come")
    (message,) = await channel.until(is_posted)
    assert (message["content"], message["mention_everyone"]) == (content, notifies)


async def test_discord_role_is_mentioned_by_its_id(channel: AnnouncingChannel) -> None:
    await channel.set_up(text="$(channel)", mention="role", role_id="123456789012345678")
    await channel.go_live()
    (message,) = await channel.until(is_posted)
    assert message["mention_roles"] == ["123456789012345678"]


@pytest.mark.both_databases
async def test_several_processes_announce_once(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    await channel.go_live()
    processes = [channel.scheduler() for _ in range(4)]
    await asyncio.gather(*(one.poll() for one in processes))
    await asyncio.gather(*(one.join() for one in processes))
    await channel.until(is_posted)
    assert len(await channel.messages()) == 1
    assert len((await channel.state())["recent"]) == 1


async def test_stream_older_than_the_settings_is_not_announced(channel: AnnouncingChannel, clock: FrozenClock) -> None:
    await channel.connect("twitch")
    await channel.go_live()
    clock.advance(120)
    await channel.set_up("youtube")
    scheduler = channel.scheduler()
    await scheduler.poll()
    await scheduler.join()
    assert (await channel.state())["recent"] == []
    assert await channel.messages() == []
