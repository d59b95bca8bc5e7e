"""A ban report that arrives after the unban does not remove restored messages again."""

import pytest

from support.moderation import PLAIN_VIEWER, ModeratedChannel, action_summaries

ALL_EVENTS = 1_000


async def report_late(channel: ModeratedChannel, provider: str, **ban: object) -> None:
    """Simulates a late report: bans the viewer on the platform and waits until the report is processed."""
    await channel.greenroom.control(f"/{provider}/deliveries", lose_next=0)
    await channel.greenroom.control(f"/{provider}/ban", login="junoplays", viewer=PLAIN_VIEWER, **ban)
    await channel.send_chat("Sent after the report", provider, viewer="marekfixes")


@pytest.mark.parametrize("provider", ["twitch", "kick"])
async def test_late_report_of_a_lifted_ban_removes_nothing(channel: ModeratedChannel, provider: str) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("Restored", provider)
    await channel.greenroom.control(f"/{provider}/deliveries", lose_next=ALL_EVENTS)
    await channel.ban(line)
    assert (await channel.unban(line)).status_code == 200
    await report_late(channel, provider)
    assert (await channel.removals())["Restored"] is None
    assert action_summaries(await channel.log()) == [("unban", "JunoPlays", "done"), ("ban", "JunoPlays", "done")]


async def test_late_report_of_an_undone_time_out_removes_nothing(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Restored")
    await on_twitch.greenroom.control("/twitch/deliveries", lose_next=ALL_EVENTS)
    await on_twitch.undo(await on_twitch.ban(line, duration_seconds=600))
    await report_late(on_twitch, "twitch", seconds=600)
    assert (await on_twitch.removals())["Restored"] is None


async def test_viewer_banned_again_after_an_unban_has_lines_removed(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Removed again")
    await on_twitch.ban(line)
    await on_twitch.send_chat("Said after the report", viewer="marekfixes")
    assert (await on_twitch.unban(line)).status_code == 200
    await on_twitch.send_chat("Said after the second report", viewer="marekfixes")
    await report_late(on_twitch, "twitch")
    assert (await on_twitch.removals())["Removed again"] is not None


async def test_message_in_the_same_second_as_an_unban_is_not_removed(channel: ModeratedChannel) -> None:
    """Kick does not report unbans, and the times of its messages are whole seconds."""
    await channel.connect("kick")
    line = await channel.send_chat("Rude", "kick")
    await channel.ban(line)
    await channel.send_chat("Said after the report", "kick", viewer="marekfixes")
    assert (await channel.unban(line)).status_code == 200
    await channel.send_chat("I am back", "kick")
    await channel.send_chat("Said after both", "kick", viewer="marekfixes")
    assert (await channel.removals())["I am back"] is None
