"""Filters, permits and strikes across processes."""

import contextlib
from collections.abc import AsyncGenerator
from datetime import timedelta

from pydantic import SecretStr

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.filters import FilterEditor, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server
from support.servers import RedisServer


@contextlib.asynccontextmanager
async def two_processes(
    settings: Settings, redis: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[tuple[FilterEditor, FilterEditor]]:
    """The first process runs the connections, the second only serves the web."""
    one = settings.model_copy(update={"redis_url": SecretStr(redis.url)})
    other = one.model_copy(update={"role": "web", "port": 0})
    async with open_server(one, rehearsal_state, clock) as first, open_server(other, rehearsal_state, clock) as second:
        owner, elsewhere = await first.sign_in(), await second.client()
        editor = FilterEditor(first, owner, await owner.create_channel())
        elsewhere.token = owner.token
        await editor.connect("twitch")
        yield editor, FilterEditor(second, elsewhere, editor.channel_id, editor.connections)


async def test_filters_permits_and_strikes_are_shared_between_processes(
    settings: Settings, redis_server: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with two_processes(settings, redis_server, rehearsal_state, clock) as (editor, elsewhere):
        await editor.send_chat("Filters are loaded by now", viewer="marekfixes")
        async with editor.filter_events() as live_events:
            made = await elsewhere.make("link", ladder=[{"action": "delete"}, {"action": "warn"}])
            await live_events.until(lambda event: event["type"] == "filters_changed")
            first = await editor.send_chat("see evil.com", viewer="marekfixes")
            await live_events.until(is_removed(first["message_id"]))
            assert await elsewhere.strikes(first) == [(made["name"], 1)]
            assert (await elsewhere.permit(first, seconds=60)).status_code == 201
            # The bus keeps the order: after the next event the permit has arrived too.
            await elsewhere.ban_words("rubbish")
            await live_events.until(
                lambda _: sum(event["type"] == "filters_changed" for event in live_events.received) == 2
            )
            permitted = await editor.send_chat("see evil.com again", viewer="marekfixes")
            second = await editor.send_chat("and evil.com", viewer="marekfixes")
            await live_events.until(is_removed(second["message_id"]))
            await live_events.wait_for_entry(action="warn", outcome="done")
        assert await elsewhere.strikes(first) == [(made["name"], 2)]
        assert (await elsewhere.removals())[permitted["text"]] is None
        clock.now += timedelta(seconds=3600)
        assert await elsewhere.strikes(first) == []
