"""The cached rows that decide which account responds are loaded again when they change in the database."""

import pytest
from sqlalchemy import Update, delete, update

from greenroom.accounts.channel_providers.service import ProviderNotFound
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import Credential
from greenroom.chat.sending.account_rows import AccountRowCache
from support.command_pipeline import CommandPipeline


async def change(pipeline: CommandPipeline, statement: Update) -> None:
    async with pipeline.kernel.database.write() as session:
        await session.execute(statement)


@pytest.mark.both_databases
async def test_rows_are_loaded_again_only_when_a_cached_value_has_changed(command_pipeline: CommandPipeline) -> None:
    cache, connection_id = AccountRowCache(command_pipeline.kernel.database), command_pipeline.pipeline.connection_id
    first = await cache.find(connection_id)
    await change(command_pipeline, update(ChannelProvider).values(messages_per_minute=7))
    assert (await cache.find(connection_id)).loaded is first.loaded
    await change(command_pipeline, update(Channel).values(bot_muted=True))
    assert ((await cache.find(connection_id)).is_bot_silent, first.is_bot_silent) == (True, False)
    await change(command_pipeline, update(ChannelProvider).values(bot_credential_id=ChannelProvider.credential_id))
    assert (await cache.find(connection_id)).loaded.own_bot is not None
    await change(command_pipeline, update(Credential).values(is_dead=True))
    assert (await cache.find(connection_id)).loaded.credential.is_dead


async def test_rows_of_a_disconnected_account_are_not_found(command_pipeline: CommandPipeline) -> None:
    cache, connection_id = AccountRowCache(command_pipeline.kernel.database), command_pipeline.pipeline.connection_id
    await cache.find(connection_id)
    async with command_pipeline.kernel.database.write() as session:
        await session.execute(delete(ChannelProvider))
    with pytest.raises(ProviderNotFound):
        await cache.find(connection_id)
