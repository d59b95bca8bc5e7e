"""Moderation on the platform itself is logged; our own actions are logged once."""

import pytest

from support.greenroom_server import GreenroomServer, Json
from support.moderation import ModeratedChannel, action_summaries


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_time_out_on_the_platform_has_actor_reason_and_duration(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("Swept there", provider, viewer="marekfixes")
    async with channel.moderation_events() as live_events:
        await greenroom.control(
            f"/{provider}/ban", login="junoplays", viewer="marekfixes", seconds=600, reason="Too loud"
        )
        entry = await live_events.wait_for_entry(action="timeout")
    # YouTube reports handles, the other platforms display names.
    assert entry["actor"] == {"kind": "platform", "name": "junoplays" if provider == "youtube" else "JunoPlays"}
    assert entry["seconds"] in range(598, 602)
    assert entry["reason"] == ("" if provider == "youtube" else "Too loud")
    assert entry["provider_viewer_id"] == line["author"]["id"]
    assert (await channel.card(line))["sent_out"] == {"until": entry["until"]}
    assert len(await channel.log()) == 1


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_report_of_our_action_is_not_a_second_entry(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("Swept", provider)
    await channel.ban(line, duration_seconds=600)
    await channel.send_chat("Said after the echo", provider, viewer="marekfixes")
    rows = await greenroom.rows("SELECT actor_kind, is_confirmed, outcome FROM moderation_entries")
    assert [(row["actor_kind"], bool(row["is_confirmed"]), row["outcome"]) for row in rows] == [("user", True, "done")]
    removal = (await channel.removals())["Swept"]
    assert removal is not None
    assert removal["by"] == "JunoPlays"


async def test_ban_unban_and_ban_from_here_are_logged_once_each(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat()
    await on_twitch.ban(line)
    await on_twitch.unban(line)
    await on_twitch.ban(line)
    await on_twitch.send_chat("Said after all echoes", viewer="marekfixes")
    assert [entry["action"] for entry in await on_twitch.log()] == ["ban", "unban", "ban"]
    rows = await greenroom.rows("SELECT is_confirmed FROM moderation_entries")
    assert all(row["is_confirmed"] for row in rows)


async def test_ban_unban_and_ban_on_the_platform_are_three_entries(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    person = {"login": "junoplays", "viewer": "marekfixes"}
    await greenroom.control("/twitch/ban", **person)
    await greenroom.control("/twitch/unban", **person)
    await greenroom.control("/twitch/ban", **person)
    await on_twitch.send_chat("Said after all of it", viewer="odalys_")
    entries = await on_twitch.log()
    assert [entry["action"] for entry in entries] == ["ban", "unban", "ban"]
    assert [entry["undone_at"] is None for entry in entries] == [True, True, False]
    assert (await on_twitch.card(line))["sent_out"] == {"until": None}


async def test_ban_on_the_platform_is_undone_from_here(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Swept there", viewer="marekfixes")
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/ban", login="junoplays", viewer="marekfixes")
        entry = await live_events.wait_for_entry(action="ban")
    assert (await on_twitch.undo(entry)).status_code == 200
    assert (await on_twitch.removals())["Swept there"] is None
    assert (await on_twitch.card(line))["sent_out"] is None
    await greenroom.wait_for_event("unbanned")


async def test_unban_on_the_platform_restores_removed_lines(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Swept here", viewer="marekfixes")
    banned = await on_twitch.ban(line, duration_seconds=600)
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/unban", login="junoplays", viewer="marekfixes")
        unbanned = await live_events.wait_for_entry(action="unban")
    assert (unbanned["undo_of"], unbanned["undo_until"] <= banned["until"]) == (banned["id"], True)
    assert (await on_twitch.removals())["Swept here"] is None


async def test_deletion_on_twitch_is_logged_once_with_its_moderator(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Rude words", viewer="marekfixes")
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/delete", login="junoplays", message_id=line["message_id"])
        entry = await live_events.wait_for_entry(action="delete")
    assert (entry["actor"], entry["message_text"]) == ({"kind": "platform", "name": "JunoPlays"}, "Rude words")
    assert entry["provider_viewer_id"] == line["author"]["id"]
    await on_twitch.send_chat("Said after it")
    assert len(await on_twitch.log()) == 1


def deletion_report(line: Json, *, by: str) -> tuple[str, Json]:
    """Twitch's report of a deletion, with or without the moderator."""
    if not by:
        target = {"target_user_id": line["author"]["id"], "message_id": line["message_id"]}
        return "channel.chat.message_delete", target
    deleted = {"user_id": line["author"]["id"], "message_id": line["message_id"], "message_body": line["text"]}
    return "channel.moderate", {"action": "delete", "moderator_user_name": by, "delete": deleted}


@pytest.mark.parametrize("names", [("", "Odalys"), ("Odalys", "")])
async def test_line_deleted_on_twitch_names_its_moderator_in_any_order_of_reports(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, names: tuple[str, str]
) -> None:
    line = await on_twitch.send_chat("Rude words", viewer="marekfixes")
    async with on_twitch.moderation_events() as live_events:
        for by in names:
            kind, event = deletion_report(line, by=by)
            await greenroom.control("/twitch/event", login="junoplays", type=kind, event=event)
            # Each report is in its own batch.
            await on_twitch.send_chat(f"Said after {by or 'no one'} was named")
        await live_events.until(lambda one: one["type"] == "removed" and one["removal"].get("by") == "Odalys")
        moderators = [event["removal"].get("by", "") for event in await live_events.all_of("removed")]
    assert moderators[-1] == "Odalys"
    removal = (await on_twitch.removals())["Rude words"]
    assert removal is not None
    assert (removal["how"], removal["by"]) == ("deleted", "Odalys")


async def test_our_own_deletion_keeps_its_actor_although_the_report_names_another(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Rude words", viewer="marekfixes")
    assert (await on_twitch.delete(line)).status_code == 200
    kind, event = deletion_report(line, by="GreenroomBot")
    await greenroom.control("/twitch/event", login="junoplays", type=kind, event=event)
    await on_twitch.send_chat("Said after it")
    removal = (await on_twitch.removals())["Rude words"]
    assert removal is not None
    assert removal["by"] == "JunoPlays"


async def test_removal_of_lines_names_the_ban_even_if_its_report_comes_later(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Swept there", viewer="marekfixes")
    cleared = {"target_user_id": line["author"]["id"]}
    await greenroom.control("/twitch/event", login="junoplays", type="channel.chat.clear_user_messages", event=cleared)
    await on_twitch.send_chat("Said in between")
    target = {"user_id": line["author"]["id"], "user_login": "marekfixes", "user_name": "MarekFixes", "reason": "Rude"}
    ban = {"action": "ban", "moderator_user_name": "Odalys", "ban": target}
    await greenroom.control("/twitch/event", login="junoplays", type="channel.moderate", event=ban)
    await on_twitch.send_chat("Said after it")
    removal = (await on_twitch.removals())["Swept there"]
    assert removal is not None
    assert (removal["how"], removal["by"], removal["reason"]) == ("banned", "Odalys", "Rude")


async def test_cleared_chat_slow_mode_and_warnings_are_in_the_log(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/clear", login="junoplays")
        await live_events.wait_for_entry(action="clear")
        await greenroom.control("/twitch/report", login="junoplays", action="slow", viewer="marekfixes")
        slow = await live_events.wait_for_entry(action="mode")
        await greenroom.control("/twitch/report", login="junoplays", action="warn", viewer="marekfixes")
        warned = await live_events.wait_for_entry(action="warn")
    assert slow["reason"] == "Slow mode: 30 seconds"
    assert (warned["viewer_name"], warned["can_undo"]) == ("MarekFixes", False)


async def test_report_confirms_an_unconfirmed_ban(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Swept", viewer="marekfixes")
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/bans")
    assert (await on_twitch.request_ban(line)).status_code == 502
    async with on_twitch.moderation_events() as live_events:
        await greenroom.control("/twitch/ban", login="junoplays", viewer="marekfixes")
        entry = await live_events.wait_for_entry(action="ban", outcome="done")
    assert (entry["actor"]["kind"], entry["detail"]) == ("user", "")
    assert action_summaries(await on_twitch.log()) == [("ban", "JunoPlays", "done")]


@pytest.mark.both_databases
async def test_invalid_ban_reports_are_cleaned_or_ignored(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    await on_twitch.send_chat("Before")
    for viewer_id, name in (("9" * 5_000, "x"), ("a\0b", "y"), ("77", "\u202eevil\0" * 500)):
        target = {"user_id": viewer_id, "user_login": "x", "user_name": name, "reason": "\0" * 9_000}
        event = {"action": "ban", "moderator_user_name": "M" * 500, "ban": target}
        await greenroom.control("/twitch/event", login="junoplays", type="channel.moderate", event=event)
    await on_twitch.send_chat("After", viewer="marekfixes")
    (entry,) = await on_twitch.log()
    assert (entry["provider_viewer_id"], entry["reason"]) == ("77", "")
    assert len(entry["viewer_name"]) == 100
    assert "\u202e" not in entry["viewer_name"]
