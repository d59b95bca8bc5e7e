"""Adapter state is stored per scope: a connection or a platform."""

import asyncio
from datetime import UTC, datetime

import pytest

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import NO_TOKEN, Credential
from greenroom.chat.protocol.adapter_state import StoredAdapterState, delete_orphans
from greenroom.kernel.db.database import Database
from greenroom.kernel.ids import new_id
from greenroom.tables import metadata

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
async def tables(database: Database) -> Database:
    async with database.engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    return database


async def test_adapter_state_returns_the_last_value_until_it_is_deleted(tables: Database) -> None:
    state, others = StoredAdapterState(tables, "one"), StoredAdapterState(tables, "two")
    await state.put("place", "p1")
    await state.put("place", "p2")
    assert (await state.get("place"), await others.get("place")) == ("p2", None)
    await state.delete("place")
    assert await state.get("place") is None


async def test_concurrent_additions_to_a_number_are_not_lost(tables: Database) -> None:
    states = [StoredAdapterState(tables, "youtube") for _ in range(10)]
    sums = await asyncio.gather(*(one.add("used", 5) for one in states))
    assert sorted(sums) == list(range(5, 55, 5))


async def test_adapter_state_of_missing_connections_is_deleted(tables: Database) -> None:
    existing, orphan = await add_connection(tables), str(new_id())
    for scope in (existing, orphan, "youtube"):
        await StoredAdapterState(tables, scope).put("place", "p1")
    async with tables.write() as session:
        await delete_orphans(session)
    remaining = {scope: await StoredAdapterState(tables, scope).get("place") for scope in (existing, orphan, "youtube")}
    assert remaining == {existing: "p1", orphan: None, "youtube": "p1"}


async def add_connection(database: Database) -> str:
    async with database.write() as session:
        channel = Channel(display_name="Late Shift", sort_name="late shift", created_at=NOW)
        credential = Credential(
            provider="tiktok",
            provider_user_id="700",
            login="juniper",
            display_name="Juniper",
            avatar_url="",
            scopes=[],
            locked_access_token=NO_TOKEN,
            is_dead=False,
            created_at=NOW,
        )
        session.add_all([channel, credential])
        await session.flush()
        added = ChannelProvider(
            channel_id=channel.id,
            provider="tiktok",
            provider_channel_id="700",
            provider_channel_name="juniper",
            credential_id=credential.id,
            connected_at=NOW,
            is_live=False,
            connection_state="waiting",
            connection_detail="",
            connection_since=NOW,
        )
        session.add(added)
        await session.flush()
        return str(added.id)
