"""Connections that are deleted while their state is being updated."""

import asyncio
from uuid import UUID

import pytest

from greenroom.accounts.channel_providers.service import announce
from greenroom.accounts.models.channel_providers import ChannelProvider
from support.greenroom_server import ApiClient, GreenroomServer
from support.row_locks import until_transaction_waits


@pytest.mark.both_databases
async def test_deletion_waits_for_a_state_update_and_neither_fails(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    body = {"provider": "tiktok", "handle": "junoplays"}
    provider_id = UUID((await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)).json()["id"])
    async with greenroom.kernel.database.write() as session:
        provider = await session.get_one(ChannelProvider, provider_id)
        provider.title = "first change of two"
        await session.flush()
        deleting = asyncio.create_task(owner.ask("DELETE", "/user", params={"username": "junoplays"}))
        await until_transaction_waits(greenroom)
        await announce(session, greenroom.platforms, "updated", provider_id)
    assert (await deleting).status_code == 204
    assert await greenroom.rows("SELECT id FROM channel_providers") == []
