"""Pages of a channel's activities, newest first; a page among a million costs as much as one among a thousand."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.activity.models import Activity
from greenroom.activity.values import LEVELS, value_level
from greenroom.kernel.errors import NotFound


class ActivityNotFound(NotFound):
    type = "activity_not_found"
    message = "Activity not found."


class Sources(Struct, frozen=True):
    kinds: Sequence[str]
    providers: Sequence[str]


class ActivityFilter(Struct, frozen=True):
    # Shown kinds and platforms; None means all.
    sources: Sources | None = None
    # Millionths of a US dollar.
    minimum: int = 0


async def newest_activities(
    session: AsyncSession, channel_id: UUID, shown: ActivityFilter, before: UUID | None, limit: int
) -> list[Activity]:
    here = Activity.channel_id == channel_id
    if before is not None:
        here &= Activity.id < before
    groups = _groups(shown)
    condition = here if groups is None else Activity.id.in_(_newest_of_each(groups, here, limit))
    return list(await session.scalars(select(Activity).where(condition).order_by(Activity.id.desc()).limit(limit)))


async def find_activity(session: AsyncSession, channel_id: UUID, activity_id: UUID) -> Activity:
    found = select(Activity).where(Activity.id == activity_id, Activity.channel_id == channel_id)
    row = await session.scalar(found)
    if row is None:
        raise ActivityNotFound
    return row


def _groups(shown: ActivityFilter) -> list[ColumnElement[bool]] | None:
    """Groups that hold all shown activities, each in order in an index; None means all activities."""
    if shown.minimum > 0:
        return _levels(shown.minimum, shown.sources)
    if shown.sources is None:
        return None
    return [
        and_(Activity.provider == provider, Activity.kind == kind)
        for provider in set(shown.sources.providers)
        for kind in set(shown.sources.kinds)
    ]


def _levels(minimum: int, sources: Sources | None) -> list[ColumnElement[bool]]:
    lowest = value_level(minimum)
    levels = [and_(Activity.value_level == lowest, Activity.value >= minimum)]
    levels += [Activity.value_level == level for level in range(lowest + 1, len(LEVELS) + 1)]
    if sources is None:
        return levels
    is_shown = and_(Activity.provider.in_(sources.providers), Activity.kind.in_(sources.kinds))
    return [and_(level, is_shown) for level in levels]


def _newest_of_each(
    groups: Iterable[ColumnElement[bool]], here: ColumnElement[bool], limit: int
) -> Select[tuple[UUID]]:
    """Reads as many of each group as a page can show."""
    pages = [
        select(Activity.id).where(here, group).order_by(Activity.id.desc()).limit(limit).subquery() for group in groups
    ]
    found = union_all(*(select(page.c.id) for page in pages)).subquery()
    # Limited again, so that the database knows how few they are.
    return select(found.c.id).order_by(found.c.id.desc()).limit(limit)
