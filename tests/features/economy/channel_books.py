"""The points of one channel: tests move them, and check that the books balance."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from greenroom.economy.balances import balance_of
from greenroom.economy.ledger import AccountKey, Movement, Posted, Reason, post
from greenroom.economy.linked_accounts import link_accounts, unlink_accounts
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import new_id
from greenroom.tenancy.models.channels import Channel

WRONG_BALANCES = text(
    """SELECT a.provider, a.viewer_id, a.balance, coalesce(sum(e.delta), 0) AS posted
    FROM point_accounts a LEFT JOIN point_entries e ON e.account_id = a.id
    GROUP BY a.id, a.provider, a.viewer_id, a.balance, a.held_by_id
    HAVING a.balance <> coalesce(sum(e.delta), 0) OR a.balance < 0 OR (a.held_by_id IS NOT NULL AND a.balance <> 0)"""
)
# Each entry's balance is that of the entry before plus its delta.
WRONG_ENTRIES = text(
    """SELECT id FROM (
        SELECT id, balance, delta, lag(balance, 1, 0) OVER (PARTITION BY account_id ORDER BY id) AS earlier
        FROM point_entries
    ) AS entries WHERE balance <> earlier + delta"""
)


@dataclass
class ChannelBooks:
    kernel: Kernel
    channel_id: UUID

    async def post(self, *movements: Movement) -> list[Posted]:
        async with self.kernel.database.write() as session:
            return await post(session, self.channel_id, movements, self.kernel.clock())

    async def earn(self, viewer: AccountKey, points: int) -> None:
        await self.post(Movement(viewer, points, Reason.ADJUSTED))

    async def balance(self, viewer: AccountKey) -> int:
        async with self.kernel.database.read() as session:
            return await balance_of(session, self.channel_id, viewer)

    async def link(self, *viewers: AccountKey, person: UUID) -> None:
        async with self.kernel.database.write() as session:
            await link_accounts(session, self.channel_id, viewers, person, self.kernel.clock())

    async def unlink(self, *viewers: AccountKey) -> None:
        async with self.kernel.database.write() as session:
            await unlink_accounts(session, self.channel_id, viewers, self.kernel.clock())

    async def entries(self) -> list[tuple[str, int, int]]:
        """Reason, delta and balance of all entries, in the order in which they were made."""
        async with self.kernel.database.read() as session:
            rows = await session.execute(text("SELECT reason, delta, balance FROM point_entries ORDER BY id"))
            return [(reason, delta, balance) for reason, delta, balance in rows]

    async def check(self, expected: Iterable[tuple[AccountKey, int]] = ()) -> None:
        """The balance of each account is the sum of its entries, and nothing is below zero."""
        async with self.kernel.database.read() as session:
            assert (await session.execute(WRONG_BALANCES)).all() == []
            assert (await session.execute(WRONG_ENTRIES)).all() == []
        for viewer, points in expected:
            assert await self.balance(viewer) == points, viewer

    async def new_channel(self) -> None:
        self.channel_id = new_id()
        async with self.kernel.database.write() as session:
            now = self.kernel.clock()
            session.add(Channel(id=self.channel_id, display_name="Late Shift", sort_name="late shift", created_at=now))


async def open_books(kernel: Kernel) -> ChannelBooks:
    books = ChannelBooks(kernel, new_id())
    await books.new_channel()
    return books
