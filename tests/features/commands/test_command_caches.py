"""Per-channel caches of commands, filters, bots and timers are reloaded after changes until they are stopped."""

import asyncio
from uuid import UUID

from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.channel_providers.bots import connect_own_bot, disconnect_own_bot
from greenroom.accounts.channel_providers.connection_health import ConnectionHealth
from greenroom.accounts.channel_providers.state import change, health
from greenroom.accounts.platforms import Grant, Identity, Platforms, Tokens
from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.pipeline.own_bots import OwnBots
from greenroom.features.commands.service import COMMANDS_CHANGED
from greenroom.features.filters.cache import FILTERS_CHANGED, FilterCache
from greenroom.features.filters.chat.handlers import FilterStage
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.schemas import TimerIn, TimerMessage
from greenroom.features.timers.service import TIMERS
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.responses.variables import VariableRegistry
from support.command_pipeline import CommandPipeline, commands_of
from support.pipeline import FakePlatform
from support.sql_statements import statements


def reload_tasks(channel_id: UUID) -> list[str]:
    names = {f"commands:{channel_id}", f"filters:{channel_id}"}
    return [name for task in asyncio.all_tasks() if (name := task.get_name()) in names]


async def test_stopped_caches_do_not_reload(command_pipeline: CommandPipeline) -> None:
    kernel, channel_id = command_pipeline.kernel, command_pipeline.channel_id
    filters = FilterCache(kernel)
    filters.start()
    changes = (
        (COMMANDS_CHANGED, f"{channel_id}"),
        (FILTERS_CHANGED, f"{channel_id}"),
        (ACCOUNTS_CHANGED, f"{channel_id}"),
    )
    async with commands_of(kernel, command_pipeline.sender, VariableRegistry(())) as commands:
        command_pipeline.pipeline.build(
            FilterStage(filters, StaffCache(kernel), {}).moderate, *commands.stages.values()
        )
        await command_pipeline.pipeline.process(command_pipeline.chat_message("hello"))
        for topic, payload in changes[:2]:
            await kernel.bus.publish(topic, payload.encode())
        assert sorted(reload_tasks(channel_id)) == [f"commands:{channel_id}", f"filters:{channel_id}"]
        await filters.stop()
    for topic, payload in changes:
        await kernel.bus.publish(topic, payload.encode())
    assert reload_tasks(channel_id) == []


BOT = Grant("drill", Identity("7", "viewer7", "Viewer7", ""), Tokens("token", None, None, frozenset()))
# Only the account query starts like this.
ACCOUNT_QUERY = "SELECT credentials.provider, credentials.provider_user_id"


class Caches:
    """All caches that hold the accounts of a channel."""

    def __init__(self, command_pipeline: CommandPipeline) -> None:
        self.command_pipeline, self.platforms = command_pipeline, Platforms([FakePlatform()], [])
        self.filters, self.own_bots = FilterCache(command_pipeline.kernel), OwnBots(command_pipeline.kernel)
        self.timers = TimerCache(command_pipeline.kernel)
        for cache in (self.filters, self.own_bots, self.timers):
            cache.start()
        stages = (
            FilterStage(self.filters, StaffCache(command_pipeline.kernel), {}).moderate,
            *command_pipeline.commands.stages.values(),
        )
        command_pipeline.pipeline.build(*stages, before=(self.own_bots.mark,))

    async def stop(self) -> None:
        await self.filters.stop()
        await self.own_bots.stop()
        await self.timers.stop()

    async def report_lag(self, lag_ms: int) -> None:
        report = ConnectionHealth(None, lag_ms, messages_per_minute=4, viewers=9, allowance=None)
        async with self.command_pipeline.kernel.database.write() as session:
            await change(session, self.platforms, self.command_pipeline.pipeline.connection_id, health(report))

    async def get_response(self) -> str:
        """Fills all caches; returns the response to viewer 7, who later becomes a bot."""
        async with self.command_pipeline.kernel.database.read() as session:
            await self.timers.get(session, self.command_pipeline.channel_id)
        return await self.command_pipeline.ask("!hello", by="7")


async def test_accounts_are_reloaded_when_they_change_but_not_on_health_updates(
    command_pipeline: CommandPipeline,
) -> None:
    caches, kernel, ids = (
        Caches(command_pipeline),
        command_pipeline.kernel,
        (command_pipeline.channel_id, command_pipeline.pipeline.connection_id),
    )
    await command_pipeline.make(global_cooldown=0, chatter_cooldown=0)
    timer = TimerIn(name="Hello", messages=[TimerMessage(text="Hello")])
    async with kernel.database.write() as session:
        await TIMERS.create(session, command_pipeline.channel_id, timer, ChangedBy("Juno", kernel.clock()))
    assert await caches.get_response() == "Hello"
    with statements(kernel.database) as executed:
        await caches.report_lag(lag_ms=120)
        assert await caches.get_response() == "Hello"
        assert not [one for one in executed if one.startswith(ACCOUNT_QUERY)]
        async with kernel.database.write() as session:
            arguments = (session, kernel.vault, caches.platforms)
            await connect_own_bot(
                *arguments, channel_id=ids[0], provider_id=ids[1], grant=BOT, by=ChangedBy("Juno", kernel.clock())
            )
        assert await caches.get_response() == "sent by a bot"
        # Filters and timers query all accounts, and the bots take two queries.
        assert len([one for one in executed if one.startswith(ACCOUNT_QUERY)]) == 4
    async with kernel.database.write() as session:
        await disconnect_own_bot(session, caches.platforms, *ids, ChangedBy("Juno", kernel.clock()))
    assert await caches.get_response() == "Hello"
    await caches.stop()
