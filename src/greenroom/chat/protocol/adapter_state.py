"""Values that an adapter stores between runs, such as the position it has read up to."""

from typing import Protocol
from uuid import UUID

from sqlalchemy import ColumnElement, String, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Database, Table, insert_into
from greenroom.kernel.jobs import Job


class AdapterStateRow(Table):
    __tablename__ = "platform_notes"

    # A connection's id, or a provider ("youtube") for values that all its connections share.
    scope: Mapped[str] = mapped_column(String(60), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    value: Mapped[str]


class AdapterState(Protocol):
    async def get(self, key: str) -> str | None: ...
    async def put(self, key: str, value: str) -> None: ...
    async def delete(self, key: str) -> None: ...
    async def add(self, key: str, amount: int) -> int:
        """Adds to a counter shared by several processes, and returns the sum."""
        ...


class StoredAdapterState:
    def __init__(self, database: Database, scope: str) -> None:
        self._database = database
        self._scope = scope

    async def get(self, key: str) -> str | None:
        async with self._database.read() as session:
            row = await session.get(AdapterStateRow, (self._scope, key))
        return None if row is None else row.value

    async def put(self, key: str, value: str) -> None:
        async with self._database.write() as session:
            await self._put(session, key, value)

    async def delete(self, key: str) -> None:
        async with self._database.write() as session:
            await session.execute(delete(AdapterStateRow).where(*self._matches(key)))

    async def add(self, key: str, amount: int) -> int:
        async with self._database.write() as session:
            # The row must exist before it is locked: two processes that start together must not both start at zero.
            await self._put(session, key, "0", keep_existing=True)
            current = await session.scalar(select(AdapterStateRow.value).where(*self._matches(key)).with_for_update())
            total = int(current or "0") + amount
            await self._put(session, key, str(total))
        return total

    async def _put(self, session: AsyncSession, key: str, value: str, *, keep_existing: bool = False) -> None:
        insert = insert_into(AdapterStateRow, session).values(scope=self._scope, key=key, value=value)
        keys = [AdapterStateRow.scope, AdapterStateRow.key]
        if keep_existing:
            await session.execute(insert.on_conflict_do_nothing(index_elements=keys))
        else:
            await session.execute(insert.on_conflict_do_update(index_elements=keys, set_={"value": value}))

    def _matches(self, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
        return AdapterStateRow.scope == self._scope, AdapterStateRow.key == key


async def delete_orphans(session: AsyncSession) -> None:
    """Deletes the values of deleted connections; values that all connections of a platform share stay."""
    scopes = await session.scalars(select(AdapterStateRow.scope).distinct())
    existing = {str(one) for one in await session.scalars(select(ChannelProvider.id))}
    orphans = [scope for scope in scopes if _is_connection(scope) and scope not in existing]
    await session.execute(delete(AdapterStateRow).where(AdapterStateRow.scope.in_(orphans)))


def _is_connection(scope: str) -> bool:
    try:
        UUID(scope)
    except ValueError:
        return False
    return True


def jobs(kernel: Kernel) -> list[Job]:
    async def delete_unused() -> None:
        async with kernel.database.write() as session:
            await delete_orphans(session)

    return [
        Job(
            name="delete_adapter_state",
            every_seconds=3600,
            run=delete_unused,
            title="Clean up platforms",
            note="after accounts were removed",
        )
    ]
