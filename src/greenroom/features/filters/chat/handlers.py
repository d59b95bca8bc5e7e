"""Pipeline stage that runs the channel's filters and applies penalties."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import case, insert, select, update

from greenroom.accounts.access.staff_accounts import StaffAccounts, StaffCache
from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.removal import remove_lines
from greenroom.chat.moderation.entries import MAX_NAME_LENGTH, EntryActor, new_entry, record_entry
from greenroom.chat.moderation.expected_texts import effect_of
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.features.filters.cache import CompiledFilters, FilterCache
from greenroom.features.filters.engine import PASSED, FilterMatch, FilterSpec
from greenroom.features.filters.fields import Step
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.models import Filter, FilterHit, FilterPermit, FilterStrike
from greenroom.features.filters.rules import ActionTypes, PlannedAction, WarningThrottle, plan_actions, warning
from greenroom.features.filters.schemas import FilterHitRecorded, filters_topic
from greenroom.features.filters.service import hit_out, hits_today
from greenroom.kernel.db.database import insert_into, publish
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.threads import call_each

MAX_HIT_REASON_LENGTH = 700
NO_ACTIONS: ActionTypes = frozenset()

# Filter id, provider and viewer id.
StrikeKey = tuple[UUID, str, str]


class Offence(Struct, frozen=True):
    pending: PendingMessage
    message: Message
    match: FilterMatch

    @property
    def spec(self) -> FilterSpec:
        return self.match.spec

    @property
    def key(self) -> StrikeKey:
        return self.spec.id, self.message.provider, self.message.viewer_id

    @property
    def ref(self) -> LineRef:
        return LineRef(self.pending.source.connection_id, self.message.message_id)


class FilterStage:
    def __init__(self, cache: FilterCache, staff: StaffCache, infos: Mapping[str, PlatformInfo]) -> None:
        self._cache = cache
        self._staff = staff
        self._infos = infos
        self._warnings = WarningThrottle()

    async def prepare(self, channel_id: UUID) -> None:
        """Loads the caches before a batch's transaction, so that the batch is checked against the latest filters."""
        await self._cache.ready(channel_id)
        await self._staff.ready(channel_id)

    async def moderate(self, batch: Batch) -> None:
        """Runs the filters; `prepare` has loaded the caches, so queries are made only if a filter matches."""
        messages = batch.filterable()
        if not messages:
            return
        compiled = await self._cache.get_after_ready(batch.session, batch.channel_id)
        if not compiled.engine.filters:
            return
        staff = await self._staff.get_after_ready(batch.session, batch.channel_id)
        checked = [(one, message) for one in messages if (message := _message_of(one, staff, batch.now)) is not None]
        if compiled.text_effects:
            for _, message in checked:
                message.effect = effect_of(message.text, compiled.text_effects)
        offences = await _find_offences(batch, checked, compiled)
        if offences and not await _lock_filters(batch, offences):
            # Another process deleted a filter, and its message on the bus has not arrived here yet.
            compiled = await self._cache.reload(batch.session, batch.channel_id)
            offences = await _find_offences(batch, checked, compiled)
        if offences:
            await self._act(batch, offences)

    async def _act(self, batch: Batch, offences: Sequence[Offence]) -> None:
        enforced = [offence for offence in offences if not offence.spec.is_shadow]
        numbers = await _count_strikes(batch, enforced)
        steps = [offence.spec.step(numbers.get(id(offence), 1)) for offence in offences]
        for offence, step in zip(offences, steps, strict=True):
            if not offence.spec.is_shadow:
                self._apply(batch, offence, step)
        await _remove_lines(batch, enforced)
        await _write_hits(batch, list(zip(offences, steps, strict=True)))

    def _apply(self, batch: Batch, offence: Offence, step: Step) -> None:
        message, spec = offence.message, offence.spec
        info = self._infos.get(message.provider)
        actions = NO_ACTIONS if info is None else info.actions
        planned = plan_actions(step, message, spec, actions, offence.match.catch.reason)
        offence.pending.removal = Removal(
            "filtered",
            batch.now,
            by=spec.name,
            reason=offence.match.catch.reason,
            seconds=step.seconds or 0,
            is_here_only=planned[0].request is None,
        )
        for action in planned:
            self._defer(batch, offence, action)
        reply = warning(spec, message, actions) if step.action == "warn" else None
        if reply and self._warnings.try_acquire(batch.channel_id, (message.provider, message.viewer_id), batch.now):
            batch.deferred.append(DeferredAction(offence.ref.connection_id, reply, as_bot=True))

    @staticmethod
    def _defer(batch: Batch, offence: Offence, action: PlannedAction) -> None:
        entry = _entry(batch, offence, action)
        record_entry(batch.session, entry)
        if action.request is not None:
            # Sent as the channel's own account, because the bot is perhaps no moderator.
            deferred = DeferredAction(
                offence.ref.connection_id, action.request, entry_id=entry.id, is_reported=action.is_reported
            )
            batch.deferred.append(deferred)


def _message_of(pending: PendingMessage, staff: StaffAccounts, now: datetime) -> Message | None:
    return None if pending.line is None else Message.of(pending.line, staff, now)


async def _find_offences(
    batch: Batch, messages: Sequence[tuple[PendingMessage, Message]], compiled: CompiledFilters
) -> list[Offence]:
    now, offences = batch.now.timestamp(), list[Offence]()
    engine, permits = compiled.engine, compiled.permits
    checked = [pair for pair in messages if (pair[1].provider, pair[1].viewer_id) not in compiled.own_accounts]
    results = await call_each(lambda pair: engine.evaluate(pair[1], permits, now), checked, engine.speed)
    for (one, message), result in zip(checked, results, strict=True):
        if result is PASSED:
            continue
        if result.permit_used:
            await _use_permit(batch, message)
        offences += [Offence(one, message, match) for match in result.matches]
    return offences


async def _lock_filters(batch: Batch, offences: Sequence[Offence]) -> bool:
    """Locks the filters of the offences against deletion; returns False if one is already deleted."""
    wanted = {offence.spec.id for offence in offences}
    locked = select(Filter.id).where(Filter.id.in_(wanted)).with_for_update(read=True, key_share=True)
    return set(await batch.session.scalars(locked)) == wanted


async def _use_permit(batch: Batch, message: Message) -> None:
    await batch.session.execute(
        update(FilterPermit)
        .where(
            FilterPermit.channel_id == batch.channel_id,
            FilterPermit.provider == message.provider,
            FilterPermit.viewer_id == message.viewer_id,
        )
        .values(used_for=message.message_id)
    )


async def _count_strikes(batch: Batch, offences: Sequence[Offence]) -> dict[int, int]:
    """Counts strikes; returns `id(offence)` → its number among the viewer's strikes of this filter, 1 for the first."""
    if not offences:
        return {}
    counts = Counter(offence.key for offence in offences)
    specs = {offence.spec.id: offence.spec for offence in offences}
    rows = [
        {
            "filter_id": filter_id,
            "provider": provider,
            "viewer_id": viewer_id,
            "channel_id": batch.channel_id,
            "count": count,
            "expires_at": batch.now + timedelta(seconds=specs[filter_id].strike_seconds),
        }
        for (filter_id, provider, viewer_id), count in counts.items()
    ]
    statement = insert_into(FilterStrike, batch.session).values(rows)
    new = statement.excluded
    statement = statement.on_conflict_do_update(
        index_elements=[FilterStrike.filter_id, FilterStrike.provider, FilterStrike.viewer_id],
        set_={
            "count": case((FilterStrike.expires_at > batch.now, FilterStrike.count + new.count), else_=new.count),
            "expires_at": new.expires_at,
        },
    ).returning(FilterStrike.filter_id, FilterStrike.provider, FilterStrike.viewer_id, FilterStrike.count)
    after = {(row[0], row[1], row[2]): row[3] for row in await batch.session.execute(statement)}
    numbers: dict[int, int] = {}
    for offence in reversed(offences):
        numbers[id(offence)] = after[offence.key]
        after[offence.key] -= 1
    return numbers


async def _remove_lines(batch: Batch, offences: Sequence[Offence]) -> None:
    refs_by_removal: dict[Removal, list[LineRef]] = {}
    for offence in offences:
        assert offence.pending.removal is not None  # set just before
        refs_by_removal.setdefault(offence.pending.removal, []).append(offence.ref)
    for removal, refs in refs_by_removal.items():
        await remove_lines(batch.session, batch.channel_id, refs, removal)


async def _write_hits(batch: Batch, hits: Sequence[tuple[Offence, Step]]) -> None:
    rows = [_hit(batch, offence, step) for offence, step in hits]
    await batch.session.execute(insert(FilterHit), [_values(row) for row in rows])
    counts = await hits_today(batch.session, batch.channel_id, batch.now)
    for row in rows:
        hit = FilterHitRecorded(filter_id=row.filter_id, hits_today=counts.get(row.filter_id, 0), hit=hit_out(row))
        publish(batch.session, filters_topic(batch.channel_id), hit)


def _hit(batch: Batch, offence: Offence, step: Step) -> FilterHit:
    message, catch = offence.message, offence.match.catch
    return FilterHit(
        id=new_id(),
        channel_id=batch.channel_id,
        filter_id=offence.spec.id,
        connection_id=offence.ref.connection_id,
        provider=message.provider,
        message_id=message.message_id,
        viewer_id=message.viewer_id,
        viewer_name=message.name[:MAX_NAME_LENGTH],
        text=message.text,
        reason=catch.reason[:MAX_HIT_REASON_LENGTH],
        spans=[list(span) for span in catch.spans],
        action=step.action,
        seconds=step.seconds,
        is_shadow=offence.spec.is_shadow,
        created_at=batch.now,
    )


def _values(row: FilterHit) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in FilterHit.__table__.columns}


def _entry(batch: Batch, offence: Offence, action: PlannedAction) -> ModerationEntry:
    message = offence.message
    return new_entry(
        channel_id=batch.channel_id,
        connection_id=offence.ref.connection_id,
        provider=message.provider,
        viewer_id=message.viewer_id,
        viewer_name=message.name,
        action=action.action,
        seconds=action.seconds,
        reason=offence.match.catch.reason,
        actor=EntryActor(kind="filter", name=offence.spec.name),
        message_id=message.message_id,
        message_text=message.text,
        detail=action.detail,
        outcome="asked" if action.request is not None and action.is_reported else "done",
        created_at=batch.now,
    )
