"""Roles in chat are read from the database at intervals, in case a change was not announced on the bus."""

from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import delete

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.models.channels import ChannelUser
from support.greenroom_server import GreenroomServer
from support.intervals import Interval, SharedBus


async def test_role_lost_unannounced_ends_in_chat_at_a_reload(greenroom: GreenroomServer, channel_id: str) -> None:
    await greenroom.staff("odalys_", channel_id, Role.MOD)
    kernel, interval = replace(greenroom.kernel, bus=SharedBus()), Interval()
    staff = StaffCache(kernel, interval.sleep)
    staff.start()

    async def levels() -> set[int]:
        await staff.ready(UUID(channel_id))
        async with kernel.database.read() as session:
            return {role.level for role in (await staff.get(session, UUID(channel_id))).roles.values()}

    assert await levels() == {Role.OWNER, Role.MOD}
    async with kernel.database.write() as session:
        await session.execute(delete(ChannelUser).where(ChannelUser.level == Role.MOD))
    assert await levels() == {Role.OWNER, Role.MOD}
    await interval.end()
    assert await levels() == {Role.OWNER}
    await staff.stop()
