"""Pipeline stage that publishes ads reported by the platform, so that every open dashboard counts them down."""

from datetime import timedelta

from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import AdBegan
from greenroom.features.stream_info.schemas import AdOut, AdStarted
from greenroom.features.stream_info.service import stream_topic
from greenroom.kernel.db.database import publish


async def publish_ads(batch: Batch) -> None:
    for source in batch.events:
        if isinstance(event := source.event, AdBegan):
            ends_at = event.started_at + timedelta(seconds=event.seconds)
            ad = AdOut(started_at=event.started_at, ends_at=ends_at, next_possible_at=None, detail="")
            publish(batch.session, stream_topic(batch.channel_id), AdStarted(connection_id=source.connection_id, ad=ad))
