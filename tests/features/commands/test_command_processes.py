"""Several processes on PostgreSQL and Redis: what one of them saves, all of them know."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

import claiming_process
from asking_desk import AskingDesk
from command_desk import CommandDesk, is_line
from frozen_clock import FrozenClock
from greenroom.tenancy.topics import ACCOUNTS_CHANGED
from house import PATIENCE_SECONDS, Visitor, house_settings, open_house
from rehearsal.stage import Stage
from servers import RedisServer
from timer_desk import TimerDesk


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


# A process of its own takes its time to begin.
START_SECONDS = 60.0


async def said(process: Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(START_SECONDS):
        return (await process.stdout.readline()).decode().strip()


async def told(processes: Sequence[Process], words: str) -> list[str]:
    """All of them at once, and what each answers."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{words}\n".encode())
    return list(await asyncio.gather(*map(said, processes)))


@pytest.mark.timeout(150)
async def test_of_two_processes_that_are_asked_at_once_one_answers(asking: AskingDesk, clock: FrozenClock) -> None:
    made = await asking.make("!race")
    url = asking.kernel.database.engine.url.render_as_string(hide_password=False)
    given = (claiming_process.__file__, url, str(asking.channel_id), str(made.id))
    starting = [asyncio.create_subprocess_exec(sys.executable, *given, stdin=PIPE, stdout=PIPE) for _ in range(2)]
    processes = await asyncio.gather(*starting)
    try:
        assert [await said(process) for process in processes] == ["ready", "ready"]
        rounds = [clock.now + timedelta(seconds=claiming_process.SECONDS * number) for number in range(20)]
        outcomes = [await told(processes, moment.isoformat()) for moment in rounds]
    finally:
        for process in processes:
            process.kill()
            await process.communicate()
    assert [sorted(answers) for answers in outcomes] == [["lost", "won"]] * len(rounds)


async def test_bot_that_speaks_from_another_process_asks_for_nothing(
    postgres_url: str, redis_server: RedisServer, stage: Stage, clock: FrozenClock, tmp_path: Path
) -> None:
    """Where the bot has no account of its own its words come back as the streamer's."""
    here = house_settings(stage, tmp_path, postgres_url, redis_url=SecretStr(redis_server.url))
    there = here.model_copy(update={"role": "web", "port": 0})
    async with open_house(here, stage, clock) as first, open_house(there, stage, clock) as second:
        owner = await first.sign_in()
        desk = CommandDesk(first, owner, await owner.create_channel())
        await desk.connect("twitch")
        await desk.make("!hello", "Hello there", global_cooldown=0, chatter_cooldown=0)
        elsewhere = TimerDesk(second, Visitor(second, (await second.visitor()).http, owner.token), desk.channel_id)
        timer = await elsewhere.make("!hello everybody")
        async with desk.hearing() as ears:
            assert (await elsewhere.run(timer)).status_code == 202
            heard = await ears.until(is_line("!hello everybody", "twitch"))
        ((name, verdict, reason),) = await desk.why(heard["line"])
        assert (name, verdict) == ("!hello", "skipped")
        assert reason.startswith("said by us")
        # A bot that is made one there is one here, with its next message.
        assert (await desk.answer_to("!hello", "Hello there", viewer="brisket99"))["author"].get("is_bot") is None
        place = {"channel_id": desk.channel_id, "channel_provider_id": desk.connections["twitch"]}
        told = asyncio.Event()
        first.kernel.bus.subscribe(lambda _topic, _payload: told.set(), ACCOUNTS_CHANGED)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await elsewhere.visitor.connect("brisket99", bot="own", **place)
            await told.wait()
        assert await desk.silence_after("!hello", viewer="brisket99") == "said by a bot"
