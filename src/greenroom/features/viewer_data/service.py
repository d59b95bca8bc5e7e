"""Export and erasure of what a channel stores about one viewer, on all linked accounts."""

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, RowMapping, delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.accounts.access.staff_accounts import staff_member
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.topics import activity_topic, chat_topic, public_chat_topic
from greenroom.chat.messages.linked_accounts import linked_accounts
from greenroom.chat.messages.models import Viewer
from greenroom.chat.messages.removal import REFETCH
from greenroom.chat.messages.viewer_rows import ERASED, PSEUDONYM, ViewerAccount, ViewerRows
from greenroom.features.viewer_data.schemas import (
    ViewerData,
    ViewerDataAccount,
    ViewerDataCount,
    ViewerDataSummary,
    ViewerErased,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database, publish
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id

# Rows per transaction: so few that other channels do not wait long for their own writes.
MAX_ROWS = 200


class ViewerUnknown(NotFound):
    message = "Nothing is stored about this viewer."


class ViewerIsStaff(Conflict):
    type = "viewer_is_staff"
    message = "This viewer is staff of the channel. Remove their access first, then erase their data."


class ChannelViewer(Struct, frozen=True):
    """A viewer of a channel with all linked accounts."""

    channel_id: UUID
    accounts: list[ViewerAccount]
    is_staff: bool


async def find_viewer(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> ChannelViewer:
    found: list[ViewerAccount] = []
    for account in await linked_accounts(session, channel_id, (provider, viewer_id)):
        is_account = (Viewer.provider == account[0], Viewer.viewer_id == account[1])
        login = await session.scalar(select(Viewer.login).where(Viewer.channel_id == channel_id, *is_account))
        found.append(ViewerAccount(*account, login or ""))
    # Suspended staff, too: their role returns when the suspension is lifted.
    staff = [await staff_member(session, channel_id, one.provider, one.viewer_id) for one in found]
    return ChannelViewer(channel_id, found, any(staff))


async def summarise(session: AsyncSession, viewer: ChannelViewer, declared: Sequence[ViewerRows]) -> ViewerDataSummary:
    counts: list[ViewerDataCount] = []
    for rows in declared:
        total = 0
        for conditions in _conditions(session, viewer, rows):
            total += await session.scalar(select(func.count()).select_from(rows.table).where(*conditions)) or 0
        if total:
            name = rows.table.__tablename__
            counts.append(
                ViewerDataCount(name=name, count=total, is_deleted=not rows.anonymised and not rows.survives_erasure)
            )
    return ViewerDataSummary(accounts=_accounts(viewer), counts=counts, is_staff=viewer.is_staff)


async def export(
    session: AsyncSession, viewer: ChannelViewer, declared: Sequence[ViewerRows], now: datetime
) -> ViewerData:
    tables: dict[str, list[dict[str, object]]] = {}
    for rows in declared:
        columns = [column for column in rows.table.__table__.c if column.name not in rows.not_exported]
        for conditions in _conditions(session, viewer, rows):
            found = await session.execute(select(*columns).where(*conditions))
            tables.setdefault(rows.table.__tablename__, []).extend(_json_row(row) for row in found.mappings())
    stored = {name: rows for name, rows in tables.items() if rows}
    if not stored:
        raise ViewerUnknown
    channel = await open_channel(session, viewer.channel_id)
    return ViewerData(exported_at=now, channel=channel.display_name, accounts=_accounts(viewer), tables=stored)


async def erase(
    database: Database, viewer: ChannelViewer, declared: Sequence[ViewerRows], by: ChangedBy
) -> ViewerErased:
    """Erases in transactions of up to MAX_ROWS rows; after an interruption, a second call erases the rest."""
    if viewer.is_staff:
        raise ViewerIsStaff
    pseudonym, deleted, anonymised = f"{ERASED}{new_id()}", 0, 0
    # Rows that are found through other rows of the viewer are erased before those other rows.
    for rows in sorted((one for one in declared if not one.survives_erasure), key=_erasure_order):
        count = await _erase_rows(database, viewer, rows, pseudonym)
        deleted, anonymised = (deleted, anonymised + count) if rows.anonymised else (deleted + count, anonymised)
    if not deleted + anonymised:
        raise ViewerUnknown
    async with database.write() as session:
        for topic in (chat_topic, public_chat_topic, activity_topic):
            publish(session, topic(viewer.channel_id), REFETCH)
        note = f"{deleted} rows deleted, {anonymised} rows without the person"
        record_change(
            session,
            viewer.channel_id,
            by,
            section="viewer_data",
            title="Data of a viewer erased",
            note=note,
            no_undo="What was erased is gone.",
        )
    return ViewerErased(deleted=deleted, anonymised=anonymised)


def _erasure_order(rows: ViewerRows) -> tuple[bool, bool]:
    return not rows.is_found_through_other_rows, rows.find is None


async def _erase_rows(database: Database, viewer: ChannelViewer, rows: ViewerRows, pseudonym: str) -> int:
    values = {name: pseudonym if value is PSEUDONYM else value for name, value in rows.anonymised.items()}
    total = 0
    for at in range(len(viewer.accounts)):
        # Each account of the person gets a different pseudonym, because keys that contain it must be unique.
        new_values = {name: f"{value}-{at}" if value == pseudonym and at else value for name, value in values.items()}
        count = MAX_ROWS
        while count == MAX_ROWS:
            async with database.read() as session:
                conditions = rows.conditions(session, viewer.channel_id, viewer.accounts[at])
                key = tuple(rows.table.__table__.primary_key)
                keys = [tuple(row) for row in await session.execute(select(*key).where(*conditions).limit(MAX_ROWS))]
            count = len(keys)
            total += count
            if keys:
                await _write(database, rows, keys, new_values)
    return total


async def _write(
    database: Database, rows: ViewerRows, keys: Sequence[tuple[object, ...]], values: Mapping[str, object]
) -> None:
    key = list(rows.table.__table__.primary_key)
    is_in_keys: ColumnElement[bool] = tuple_(*key).in_(keys) if len(key) > 1 else key[0].in_([one[0] for one in keys])
    async with database.write() as session:
        statement = update(rows.table).values(**values) if values else delete(rows.table)
        await session.execute(statement.where(is_in_keys).execution_options(synchronize_session=False))


def _conditions(session: AsyncSession, viewer: ChannelViewer, rows: ViewerRows) -> list[Sequence[ColumnElement[bool]]]:
    return [rows.conditions(session, viewer.channel_id, account) for account in viewer.accounts]


def _accounts(viewer: ChannelViewer) -> list[ViewerDataAccount]:
    return [
        ViewerDataAccount(provider=one.provider, viewer_id=one.viewer_id, login=one.login) for one in viewer.accounts
    ]


def _json_row(row: RowMapping) -> dict[str, object]:
    return {str(name): _json_value(value) for name, value in row.items() if name != "channel_id"}


def _json_value(value: object) -> object:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return base64.b64encode(value).decode()
