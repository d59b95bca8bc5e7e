"""The life of the rows of a channel's list: find, create, save, switch, delete, with audit log and live message."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from msgspec import Struct
from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from sqlalchemy import Select, delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.audit.record import LOST, record_change
from greenroom.accounts.topics import channel_topic, notify_processes
from greenroom.channel_file.lists.errors import EntryChanged, EntryNotFound, TooMany
from greenroom.channel_file.lists.models import live_message
from greenroom.channel_file.lists.rows import ListRow, shown_as
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import ServiceMap

Row = TypeVar("Row", bound=ListRow)
In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)
# What a list does with a row in a transaction.
Act = Callable[[AsyncSession, Row, ChangedBy], Awaitable[None]]
Publish = Callable[[AsyncSession, Row], Awaitable[None]]
Apply = Callable[[AsyncSession, Row, In, ChangedBy], Awaitable[None]]
Show = Callable[[AsyncSession, Sequence[Row], datetime], Awaitable[Sequence[Out]]]


class Order(Struct, frozen=True):
    # As the API describes it; `{many}` stands for what the list holds.
    text: str
    # Sorts in Python, because databases differ in collation.
    key: Callable[[Any], Any]


BY_AGE = Order("in the order of their creation", lambda row: row.id)


def accept(_: BaseModel, __: ServiceMap) -> None:
    """Finds no problem besides those that the schema finds."""


async def nothing(_: AsyncSession, __: ListRow, ___: ChangedBy) -> None: ...


def copy_fields(row: ListRow, fields: BaseModel) -> None:
    """Sets the columns that have the names of the fields."""
    for name, value in fields.model_dump().items():
        setattr(row, name, value)


async def apply_fields(_: AsyncSession, row: ListRow, fields: BaseModel, __: ChangedBy) -> None:
    copy_fields(row, fields)


@dataclass(frozen=True, eq=False)
class RowList(Generic[Row, In, Out]):
    """A list of a channel; `ChannelList` is the one for rows with unique names.

    What is special to a list is a plain function that this class calls.
    """

    model: type[Row]
    given: type[In]
    shown: type[Out]
    _: KW_ONLY
    # What one row, and all rows, are called in messages, paths, topics and sections.
    one: str
    many: str
    limit: int
    read: Permission
    manage: Permission
    # The label on screens.
    title: str = ""
    order: Order = BY_AGE
    # A sentence that says what undoing a deletion does not bring back.
    lost: str = ""
    # A sentence that says why a deletion cannot be undone.
    no_undo: str = ""
    # Added to the message that a row was not found.
    advice: str = ""
    # Raises an error if fields are invalid for a reason that the schema does not see.
    check: Callable[[In, ServiceMap], None] = accept
    # Sets those columns of a new row that are no fields and have no default.
    begin: Act[Row] = nothing
    apply: Apply[Row, In] = apply_fields
    # The row as the channel's file and the audit log show it; by default, the columns that have the names of fields.
    entry: Callable[[Row], JsonObject] | None = None
    # By default, rows are shown by the schema alone.
    show: Show[Row, Out] | None = None
    deleting: Act[Row] = nothing
    # Publish what changed, in place of the live message.
    changed: Publish[Row] | None = None
    deleted: Publish[Row] | None = None

    @property
    def label(self) -> str:
        return self.title or self.many.capitalize()

    @property
    def changed_topic(self) -> str:
        """Between processes; the payload is the channel's id."""
        return f"internal:{self.many}_changed"

    @cached_property
    def message(self) -> type[BaseModel]:
        """Published on the list's topic when rows change."""
        return live_message(self.many)

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        """Blocks other changes of this list until the transaction ends."""
        await advisory_lock(session, f"{self.many}:{channel_id}")

    async def all(self, session: AsyncSession, channel_id: UUID) -> list[Row]:
        rows = await session.scalars(select(self.model).where(self.model.channel_id == channel_id))
        return sorted(rows, key=self.order.key)

    async def count(self, session: AsyncSession, channel_id: UUID) -> int:
        counted = select(func.count()).select_from(self.model).where(self.model.channel_id == channel_id)
        return await session.scalar(counted) or 0

    async def find(self, session: AsyncSession, channel_id: UUID, row_id: UUID) -> Row:
        return await self._found(session, self._of_id(channel_id, row_id))

    async def find_to_change(self, session: AsyncSession, channel_id: UUID, row_id: UUID) -> Row:
        """Locks the list and the row until the transaction ends."""
        await self.lock(session, channel_id)
        return await self.lock_row(session, channel_id, row_id)

    async def lock_row(self, session: AsyncSession, channel_id: UUID, row_id: UUID) -> Row:
        """Locks only the row, for changes of what is no field of it."""
        return await self._found(session, self._of_id(channel_id, row_id).with_for_update())

    def _of_id(self, channel_id: UUID, row_id: UUID) -> Select[Row]:
        return select(self.model).where(self.model.id == row_id, self.model.channel_id == channel_id)

    async def _found(self, session: AsyncSession, found: Select[Row]) -> Row:
        row = await session.scalar(found.execution_options(populate_existing=True))
        if row is None:
            raise self.not_found()
        return row

    def not_found(self) -> EntryNotFound:
        return EntryNotFound(self.one, self.advice)

    def check_revision(self, row: Row, revision: int | None) -> None:
        """With a revision, raises if the row has changed since."""
        if revision is not None and revision != row.revision:
            raise EntryChanged(self.one, row)

    async def check_room(self, session: AsyncSession, channel_id: UUID, added: int = 1) -> None:
        if await self.count(session, channel_id) + added > self.limit:
            raise TooMany(self.many, self.limit)

    async def check_name(self, session: AsyncSession, channel_id: UUID, fields: In, own_id: UUID | None) -> None:
        """Raises if another row has the name; here names need not be unique."""

    async def show_one(self, session: AsyncSession, row: Row, now: datetime) -> Out:
        (shown,) = await self.show_all(session, [row], now)
        return shown

    async def show_all(self, session: AsyncSession, rows: Sequence[Row], now: datetime) -> Sequence[Out]:
        if self.show is not None:
            return await self.show(session, rows, now)
        return [shown_as(self.shown, row) for row in rows]

    def entry_of(self, row: Row) -> JsonObject:
        if self.entry is not None:
            return self.entry(row)
        return to_jsonable_python({name: getattr(row, name) for name in self.given.model_fields})

    async def create(
        self, session: AsyncSession, channel_id: UUID, fields: In, by: ChangedBy, row: Row | None = None
    ) -> Row:
        """Stores a new row; `row` has values that are neither fields nor set by `begin`."""
        await self.lock(session, channel_id)
        await self.check_name(session, channel_id, fields, None)
        await self.check_room(session, channel_id)
        row = row or self.model()
        row.id, row.channel_id = new_id(), channel_id
        await self.begin(session, row, by)
        await self.apply(session, row, fields, by)
        row.sign_new(by)
        session.add(row)
        await session.flush()
        self.record(session, row, by, new=self.entry_of(row))
        await self.publish_changed(session, row)
        return row

    async def save(
        self,
        session: AsyncSession,
        channel_id: UUID,
        row_id: UUID,
        fields: In,
        by: ChangedBy,
        revision: int | None = None,
    ) -> Row:
        """With a revision, saves only if the row has not changed since."""
        row = await self.find_to_change(session, channel_id, row_id)
        self.check_revision(row, revision)
        await self.check_name(session, channel_id, fields, row.id)
        await self.edit(session, row, fields, by)
        await self.publish_changed(session, row)
        return row

    async def edit(self, session: AsyncSession, row: Row, fields: In, by: ChangedBy) -> None:
        """Changes a row that is locked, without publishing it."""
        old = self.entry_of(row)
        await self.apply(session, row, fields, by)
        row.sign(by)
        await session.flush()
        self.record(session, row, by, old=old, new=self.entry_of(row))

    async def switch(
        self, session: AsyncSession, channel_id: UUID, row_ids: Collection[UUID], by: ChangedBy, *, is_enabled: bool
    ) -> None:
        """Sets the field `enabled` of these rows; those that have this value already stay as they are."""
        await self.lock(session, channel_id)
        of_channel = select(self.model).where(self.model.channel_id == channel_id, self.model.id.in_(row_ids))
        rows = list(await session.scalars(of_channel.order_by(self.model.id).with_for_update()))
        if len(rows) != len(set(row_ids)):
            raise self.not_found()
        for row in rows:
            if (entry := self.entry_of(row))["enabled"] != is_enabled:
                await self.edit(session, row, self.given.model_validate(entry | {"enabled": is_enabled}), by)
        await self.publish_changed(session, *rows)

    async def delete(self, session: AsyncSession, channel_id: UUID, row_id: UUID, by: ChangedBy) -> None:
        row = await self.find_to_change(session, channel_id, row_id)
        await self.deleting(session, row, by)
        self.record(session, row, by, old=self.entry_of(row))
        await session.execute(delete(self.model).where(self.model.id == row.id))
        await self._publish(session, [row], self.deleted)

    def record(
        self,
        session: AsyncSession,
        row: Row,
        by: ChangedBy,
        *,
        old: JsonObject | None = None,
        new: JsonObject | None = None,
    ) -> None:
        """Adds an entry to the audit log; without `old` the row was created, without `new` it was deleted."""
        is_gone = new is None
        record_change(
            session,
            row.channel_id,
            by,
            section=self.many,
            item=row.key,
            title=row.label,
            old=old,
            new=new,
            kept={LOST: self.lost} if is_gone and self.lost else None,
            no_undo=self.no_undo if is_gone else "",
        )

    async def publish_changed(self, session: AsyncSession, *rows: Row) -> None:
        await self._publish(session, rows, self.changed)

    async def _publish(self, session: AsyncSession, rows: Sequence[Row], of_row: Publish[Row] | None) -> None:
        if of_row is None:
            for channel_id in {row.channel_id for row in rows}:
                self.announce(session, channel_id)
            return
        for row in rows:
            await of_row(session, row)

    def announce(self, session: AsyncSession, channel_id: UUID) -> None:
        """Publishes that rows of the channel changed, to other processes and to open screens."""
        notify_processes(session, self.changed_topic, channel_id)
        publish(session, channel_topic(self.many)(channel_id), self.message())
