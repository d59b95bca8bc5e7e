"""Variables show and change the state of Twitch, YouTube and Kick in the rehearsal."""

from typing import Any

import pytest

from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import PLAIN_VIEWER
from support.sending import recorded_events

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}
SEVENTV_EMOTES = "catJAM PepeLaugh WideHardo Sprinkles junoplHype junoplQuiet"


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


@pytest.fixture
def moderator(greenroom: GreenroomServer) -> str:
    """Login of a moderator on Twitch."""
    return greenroom.rehearsal_state.world.viewers_on("twitch")[7].login


@pytest.fixture
def youtube_moderator(greenroom: GreenroomServer) -> str:
    return greenroom.rehearsal_state.world.viewers_on("youtube")[7].login


async def response_or_reason(
    channel: CommandChannel, text: str, viewer: str = PLAIN_VIEWER, provider: str = "twitch"
) -> str:
    """Sends the text in chat; returns what "Why?" shows: the response, or the reason why there is none."""
    ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat(text, provider, viewer))
    return reason


async def test_twitch_looks_up_follow_and_account_age(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!age", "$(followage|never), $(accountage)", **NO_COOLDOWNS)
    await channel.send_and_await_response("!age", "never, 15 years, 32 days, 6 hours")
    await greenroom.control("/twitch/follow", login="junoplays", viewer="odalys_")
    assert "responded “0 seconds, " in await response_or_reason(channel, "!age", viewer="odalys_")


async def test_each_emote_service_lists_its_emotes(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!emotes", "$(emotes.7tv) | $(emotes.bttv) | $(emotes.ffz)", **NO_COOLDOWNS)
    assert (
        await response_or_reason(channel, "!emotes")
        == f"responded “{SEVENTV_EMOTES} | junoplWave junoplNod catJAM longCat | catJAM junoplDuck”"
    )


async def test_stream_variables_show_the_state_of_each_platform(channel: CommandChannel) -> None:
    await channel.connect("twitch", "youtube", "kick")
    await channel.make("!on", "$(title) | $(game) | $(channel.live) | $(emotes.7tv) | $(followage)", **NO_COOLDOWNS)
    title = "First run of the day, no map"
    categories = {"twitch": "Gravel & Glory", "youtube": "Gaming", "kick": "Lantern Keeper"}
    for provider, category in categories.items():
        await channel.send_and_await_response("!on", f"{title} | {category} | yes | {SEVENTV_EMOTES} |", provider)


@pytest.mark.rows("A4")
async def test_moderator_changes_title_and_category_where_possible(channel: CommandChannel, moderator: str) -> None:
    await channel.connect("twitch", "youtube", "kick")
    await channel.make("!title2", "$(settitle $(query))", **NO_COOLDOWNS)
    await channel.make("!game2", "$(setgame $(query))", **NO_COOLDOWNS)
    assert "Requires Editor or higher" in await response_or_reason(channel, "!title2 mine now")
    reason = await response_or_reason(channel, "!title2 A new one", viewer=moderator)
    assert "The title is now A new one on Twitch, YouTube and Kick." in reason
    reason = await response_or_reason(channel, "!game2 gravel & glory", viewer=moderator)
    expected = 'The category is now Gravel & Glory on Twitch and Kick. YouTube: No category "gravel & glory"'
    assert expected in reason
    shown = await channel.greenroom.rows("SELECT title, category FROM channel_providers ORDER BY id")
    assert [row["title"] for row in shown] == ["A new one"] * 3
    assert [row["category"] for row in shown] == ["Gravel & Glory", "Gaming", "Gravel & Glory"]


@pytest.mark.rows("V2")
async def test_title_too_long_for_a_platform_is_not_sent_there(channel: CommandChannel, moderator: str) -> None:
    await channel.connect("twitch", "youtube", "kick")
    await channel.make("!title2", "$(settitle $(query))", **NO_COOLDOWNS)
    reason = await response_or_reason(channel, f"!title2 {'x' * 130}", viewer=moderator)
    assert "on Twitch and Kick. YouTube: title 30 characters too long (max 100)" in reason
    reason = await response_or_reason(channel, f"!title2 {'x' * 240}", viewer=moderator)
    for name, excess, limit in (("Twitch", 100, 140), ("YouTube", 140, 100), ("Kick", 100, 140)):
        assert f"{name}: title {excess} characters too long (max {limit})" in reason
    updated = [facts["platform"] for facts in await recorded_events(channel.greenroom, "channel_updated")]
    assert sorted(updated) == ["kick", "twitch"]


@pytest.mark.rows("A4")
async def test_category_of_only_one_platform_is_changed_there(channel: CommandChannel, youtube_moderator: str) -> None:
    await channel.connect("twitch", "youtube")
    await channel.make("!game2", "$(setgame $(query))", **NO_COOLDOWNS)
    reason = await response_or_reason(
        channel, "!game2 science & technology", viewer=youtube_moderator, provider="youtube"
    )
    assert "The category is now Science & Technology on YouTube. Twitch: No category" in reason
    assert [facts["platform"] for facts in await recorded_events(channel.greenroom, "channel_updated")] == ["youtube"]
    shown = await channel.greenroom.rows("SELECT category FROM channel_providers ORDER BY id")
    assert [row["category"] for row in shown] == ["Gravel & Glory", "Science & Technology"]
    # YouTube lists this category, but no stream can have it.
    assert "YouTube: " in await response_or_reason(
        channel, "!game2 trailers", viewer=youtube_moderator, provider="youtube"
    )
    assert await channel.greenroom.rows("SELECT category FROM channel_providers ORDER BY id") == shown


async def test_moderation_variables_are_sent_and_logged(channel: CommandChannel, moderator: str) -> None:
    await channel.connect("twitch")
    await channel.send_chat("Hello there")
    await channel.make("!out", "$(permit $(1)) $(timeout $(1) 90)$(shoutout $(1))", **NO_COOLDOWNS)
    reason = await response_or_reason(channel, f"!out @{PLAIN_VIEWER}", viewer=moderator)
    assert "can post one link within 1 minute. Brisket99 was timed out for 1 minute, 30 seconds." in reason
    async with channel.moderation_events() as live_events:
        (entry,) = await channel.log()
        if entry["outcome"] == "asked":
            entry = await live_events.wait_for_entry(id=entry["id"], outcome="done")
    assert (entry["action"], entry["seconds"], entry["viewer_name"]) == ("timeout", 90, "Brisket99")
    assert entry["can_undo"] is True
    (permit,) = await channel.greenroom.rows("SELECT provider, viewer_id FROM filter_permits")
    assert permit == {"provider": "twitch", "viewer_id": entry["provider_viewer_id"]}
    assert "$(timeout): This is your own account;" in await response_or_reason(
        channel, f"!out {moderator}", viewer=moderator
    )
    assert len(await channel.log()) == 1


async def test_triggering_message_is_deleted(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!psst", "$(delete)Psst!", **NO_COOLDOWNS)
    await channel.send_and_await_response("!psst my secret", "Psst!")
    removals = await channel.removals()
    assert removals["!psst my secret"] is not None
