"""Pipeline stage that publishes ads which the platform reports, so that every open dashboard counts them down."""

from datetime import timedelta

from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import AdBegan
from greenroom.features.stream_info.schemas import AdOut, AdStarted
from greenroom.features.stream_info.service import stream_topic
from greenroom.kernel.db.database import publish


async def publish_ads(batch: Batch) -> None:
    for one in batch.events:
        if isinstance(one.event, AdBegan):
            ends_at = one.event.started_at + timedelta(seconds=one.event.seconds)
            ad = AdOut(started_at=one.event.started_at, ends_at=ends_at, next_possible_at=None, detail="")
            publish(batch.session, stream_topic(batch.channel_id), AdStarted(connection_id=one.connection_id, ad=ad))
