"""Lines of the audit log are committed together with their change."""

from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.audit.undone import mark_undone, set_no_undo
from greenroom.accounts.models.channels import Channel
from greenroom.features.audit_log.schemas import MAX_COUNTED
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from support.audit_log import AuditedChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer

NOW = FrozenClock().now
BY = ChangedBy("Juno", NOW)


def record(session: AsyncSession, channel: AuditedChannel, title: str, entry_id: UUID | None = None) -> None:
    record_change(session, UUID(channel.channel_id), BY, section="channel", title=title, entry_id=entry_id)


@pytest.mark.both_databases
async def test_line_can_be_changed_before_it_is_committed(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    undone, final, channel_id = new_id(), new_id(), UUID(channel.channel_id)
    async with greenroom.kernel.database.write() as session:
        record(session, channel, "Undone", undone)
        assert await mark_undone(session, channel_id, undone, NOW)
        record(session, channel, "Final", final)
        await set_no_undo(session, channel_id, final, "It is over.")
        record(session, channel, "Last")
    states = {one["title"]: (one["undo"], one["undo_reason"]) for one in await channel.log()}
    assert states == {"Undone": ("undone", ""), "Final": ("none", "It is over."), "Last": ("none", "")}


async def fail_to_change(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    async with greenroom.kernel.database.write() as session:
        record(session, channel, "Failed")
        raise LookupError


async def test_line_of_a_failed_change_is_not_written_with_the_next_change(
    greenroom: GreenroomServer, channel: AuditedChannel
) -> None:
    with pytest.raises(LookupError):
        await fail_to_change(greenroom, channel)
    async with greenroom.kernel.database.write() as session:
        record(session, channel, "Saved")
    assert [one["title"] for one in await channel.log()] == ["Saved"]


async def test_one_transaction_writes_two_thousand_lines(greenroom: GreenroomServer, channel: AuditedChannel) -> None:
    # These lines have more values than SQLite allows in one statement.
    count = 2_000
    async with greenroom.kernel.database.write() as session:
        for number in range(count):
            record(session, channel, f"Line {number}")
    page = await channel.client.get(f"{channel.path}/audit-log", per_page=1)
    assert page["records"][0]["title"] == f"Line {count - 1}"
    assert (page["total"], page["has_more"]) == (MAX_COUNTED, True)
    assert await greenroom.rows("SELECT count(*) AS lines FROM audit_entries") == [{"lines": count}]


@pytest.mark.both_databases
async def test_line_can_be_written_in_the_transaction_that_creates_its_channel(greenroom: GreenroomServer) -> None:
    channel_id = new_id()
    async with greenroom.kernel.database.write() as session:
        session.add(Channel(id=channel_id, display_name="New", sort_name="new", created_at=NOW))
        record_change(session, channel_id, BY, section="channel", title="Made")
    owner = await greenroom.staff("junoplays", str(channel_id), Role.OWNER)
    assert [one["title"] for one in await AuditedChannel(owner, str(channel_id)).log()] == ["Made"]
