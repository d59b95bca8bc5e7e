"""A ban whose response is lost is one ban and one log entry, also after a retry."""

import contextlib
from collections.abc import Generator

import pytest
from msgspec.structs import replace

from support.filters import FilterChannel
from support.greenroom_server import GreenroomServer, Json, refusal
from support.moderation import PLAIN_VIEWER, ModeratedChannel, action_summaries
from support.server_fixtures import both_databases_for_first

BANS = {
    "twitch": "/twitch/helix/moderation/bans",
    "youtube": "/youtube/v3/liveChat/bans",
    "kick": "/kick/public/v1/moderation/bans",
}
ALL_EVENTS = 1_000


@contextlib.contextmanager
def short_response_timeout(greenroom: GreenroomServer) -> Generator[None]:
    """Lets the sender wait only half a second for a platform's response."""
    policy = greenroom.sender.retry_policy
    greenroom.sender.retry_policy = replace(policy, answer_seconds=0.5, first_wait_seconds=0.01)
    try:
        yield
    finally:
        greenroom.sender.retry_policy = policy


async def ban_without_response(channel: ModeratedChannel, provider: str, *, is_reported: bool) -> Json:
    """Bans the author of a line, loses the response, and the report too unless `is_reported`; returns the line."""
    await channel.connect(provider)
    line = await channel.send_chat("To be swept", provider)
    await channel.greenroom.control(f"/{provider}/mute", next=1, path_prefix=BANS[provider])
    await channel.greenroom.control(f"/{provider}/deliveries", lose_next=0 if is_reported else ALL_EVENTS)
    with short_response_timeout(channel.greenroom):
        response = await channel.request_ban(line)
    assert response.status_code in ({200, 502} if is_reported else {502}), response.text
    await channel.greenroom.wait_for_event("answer_withheld", path=BANS[provider])
    await channel.greenroom.wait_for_event("banned", login="junoplays")
    return line


async def unban_and_check(channel: ModeratedChannel, line: Json) -> None:
    """Unbans the viewer, and checks that no ban is left on the platform or here."""
    assert (await channel.unban(line)).json()["outcome"] == "done"
    await channel.send_chat("In again", line["provider"])
    assert (await channel.card(line))["sent_out"] is None
    assert action_summaries(await channel.log()) == [("unban", "JunoPlays", "done"), ("ban", "JunoPlays", "done")]


@pytest.mark.parametrize("provider", BANS)
async def test_report_of_a_ban_replaces_its_lost_response_and_a_repeat_is_not_a_second_ban(
    channel: ModeratedChannel, provider: str
) -> None:
    line = await ban_without_response(channel, provider, is_reported=True)
    async with channel.moderation_events() as live_events:
        if (await channel.log())[0]["outcome"] != "done":
            await live_events.wait_for_entry(action="ban", outcome="done")
    (entry,) = await channel.log()
    assert (await channel.ban(line))["id"] == entry["id"]
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "done")]
    assert (await channel.card(line))["sent_out"] == {"until": None}
    await unban_and_check(channel, line)


@both_databases_for_first(*BANS)
async def test_repeated_ban_whose_response_was_lost_keeps_its_entry(channel: ModeratedChannel, provider: str) -> None:
    line = await ban_without_response(channel, provider, is_reported=False)
    (unconfirmed,) = await channel.log()
    assert unconfirmed["outcome"] == "failed"
    assert (await channel.removals())["To be swept"] is None
    again = await channel.ban(line)
    assert (again["id"], again["outcome"], again["detail"]) == (unconfirmed["id"], "done", "")
    assert (await channel.removals())["To be swept"] is not None
    await channel.greenroom.control(f"/{provider}/deliveries", lose_next=0)
    await unban_and_check(channel, line)


async def test_report_after_a_retry_is_not_a_second_ban(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    line = await ban_without_response(channel, "twitch", is_reported=False)
    await channel.ban(line)
    await greenroom.control("/twitch/deliveries", lose_next=0)
    await greenroom.control("/twitch/ban", login="junoplays", viewer=PLAIN_VIEWER)
    await channel.send_chat("Sent after the report", viewer="marekfixes")
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "done")]


async def test_report_confirms_a_ban_without_response_although_its_retry_failed(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    line = await ban_without_response(channel, "kick", is_reported=False)
    await greenroom.control("/kick/fail", next=10, status=429, path_prefix=BANS["kick"], retry_after=30)
    assert refusal(await channel.request_ban(line)) == (503, "platform_busy")
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "failed")]
    await greenroom.control("/kick/deliveries", lose_next=0)
    async with channel.moderation_events() as live_events:
        await greenroom.control("/kick/ban", login="junoplays", viewer=PLAIN_VIEWER)
        await live_events.wait_for_entry(outcome="done")
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "done")]


@pytest.mark.both_databases
async def test_ban_after_an_unban_is_a_new_entry(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    line = await ban_without_response(channel, "twitch", is_reported=False)
    assert (await channel.unban(line)).status_code == 200
    await channel.ban(line)
    assert [entry["action"] for entry in await channel.log()] == ["ban", "unban", "ban"]
    assert [entry["outcome"] for entry in await channel.log()] == ["done", "done", "failed"]
    assert (await channel.card(line))["sent_out"] == {"until": None}


@pytest.mark.parametrize("provider", BANS)
async def test_filter_ban_without_a_response_is_one_ban(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    filters = FilterChannel(greenroom, channel.client, channel.channel_id)
    await filters.connect(provider)
    await filters.ban_words("rubbish", ladder=[{"action": "ban"}])
    await filters.send_chat("Warm", provider, viewer="marekfixes")
    await greenroom.control(f"/{provider}/mute", next=1, path_prefix=BANS[provider])
    async with filters.filter_events() as live_events:
        with short_response_timeout(greenroom):
            line = await filters.send_chat("what rubbish", provider)
            await greenroom.wait_for_event("answer_withheld", path=BANS[provider])
        await live_events.wait_for_entry(action="ban", outcome="done")
    bans = [entry for entry in await filters.log() if entry["action"] == "ban"]
    assert action_summaries(bans) == [("ban", "The banned_terms filter", "done")]
    assert (await filters.card(line))["sent_out"] == {"until": None}
