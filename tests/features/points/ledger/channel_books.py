"""The points of one channel: tests post entries, and check the balances."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Uuid, bindparam, text

from greenroom.accounts.models.channels import Channel
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import AccountKey, Movement, Posted, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts, unlink_accounts
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import new_id

WRONG_BALANCES = text(
    """SELECT a.provider, a.viewer_id, a.balance, coalesce(sum(e.delta), 0) AS posted
    FROM point_accounts a LEFT JOIN point_entries e ON e.account_id = a.id
    GROUP BY a.id, a.provider, a.viewer_id, a.balance, a.held_by_id
    HAVING a.balance <> coalesce(sum(e.delta), 0) OR a.balance < 0 OR (a.held_by_id IS NOT NULL AND a.balance <> 0)"""
)
# Entries whose balance is not that of the entry before plus their delta.
WRONG_ENTRIES = text(
    """SELECT id FROM (
        SELECT id, balance, delta, lag(balance, 1, 0) OVER (PARTITION BY account_id ORDER BY id) AS earlier
        FROM point_entries
    ) AS entries WHERE balance <> earlier + delta"""
)

# EARNED: points earned by each account, or by the person who holds it, less those undone; MONTH: the stored totals.
EARNED = text(
    """SELECT coalesce(a.held_by_id, a.id), sum(e.delta)
    FROM point_entries e JOIN point_accounts a ON a.id = e.source_id LEFT JOIN point_entries u ON u.id = e.undoes_id
    WHERE a.channel_id = :channel_id AND coalesce(u.reason, e.reason) IN ('watched', 'chatted', 'activity')
    GROUP BY coalesce(a.held_by_id, a.id)"""
).bindparams(bindparam("channel_id", type_=Uuid()))
MONTH = text(
    """SELECT t.account_id, t.total FROM point_totals t JOIN point_periods p ON p.id = t.period_id
    WHERE p.channel_id = :channel_id AND p.kind = 'month'"""
).bindparams(bindparam("channel_id", type_=Uuid()))


@dataclass
class ChannelBooks:
    kernel: Kernel
    channel_id: UUID

    async def post(self, *movements: Movement) -> list[Posted]:
        async with self.kernel.database.write() as session:
            return await post(session, self.channel_id, movements, self.kernel.clock())

    async def adjust(self, viewer: AccountKey, points: int) -> None:
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
        """Asserts that balances are sums of entries and not negative, and that accounts have the expected balances."""
        async with self.kernel.database.read() as session:
            assert (await session.execute(WRONG_BALANCES)).all() == []
            assert (await session.execute(WRONG_ENTRIES)).all() == []
        for viewer, points in expected:
            assert await self.balance(viewer) == points, viewer

    async def enable_points(self) -> None:
        async with self.kernel.database.write() as session:
            await save_settings(session, self.channel_id, PointSettings(enabled=True))

    async def check_month(self) -> None:
        """Asserts that the stored totals of the month equal the points earned; all entries have to be of this month."""
        async with self.kernel.database.read() as session:
            earned = list(await session.execute(EARNED, {"channel_id": self.channel_id}))
            found = list(await session.execute(MONTH, {"channel_id": self.channel_id}))
        expected = {account_id: total for account_id, total in earned if total}
        assert {account_id: total for account_id, total in found if total} == expected

    async def switch_to_new_channel(self) -> None:
        self.channel_id = new_id()
        async with self.kernel.database.write() as session:
            now = self.kernel.clock()
            session.add(Channel(id=self.channel_id, display_name="Late Shift", sort_name="late shift", created_at=now))


async def open_books(kernel: Kernel) -> ChannelBooks:
    books = ChannelBooks(kernel, new_id())
    await books.switch_to_new_channel()
    return books
