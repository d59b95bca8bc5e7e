"""Activities as browsers see them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import ConfigDict
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import activity_topic
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.sizes import size_of
from greenroom.features.activity.records.values import decimals_of
from greenroom.kernel.db.database import publish_all
from greenroom.kernel.schema import Schema


class ActivityOut(Schema):
    """An activity as staff see it."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    connection_id: UUID | None
    provider: str
    kind: str
    # Empty if the viewer is anonymous, or the platform reports no id.
    viewer_id: str
    # Empty if the viewer is anonymous.
    viewer_name: str
    # Number of subs, coins, likes, or viewers of a raid.
    count: int
    # In the smallest unit of the currency: `decimals` digits are after the point.
    amount: int
    currency: str
    decimals: int
    # Millionths of a US dollar, for comparing.
    value: int
    # Size in the unit of the kind: months, subs, coins, viewers, or US dollars; 0 for kinds without size.
    size: int
    months: int
    tier: str
    # Name of the reward, gift or sticker.
    title: str
    message: str
    # At most 100 names; the list can grow while the platform still reports recipients of a gift.
    recipients: list[str]
    stream_id: str | None
    happened_at: datetime
    # Happened before we connected: no alert is shown.
    is_backlog: bool
    is_test: bool


class ActivityChanged(Schema):
    """A new activity, or a changed one, which replaces the activity with the same id."""

    type: Literal["activity"] = "activity"
    activity: ActivityOut


def activity_out(row: Activity) -> ActivityOut:
    return ActivityOut.model_validate(row)


def new_activity_out(columns: Mapping[str, Any]) -> ActivityOut:
    """Like `activity_out`, for a new row that is given as a mapping of columns to values."""
    numbers = {name: columns[name] for name in ("months", "count", "amount", "value")}
    size = size_of(columns["kind"], **numbers)
    return ActivityOut.model_validate({**columns, "decimals": decimals_of(columns["currency"]), "size": size})


def publish_activities(session: AsyncSession, channel_id: UUID, activities: Sequence[ActivityOut]) -> None:
    changes = [ActivityChanged(activity=activity) for activity in activities]
    publish_all(session, activity_topic(channel_id), [change.model_dump_json().encode() for change in changes])
