"""Pipeline stage that stores each activity once, even if it is reported repeatedly, in parts or to two processes."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ActivityReceived
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.presentation import (
    ActivityOut,
    activity_out,
    new_activity_out,
    publish_activities,
)
from greenroom.features.activity.records.reports import NOT_STORED, Report, activity_key, merge_reports, report_of
from greenroom.features.activity.records.sizes import size_level, size_of
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.features.activity.records.values import value_level
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.ids import new_id

COLUMNS = tuple(column.name for column in Activity.__table__.columns)
INSERT = BulkInsert(
    Activity,
    COLUMNS,
    "ON CONFLICT (channel_id, provider, activity_key) DO NOTHING",
    returning=("provider", "activity_key"),
)

# Built once: building a statement takes longer than running it.
LIVE_STREAMS = select(ChannelProvider.id, ChannelProvider.live_stream_id).where(
    ChannelProvider.channel_id == bindparam("channel")
)
STORED = (
    select(Activity)
    .where(
        Activity.channel_id == bindparam("channel"),
        Activity.provider == bindparam("provider"),
        Activity.activity_key.in_(bindparam("keys", expanding=True)),
    )
    .order_by(Activity.activity_key)
    # Locked, because another process may be adding a report.
    .with_for_update()
)

# Provider and activity key.
Key = tuple[str, str]


class ReportGroup(Struct):
    """Reports of one activity in a batch, with the event of the first report."""

    source: ChannelEvent
    first: ActivityReceived
    stream_id: str | None
    reports: list[Report]


class ActivityRecorder:
    def __init__(self, values: ValueCache) -> None:
        self._values = values

    async def record(self, batch: Batch) -> None:
        received = [
            (source, source.event)
            for source in batch.events
            if isinstance(source.event, ActivityReceived) and source.event.kind not in NOT_STORED
        ]
        if not received:
            return
        streams = await live_streams(batch.session, batch.channel_id)
        values = await self._values.get(batch.session, batch.channel_id)
        groups: dict[Key, ReportGroup] = {}
        for source, activity in received:
            stream_id = streams.get(source.connection_id)
            key = source.provider, activity_key(activity, stream_id)
            group = groups.setdefault(key, ReportGroup(source, activity, stream_id, []))
            group.reports.append(report_of(activity))
        added = await _insert(batch, groups, values)
        merged = await _merge(batch, {key: groups[key] for key in groups.keys() - added.keys()}, values)
        if changed := sorted([*added.values(), *merged], key=_id):
            batch.activity_ids += [activity.id for activity in changed]
            publish_activities(batch.session, batch.channel_id, changed)


async def live_streams(session: AsyncSession, channel_id: UUID) -> dict[UUID, str | None]:
    """Connection id → the platform's id of the running stream; None if the connection is not live."""
    rows = await fetch_all(session, LIVE_STREAMS, {"channel": channel_id})
    return {row.id: row.live_stream_id for row in rows}


def _id(activity: ActivityOut) -> UUID:
    return activity.id


async def _insert(batch: Batch, groups: Mapping[Key, ReportGroup], values: Mapping[str, int]) -> dict[Key, ActivityOut]:
    """Stores the activities that are not stored yet, and returns these new activities."""
    # New ids are made in the order of time, so that lists ordered by id are ordered by time.
    ordered = sorted(groups, key=lambda key: groups[key].reports[0].happened_at)
    rows = {key: _new_row(batch, key, groups[key], values) for key in ordered}
    # Sorted, so that two processes cannot deadlock.
    stored = await INSERT.run(batch.session, [[rows[key][column] for column in COLUMNS] for key in sorted(rows)])
    return {(provider, key): new_activity_out(rows[provider, key]) for provider, key in stored}


def _new_row(batch: Batch, key: Key, group: ReportGroup, values: Mapping[str, int]) -> dict[str, Any]:
    """The new row as a mapping of columns to values, which is faster than an `Activity` object."""
    first = group.first
    return {
        "id": new_id(),
        "channel_id": batch.channel_id,
        "connection_id": group.source.connection_id,
        "provider": key[0],
        "activity_key": key[1],
        "stream_id": group.stream_id,
        "received_at": first.received_at,
        "is_backlog": first.is_backlog,
        "is_test": False,
        **columns_of(reduce(merge_reports, group.reports), values),
    }


def columns_of(report: Report, values: Mapping[str, int]) -> dict[str, object]:
    """Column → value, for the columns that the report determines."""
    value = report.value(values)
    size = size_of(report.kind, months=report.months, count=report.count, amount=report.amount, value=value)
    return {
        "kind": report.kind,
        "viewer_id": report.viewer_id,
        "viewer_name": report.viewer_name,
        "count": report.count,
        "amount": report.amount,
        "currency": report.currency,
        "value": value,
        "value_level": value_level(value),
        "size_level": size_level(report.kind, size),
        "months": report.months,
        "tier": report.tier,
        "title": report.title,
        "message": report.message,
        "recipients": list(report.recipients),
        "added_reports": list(report.added_reports),
        "happened_at": report.happened_at,
    }


def write_report(row: Activity, report: Report, values: Mapping[str, int]) -> None:
    for column, value in columns_of(report, values).items():
        setattr(row, column, value)


async def _stored(batch: Batch, keys: Iterable[Key]) -> list[Activity]:
    """Stored activities with these keys."""
    by_provider: dict[str, list[str]] = {}
    for provider, key in keys:
        by_provider.setdefault(provider, []).append(key)
    found: list[Activity] = []
    # One query for each platform: for pairs of platform and key, SQLite would read the whole channel.
    for provider, provider_keys in sorted(by_provider.items()):
        values = {"channel": batch.channel_id, "provider": provider, "keys": provider_keys}
        found += await batch.session.scalars(STORED, values)
    return found


async def _merge(batch: Batch, groups: Mapping[Key, ReportGroup], values: Mapping[str, int]) -> list[ActivityOut]:
    """Adds the reports to stored activities; returns the changed activities."""
    if not groups:
        return []
    changed: list[Activity] = []
    for row in await _stored(batch, groups):
        stored = msgspec.convert(row, Report, from_attributes=True)
        report = reduce(merge_reports, groups[row.provider, row.activity_key].reports, stored)
        if report != stored:
            batch.grown_activities[row.id] = (row.count, row.value) if row.viewer_id else (0, 0)
            write_report(row, report, values)
            changed.append(row)
    if changed:
        await batch.session.flush()
    return [activity_out(row) for row in changed]
