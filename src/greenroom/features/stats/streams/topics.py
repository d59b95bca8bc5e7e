"""The live topic of a channel's streams."""

from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import channel_topic
from greenroom.features.stats.streams.models import Stream
from greenroom.kernel.db.database import publish
from greenroom.kernel.schema import Schema

stats_topic = channel_topic("stats")


class StreamStatsChanged(Schema):
    """A stream began, ended or has new numbers, which have to be fetched."""

    type: Literal["stream_stats_changed"] = "stream_stats_changed"
    stream_id: UUID


def publish_change(session: AsyncSession, stream: Stream) -> None:
    publish(session, stats_topic(stream.channel_id), StreamStatsChanged(stream_id=stream.id))
