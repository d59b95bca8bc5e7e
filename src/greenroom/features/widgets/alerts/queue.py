"""The queue of one alerts widget: one alert at a time, in the database, so that it survives restarts and reloads."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random, SystemRandom
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import Select, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import Channel
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.presentation import ActivityOut
from greenroom.features.widgets.alerts.rules import (
    AlertFacts,
    AlertOut,
    Share,
    alert_out,
    facts_of,
    find_rule,
    group_key,
    grown_facts,
    merge_facts,
    passes_chance,
    pick_variant,
)
from greenroom.features.widgets.models import SOURCE_GONE_AFTER, AlertQueue, QueuedAlert, Widget, WidgetSource
from greenroom.features.widgets.texts.passed import passed_activity_ids
from greenroom.features.widgets.topics import publish_to_widget
from greenroom.features.widgets.types.alerts import AlertRule, AlertsWidget, AlertVariant
from greenroom.kernel.db.database import JsonObject, insert_into
from greenroom.kernel.ids import new_id

MAX_WAITING = 100
# Alerts that waited longer are not shown: a source that opens in the evening does not play the afternoon's alerts.
MAX_WAIT = timedelta(hours=1)
# How long finished alerts are stored, so that an activity that is reported again makes no second alert.
RETENTION = timedelta(days=1)

WAITING, PLAYING, DONE, MERGED = "waiting", "playing", "done", "merged"


class NewAlert(Struct, frozen=True):
    # `activity:` or `replay:` with an id; an alert with a known key is not queued again.
    source_key: str
    activity_id: UUID | None
    group_key: str
    facts: AlertFacts
    variant: AlertVariant
    value: int


def new_alert(
    widget_id: UUID, settings: AlertsWidget, activity: Activity | ActivityOut, *, with_message: bool = True
) -> NewAlert | None:
    """The alert for an activity, always with the same random choices; None if no rule matches or chance drops it."""
    rng = Random(f"{widget_id}:{activity.id}")  # noqa: S311  # no secret
    rule = find_rule(activity, settings.rules)
    if rule is None or not passes_chance(rule, rng):
        return None
    return _alert_of(activity, rule, f"activity:{activity.id}", rng, with_message=with_message)


def replayed_alert(settings: AlertsWidget, activity: Activity, *, with_message: bool) -> NewAlert | None:
    """An alert that ignores the chance of its rule; None if no rule matches the activity."""
    rule = find_rule(activity, settings.rules)
    if rule is None:
        return None
    # A unique group, so that the alert is not merged with others.
    key = f"replay:{new_id()}"
    alert = _alert_of(activity, rule, key, SystemRandom(), with_message=with_message)
    return msgspec.structs.replace(alert, group_key=key)


def _alert_of(
    activity: Activity | ActivityOut, rule: AlertRule, source_key: str, rng: Random, *, with_message: bool
) -> NewAlert:
    facts, variant = facts_of(activity, with_message=with_message), pick_variant(rule, rng)
    return NewAlert(source_key, activity.id, group_key(activity, rule), facts, variant, activity.value)


class AlertStarted(Struct, frozen=True, tag="alert"):
    alert: AlertOut


class AlertEnded(Struct, frozen=True, tag="alert_ended"):
    """The alert has ended before its time, because it was skipped."""

    id: UUID


class AlertRevised(Struct, frozen=True, tag="alert_revised"):
    """New text of the alert on screen: a gift has grown, or a message has passed the filters or was removed."""

    alert: AlertOut


def _share_of(alert: NewAlert) -> Share:
    return Share(alert.facts.count, alert.facts.amount, alert.value)


def _payload(facts: AlertFacts, value: int) -> JsonObject:
    return {"facts": msgspec.to_builtins(facts), "value": value}


def facts_in(row: QueuedAlert) -> AlertFacts:
    return msgspec.convert(row.payload["facts"], AlertFacts)


def _variant_in(row: QueuedAlert) -> AlertVariant:
    return AlertVariant.model_validate(row.payload["variant"])


def _value_in(row: QueuedAlert) -> int:
    return msgspec.convert(row.payload["value"], int)


def shown_alert(row: QueuedAlert, now: datetime) -> AlertOut:
    elapsed = 0 if row.started_at is None else max((now - row.started_at) // timedelta(milliseconds=1), 0)
    return alert_out(row.id, facts_in(row), _variant_in(row), _value_in(row), elapsed)


async def lock_queue(session: AsyncSession, widget_id: UUID) -> AlertQueue:
    """Locks the queue, which is created if missing; only then are alerts started, so that two processes start one."""
    fields = {"widget_id": widget_id, "is_paused": False, "playing_id": None, "playing_until": None, "dropped": 0}
    await session.execute(insert_into(AlertQueue, session).values(fields).on_conflict_do_nothing())
    found = select(AlertQueue).where(AlertQueue.widget_id == widget_id).with_for_update()
    return (await session.scalars(found.execution_options(populate_existing=True))).one()


async def enqueue(session: AsyncSession, queue: AlertQueue, alerts: Sequence[NewAlert], now: datetime) -> int:
    """Queues alerts and returns how many it added; others are merged, revise a known alert, or are too many."""
    known = await _find_known(session, queue.widget_id, [alert.source_key for alert in alerts])
    unfinished = [
        row for row in await session.scalars(_in_state(queue.widget_id, WAITING, PLAYING)) if not _drop_old(row, now)
    ]
    waiting = {row.group_key: row for row in unfinished if row.state == WAITING}
    free, added = MAX_WAITING - sum(row.state == WAITING for row in unfinished), 0
    for alert in alerts:
        if (row := known.get(alert.source_key)) is not None:
            if (target := _alert_showing(row, unfinished)) is not None:
                _revise(session, row, target, alert, now)
            continue
        row = _row(queue.widget_id, alert, now)
        known[alert.source_key] = row
        session.add(row)
        if (target := waiting.get(alert.group_key)) is not None:
            facts, value = merge_facts(facts_in(target), alert.facts), _value_in(target) + alert.value
            target.payload = {**target.payload, **_payload(facts, value)}
            target.queued_at = now
            row.state = MERGED
        elif added < free:
            added += 1
            waiting[alert.group_key] = row
            unfinished.append(row)
        else:
            queue.dropped += 1
            row.state = DONE
    await session.flush()
    return added


def _row(widget_id: UUID, alert: NewAlert, now: datetime) -> QueuedAlert:
    variant, share = alert.variant.model_dump(mode="json"), msgspec.to_builtins(_share_of(alert))
    return QueuedAlert(
        id=new_id(),
        widget_id=widget_id,
        source_key=alert.source_key,
        activity_id=alert.activity_id,
        group_key=alert.group_key,
        state=WAITING,
        payload={**_payload(alert.facts, alert.value), "variant": variant, "share": share},
        is_shown=False,
        queued_at=now,
        started_at=None,
    )


async def _find_known(session: AsyncSession, widget_id: UUID, source_keys: Sequence[str]) -> dict[str, QueuedAlert]:
    found = select(QueuedAlert).where(QueuedAlert.widget_id == widget_id, QueuedAlert.source_key.in_(source_keys))
    return {row.source_key: row for row in await session.scalars(found)}


def _waiting(widget_id: UUID) -> Select[QueuedAlert]:
    return _in_state(widget_id, WAITING)


def _in_state(widget_id: UUID, *states: str) -> Select[QueuedAlert]:
    """Alerts in these states, in the order in which they play."""
    found = select(QueuedAlert).where(QueuedAlert.widget_id == widget_id, QueuedAlert.state.in_(states))
    return found.order_by(QueuedAlert.id)


def _alert_showing(row: QueuedAlert, unfinished: Sequence[QueuedAlert]) -> QueuedAlert | None:
    """The alert that shows the activity of `row`: `row`, or the alert it was merged into; None if it has ended."""
    if row.state == MERGED:
        same = [one for one in unfinished if one.group_key == row.group_key and one.id < row.id]
        return same[-1] if same else None
    return row if row.state in {WAITING, PLAYING} else None


def _revise(session: AsyncSession, row: QueuedAlert, target: QueuedAlert, alert: NewAlert, now: datetime) -> None:
    """Updates `target`, which shows the activity of `row`, if the activity has grown or has a new message to show."""
    old, new, facts = msgspec.convert(row.payload["share"], Share), _share_of(alert), facts_in(target)
    if new.count <= old.count and not alert.facts.messages.keys() - facts.messages.keys():
        return
    grown, value = grown_facts(facts, alert.facts, old), _value_in(target) + new.value - old.value
    target.payload = {**target.payload, **_payload(grown, value)}
    row.payload = {**row.payload, "share": msgspec.to_builtins(new)}
    if target.state == PLAYING:
        publish_to_widget(session, target.widget_id, AlertRevised(shown_alert(target, now)))


async def drop_removed_texts(session: AsyncSession, rows: Sequence[QueuedAlert]) -> list[QueuedAlert]:
    """Drops messages from alerts if their chat lines were removed; returns the alerts that have changed."""
    with_messages = {row: facts for row in rows if (facts := facts_in(row)).messages}
    ids = {activity_id for facts in with_messages.values() for activity_id in facts.messages}
    activities = list(await session.scalars(select(Activity).where(Activity.id.in_(ids)))) if ids else []
    passed = await passed_activity_ids(session, activities)
    changed = [row for row, facts in with_messages.items() if not facts.messages.keys() <= passed]
    for row in changed:
        messages = {key: text for key, text in with_messages[row].messages.items() if key in passed}
        facts = msgspec.structs.replace(with_messages[row], messages=messages)
        row.payload = {**row.payload, **_payload(facts, _value_in(row))}
    return changed


async def recheck_texts(session: AsyncSession, queue: AlertQueue, now: datetime) -> bool:
    """Drops messages of removed chat lines from the queue; returns whether an alert has changed."""
    unfinished = list(await session.scalars(_in_state(queue.widget_id, WAITING, PLAYING)))
    changed = await drop_removed_texts(session, unfinished)
    for row in changed:
        if row.state == PLAYING:
            publish_to_widget(session, row.widget_id, AlertRevised(shown_alert(row, now)))
    return bool(changed)


class AlertPlayback(Struct, frozen=True):
    """When the alert on screen and the pause after it end; None if no alert is on screen."""

    until: datetime | None


async def advance(session: AsyncSession, queue: AlertQueue, now: datetime) -> AlertPlayback:
    """Ends the alert on screen if its time is over, and starts the next one if alerts may play."""
    if queue.playing_id is not None and queue.playing_until is not None and queue.playing_until > now:
        return AlertPlayback(queue.playing_until)
    await _finish(session, queue)
    if queue.is_paused or not await _may_play(session, queue.widget_id, now):
        await session.flush()
        return AlertPlayback(None)
    row = await _next_alert(session, queue.widget_id, now)
    if row is not None:
        await drop_removed_texts(session, [row])
        gap = await _gap_seconds(session, queue.widget_id)
        duration = timedelta(seconds=_variant_in(row).duration_seconds + gap)
        row.state, row.started_at = PLAYING, now
        queue.playing_id, queue.playing_until = row.id, now + duration
        publish_to_widget(session, queue.widget_id, AlertStarted(shown_alert(row, now)))
    await session.flush()
    return AlertPlayback(queue.playing_until)


async def _finish(session: AsyncSession, queue: AlertQueue) -> None:
    if queue.playing_id is None:
        return
    row = await session.get(QueuedAlert, queue.playing_id)
    if row is not None:
        row.state = DONE
        if not row.is_shown and row.started_at is not None:
            # No source has shown the alert, because the page was reloading. It plays once more, before the others;
            # `is_shown` prevents a third time.
            row.state, row.started_at, row.is_shown = WAITING, None, True
    queue.playing_id = queue.playing_until = None


async def _may_play(session: AsyncSession, widget_id: UUID, now: datetime) -> bool:
    """Whether alerts may play: the channel's alerts are not paused, the widget is on, and a source shows it."""
    may_show = (
        select(Widget.id)
        .join(Channel, Widget.channel_id == Channel.id)
        .where(Widget.id == widget_id, Widget.is_enabled, Channel.alerts_paused.is_(False))
    )
    if await session.scalar(may_show) is None:
        return False
    has_source = exists().where(WidgetSource.widget_id == widget_id, WidgetSource.seen_at > now - SOURCE_GONE_AFTER)
    return bool(await session.scalar(select(has_source)))


async def _next_alert(session: AsyncSession, widget_id: UUID, now: datetime) -> QueuedAlert | None:
    return next((row for row in await session.scalars(_waiting(widget_id)) if not _drop_old(row, now)), None)


def _drop_old(row: QueuedAlert, now: datetime) -> bool:
    """Marks an alert as done if it has waited too long; returns whether it is done."""
    if row.state == WAITING and row.queued_at < now - MAX_WAIT:
        row.state = DONE
    return row.state == DONE


async def _gap_seconds(session: AsyncSession, widget_id: UUID) -> int:
    settings: Mapping[str, object] = await session.scalar(select(Widget.settings).where(Widget.id == widget_id)) or {}
    return msgspec.convert(settings.get("gap_seconds", 1), int)


async def skip(session: AsyncSession, queue: AlertQueue, now: datetime) -> AlertPlayback:
    """Ends the alert on screen, and starts the next one if alerts may play."""
    if queue.playing_id is not None:
        publish_to_widget(session, queue.widget_id, AlertEnded(queue.playing_id))
        row = await session.get(QueuedAlert, queue.playing_id)
        if row is not None:
            row.is_shown = True
        queue.playing_until = now
    return await advance(session, queue, now)


async def clear(session: AsyncSession, queue: AlertQueue) -> None:
    """Drops all waiting alerts; the one on screen stays."""
    for row in await session.scalars(_waiting(queue.widget_id)):
        row.state = DONE


async def mark_shown(session: AsyncSession, widget_id: UUID, alert_id: UUID) -> None:
    row = await session.get(QueuedAlert, alert_id)
    if row is not None and row.widget_id == widget_id:
        row.is_shown = True


async def playing_alert(session: AsyncSession, widget_id: UUID, now: datetime) -> QueuedAlert | None:
    queue = await session.get(AlertQueue, widget_id)
    if queue is None or queue.playing_id is None or queue.playing_until is None or queue.playing_until <= now:
        return None
    return await session.get(QueuedAlert, queue.playing_id)


async def waiting_alerts(session: AsyncSession, widget_id: UUID) -> list[QueuedAlert]:
    return list(await session.scalars(_waiting(widget_id)))


async def delete_old(session: AsyncSession, now: datetime) -> None:
    await session.execute(
        delete(QueuedAlert).where(QueuedAlert.queued_at < now - RETENTION, QueuedAlert.state.in_([DONE, MERGED]))
    )
