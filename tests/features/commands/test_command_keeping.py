"""What this process knows of a channel's commands and filters."""

import asyncio
from uuid import UUID

import pytest

from greenroom.chat.pipeline.own_bots import OwnBots
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.handlers import FilterStage
from greenroom.features.timers.cache import TimerCache
from greenroom.tenancy.channel_providers.bots import connect_own_bot, disconnect_own_bot
from greenroom.tenancy.channel_providers.connection_health import ConnectionHealth
from greenroom.tenancy.channel_providers.state import change, vital
from greenroom.tenancy.platforms import Grant, Identity, Platforms, Tokens
from greenroom.tenancy.topics import ACCOUNTS_CHANGED, COMMANDS_CHANGED, FILTERS_CHANGED
from support.command_pipeline import CommandPipeline
from support.pipeline import FakePlatform
from support.sql_statements import statements

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def reading(channel_id: UUID) -> list[str]:
    names = {f"commands:{channel_id}", f"filters:{channel_id}"}
    return [name for task in asyncio.all_tasks() if (name := task.get_name()) in names]


async def test_nothing_is_read_again_once_the_server_stops(command_pipeline: CommandPipeline) -> None:
    kernel, channel_id = command_pipeline.kernel, command_pipeline.channel_id
    filters = FilterCache(kernel)
    filters.start()
    command_pipeline.editor.build(FilterStage(filters, {}).moderate, *command_pipeline.commands.stages.values())
    await command_pipeline.editor.hear(command_pipeline.said("hello"))
    change = (
        (COMMANDS_CHANGED, f"{channel_id}"),
        (FILTERS_CHANGED, f"{channel_id}"),
        (ACCOUNTS_CHANGED, f"{channel_id}"),
    )
    for topic, payload in change[:2]:
        await kernel.bus.publish(topic, payload.encode())
    assert sorted(reading(channel_id)) == [f"commands:{channel_id}", f"filters:{channel_id}"]
    await filters.stop()
    await command_pipeline.commands.stop()
    for topic, payload in change:
        await kernel.bus.publish(topic, payload.encode())
    assert reading(channel_id) == []


BOT = Grant("drill", Identity("7", "viewer7", "Viewer7", ""), Tokens("token", None, None, frozenset()))
# What nothing but the accounts is asked with.
ACCOUNTS = "SELECT credentials.provider, credentials.provider_user_id"


class Keepers:
    """Everybody who remembers the accounts of a channel."""

    def __init__(self, command_pipeline: CommandPipeline) -> None:
        self.asking, self.platforms = command_pipeline, Platforms([FakePlatform()], [])
        self.filters, self.own_bots = FilterCache(command_pipeline.kernel), OwnBots(command_pipeline.kernel)
        self.timers = TimerCache(command_pipeline.kernel)
        for keeper in (self.filters, self.own_bots, self.timers):
            keeper.start()
        stages = (FilterStage(self.filters, {}).moderate, *command_pipeline.commands.stages.values())
        command_pipeline.editor.build(*stages, before=(self.own_bots.mark,))

    async def stop(self) -> None:
        await self.filters.stop()
        await self.own_bots.stop()
        await self.timers.stop()

    async def told(self, lag_ms: int) -> None:
        news = ConnectionHealth(None, lag_ms, messages_per_minute=4, viewers=9, allowance=None)
        async with self.asking.kernel.database.write() as session:
            await change(session, self.platforms, self.asking.editor.connection_id, vital(news))

    async def asked(self) -> str:
        """What is answered to the person who is made a bot, once everybody knows the accounts."""
        async with self.asking.kernel.database.read() as session:
            await self.timers.own_accounts(session, self.asking.channel_id)
        return await self.asking.ask("!hello", by="7")


async def test_accounts_are_read_again_when_they_change_and_not_when_a_connection_is_told_of(
    command_pipeline: CommandPipeline,
) -> None:
    keepers, kernel, place = (
        Keepers(command_pipeline),
        command_pipeline.kernel,
        (command_pipeline.channel_id, command_pipeline.editor.connection_id),
    )
    await command_pipeline.make(global_cooldown=0, chatter_cooldown=0)
    assert await keepers.asked() == "Hello"
    with statements(kernel.database) as asked:
        await keepers.told(lag_ms=120)
        assert await keepers.asked() == "Hello"
        assert not [one for one in asked if one.startswith(ACCOUNTS)]
        async with kernel.database.write() as session:
            given = (session, kernel.vault, keepers.platforms)
            await connect_own_bot(*given, channel_id=place[0], provider_id=place[1], grant=BOT, now=kernel.clock())
        assert await keepers.asked() == "sent by a bot"
        # Filters and timers ask for all accounts, and the bots are asked for in two parts.
        assert len([one for one in asked if one.startswith(ACCOUNTS)]) == 4
    async with kernel.database.write() as session:
        await disconnect_own_bot(session, keepers.platforms, *place)
    assert await keepers.asked() == "Hello"
    await keepers.stop()
