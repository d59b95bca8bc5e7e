"""Pipeline stages: publish chat lines to the widgets, queue alerts, and prolong subathons."""

from datetime import timedelta

from sqlalchemy import select, tuple_

from greenroom.activity.models import Activity
from greenroom.activity.recorder import live_streams
from greenroom.activity.reports import NOT_STORED, activity_key
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import ActivityReceived
from greenroom.features.widgets.alerts.queue import advance, enqueue, lock_queue, new_alert
from greenroom.features.widgets.alerts.service import announce_queue
from greenroom.features.widgets.cache import WidgetCache
from greenroom.features.widgets.content.countdowns import prolong, prolongation
from greenroom.features.widgets.content.lines import line_event
from greenroom.features.widgets.topics import widget_chat_topic
from greenroom.kernel.db.database import publish_all

# An activity whose first report is older makes no alert: it was shown, or its time has passed.
MAX_AGE = timedelta(minutes=10)


class WidgetStages:
    def __init__(self, cache: WidgetCache) -> None:
        self._cache = cache

    async def publish_lines(self, batch: Batch) -> None:
        """After the filters, as for public viewers; nothing if the channel has no widget that shows chat."""
        if not batch.messages or not (await self._cache.get(batch.session, batch.channel_id)).has_chat:
            return
        lines = [event for one in batch.messages if (event := line_event(one)) is not None]
        if lines:
            publish_all(batch.session, widget_chat_topic(batch.channel_id), lines)

    async def queue_alerts(self, batch: Batch) -> None:
        """In the transaction that stores the activities: an alert is queued with its activity, or not at all."""
        if not any(isinstance(source.event, ActivityReceived) for source in batch.events):
            return
        widgets = await self._cache.get(batch.session, batch.channel_id)
        if not widgets.alerts and not widgets.subathons:
            return
        activities = await _activities_of(batch)
        # Locked in the same order by every process.
        for widget_id, settings in widgets.subathons:
            await prolong(batch.session, widget_id, prolongation(activities, settings), activities, batch.now)
        recent = [one for one in activities if one.received_at > batch.now - MAX_AGE]
        removed = _removed_texts(batch)
        for widget_id, settings in widgets.alerts:
            alerts = [
                alert
                for one in recent
                if (alert := new_alert(widget_id, settings, one, is_clean=(one.viewer_id, one.message) not in removed))
            ]
            if alerts:
                queue = await lock_queue(batch.session, widget_id)
                await enqueue(batch.session, queue, alerts, batch.now)
                await advance(batch.session, queue, batch.now)
                await announce_queue(batch.session, batch.channel_id, queue, batch.now)


async def _activities_of(batch: Batch) -> list[Activity]:
    """The stored activities of the batch by id, without those from before we connected."""
    received = [
        (source, source.event)
        for source in batch.events
        if isinstance(source.event, ActivityReceived)
        and source.event.kind not in NOT_STORED
        and not source.event.is_backlog
    ]
    if not received:
        return []
    streams = await live_streams(batch.session, batch.channel_id)
    keys = {(source.provider, activity_key(event, streams.get(source.connection_id))) for source, event in received}
    found = select(Activity).where(
        Activity.channel_id == batch.channel_id,
        tuple_(Activity.provider, Activity.activity_key).in_(keys),
        Activity.is_backlog.is_(False),
    )
    return list(await batch.session.scalars(found.order_by(Activity.id)))


def _removed_texts(batch: Batch) -> frozenset[tuple[str, str]]:
    """Author and text of messages that the filters removed, or did not check: alerts do not repeat them."""
    return frozenset(
        (one.line.author.id, one.line.text)
        for one in batch.messages
        if one.line is not None and one.line.author is not None and (one.removal is not None or one.line.is_unfiltered)
    )
