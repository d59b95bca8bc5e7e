"""Activities as widgets show them, and what goals count."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.stream_platforms import stream_providers
from greenroom.chat.protocol.events import MICROS
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.pages import ActivityFilter, Sources, newest_activities
from greenroom.features.activity.records.values import decimals_of
from greenroom.features.widgets.types.fields import STORED_KINDS


class PublicActivity(Struct, frozen=True):
    """An activity without the ids of the viewer and the connection."""

    id: UUID
    provider: str
    kind: str
    # Empty for anonymous viewers.
    name: str
    count: int
    # In the smallest unit of the currency: `decimals` digits are after the point.
    amount: int
    currency: str
    decimals: int
    # Millionths of a US dollar.
    value: int
    months: int
    tier: str
    title: str
    # Empty without a message, and until its chat line has passed the filters.
    message: str
    recipients: list[str]
    happened_at: datetime


class ActivityAdded(Struct, frozen=True, tag="activity"):
    """A new activity, or a new version of the activity with the same id."""

    activity: PublicActivity


def public_activity(row: Activity, *, with_message: bool) -> PublicActivity:
    return PublicActivity(
        row.id,
        row.provider,
        row.kind,
        row.viewer_name,
        row.count,
        row.amount,
        row.currency,
        decimals_of(row.currency),
        row.value,
        row.months,
        row.tier,
        row.title,
        row.message if with_message else "",
        row.recipients,
        row.happened_at,
    )


async def latest_activities(
    session: AsyncSession, channel_id: UUID, kinds: Sequence[str], providers: Sequence[str], minimum: int, limit: int
) -> list[PublicActivity]:
    """The newest activities, without tests and without messages; empty `kinds` or `providers` mean all."""
    is_all = not kinds and not providers
    sources = None if is_all else Sources(kinds or STORED_KINDS, providers or stream_providers())
    # Twice as many are read, because some may be tests.
    rows = await newest_activities(session, channel_id, ActivityFilter(sources, minimum), None, 2 * limit)
    return [public_activity(row, with_message=False) for row in rows if not row.is_test][:limit]


class GoalCount(Struct, frozen=True):
    """Which activities a goal counts, and by which metric; empty `kinds` or `providers` mean all."""

    metric: str
    kinds: Sequence[str]
    providers: Sequence[str]
    since: datetime


async def count_activities(session: AsyncSession, channel_id: UUID, counted: GoalCount) -> int:
    """The number of activities, the sum of their counts, or their value in whole US dollars, as the metric says."""
    total = {
        "activities": func.count(),
        "count": func.coalesce(func.sum(Activity.count), 0),
        "value": func.coalesce(func.sum(Activity.value), 0),
    }[counted.metric]
    found = select(total).where(
        Activity.channel_id == channel_id,
        Activity.happened_at >= counted.since,
        Activity.is_backlog.is_(False),
        Activity.is_test.is_(False),
    )
    if counted.kinds:
        found = found.where(Activity.kind.in_(counted.kinds))
    if counted.providers:
        found = found.where(Activity.provider.in_(counted.providers))
    number = int(await session.scalar(found) or 0)
    return number // MICROS if counted.metric == "value" else number
