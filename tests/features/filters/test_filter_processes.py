"""Several processes on one database and one Redis: a filter is the same in all of them."""

import contextlib
from collections.abc import AsyncGenerator
from datetime import timedelta

from pydantic import SecretStr

from filter_desk import FilterDesk, is_removed
from frozen_clock import FrozenClock
from greenroom.settings import Settings
from house import open_house
from rehearsal.stage import Stage
from servers import RedisServer


@contextlib.asynccontextmanager
async def two_desks(
    settings: Settings, redis: RedisServer, stage: Stage, clock: FrozenClock
) -> AsyncGenerator[tuple[FilterDesk, FilterDesk]]:
    """The first process hears the chat, the second only answers browsers."""
    one = settings.model_copy(update={"redis_url": SecretStr(redis.url)})
    other = one.model_copy(update={"role": "web", "port": 0})
    async with open_house(one, stage, clock) as here, open_house(other, stage, clock) as there:
        owner, elsewhere = await here.sign_in(), await there.visitor()
        desk = FilterDesk(here, owner, await owner.create_channel())
        elsewhere.token = owner.token
        await desk.connect("twitch")
        yield desk, FilterDesk(there, elsewhere, desk.channel_id, desk.connections)


async def test_filter_permit_and_strike_of_one_process_count_in_the_other(
    settings: Settings, redis_server: RedisServer, stage: Stage, clock: FrozenClock
) -> None:
    async with two_desks(settings, redis_server, stage, clock) as (desk, elsewhere):
        await desk.says("Its filters are known by now", viewer="marekfixes")
        async with desk.watching() as ears:
            made = await elsewhere.make("link", ladder=[{"action": "delete"}, {"action": "warn"}])
            await ears.until(lambda event: event["type"] == "filters_changed")
            first = await desk.says("see evil.com", viewer="marekfixes")
            await ears.until(is_removed(first["message_id"]))
            assert await elsewhere.strikes(first) == [(made["name"], 1)]
            assert (await elsewhere.permit(first, seconds=60)).status_code == 201
            # The bus keeps the order: whoever has heard the next word has heard of the permit.
            await elsewhere.ban_words("rubbish")
            await ears.until(lambda _: sum(event["type"] == "filters_changed" for event in ears.heard) == 2)
            permitted = await desk.says("see evil.com again", viewer="marekfixes")
            second = await desk.says("and evil.com", viewer="marekfixes")
            await ears.until(is_removed(second["message_id"]))
            await ears.entry(action="warn", outcome="done")
        assert await elsewhere.strikes(first) == [(made["name"], 2)]
        assert (await elsewhere.removals())[permitted["text"]] is None
        clock.now += timedelta(seconds=3600)
        assert await elsewhere.strikes(first) == []
