"""Finds a viewer's rows in tables that refer to the point account of the viewer."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.viewer_rows import FindViewerRows, ViewerAccount
from greenroom.features.points.ledger.models import PointAccount, PointEntry, PointPeriod, PointTotal
from greenroom.kernel.db.database import Table


def by_account(table: type[Table]) -> FindViewerRows:
    """Finds rows of a table with the columns `channel_id` and `account_id`."""

    def find(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> Sequence[ColumnElement[bool]]:
        columns = table.__table__.c
        return [columns.channel_id == channel_id, columns.account_id.in_(_account_id(channel_id, account))]

    return find


def entries_of(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> Sequence[ColumnElement[bool]]:
    """Entries of the viewer's points, also those in the account of the person while the viewer was linked."""
    return [PointEntry.channel_id == channel_id, PointEntry.source_id.in_(_account_id(channel_id, account))]


def totals_of(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> Sequence[ColumnElement[bool]]:
    """Totals of the viewer's account and, if it is linked, of the person."""
    own = _account_id(channel_id, account).subquery()
    holder = select(PointAccount.held_by_id).join(own, own.c.id == PointAccount.id)
    of_channel = select(PointPeriod.id).where(PointPeriod.channel_id == channel_id)
    is_theirs = or_(PointTotal.account_id.in_(select(own.c.id)), PointTotal.account_id.in_(holder))
    return [PointTotal.period_id.in_(of_channel), is_theirs]


def _account_id(channel_id: UUID, account: ViewerAccount) -> Select[int]:
    return select(PointAccount.id).where(
        PointAccount.channel_id == channel_id,
        PointAccount.provider == account.provider,
        PointAccount.viewer_id == account.viewer_id,
    )
