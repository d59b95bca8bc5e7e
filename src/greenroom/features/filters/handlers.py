"""The stage that catches what the filters of a channel look for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import case, insert, select, update

from greenroom.chat.line import LineRef, Removal
from greenroom.chat.models import ModerationEntry
from greenroom.chat.moderation import LONGEST_NAME, record_entry
from greenroom.chat.pipeline import Errand, Said, Turn
from greenroom.chat.removing import remove_lines
from greenroom.features.filters.engine import PASSED, Spec, Verdict
from greenroom.features.filters.fields import Step
from greenroom.features.filters.keeper import Keeper, Known
from greenroom.features.filters.message import Message
from greenroom.features.filters.models import Filter, FilterHit, FilterPermit, FilterStrike
from greenroom.features.filters.rules import ActionTypes, Deed, Warnings, deeds_of, warning
from greenroom.features.filters.schemas import FilterHitTold
from greenroom.features.filters.service import as_bytes, hit_out, hits_today
from greenroom.kernel.db import insert_into, publish
from greenroom.kernel.ids import new_id
from greenroom.tenancy.platforms import PlatformInfo
from greenroom.tenancy.topics import filters_topic

LONGEST_REASON = 700
NOTHING: ActionTypes = frozenset()

StrikeKey = tuple[UUID, str, str]


@dataclass(frozen=True, slots=True)
class Offence:
    said: Said
    message: Message
    verdict: Verdict

    @property
    def spec(self) -> Spec:
        return self.verdict.spec

    @property
    def key(self) -> StrikeKey:
        return self.spec.id, self.message.provider, self.message.viewer_id

    @property
    def ref(self) -> LineRef:
        return LineRef(self.said.heard.connection_id, self.message.message_id)


class Moderator:
    def __init__(self, keeper: Keeper, infos: Mapping[str, PlatformInfo]) -> None:
        """Platforms are asked what they can do."""
        self._keeper = keeper
        self._infos = infos
        self._warnings = Warnings()

    async def moderate(self, turn: Turn) -> None:
        """Asks the database nothing as long as nobody offends."""
        fresh = turn.fresh()
        if not fresh:
            return
        known = await self._keeper.known(turn.session, turn.channel_id)
        if not known.engine.ready:
            return
        offences = await _judge(turn, fresh, known)
        if offences and not await _are_all_there(turn, offences):
            # Another process has deleted a filter, and its word is on the way here.
            known = await self._keeper.known_again(turn.session, turn.channel_id)
            offences = await _judge(turn, fresh, known)
        if offences:
            await self._act(turn, offences)

    async def _act(self, turn: Turn, offences: Sequence[Offence]) -> None:
        real = [offence for offence in offences if not offence.spec.is_shadow]
        numbers = await _strike(turn, real)
        steps = [offence.spec.step(numbers.get(id(offence), 1)) for offence in offences]
        for offence, step in zip(offences, steps, strict=True):
            if not offence.spec.is_shadow:
                self._punish(turn, offence, step)
        await _strike_through(turn, real)
        await _write_hits(turn, list(zip(offences, steps, strict=True)))

    def _punish(self, turn: Turn, offence: Offence, step: Step) -> None:
        message, spec = offence.message, offence.spec
        info = self._infos.get(message.provider)
        actions = NOTHING if info is None else info.actions
        deeds = deeds_of(step, message, spec, actions, offence.verdict.catch.reason)
        offence.said.removal = Removal(
            "filtered",
            turn.now,
            by=spec.name,
            reason=offence.verdict.catch.reason,
            seconds=step.seconds or 0,
            is_here_only=deeds[0].request is None,
        )
        for deed in deeds:
            self._do(turn, offence, deed)
        words = warning(spec, message, actions) if step.action == "warn" else None
        if words and self._warnings.may_warn(turn.channel_id, (message.provider, message.viewer_id), turn.now):
            turn.errands.append(Errand(offence.ref.connection_id, words, as_bot=True))

    @staticmethod
    def _do(turn: Turn, offence: Offence, deed: Deed) -> None:
        entry = _entry(turn, offence, deed)
        record_entry(turn.session, entry)
        if deed.request is not None:
            # In the name of the channel itself: not every bot was made a moderator.
            errand = Errand(offence.ref.connection_id, deed.request, entry_id=entry.id, is_reported=not deed.is_settled)
            turn.errands.append(errand)


async def _judge(turn: Turn, fresh: Sequence[Said], known: Known) -> list[Offence]:
    now, offences = turn.now.timestamp(), list[Offence]()
    for one in fresh:
        message = None if one.line is None else Message.of(one.line)
        if message is None or (message.provider, message.viewer_id) in known.own:
            continue
        judgement = known.engine.judge(message, known.permits, now)
        if judgement is PASSED:
            continue
        if judgement.permit_used:
            await _spend_permit(turn, message)
        offences += [Offence(one, message, verdict) for verdict in judgement.verdicts]
    return offences


async def _are_all_there(turn: Turn, offences: Sequence[Offence]) -> bool:
    """Nothing can be written down for a filter that is gone. Those that are there stay until all of it is written."""
    wanted = {offence.spec.id for offence in offences}
    there = select(Filter.id).where(Filter.id.in_(wanted)).with_for_update(read=True, key_share=True)
    return set(await turn.session.scalars(there)) == wanted


async def _spend_permit(turn: Turn, message: Message) -> None:
    await turn.session.execute(
        update(FilterPermit)
        .where(
            FilterPermit.channel_id == turn.channel_id,
            FilterPermit.provider == message.provider,
            FilterPermit.viewer_id == message.viewer_id,
        )
        .values(used_for=message.message_id)
    )


async def _strike(turn: Turn, offences: Sequence[Offence]) -> dict[int, int]:
    """Which offence it is for whoever did it, by the offence's identity; one statement for all of them."""
    if not offences:
        return {}
    counts = Counter(offence.key for offence in offences)
    specs = {offence.spec.id: offence.spec for offence in offences}
    rows = [
        {
            "filter_id": filter_id,
            "provider": provider,
            "viewer_id": viewer_id,
            "channel_id": turn.channel_id,
            "count": count,
            "expires_at": turn.now + timedelta(seconds=specs[filter_id].strike_seconds),
        }
        for (filter_id, provider, viewer_id), count in counts.items()
    ]
    statement = insert_into(FilterStrike, turn.session).values(rows)
    new = statement.excluded
    statement = statement.on_conflict_do_update(
        index_elements=[FilterStrike.filter_id, FilterStrike.provider, FilterStrike.viewer_id],
        set_={
            "count": case((FilterStrike.expires_at > turn.now, FilterStrike.count + new.count), else_=new.count),
            "expires_at": new.expires_at,
        },
    ).returning(FilterStrike.filter_id, FilterStrike.provider, FilterStrike.viewer_id, FilterStrike.count)
    after = {(row[0], row[1], row[2]): row[3] for row in await turn.session.execute(statement)}
    numbers: dict[int, int] = {}
    for offence in reversed(offences):
        numbers[id(offence)] = after[offence.key]
        after[offence.key] -= 1
    return numbers


async def _strike_through(turn: Turn, offences: Sequence[Offence]) -> None:
    together: dict[Removal, list[LineRef]] = {}
    for offence in offences:
        assert offence.said.removal is not None  # set just before
        together.setdefault(offence.said.removal, []).append(offence.ref)
    for removal, refs in together.items():
        await remove_lines(turn.session, turn.channel_id, refs, removal)


async def _write_hits(turn: Turn, hits: Sequence[tuple[Offence, Step]]) -> None:
    rows = [_hit(turn, offence, step) for offence, step in hits]
    await turn.session.execute(insert(FilterHit), [_values(row) for row in rows])
    counts = await hits_today(turn.session, turn.channel_id, turn.now)
    for row in rows:
        told = FilterHitTold(filter_id=row.filter_id, hits_today=counts.get(row.filter_id, 0), hit=hit_out(row))
        publish(turn.session, filters_topic(turn.channel_id), as_bytes(told))


def _hit(turn: Turn, offence: Offence, step: Step) -> FilterHit:
    message, catch = offence.message, offence.verdict.catch
    return FilterHit(
        id=new_id(),
        channel_id=turn.channel_id,
        filter_id=offence.spec.id,
        connection_id=offence.ref.connection_id,
        provider=message.provider,
        message_id=message.message_id,
        viewer_id=message.viewer_id,
        viewer_name=message.name[:LONGEST_NAME],
        text=message.text,
        reason=catch.reason[:LONGEST_REASON],
        spans=[list(span) for span in catch.spans],
        action=step.action,
        seconds=step.seconds,
        is_shadow=offence.spec.is_shadow,
        created_at=turn.now,
    )


def _values(row: FilterHit) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in FilterHit.__table__.columns}


def _entry(turn: Turn, offence: Offence, deed: Deed) -> ModerationEntry:
    message = offence.message
    return ModerationEntry(
        id=new_id(),
        channel_id=turn.channel_id,
        connection_id=offence.ref.connection_id,
        provider=message.provider,
        viewer_id=message.viewer_id,
        viewer_name=message.name[:LONGEST_NAME],
        action=deed.action,
        seconds=deed.seconds,
        reason=offence.verdict.catch.reason[:500],
        actor_kind="filter",
        actor_name=offence.spec.name,
        actor_id=None,
        message_id=message.message_id,
        message_text=message.text,
        detail=deed.detail,
        outcome="asked" if deed.request is not None and not deed.is_settled else "done",
        is_in_doubt=False,
        is_confirmed=False,
        created_at=turn.now,
        undone_at=None,
        undone_by="",
        undo_of=None,
    )
