"""Filters, permits and strikes are shared between processes."""

import contextlib
from collections.abc import AsyncGenerator
from datetime import timedelta

from pydantic import SecretStr

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.filters import FilterChannel, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server
from support.servers import RedisServer


@contextlib.asynccontextmanager
async def two_processes(
    settings: Settings, redis: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[tuple[FilterChannel, FilterChannel]]:
    """The channel in the process that runs the connections, and in a process that only serves the web."""
    main_settings = settings.model_copy(update={"redis_url": SecretStr(redis.url)})
    web_settings = main_settings.model_copy(update={"role": "web", "port": 0})
    main_server = open_server(main_settings, rehearsal_state, clock)
    async with main_server as main, open_server(web_settings, rehearsal_state, clock) as web:
        owner, web_client = await main.sign_in(), await web.client()
        channel = FilterChannel(main, owner, await owner.create_channel())
        web_client.token = owner.token
        await channel.connect("twitch")
        yield channel, FilterChannel(web, web_client, channel.channel_id, channel.connections)


async def test_filters_permits_and_strikes_are_shared_between_processes(
    settings: Settings, redis_server: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with two_processes(settings, redis_server, rehearsal_state, clock) as (channel, web_channel):
        await channel.send_chat("Filters are loaded by now", viewer="marekfixes")
        async with channel.filter_events() as live_events:
            filter_ = await web_channel.make("link", ladder=[{"action": "delete"}, {"action": "warn"}])
            await live_events.until(lambda event: event["type"] == "filters_changed")
            first = await channel.send_chat("see evil.com", viewer="marekfixes")
            await live_events.until(is_removed(first["message_id"]))
            assert await web_channel.strikes(first) == [(filter_["name"], 1)]
            assert (await web_channel.permit(first, seconds=60)).status_code == 201
            # The bus delivers in order: after the next event the permit has arrived too.
            await web_channel.ban_words("rubbish")
            await live_events.until(
                lambda _: sum(event["type"] == "filters_changed" for event in live_events.received) == 2
            )
            permitted = await channel.send_chat("see evil.com again", viewer="marekfixes")
            second = await channel.send_chat("and evil.com", viewer="marekfixes")
            await live_events.until(is_removed(second["message_id"]))
            await live_events.wait_for_entry(action="warn", outcome="done")
        assert await web_channel.strikes(first) == [(filter_["name"], 2)]
        assert (await web_channel.removals())[permitted["text"]] is None
        clock.now += timedelta(seconds=3600)
        assert await web_channel.strikes(first) == []
