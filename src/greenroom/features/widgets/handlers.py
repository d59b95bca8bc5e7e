"""Pipeline stages: publish chat lines and activities to the widgets, queue alerts, and prolong subathons."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select

from greenroom.chat.pipeline.batch import Batch
from greenroom.features.activity.records.models import Activity
from greenroom.features.widgets.alerts.queue import advance, enqueue, lock_queue, new_alert
from greenroom.features.widgets.alerts.service import announce_queue
from greenroom.features.widgets.cache import ChannelWidgets, WidgetCache
from greenroom.features.widgets.content.activities import ActivityAdded, public_activity
from greenroom.features.widgets.content.countdowns import CountedActivity, prolong, prolongation
from greenroom.features.widgets.texts.awaited import AwaitedTexts
from greenroom.features.widgets.texts.lines import line_event
from greenroom.features.widgets.texts.passed import passed_activity_ids
from greenroom.features.widgets.topics import encode, widget_activity_topic, widget_chat_topic
from greenroom.kernel.db.database import publish_all

# An activity that was first received longer ago makes no alert: it was shown, or its time has passed.
MAX_AGE = timedelta(minutes=10)


class WidgetStages:
    def __init__(self, cache: WidgetCache) -> None:
        self._cache = cache
        self._awaited = AwaitedTexts()

    async def publish_lines(self, batch: Batch) -> None:
        """Publishes the lines that passed the filters, if a widget of the channel shows chat."""
        if not batch.messages or not (await self._cache.get(batch.session, batch.channel_id)).has_chat:
            return
        lines = [event for one in batch.messages if (event := line_event(one)) is not None]
        if lines:
            publish_all(batch.session, widget_chat_topic(batch.channel_id), lines)

    async def show_activities(self, batch: Batch) -> None:
        """Shows activities that are new, changed or whose chat line has arrived, and prolongs subathons."""
        arrived = self._awaited.find_arrived(batch)
        if not batch.activity_ids and not arrived:
            return
        widgets = await self._cache.get(batch.session, batch.channel_id)
        if not widgets.alerts and not widgets.subathons and not widgets.has_activities:
            return
        activities = await _load(batch, {*batch.activity_ids, *arrived})
        counted = [CountedActivity(one, _counts_at(batch, one)) for one in activities if one.id in batch.activity_ids]
        # In the order of widget ids, in which every process locks subathons.
        for widget_id, settings in widgets.subathons:
            await prolong(batch.session, widget_id, prolongation(counted, settings), batch.now)
        passed = await passed_activity_ids(batch.session, activities)
        self._awaited.add(batch, [one for one in activities if one.id not in passed])
        if widgets.has_activities:
            shown = [ActivityAdded(public_activity(one, with_message=one.id in passed)) for one in activities]
            publish_all(batch.session, widget_activity_topic(batch.channel_id), [encode(event) for event in shown])
        await _queue_alerts(batch, widgets, activities, passed)


def _counts_at(batch: Batch, activity: Activity) -> datetime:
    """When an activity counts: now if a later report changed it, else when it was received, even if stored later."""
    return batch.now if activity.id in batch.grown_activities else min(activity.received_at, batch.now)


async def _load(batch: Batch, activity_ids: set[UUID]) -> list[Activity]:
    """Activities in the order of their ids, without those that happened before Greenroom connected."""
    found = select(Activity).where(Activity.id.in_(activity_ids), Activity.is_backlog.is_(False))
    return list(await batch.session.scalars(found.order_by(Activity.id)))


async def _queue_alerts(
    batch: Batch, widgets: ChannelWidgets, activities: Sequence[Activity], passed: frozenset[UUID]
) -> None:
    recent = [one for one in activities if one.received_at > batch.now - MAX_AGE]
    for widget_id, settings in widgets.alerts:
        alerts = [
            alert
            for one in recent
            if (alert := new_alert(widget_id, settings, one, with_message=one.id in passed)) is not None
        ]
        if alerts:
            queue = await lock_queue(batch.session, widget_id)
            await enqueue(batch.session, queue, alerts, batch.now)
            await advance(batch.session, queue, batch.now)
            await announce_queue(batch.session, batch.channel_id, queue, batch.now)
