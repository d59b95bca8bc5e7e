"""Several processes on PostgreSQL and Redis: what one of them saves, all of them know."""

import asyncio
from pathlib import Path

from pydantic import SecretStr

from command_desk import CommandDesk
from frozen_clock import FrozenClock
from house import PATIENCE_SECONDS, Visitor, house_settings, open_house
from rehearsal.stage import Stage
from servers import RedisServer


async def test_saved_in_one_process_is_known_in_the_other(
    postgres_url: str, redis_server: RedisServer, stage: Stage, clock: FrozenClock, tmp_path: Path
) -> None:
    here = house_settings(stage, tmp_path, postgres_url, redis_url=SecretStr(redis_server.url))
    there = here.model_copy(update={"role": "web", "port": 0})
    async with open_house(here, stage, clock) as first, open_house(there, stage, clock) as second:
        owner = await first.sign_in()
        desk = CommandDesk(first, owner, await owner.create_channel())
        await desk.connect("twitch")
        visitor = Visitor(second, (await second.visitor()).http, owner.token)
        elsewhere = CommandDesk(second, visitor, desk.channel_id, desk.connections)
        line = await desk.says("!late")
        assert [verdict for _, verdict, _ in await elsewhere.why(line)] == ["passed"]
        await desk.make("!late", "Now it is there")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await elsewhere.why(line))[0][1] == "passed":
                pass
        await elsewhere.make("!other", "From the web")
        await desk.answer_to("!other", "From the web")
