"""Pages of a channel's activities, newest first; a page among a million costs as much as one among a thousand."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, CompoundSelect, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.activity.models import Activity
from greenroom.kernel.errors import NotFound

# Up to this number of activities is found by their value and then sorted; more are met often enough on the way.
FEW = 1_000


class ActivityNotFound(NotFound):
    type = "activity_not_found"
    message = "Activity not found."


class ActivityFilter(Struct, frozen=True):
    # Providers and kinds that are shown; None means all.
    sources: Sequence[tuple[str, str]] | None = None
    # Millionths of a US dollar.
    minimum: int = 0


async def newest_activities(
    session: AsyncSession, channel_id: UUID, shown: ActivityFilter, before: UUID | None, limit: int
) -> list[Activity]:
    conditions = [Activity.channel_id == channel_id]
    if before is not None:
        conditions.append(Activity.id < before)
    if shown.minimum > 0:
        conditions.append(await _has_value(session, channel_id, shown.minimum))
    if shown.sources is not None:
        conditions = [Activity.id.in_(_newest_of_each(shown.sources, conditions, limit))]
    found = select(Activity).where(*conditions).order_by(Activity.id.desc()).limit(limit)
    return list(await session.scalars(found))


async def find_activity(session: AsyncSession, channel_id: UUID, activity_id: UUID) -> Activity:
    found = select(Activity).where(Activity.id == activity_id, Activity.channel_id == channel_id)
    row = await session.scalar(found)
    if row is None:
        raise ActivityNotFound
    return row


async def _has_value(session: AsyncSession, channel_id: UUID, minimum: int) -> ColumnElement[bool]:
    valuable = select(Activity.id).where(Activity.channel_id == channel_id, Activity.value >= minimum)
    count = await session.scalar(select(func.count()).select_from(valuable.limit(FEW + 1).subquery())) or 0
    # An expression has no index: the newest are read one by one until the page is full.
    return Activity.id.in_(valuable) if count <= FEW else Activity.value + 0 >= minimum


def _newest_of_each(
    sources: Sequence[tuple[str, str]], conditions: Sequence[ColumnElement[bool]], limit: int
) -> CompoundSelect[tuple[UUID]]:
    """The index has the ids in order for one provider and kind: reads as many of each as one page can show."""
    pages = [
        select(Activity.id)
        .where(Activity.provider == provider, Activity.kind == kind, *conditions)
        .order_by(Activity.id.desc())
        .limit(limit)
        .subquery()
        for provider, kind in sources
    ]
    return union_all(*(select(page.c.id) for page in pages))
