"""Muting the bot and pausing alerts: both apply at once in every process, and a muted bot sends nothing by itself."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channels.state import ChannelState, ChannelStateCache, set_state
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database
from support.filters import FilterChannel, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, refusal
from support.moderation import LiveEvents
from support.sending import Composer, receipt_states, recorded_events
from support.timers import TimerChannel, running_scheduler

OFF = {"bot_muted": False, "alerts_paused": False}


async def switch(client: ApiClient, channel_id: str, **switches: bool) -> None:
    response = await client.ask("PATCH", f"/channels/{channel_id}/state", json=switches)
    assert response.status_code == 200, response.text


async def sent_count(greenroom: GreenroomServer) -> int:
    return len(await recorded_events(greenroom, "chat_sent"))


@pytest.mark.both_databases
async def test_switches_are_stored_and_published(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/state"
    assert await owner.get(path) == OFF
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "state")
        events = LiveEvents(socket)
        await switch(owner, channel_id, bot_muted=True)
        published = await events.until(lambda event: event["bot_muted"])
        await switch(owner, channel_id, bot_muted=True)
        await switch(owner, channel_id, alerts_paused=True)
        await events.until(lambda event: event["alerts_paused"])
    assert published == {"type": "state", **OFF, "bot_muted": True}
    assert len(events.received) == 2
    assert await owner.get(path) == {"bot_muted": True, "alerts_paused": True}


async def test_mods_change_the_switches_and_strangers_cannot(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("marekfixes", channel_id, Role.MOD)
    await switch(mod, channel_id, alerts_paused=True)
    stranger = await greenroom.sign_in_directly("odalys_")
    response = await stranger.ask("PATCH", f"/channels/{channel_id}/state", json={"alerts_paused": False})
    assert response.status_code == 404
    unknown = await owner.ask("PATCH", f"/channels/{channel_id}/state", json={"deaf": True})
    assert refusal(unknown) == (422, "invalid")
    assert (await owner.get(f"/channels/{channel_id}/state"))["alerts_paused"]


async def test_cache_has_a_change_of_another_process_at_once(greenroom: GreenroomServer, channel_id: str) -> None:
    kernel, channel = greenroom.kernel, UUID(channel_id)
    other = Database(kernel.database.engine.url.render_as_string(hide_password=False), kernel.bus.publish)
    cache = ChannelStateCache(replace(kernel, owner="another"))
    cache.start()
    async with kernel.database.read() as session:
        assert await cache.get(session, channel) == ChannelState()
    async with other.write() as session:
        await set_state(session, channel, ChangedBy("Juno", kernel.clock()), alerts_paused=True)
    async with kernel.database.read() as session:
        assert await cache.get(session, channel) == ChannelState(alerts_paused=True)
    await cache.stop()
    await other.close()


async def test_timer_of_a_muted_bot_posts_nothing_in_any_process(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    channel = TimerChannel(greenroom, owner, channel_id)
    await channel.connect("twitch")
    timer = await channel.make()
    await switch(owner, channel_id, bot_muted=True)
    clock.advance(600)
    async with running_scheduler(greenroom) as scheduler, channel.timer_events() as live_events:
        await scheduler.poll()
        ran = await live_events.wait_for_run(timer, "failed")
    assert ran["last_results"][0]["detail"] == "The bot is muted."
    assert await sent_count(greenroom) == 0


async def test_filter_of_a_muted_bot_deletes_without_a_warning_and_staff_still_write(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = FilterChannel(greenroom, owner, channel_id)
    await channel.connect("twitch")
    await channel.ban_words("rubbish", message="Mind your words.")
    await switch(owner, channel_id, bot_muted=True)
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("What rubbish this is")
        await live_events.until(is_removed(line["message_id"]))
        await live_events.wait_for_entry(action="delete", outcome="done")
    # Messages of one connection are sent in order: a warning would have been sent before this message.
    sent = await Composer(owner, channel_id, channel.connections).send("Hello, chat")
    assert receipt_states(sent) == {"twitch": "sent"}
    assert await sent_count(greenroom) == 1
