"""Cooldowns of commands: who has to wait, for how long, and which uses start them."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from greenroom.features.commands import service
from greenroom.features.commands.models import CommandCooldown
from greenroom.features.commands.responding.cooldowns import EVERYONE, claim_cooldowns
from greenroom.features.commands.responding.jobs import delete_cooldowns_and_uses
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.responses.variables import VariableRegistry
from support.command_pipeline import CommandPipeline, commands_of
from support.frozen_clock import FrozenClock
from support.sql_statements import statements


@pytest.mark.both_databases
async def test_global_and_user_cooldowns_apply(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    await command_pipeline.make("!hello", global_cooldown=5, chatter_cooldown=15)
    assert await command_pipeline.ask("!hello", by="1") == "Hello"
    assert await command_pipeline.ask("!hello", by="2") == "global cooldown, 5 s left"
    clock.advance(5)
    assert await command_pipeline.ask("!hello", by="1") == "user cooldown, 10 s left"
    assert await command_pipeline.ask("!hello", by="2") == "Hello"
    clock.advance(10)
    assert await command_pipeline.ask("!hello", by="1") == "Hello"


async def test_refused_use_starts_no_global_cooldown(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    await command_pipeline.make("!hello", global_cooldown=5, chatter_cooldown=60)
    assert await command_pipeline.ask("!hello", by="1") == "Hello"
    clock.advance(6)
    # `another` stands for a second process, which has no cooldowns in memory.
    async with commands_of(command_pipeline.kernel, command_pipeline.sender, VariableRegistry(())) as another:
        command_pipeline.pipeline.build(*another.stages.values())
        assert await command_pipeline.ask("!hello", by="1") == "user cooldown, 54 s left"
        assert await command_pipeline.ask("!hello", by="2") == "Hello"


@pytest.mark.both_databases
async def test_moderators_bypass_cooldowns_and_restart_them(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", global_cooldown=30)
    assert await command_pipeline.ask("!hello", level="moderator", by="1") == "Hello"
    assert await command_pipeline.ask("!hello", level="moderator", by="1") == "Hello"
    assert await command_pipeline.ask("!hello", by="2") == "global cooldown, 30 s left"


@pytest.mark.both_databases
async def test_moderators_in_one_batch_restart_all_cooldowns_in_one_statement(
    command_pipeline: CommandPipeline,
) -> None:
    for name in ("!a", "!b"):
        await command_pipeline.make(name, global_cooldown=30)
    uses = [
        command_pipeline.chat_message(name, level="moderator", by=by, message_id=f"{name}{by}")
        for name in ("!a", "!b")
        for by in ("1", "2")
    ]
    with statements(command_pipeline.kernel.database) as executed:
        await command_pipeline.process(*uses)
    assert len([one for one in executed if "INTO command_cooldowns" in one]) == 1
    assert [await command_pipeline.ask(name) for name in ("!a", "!b")] == ["global cooldown, 30 s left"] * 2


async def test_moderators_have_cooldowns_if_the_command_requires_it(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!hello", mods_skip_cooldown=False)
    assert await command_pipeline.ask("!hello", level="moderator") == "Hello"
    assert await command_pipeline.ask("!hello", level="moderator") == "global cooldown, 5 s left"


async def test_clock_set_back_does_not_block_a_command(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    await command_pipeline.make("!hello", global_cooldown=30, chatter_cooldown=30)
    assert await command_pipeline.ask("!hello") == "Hello"
    clock.advance(-3600)
    assert await command_pipeline.ask("!hello") == "Hello"
    clock.advance(10)
    assert await command_pipeline.ask("!hello") == "global cooldown, 20 s left"
    clock.advance(86_400)
    assert await command_pipeline.ask("!hello") == "Hello"


@pytest.mark.both_databases
async def test_simultaneous_uses_get_one_response(command_pipeline: CommandPipeline) -> None:
    command = await command_pipeline.make("!hello", global_cooldown=60)
    uses = [command_pipeline.chat_message("!hello", by=str(number), message_id=f"m{number}") for number in range(50)]
    await command_pipeline.process(*uses)
    assert command_pipeline.responses == ["Hello"]
    assert len(await command_pipeline.verdicts("skipped")) == 49
    async with command_pipeline.kernel.database.read() as session:
        assert (await service.get_command(session, command_pipeline.channel_id, command.id)).use_count == 1


@pytest.mark.both_databases
async def test_of_several_simultaneous_claims_of_a_cooldown_one_succeeds(
    command_pipeline: CommandPipeline, clock: FrozenClock
) -> None:
    command = await command_pipeline.make("!hello")
    url = command_pipeline.kernel.settings.sqlalchemy_url
    others = [Database(url, MemoryBus().publish) for _ in range(2)]

    async def claims(database: Database, viewer: str) -> bool:
        async with database.write() as session:
            lengths = {(command.id, EVERYONE): 30, (command.id, f"drill:{viewer}"): 30}
            return not await claim_cooldowns(session, command_pipeline.channel_id, lengths, clock())

    attempts = [claims(others[number % 2], str(number)) for number in range(12)]
    assert sorted(await asyncio.gather(*attempts)) == [False] * 11 + [True]
    for other in others:
        await other.close()


@pytest.mark.both_databases
async def test_old_uses_and_cooldowns_are_deleted(command_pipeline: CommandPipeline, clock: FrozenClock) -> None:
    await command_pipeline.make("!hello")
    await command_pipeline.ask("!hello")
    clock.advance(timedelta(days=13).total_seconds())
    await delete_cooldowns_and_uses(command_pipeline.kernel)
    async with command_pipeline.kernel.database.read() as session:
        assert (await session.scalars(select(CommandCooldown.command_id))).all() == []
    assert len(await command_pipeline.verdicts()) == 1
    clock.advance(timedelta(days=2).total_seconds())
    await delete_cooldowns_and_uses(command_pipeline.kernel)
    assert await command_pipeline.verdicts() == []
