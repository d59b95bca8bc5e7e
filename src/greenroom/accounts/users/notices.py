"""Notices of the operators to every signed-in user."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.notices import Notice
from greenroom.accounts.topics import NOTICES
from greenroom.accounts.users.schemas import NoticeIn
from greenroom.kernel.db.database import advisory_lock, publish
from greenroom.kernel.errors import Conflict, Invalid, NotFound

MAX_NOTICES = 5
CHANGED = b'{"event":"notices_changed"}'


class NoticeNotFound(NotFound):
    message = "This notice no longer exists."


class TooManyNotices(Conflict):
    type = "too_many_notices"
    message = f"There are already {MAX_NOTICES} notices. Delete one first."


async def list_notices(session: AsyncSession, now: datetime) -> list[Notice]:
    """Notices that have not ended, newest first."""
    current = select(Notice).where(or_(Notice.ends_at.is_(None), Notice.ends_at > now))
    return list(await session.scalars(current.order_by(Notice.id.desc())))


async def create_notice(session: AsyncSession, body: NoticeIn, now: datetime) -> Notice:
    if body.ends_at is not None and body.ends_at <= now:
        raise Invalid("ends_at", "must be in the future")
    await advisory_lock(session, "notices")
    await delete_ended(session, now)
    if (await session.scalar(select(func.count()).select_from(Notice)) or 0) >= MAX_NOTICES:
        raise TooManyNotices
    notice = Notice(text=body.text, level=body.level, created_at=now, ends_at=body.ends_at)
    session.add(notice)
    await session.flush()
    publish(session, NOTICES, CHANGED)
    return notice


async def delete_notice(session: AsyncSession, notice_id: UUID) -> None:
    found = await session.scalars(delete(Notice).where(Notice.id == notice_id).returning(Notice.id))
    if found.one_or_none() is None:
        raise NoticeNotFound
    publish(session, NOTICES, CHANGED)


async def delete_ended(session: AsyncSession, now: datetime) -> None:
    await session.execute(delete(Notice).where(Notice.ends_at <= now))
