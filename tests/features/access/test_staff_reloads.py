"""Roles in chat follow the database where another process may not have announced a change of them."""

import asyncio
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import delete

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.tenancy.access.rules import Role
from greenroom.tenancy.access.staff_accounts import StaffCache
from greenroom.tenancy.models.channels import ChannelUser
from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


class SharedBus(MemoryBus):
    is_shared = True


class Interval:
    """Lasts until the test ends it."""

    def __init__(self) -> None:
        self._begun = asyncio.Semaphore(0)
        self._over = asyncio.Semaphore(0)

    async def sleep(self, _: float) -> None:
        self._begun.release()
        await self._over.acquire()

    async def end(self) -> None:
        """Returns when the work after it is done."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self._begun.acquire()
            self._over.release()
            await self._begun.acquire()


async def test_role_lost_unannounced_no_longer_holds_in_chat(greenroom: GreenroomServer, channel_id: str) -> None:
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
