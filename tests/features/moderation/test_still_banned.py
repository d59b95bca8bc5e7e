"""A ban stays until it is lifted; time-outs do not replace it."""

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, refusal
from support.moderation import PLAIN_VIEWER, ModeratedChannel, action_summaries, store_entry

BANNED_MESSAGE = "They are banned. Unban them first."


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_time_out_of_a_banned_viewer_is_refused_without_a_platform_call(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat(provider=provider)
    await channel.ban(line)
    # A platform call would fail the test.
    await greenroom.control(f"/{provider}/fail", next=10, status=500, path_prefix=f"/{provider}")
    response = await channel.request_ban(line, duration_seconds=60)
    assert (refusal(response), response.json()["message"]) == ((409, "banned"), BANNED_MESSAGE)
    assert action_summaries(await channel.log()) == [("ban", "JunoPlays", "done")]
    assert (await channel.card(line))["sent_out"] == {"until": None}


async def test_time_out_during_a_pending_ban_is_refused(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    await store_entry(on_twitch, line)
    assert refusal(await on_twitch.request_ban(line, duration_seconds=60)) == (409, "banned")
    assert action_summaries(await on_twitch.log()) == [("ban", "JunoPlays", "asked")]


async def test_viewer_whose_ban_was_lifted_can_be_timed_out(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line)
    await on_twitch.unban(line)
    assert (await on_twitch.request_ban(line, duration_seconds=60)).status_code == 200


async def test_time_out_fails_if_only_twitch_knows_that_the_viewer_is_banned(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch")
    line = await channel.send_chat("Here before")
    response = await channel.client.ask("DELETE", f"{channel.path}/providers/{channel.connections['twitch']}")
    assert response.status_code == 204, response.text
    await greenroom.control("/twitch/ban", login="junoplays", viewer=PLAIN_VIEWER)
    await greenroom.control("/twitch/end", login="junoplays")
    await channel.connect("twitch")
    response = await channel.request_ban(line, duration_seconds=60)
    assert (refusal(response), response.json()["message"]) == ((409, "refused"), BANNED_MESSAGE)
    # The old connection may still get the report of the ban; the new one does not.
    (entry,) = (one for one in await channel.log() if one["connection_id"] == channel.connections["twitch"])
    assert (entry["action"], entry["outcome"], entry["detail"]) == ("timeout", "failed", BANNED_MESSAGE)
    # A permanent ban of the viewer, whom Twitch has already banned, succeeds.
    assert (await channel.request_ban(line)).status_code == 200


async def test_undoing_an_unban_is_refused_after_a_newer_ban(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line)
    unbanned = (await on_twitch.unban(line)).json()
    await on_twitch.ban(line)
    response = await on_twitch.undo(unbanned)
    assert refusal(response) == (409, "not_undoable")
    assert response.json()["message"] == "The viewer is already banned or timed out."
    assert [entry["action"] for entry in await on_twitch.log()] == ["ban", "unban", "ban"]


async def test_undoing_a_time_out_of_a_banned_viewer_restores_its_lines_and_keeps_the_ban(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat("Swept there")
    ban_id = await store_entry(on_twitch, line, outcome="done")
    clock.advance(100)
    await greenroom.control("/clock", seconds=100)
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/ban", login="junoplays", viewer=PLAIN_VIEWER, seconds=60)
        timed_out = await live_events.wait_for_entry(action="timeout")
        await live_events.until(lambda event: event["type"] == "swept")
    clock.advance(61)
    undone = (await on_twitch.undo(timed_out)).json()
    assert undone["undone_by"] == "JunoPlays"
    assert undone["detail"] == "It had already ended. An older ban still applies."
    assert (await on_twitch.removals())["Swept there"] is None
    assert (await on_twitch.card(line))["sent_out"] == {"until": None}
    latest, _, oldest = await on_twitch.log()
    assert (latest["action"], latest["undo_of"], latest["can_undo"]) == ("restore", timed_out["id"], False)
    assert (oldest["id"], oldest["undone_at"]) == (str(ban_id), None)
