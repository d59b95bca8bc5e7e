"""Commands, roles, cooldowns, sent messages and own bots are known to every process."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from greenroom.accounts.access.rules import Role
from greenroom.accounts.topics import ACCOUNTS_CHANGED
from rehearsal.state import RehearsalState
from support import cooldown_process
from support.command_pipeline import CommandPipeline
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, open_server, server_settings
from support.moderation import is_line
from support.servers import RedisServer
from support.timers import TimerChannel
from support.waiting import MAX_WAIT_SECONDS


async def test_saved_command_and_changed_role_apply_in_every_process(
    postgres_url: str, redis_server: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock, tmp_path: Path
) -> None:
    base = server_settings(rehearsal_state, tmp_path, postgres_url, redis_url=SecretStr(redis_server.url))
    web = base.model_copy(update={"role": "web", "port": 0})
    async with open_server(base, rehearsal_state, clock) as first, open_server(web, rehearsal_state, clock) as second:
        owner = await first.sign_in()
        channel = CommandChannel(first, owner, await owner.create_channel())
        await channel.connect("twitch")
        client = ApiClient(second, (await second.client()).http, owner.token)
        web_channel = CommandChannel(second, client, channel.channel_id, channel.connections)
        line = await channel.send_chat("!late")
        assert [verdict for _, verdict, _ in await web_channel.explain(line)] == ["passed"]
        await channel.make("!late", "Now it is there")
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while (await web_channel.explain(line))[0][1] == "passed":
                pass
        await web_channel.make("!other", "From the web")
        await channel.send_and_await_response("!other", "From the web")
        await channel.make("!level", "$(count) $(user.level)", global_cooldown=0, chatter_cooldown=0)
        assert await level_shown(channel) == "Public"
        await second.staff("odalys_", channel.channel_id, Role.EDITOR)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while await level_shown(channel) == "Public":
                pass
        assert await level_shown(channel) == "Editor"


async def level_shown(channel: CommandChannel) -> str:
    ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat("!level", "twitch", "odalys_"))
    return reason.removesuffix("”").rpartition(" ")[2]


async def read_line(process: Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        return (await process.stdout.readline()).decode().strip()


async def send_to_processes(processes: Sequence[Process], line: str) -> list[str]:
    """Writes the line to the input of all processes at once; returns the line that each prints."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{line}\n".encode())
    return list(await asyncio.gather(*map(read_line, processes)))


@pytest.mark.both_databases
@pytest.mark.timeout(150)
async def test_one_of_two_processes_claims_the_cooldown(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    command = await command_pipeline.make("!race")
    url = command_pipeline.kernel.database.engine.url.render_as_string(hide_password=False)
    arguments = (cooldown_process.__file__, url, str(command_pipeline.channel_id), str(command.id))
    starting = [asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=PIPE, stdout=PIPE) for _ in range(2)]
    processes = await asyncio.gather(*starting)
    try:
        assert [await read_line(process) for process in processes] == ["ready", "ready"]
        rounds = [clock.now + timedelta(seconds=cooldown_process.SECONDS * number) for number in range(20)]
        outcomes = [await send_to_processes(processes, moment.isoformat()) for moment in rounds]
    finally:
        for process in processes:
            process.kill()
            await process.communicate()
    assert [sorted(answers) for answers in outcomes] == [["lost", "won"]] * len(rounds)


async def test_bot_messages_from_another_process_trigger_nothing(
    postgres_url: str, redis_server: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock, tmp_path: Path
) -> None:
    """Without a bot account the platform reports the messages as the streamer's."""
    base = server_settings(rehearsal_state, tmp_path, postgres_url, redis_url=SecretStr(redis_server.url))
    web = base.model_copy(update={"role": "web", "port": 0})
    async with open_server(base, rehearsal_state, clock) as first, open_server(web, rehearsal_state, clock) as second:
        owner = await first.sign_in()
        channel = CommandChannel(first, owner, await owner.create_channel())
        await channel.connect("twitch")
        await channel.make("!hello", "Hello there", global_cooldown=0, chatter_cooldown=0)
        timers = TimerChannel(second, ApiClient(second, (await second.client()).http, owner.token), channel.channel_id)
        timer = await timers.make("!hello everybody")
        async with channel.command_events() as live_events:
            assert (await timers.run(timer)).status_code == 202
            event = await live_events.until(is_line("!hello everybody", "twitch"))
        ((name, verdict, reason),) = await channel.explain(event["line"])
        assert (name, verdict) == ("!hello", "skipped")
        assert reason.startswith("sent by Greenroom")
        # A bot that one process connects is recognised by the other process from its next message on.
        assert (await channel.send_and_await_response("!hello", "Hello there", viewer="brisket99"))["author"].get(
            "is_bot"
        ) is None
        connection = {"channel_id": channel.channel_id, "channel_provider_id": channel.connections["twitch"]}
        accounts_changed = asyncio.Event()
        first.kernel.bus.subscribe(lambda _topic, _payload: accounts_changed.set(), ACCOUNTS_CHANGED)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await timers.client.connect("brisket99", bot="own", **connection)
            await accounts_changed.wait()
        assert await channel.reason_without_response("!hello", viewer="brisket99") == "sent by a bot"
