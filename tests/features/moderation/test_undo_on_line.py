"""Undo on a removed line undoes the action that removed the line."""

import httpx
import pytest

from support.greenroom_server import Json, refusal
from support.moderation import ModeratedChannel


async def undo_on(channel: ModeratedChannel, line: Json) -> httpx.Response:
    path = f"{channel.path}/chat-messages/{line['connection_id']}/{line['message_id']}/undo"
    return await channel.client.ask("POST", path)


async def test_undo_on_a_deleted_line_restores_that_line_only(on_twitch: ModeratedChannel) -> None:
    first = await on_twitch.send_chat("First")
    second = await on_twitch.send_chat("Second")
    deleted = (await on_twitch.delete(first)).json()
    await on_twitch.delete(second)
    response = await undo_on(on_twitch, first)
    assert (response.status_code, response.json()["id"]) == (200, deleted["id"])
    removals = await on_twitch.removals()
    assert (removals["First"], removals["Second"] is None) == (None, False)


@pytest.mark.both_databases
@pytest.mark.parametrize("fields", [{}, {"duration_seconds": 600}])
async def test_undo_on_a_line_of_a_banned_viewer_unbans_the_viewer(
    on_twitch: ModeratedChannel, fields: dict[str, object]
) -> None:
    line = await on_twitch.send_chat("Swept")
    banned = await on_twitch.ban(line, **fields)
    response = await undo_on(on_twitch, line)
    assert (response.status_code, response.json()["id"]) == (200, banned["id"])
    assert (await on_twitch.removals())["Swept"] is None
    assert (await on_twitch.card(line))["sent_out"] is None


async def test_undo_on_a_line_deleted_before_a_ban_undoes_only_the_deletion(
    on_twitch: ModeratedChannel,
) -> None:
    line = await on_twitch.send_chat("Deleted first")
    await on_twitch.delete(line)
    await on_twitch.ban(line)
    assert (await undo_on(on_twitch, line)).json()["action"] == "delete"
    assert (await on_twitch.card(line))["sent_out"] == {"until": None}


async def test_time_out_on_twitch_is_undone_on_a_line_that_it_removed(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Timed out there", viewer="marekfixes")
    async with on_twitch.moderation_events() as live_events:
        await on_twitch.greenroom.control(
            "/twitch/ban", login="junoplays", viewer="marekfixes", seconds=600, reason="Too loud"
        )
        await live_events.wait_for_entry(action="timeout")
    response = await undo_on(on_twitch, line)
    assert (response.status_code, response.json()["actor"]["kind"]) == (200, "platform")
    assert (await on_twitch.removals())["Timed out there"] is None


async def test_line_without_an_action_has_nothing_to_undo(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    assert refusal(await undo_on(on_twitch, line)) == (409, "not_undoable")
    unknown = {**line, "message_id": "unknown"}
    assert refusal(await undo_on(on_twitch, unknown)) == (404, "chat_message_not_found")
