"""Each moderation action is undone once, and the log names the moderator who undid the action."""

import asyncio

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, refusal
from support.moderation import ModeratedChannel, action_summaries


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_undoing_a_time_out_restores_the_lines_that_it_removed(channel: ModeratedChannel, provider: str) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("Back again", provider)
    banned = await channel.ban(line, duration_seconds=600)
    undone = (await channel.undo(banned)).json()
    assert (undone["id"], undone["undone_by"], undone["can_undo"]) == (banned["id"], "JunoPlays", False)
    assert (await channel.removals())["Back again"] is None
    assert (await channel.card(line))["sent_out"] is None
    unban, _ = await channel.log()
    assert (unban["action"], unban["undo_of"], unban["outcome"]) == ("unban", banned["id"], "done")


async def test_unban_ends_all_bans_and_restores_their_lines(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat("Back again")
    await on_twitch.ban(line, duration_seconds=600)
    clock.advance(100)
    await greenroom.control("/clock", seconds=100)
    await on_twitch.ban(line)
    async with on_twitch.moderation_events() as live_events:
        assert (await on_twitch.unban(line)).status_code == 200
        restored = await live_events.until(lambda event: event["type"] == "restored")
    assert [one["message_id"] for one in restored["lines"]] == [line["message_id"]]
    assert (await on_twitch.removals())["Back again"] is None
    assert [entry["can_undo"] for entry in await on_twitch.log()] == [True, False, False]


async def test_undoing_an_unban_restores_the_rest_of_the_time_out(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat()
    banned = await on_twitch.ban(line, duration_seconds=600, reason="Too loud")
    clock.advance(100)
    await greenroom.control("/clock", seconds=100)
    unbanned = (await on_twitch.unban(line)).json()
    assert unbanned["undo_until"] == banned["until"]
    assert (await on_twitch.undo(unbanned)).status_code == 200
    again = (await on_twitch.log())[0]
    assert (again["action"], again["seconds"], again["reason"]) == ("timeout", 500, "Too loud")
    assert (await on_twitch.card(line))["sent_out"] == {"until": banned["until"]}


async def test_undoing_an_unban_after_the_time_out_would_be_over_is_refused(
    on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line, duration_seconds=60)
    unbanned = (await on_twitch.unban(line)).json()
    clock.advance(61)
    response = await on_twitch.undo(unbanned)
    assert refusal(response) == (409, "not_undoable")
    assert "ended by now" in response.json()["message"]


async def test_undoing_the_unban_of_a_permanent_ban_restores_the_ban(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line)
    unbanned = (await on_twitch.unban(line)).json()
    assert (await on_twitch.undo(unbanned)).status_code == 200
    assert (await on_twitch.card(line))["sent_out"] == {"until": None}


@pytest.mark.both_databases
async def test_undoing_a_deletion_restores_the_line_here_and_says_that_the_platform_does_not(
    on_twitch: ModeratedChannel,
) -> None:
    line = await on_twitch.send_chat("Not so rude")
    deleted = (await on_twitch.delete(line)).json()
    async with on_twitch.moderation_events() as live_events:
        undone = (await on_twitch.undo(deleted)).json()
        restored = await live_events.until(lambda event: event["type"] == "restored")
    assert [one["message_id"] for one in restored["lines"]] == [line["message_id"]]
    assert "Twitch" in undone["detail"]
    assert (await on_twitch.removals())["Not so rude"] is None
    assert action_summaries(await on_twitch.log())[0] == ("restore", "JunoPlays", "done")


async def test_nothing_is_undone_twice(on_twitch: ModeratedChannel) -> None:
    banned = await on_twitch.ban(await on_twitch.send_chat())
    assert (await on_twitch.undo(banned)).status_code == 200
    again = await on_twitch.undo(banned)
    assert refusal(again) == (409, "not_undoable")
    assert "JunoPlays" in again.json()["message"]


@pytest.mark.both_databases
async def test_one_of_several_simultaneous_undos_is_performed(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    banned = await on_twitch.ban(await on_twitch.send_chat())
    responses = await asyncio.gather(*(on_twitch.undo(banned) for _ in range(4)))
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
    assert [entry["action"] for entry in await on_twitch.log()] == ["unban", "ban"]
    assert len(await greenroom.rows("SELECT id FROM moderation_entries")) == 2


async def test_unconfirmed_undo_keeps_the_ban(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Swept")
    banned = await on_twitch.ban(line)
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    assert refusal(await on_twitch.undo(banned)) == (502, "not_confirmed")
    failed, entry = await on_twitch.log()
    assert (failed["outcome"], entry["undone_at"], entry["can_undo"]) == ("failed", None, True)
    assert (await on_twitch.removals())["Swept"] is not None


async def test_undoing_an_expired_time_out_restores_its_lines(on_twitch: ModeratedChannel, clock: FrozenClock) -> None:
    banned = await on_twitch.ban(await on_twitch.send_chat("Swept"), duration_seconds=60)
    clock.advance(61)
    undone = (await on_twitch.undo(banned)).json()
    assert undone["detail"] == "It had already ended."
    assert (await on_twitch.removals())["Swept"] is None
    unbanned = (await on_twitch.log())[0]
    assert (unbanned["action"], unbanned["can_undo"]) == ("unban", False)


async def test_failed_and_unknown_entries_cannot_be_undone(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat()
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    await on_twitch.request_ban(line)
    (failed,) = await on_twitch.log()
    assert refusal(await on_twitch.undo(failed)) == (409, "not_undoable")
    assert refusal(await on_twitch.undo({"id": on_twitch.channel_id})) == (404, "not_found")
    assert refusal(await on_twitch.undo({"id": "no-id"})) == (422, "invalid")


async def test_entry_of_another_channel_is_not_found(on_twitch: ModeratedChannel) -> None:
    banned = await on_twitch.ban(await on_twitch.send_chat())
    other = await on_twitch.client.create_channel("Another one")
    response = await on_twitch.client.ask("POST", f"/channels/{other}/moderation-log/{banned['id']}/undo")
    assert refusal(response) == (404, "not_found")
