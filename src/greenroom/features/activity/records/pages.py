"""Reads a channel's activities in pages, newest first; an index finds each page."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, CompoundSelect, and_, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.sizes import MINIMUMS, size_level
from greenroom.features.activity.records.values import LEVELS, value_level
from greenroom.kernel.db.database import is_sqlite
from greenroom.kernel.errors import NotFound

# A condition for which one index lists the activities in the order of their ids.
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
    # The lowest value that is shown, in millionths of a US dollar.
    minimum: int = 0


class SizeFilter(Struct, frozen=True):
    # Pairs of provider and kind that are shown.
    sources: Sequence[tuple[str, str]]
    # Kind → smallest size that is shown, one of `sizes.MINIMUMS`.
    minimums: Mapping[str, int]


class Span(Struct, frozen=True):
    """Activities from the id `since` (included) to the id `before` (excluded); None means no limit."""

    before: UUID | None = None
    since: UUID | None = None


async def newest_activities(
    session: AsyncSession, channel_id: UUID, shown: ActivityFilter | SizeFilter, before: UUID | None, limit: int
) -> list[Activity]:
    in_span = _in_span(channel_id, Span(before))
    groups = _shown_size_groups(shown) if isinstance(shown, SizeFilter) else _shown_groups(shown)
    condition = in_span if groups is None else Activity.id.in_(_newest_in(session, groups, in_span, limit))
    return list(await session.scalars(select(Activity).where(condition).order_by(Activity.id.desc()).limit(limit)))


async def smaller_activities(
    session: AsyncSession, channel_id: UUID, shown: SizeFilter, span: Span, limit: int
) -> list[UUID]:
    """Ids of the newest activities that the filter hides because they are too small."""
    groups = _hidden_size_groups(shown)
    if not groups:
        return []
    return list(await session.scalars(_newest_in(session, groups, _in_span(channel_id, span), limit)))


async def find_activity(session: AsyncSession, channel_id: UUID, activity_id: UUID) -> Activity:
    found = select(Activity).where(Activity.id == activity_id, Activity.channel_id == channel_id)
    row = await session.scalar(found)
    if row is None:
        raise ActivityNotFound
    return row


def _in_span(channel_id: UUID, span: Span) -> Group:
    in_span = Activity.channel_id == channel_id
    if span.before is not None:
        in_span &= Activity.id < span.before
    if span.since is not None:
        in_span &= Activity.id >= span.since
    return in_span


def _shown_groups(shown: ActivityFilter) -> list[Group] | None:
    """Groups that together contain all shown activities; None if all activities are shown."""
    if shown.minimum > 0:
        return _value_groups(shown.minimum, shown.sources)
    if shown.sources is None:
        return None
    return [_of_kind(provider, kind) for provider in set(shown.sources.providers) for kind in set(shown.sources.kinds)]


def _value_groups(minimum: int, sources: Sources | None) -> list[Group]:
    lowest = value_level(minimum)
    levels = [and_(Activity.value_level == lowest, Activity.value >= minimum)]
    levels += [Activity.value_level == level for level in range(lowest + 1, len(LEVELS) + 1)]
    if sources is None:
        return levels
    is_shown = and_(Activity.provider.in_(sources.providers), Activity.kind.in_(sources.kinds))
    return [and_(level, is_shown) for level in levels]


def _shown_size_groups(shown: SizeFilter) -> list[Group]:
    groups: list[Group] = []
    for provider, kind in shown.sources:
        minimum = shown.minimums.get(kind, 0)
        if minimum > 0:
            levels = range(size_level(kind, minimum), len(MINIMUMS[kind]) + 1)
            groups += [_of_size(provider, kind, level) for level in levels]
        else:
            groups.append(_of_kind(provider, kind))
    return groups


def _hidden_size_groups(shown: SizeFilter) -> list[Group]:
    return [
        _of_size(provider, kind, level)
        for provider, kind in shown.sources
        if shown.minimums.get(kind, 0) > 0
        for level in range(size_level(kind, shown.minimums[kind]))
    ]


def _of_kind(provider: str, kind: str) -> Group:
    return and_(Activity.provider == provider, Activity.kind == kind)


def _of_size(provider: str, kind: str, level: int) -> Group:
    return and_(_of_kind(provider, kind), Activity.size_level == level)


def _newest_in(session: AsyncSession, groups: Sequence[Group], in_span: Group, limit: int) -> CompoundSelect[UUID]:
    """Ids of the newest activities in all groups together."""
    parts = [select(Activity.id).where(in_span, group) for group in groups]
    if not is_sqlite(session):
        # Each group has its own limit, because PostgreSQL would read it to its end; SQLite merges them row by row.
        newest = [part.order_by(Activity.id.desc()).limit(limit).subquery() for part in parts]
        parts = [select(part.c.id) for part in newest]
    found = union_all(*parts)
    return found.order_by(found.selected_columns.id.desc()).limit(limit)
