"""Queues alerts of activities, and performs actions of staff: see the queue, skip, clear, pause, replay, test."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.stream_platforms import stream_platforms
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.pages import find_activity
from greenroom.features.activity.records.presentation import ActivityOut
from greenroom.features.activity.records.recorder import write_report
from greenroom.features.activity.records.reports import report_of
from greenroom.features.activity.records.samples import sample_activity
from greenroom.features.activity.records.values import DEFAULT_VALUES
from greenroom.features.widgets.alerts import queue as alert_queue
from greenroom.features.widgets.alerts.queue import AlertStarted, facts_in, lock_queue, new_alert, replayed_alert
from greenroom.features.widgets.alerts.rules import alert_out, amount_text
from greenroom.features.widgets.models import AlertQueue, QueuedAlert, Widget
from greenroom.features.widgets.schemas import AlertQueueChanged, AlertQueueOut, QueuedAlertOut, widgets_topic
from greenroom.features.widgets.settings import stored_settings
from greenroom.features.widgets.texts.passed import passed_activity_ids
from greenroom.features.widgets.topics import publish_to_widget
from greenroom.features.widgets.types.alerts import AlertsWidget
from greenroom.kernel.db.database import publish
from greenroom.kernel.errors import Conflict
from greenroom.kernel.ids import new_id


class NoRule(Conflict):
    type = "no_alert_rule"
    message = "No rule of your alerts shows this. Add one, or turn one on."


async def _alert_widgets(session: AsyncSession, channel_id: UUID) -> list[tuple[UUID, AlertsWidget]]:
    """The enabled alerts widgets, in the order in which every process locks them."""
    conditions = Widget.channel_id == channel_id, Widget.type == "alerts", Widget.is_enabled
    rows = list(await session.scalars(select(Widget).where(*conditions).order_by(Widget.id)))
    return [(row.id, AlertsWidget.model_validate(row.settings)) for row in rows]


async def enqueue_activity(session: AsyncSession, channel_id: UUID, activity: ActivityOut, now: datetime) -> None:
    """Queues the alert of a stored activity in each alerts widget, once."""
    for widget_id, settings in await _alert_widgets(session, channel_id):
        alert = new_alert(widget_id, settings, activity)
        if alert is not None:
            queue = await lock_queue(session, widget_id)
            await alert_queue.enqueue(session, queue, [alert], now)
            await alert_queue.advance(session, queue, now)
            await announce_queue(session, channel_id, queue, now)


async def replay(session: AsyncSession, channel_id: UUID, activity_id: UUID, now: datetime) -> None:
    """Queues the alert of a stored activity again, in every alerts widget with a rule for it."""
    activity = await find_activity(session, channel_id, activity_id)
    may_show_message = bool(await passed_activity_ids(session, [activity]))
    replayed = [
        (widget_id, alert)
        for widget_id, settings in await _alert_widgets(session, channel_id)
        if (alert := replayed_alert(settings, activity, with_message=may_show_message)) is not None
    ]
    if not replayed:
        raise NoRule
    for widget_id, alert in replayed:
        queue = await lock_queue(session, widget_id)
        await alert_queue.enqueue(session, queue, [alert], now)
        await alert_queue.advance(session, queue, now)
        await announce_queue(session, channel_id, queue, now)


async def send_test(session: AsyncSession, widget: Widget, kind: ActivityKind, now: datetime) -> None:
    """Shows a made-up alert on all pages of the widget, previews included; it is not queued."""
    activity = _sample_activity(widget.channel_id, kind, now)
    settings = stored_settings(widget.type, widget.settings)
    assert isinstance(settings, AlertsWidget)
    # Conditions on platform, value and number are dropped, so that the sample matches every rule for its kind.
    rules = [rule.model_copy(update={"providers": [], "min_value": 0, "max_value": 0, "min_count": 0, "max_count": 0})
             for rule in settings.rules]  # fmt: skip
    alert = replayed_alert(settings.model_copy(update={"rules": rules}), activity, with_message=True)
    if alert is None:
        raise NoRule
    shown = alert_out(new_id(), alert.facts, alert.variant, alert.value)
    publish_to_widget(session, widget.id, AlertStarted(shown))


def _sample_activity(channel_id: UUID, kind: ActivityKind, now: datetime) -> Activity:
    row = Activity(
        id=new_id(),
        channel_id=channel_id,
        connection_id=None,
        provider=stream_platforms()[0].provider,
        activity_key="test",
        stream_id=None,
        received_at=now,
        is_backlog=False,
        is_test=True,
    )
    write_report(row, report_of(sample_activity("test", kind, now)), DEFAULT_VALUES)
    return row


async def queue_out(session: AsyncSession, widget_id: UUID, now: datetime) -> AlertQueueOut:
    queue = await session.get(AlertQueue, widget_id)
    playing = await alert_queue.playing_alert(session, widget_id, now)
    waiting = await alert_queue.waiting_alerts(session, widget_id)
    return AlertQueueOut(
        is_paused=queue is not None and queue.is_paused,
        playing=None if playing is None else _alert_out(playing),
        waiting=[_alert_out(row) for row in waiting],
        dropped=0 if queue is None else queue.dropped,
    )


def _alert_out(row: QueuedAlert) -> QueuedAlertOut:
    facts = facts_in(row)
    return QueuedAlertOut(
        id=row.id,
        activity_id=row.activity_id,
        kind=facts.kind,
        provider=facts.provider,
        name=facts.name,
        amount=amount_text(facts.amount, facts.currency),
        count=facts.count,
        merged=facts.merged,
        message=facts.message,
        queued_at=row.queued_at,
        started_at=row.started_at,
    )


async def announce_queue(session: AsyncSession, channel_id: UUID, queue: AlertQueue, now: datetime) -> AlertQueueOut:
    await session.flush()
    out = await queue_out(session, queue.widget_id, now)
    publish(session, widgets_topic(channel_id), AlertQueueChanged(widget_id=queue.widget_id, queue=out))
    return out


async def skip(session: AsyncSession, widget: Widget, now: datetime) -> AlertQueueOut:
    queue = await lock_queue(session, widget.id)
    await alert_queue.skip(session, queue, now)
    return await announce_queue(session, widget.channel_id, queue, now)


async def skip_all(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Skips the alert on screen in every alerts widget of the channel."""
    for widget_id, _ in await _alert_widgets(session, channel_id):
        queue = await lock_queue(session, widget_id)
        await alert_queue.skip(session, queue, now)
        await announce_queue(session, channel_id, queue, now)


async def clear(session: AsyncSession, widget: Widget, now: datetime) -> AlertQueueOut:
    queue = await lock_queue(session, widget.id)
    await alert_queue.clear(session, queue)
    queue.dropped = 0
    return await announce_queue(session, widget.channel_id, queue, now)


async def set_paused(session: AsyncSession, widget: Widget, now: datetime, *, is_paused: bool) -> AlertQueueOut:
    """Pauses or resumes alerts; the alert on screen ends as usual."""
    queue = await lock_queue(session, widget.id)
    queue.is_paused = is_paused
    await alert_queue.advance(session, queue, now)
    return await announce_queue(session, widget.channel_id, queue, now)
