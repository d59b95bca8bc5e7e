"""Concurrent changes of the same moderation entries lock the oldest first and do not deadlock."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import Receipt
from greenroom.features.moderation.completion import EntryLedger
from greenroom.features.moderation.service import lock_entry
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer
from support.moderation import ModeratedChannel, store_entry
from support.row_locks import until_transaction_waits

VIEWER = "marekfixes"


@pytest.mark.on_postgres
async def test_receipt_waits_for_the_oldest_entry_without_holding_locks(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer=VIEWER)
    oldest = await store_entry(on_twitch, line, action="timeout", seconds=600, outcome="done")
    newest = await store_entry(on_twitch, line, actor_kind="filter", actor_name="Caps")
    async with greenroom.kernel.database.write() as session:
        await session.execute(select(ModerationEntry).where(ModerationEntry.id == oldest).with_for_update())
        settling = asyncio.create_task(EntryLedger(greenroom.kernel).settle(newest, Receipt("done")))
        await until_transaction_waits(greenroom)
        assert await lock_entry(session, newest) is not None
    await settling
    assert [entry["outcome"] for entry in await on_twitch.log()] == ["done", "done"]


@pytest.mark.on_postgres
async def test_report_of_an_unban_waits_for_the_entry_of_the_ban_without_holding_locks(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel, clock: FrozenClock
) -> None:
    line = await on_twitch.send_chat(viewer=VIEWER)
    ban = await on_twitch.ban(line)
    # No report can belong to a ban that is an hour old.
    clock.advance(3600)
    await greenroom.control("/clock", seconds=3600)
    unban = await store_entry(on_twitch, line, action="unban", undo_of=UUID(ban["id"]))
    with capture_logs() as logs:
        async with on_twitch.moderation_events() as live_events:
            async with greenroom.kernel.database.write() as session:
                is_ban = ModerationEntry.id == UUID(ban["id"])
                await session.execute(select(ModerationEntry).where(is_ban).with_for_update())
                await greenroom.control("/twitch/unban", login="junoplays", viewer=VIEWER)
                await until_transaction_waits(greenroom)
                assert await lock_entry(session, unban) is not None
            await live_events.wait_for_entry(id=str(unban), outcome="done")
    # In a deadlock the database aborts one transaction; its batch is retried with a warning.
    assert [entry["event"] for entry in logs if entry["log_level"] not in ("debug", "info")] == []
    unbanned, banned = await on_twitch.log()
    assert (unbanned["outcome"], banned["undone_by"]) == ("done", "JunoPlays")


@pytest.mark.on_postgres
async def test_receipt_of_an_undo_waits_for_the_undone_entry_without_holding_locks(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer=VIEWER)
    unban = await store_entry(on_twitch, line, action="unban", outcome="done")
    again = await store_entry(on_twitch, line, undo_of=unban)
    async with greenroom.kernel.database.write() as session:
        await session.execute(select(ModerationEntry).where(ModerationEntry.id == unban).with_for_update())
        settling = asyncio.create_task(EntryLedger(greenroom.kernel).settle(again, Receipt("done")))
        await until_transaction_waits(greenroom)
        assert await lock_entry(session, unban) is not None
    await settling
    banned, unbanned = await on_twitch.log()
    assert (banned["outcome"], unbanned["undone_by"]) == ("done", "JunoPlays")


@pytest.mark.on_postgres
async def test_receipt_of_an_unban_waits_for_the_deletion_that_it_undoes_without_holding_locks(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer=VIEWER)
    by_filter = {"actor_kind": "filter", "actor_name": "Caps", "message_id": line["message_id"], "outcome": "done"}
    deletion = await store_entry(on_twitch, line, action="delete", **by_filter)
    ban = await store_entry(on_twitch, line, **by_filter)
    unban = await store_entry(on_twitch, line, action="unban", undo_of=ban)
    async with greenroom.kernel.database.write() as session:
        await session.execute(select(ModerationEntry).where(ModerationEntry.id == deletion).with_for_update())
        settling = asyncio.create_task(EntryLedger(greenroom.kernel).settle(unban, Receipt("done")))
        await until_transaction_waits(greenroom)
        assert await lock_entry(session, unban) is not None
    await settling
    assert [entry["undone_by"] for entry in await on_twitch.log()] == ["", "JunoPlays", "JunoPlays"]
