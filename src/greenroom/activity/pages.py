"""Pages of a channel's activities, newest first; a page among a million costs as much as one among a thousand."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, CompoundSelect, and_, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.activity.models import Activity
from greenroom.activity.sizes import MINIMUMS, size_level
from greenroom.activity.values import LEVELS, value_level
from greenroom.kernel.db.database import is_sqlite
from greenroom.kernel.errors import NotFound

Group = ColumnElement[bool]


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


class SizeFilter(Struct, frozen=True):
    # Shown kinds of each platform, as provider and kind.
    sources: Sequence[tuple[str, str]]
    # Smallest sizes that are shown, by kind; each one of `sizes.MINIMUMS`.
    minimums: Mapping[str, int]


class Span(Struct, frozen=True):
    """Activities older than `before` and not older than `since`; None means no limit."""

    before: UUID | None = None
    since: UUID | None = None


async def newest_activities(
    session: AsyncSession, channel_id: UUID, shown: ActivityFilter | SizeFilter, before: UUID | None, limit: int
) -> list[Activity]:
    here = _here(channel_id, Span(before))
    groups = _shown_sizes(shown) if isinstance(shown, SizeFilter) else _groups(shown)
    condition = here if groups is None else Activity.id.in_(_newest_of_each(session, groups, here, limit))
    return list(await session.scalars(select(Activity).where(condition).order_by(Activity.id.desc()).limit(limit)))


async def smaller_activities(
    session: AsyncSession, channel_id: UUID, shown: SizeFilter, span: Span, limit: int
) -> list[UUID]:
    """Ids of the newest activities that are hidden only by their size."""
    groups = _hidden_sizes(shown)
    if not groups:
        return []
    return list(await session.scalars(_newest_of_each(session, groups, _here(channel_id, span), limit)))


async def find_activity(session: AsyncSession, channel_id: UUID, activity_id: UUID) -> Activity:
    found = select(Activity).where(Activity.id == activity_id, Activity.channel_id == channel_id)
    row = await session.scalar(found)
    if row is None:
        raise ActivityNotFound
    return row


def _here(channel_id: UUID, span: Span) -> Group:
    here = Activity.channel_id == channel_id
    if span.before is not None:
        here &= Activity.id < span.before
    if span.since is not None:
        here &= Activity.id >= span.since
    return here


def _groups(shown: ActivityFilter) -> list[Group] | None:
    """Groups that hold all shown activities, each in order in an index; None means all activities."""
    if shown.minimum > 0:
        return _levels(shown.minimum, shown.sources)
    if shown.sources is None:
        return None
    return [_kind(provider, kind) for provider in set(shown.sources.providers) for kind in set(shown.sources.kinds)]


def _levels(minimum: int, sources: Sources | None) -> list[Group]:
    lowest = value_level(minimum)
    levels = [and_(Activity.value_level == lowest, Activity.value >= minimum)]
    levels += [Activity.value_level == level for level in range(lowest + 1, len(LEVELS) + 1)]
    if sources is None:
        return levels
    is_shown = and_(Activity.provider.in_(sources.providers), Activity.kind.in_(sources.kinds))
    return [and_(level, is_shown) for level in levels]


def _shown_sizes(shown: SizeFilter) -> list[Group]:
    groups: list[Group] = []
    for provider, kind in shown.sources:
        minimum = shown.minimums.get(kind, 0)
        if minimum > 0:
            levels = range(size_level(kind, minimum), len(MINIMUMS[kind]) + 1)
            groups += [_level(provider, kind, level) for level in levels]
        else:
            groups.append(_kind(provider, kind))
    return groups


def _hidden_sizes(shown: SizeFilter) -> list[Group]:
    return [
        _level(provider, kind, level)
        for provider, kind in shown.sources
        if shown.minimums.get(kind, 0) > 0
        for level in range(size_level(kind, shown.minimums[kind]))
    ]


def _kind(provider: str, kind: str) -> Group:
    return and_(Activity.provider == provider, Activity.kind == kind)


def _level(provider: str, kind: str, level: int) -> Group:
    return and_(_kind(provider, kind), Activity.size_level == level)


def _newest_of_each(session: AsyncSession, groups: Sequence[Group], here: Group, limit: int) -> CompoundSelect[UUID]:
    """Ids of the newest activities in all groups together; each group is in order in its index."""
    parts = [select(Activity.id).where(here, group) for group in groups]
    if not is_sqlite(session):
        # SQLite merges the groups row by row, PostgreSQL would read them to their ends.
        newest = [part.order_by(Activity.id.desc()).limit(limit).subquery() for part in parts]
        parts = [select(one.c.id) for one in newest]
    found = union_all(*parts)
    return found.order_by(found.selected_columns.id.desc()).limit(limit)
