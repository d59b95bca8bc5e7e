"""The live topic of a channel's points."""

from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import publish
from greenroom.kernel.schema import Schema
from greenroom.tenancy.topics import channel_topic

points_topic = channel_topic("points")


class PointsChanged(Schema):
    """Balances changed; they have to be fetched."""

    type: Literal["points_changed"] = "points_changed"


_CHANGED = PointsChanged().model_dump_json().encode()


def publish_change(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, points_topic(channel_id), _CHANGED)
