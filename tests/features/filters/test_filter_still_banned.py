"""A filter does not replace a ban with a time-out."""

from support.filters import FilterChannel, is_removed
from support.moderation import action_summaries, store_entry
from support.sending import recorded_events

TIMEOUT = [{"action": "timeout", "seconds": 60}]


async def test_timeout_of_a_banned_viewer_is_logged_as_failed_and_not_sent(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    await store_entry(channel, await channel.send_chat("Here before", viewer="marekfixes"), outcome="done")
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("what rubbish", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
        entry = await live_events.wait_for_entry(action="timeout", outcome="failed")
    assert entry["detail"] == "They are banned. Unban them first."
    assert await recorded_events(channel.greenroom, "banned") == []
    # The viewer is still banned, not timed out.
    assert (await channel.card(line))["sent_out"] == {"until": None}


async def test_viewer_whose_ban_was_lifted_is_timed_out_by_a_filter(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    line = await channel.send_chat("Here before", viewer="marekfixes")
    await channel.ban(line)
    await channel.unban(line)
    async with channel.filter_events() as live_events:
        await channel.send_chat("what rubbish", viewer="marekfixes")
        await live_events.wait_for_entry(action="timeout", outcome="done")
    assert action_summaries(await channel.log())[0] == ("timeout", "Words", "done")
