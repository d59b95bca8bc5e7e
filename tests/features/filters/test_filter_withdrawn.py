"""A moderator unbans a viewer while a filter's ban is pending."""

import asyncio

from support.filters import FilterChannel
from support.moderation import action_summaries
from support.sending import recorded_events

BANS = "/twitch/helix/moderation/bans"
BAN = [{"action": "ban"}]


async def test_ban_waiting_for_a_retry_is_withdrawn(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("rubbish", name="Words", ladder=BAN)
    await channel.greenroom.control("/twitch/fail", next=1, status=500, path_prefix=BANS)
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("what rubbish", viewer="marekfixes")
        await channel.greenroom.wait_for_event("request_failed", path=BANS)
        assert (await channel.unban(line)).status_code == 200
        withdrawn = await live_events.wait_for_entry(action="ban", outcome="failed")
        # Both bans are in one queue: when the second is done, the first has been sent or withdrawn.
        again = await channel.send_chat("rubbish again", viewer="marekfixes")
        await live_events.wait_for_entry(action="ban", outcome="done", message_id=again["message_id"])
    assert (withdrawn["message_id"], withdrawn["detail"]) == (
        line["message_id"],
        "Withdrawn: JunoPlays unbanned the viewer.",
    )
    assert len(await recorded_events(channel.greenroom, "banned")) == 1


async def test_ban_in_flight_is_lifted_after_it_arrived(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("rubbish", name="Words", ladder=BAN)
    await channel.greenroom.control("/twitch/delay", ms=60_000, path_prefix=BANS)
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("what rubbish", viewer="marekfixes")
        await channel.greenroom.wait_for_event("request_held", path=BANS)
        unbanning = asyncio.create_task(channel.unban(line))
        await live_events.wait_for_entry(action="unban", outcome="asked")
        await channel.greenroom.control("/twitch/delay", ms=0, path_prefix=BANS)
        await channel.greenroom.control("/clock", seconds=60)
        assert (await unbanning).status_code == 200
    at_twitch = [len(await recorded_events(channel.greenroom, event)) for event in ("banned", "unbanned")]
    assert at_twitch == [1, 1]
    await channel.send_chat("All events have arrived")
    assert action_summaries(await channel.log())[:2] == [("unban", "JunoPlays", "done"), ("ban", "Words", "done")]
    assert (await channel.card(line))["sent_out"] is None
