"""Live messages about the points of a channel."""

from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import channel_topic
from greenroom.kernel.db.database import publish
from greenroom.kernel.schema import Schema

points_topic = channel_topic("points")


class PointsChanged(Schema):
    """Balances have changed. Points earned by messages are announced by the job that adds them up, within a minute."""

    type: Literal["points_changed"] = "points_changed"


def announce_points(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, points_topic(channel_id), PointsChanged())
