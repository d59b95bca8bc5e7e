from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import record_change
from greenroom.accounts.topics import notify_processes
from greenroom.channel_file.settings_section import ONLY_KEY
from greenroom.chat.pipeline.explain import Span
from greenroom.features.filters import rows as filter_rows
from greenroom.features.filters import terms as terms_module
from greenroom.features.filters.cache import FILTERS_CHANGED, PermitGiven, compile_filters, publish_permit
from greenroom.features.filters.engine import FilterSpec
from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term
from greenroom.features.filters.models import Filter, FilterHit, FilterPermit, FilterStrike, FilterTerms
from greenroom.features.filters.schemas import (
    FilterHitOut,
    FiltersChanged,
    FilterTypeOut,
    HitsOut,
    PermitIn,
    PermitOut,
    StepOut,
    StrikeOut,
    TermsOut,
    TermsSaved,
    TestIn,
    TestOut,
    filters_topic,
)
from greenroom.features.filters.terms import CheckedTerms, TermChecks
from greenroom.features.filters.types.address_lists import valid_settings
from greenroom.features.filters.types.banned_terms import TermIn
from greenroom.features.filters.types.filter_type import FilterCheck
from greenroom.features.filters.types.link import LinkSettings
from greenroom.features.filters.types.registry import FILTER_TYPES, FilterOut
from greenroom.forms.settings import fields_of
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, insert_into, publish
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Conflict, Invalid, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.threads import DRY_RUNS

MAX_FILTERS = 100
DEFAULT_PERMIT_SECONDS = 60


class FilterNotFound(NotFound):
    message = "Filter not found."


class TooManyFilters(Conflict):
    type = "too_many_filters"
    message = f"A channel can have up to {MAX_FILTERS} filters. Delete one first."


class FilterChanged(ChangedMeanwhile):
    type = "filter_changed"
    what = "filter"


def list_types() -> list[FilterTypeOut]:
    return [
        FilterTypeOut.model_validate(
            {
                "type": kind.key,
                "title": kind.title,
                "tag": kind.tag,
                "description": kind.description,
                "rule": kind.rule,
                "icon": kind.icon,
                "fields": list(fields_of(kind.settings).values()),
                "defaults": kind.filter.model_validate({"type": kind.key, "name": kind.title}).model_dump(mode="json"),
                "settings_schema": kind.settings.model_json_schema(),
            }
        )
        for kind in FILTER_TYPES.values()
    ]


async def list_filters(session: AsyncSession, channel_id: UUID, now: datetime) -> list[FilterOut]:
    """Filters in the order they run."""
    rows = await session.scalars(
        select(Filter).where(Filter.channel_id == channel_id).order_by(Filter.place, Filter.id)
    )
    counts = await hits_today(session, channel_id, now)
    return [filter_rows.api_model_of(row, counts.get(row.id, 0)) for row in rows]


async def hits_today(session: AsyncSession, channel_id: UUID, now: datetime) -> dict[UUID, int]:
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    rows = await session.execute(
        select(FilterHit.filter_id, func.count())
        .where(FilterHit.channel_id == channel_id, FilterHit.created_at >= midnight)
        .group_by(FilterHit.filter_id)
    )
    return {row[0]: row[1] for row in rows}


async def get_filter(session: AsyncSession, channel_id: UUID, filter_id: UUID, now: datetime) -> FilterOut:
    row = await find_filter(session, channel_id, filter_id)
    counts = await hits_today(session, channel_id, now)
    return filter_rows.api_model_of(row, counts.get(row.id, 0))


async def find_filter(session: AsyncSession, channel_id: UUID, filter_id: UUID) -> Filter:
    row = await session.get(Filter, filter_id)
    if row is None or row.channel_id != channel_id:
        raise FilterNotFound
    return row


async def create_filter(
    session: AsyncSession, channel_id: UUID, fields: FilterFields, terms: CheckedTerms | None, by: ChangedBy
) -> FilterOut:
    await advisory_lock(session, f"filters:{channel_id}")
    places = list(await session.scalars(select(Filter.place).where(Filter.channel_id == channel_id)))
    if len(places) >= MAX_FILTERS:
        raise TooManyFilters
    row = Filter(id=new_id(), channel_id=channel_id, place=max(places, default=-1) + 1, term_count=0)
    filter_rows.apply_fields(row, fields)
    row.revision, row.created_at = 0, by.at
    row.sign(by)
    session.add(row)
    await session.flush()
    if terms is not None:
        await _store_terms(session, row, terms)
    _record(session, row, by, None, filter_rows.entry_of(row, terms.terms if terms else ()))
    _publish_change(session, channel_id)
    return filter_rows.api_model_of(row, 0)


async def save_filter(
    session: AsyncSession,
    channel_id: UUID,
    filter_id: UUID,
    fields: FilterFields,
    terms: CheckedTerms | None,
    by: ChangedBy,
    *,
    revision: int | None,
) -> FilterOut:
    """Saves the filter; raises FilterChanged if `revision` is given and outdated."""
    await advisory_lock(session, f"filters:{channel_id}")
    row = await find_filter(session, channel_id, filter_id)
    if revision is not None and revision != row.revision:
        raise FilterChanged(row)
    if row.type != filter_rows.type_of(fields):
        raise Invalid("type", f"is {row.type} and can't be changed; create a new filter instead")
    before = filter_rows.entry_of(row, None if terms is None else await stored_terms(session, row.id))
    filter_rows.apply_fields(row, fields)
    row.sign(by)
    if terms is not None:
        await _store_terms(session, row, terms)
    _record(session, row, by, before, filter_rows.entry_of(row, None if terms is None else terms.terms))
    _publish_change(session, channel_id)
    counts = await hits_today(session, channel_id, by.at)
    return filter_rows.api_model_of(row, counts.get(row.id, 0))


async def switch_filter(
    session: AsyncSession, channel_id: UUID, filter_id: UUID, *, is_enabled: bool, by: ChangedBy
) -> FilterOut:
    await advisory_lock(session, f"filters:{channel_id}")
    row = await find_filter(session, channel_id, filter_id)
    before = filter_rows.entry_of(row, None)
    row.is_enabled = is_enabled
    row.sign(by)
    _record(session, row, by, before, filter_rows.entry_of(row, None))
    _publish_change(session, channel_id)
    counts = await hits_today(session, channel_id, by.at)
    return filter_rows.api_model_of(row, counts.get(row.id, 0))


async def delete_filter(session: AsyncSession, channel_id: UUID, filter_id: UUID, by: ChangedBy) -> None:
    await advisory_lock(session, f"filters:{channel_id}")
    row = await find_filter(session, channel_id, filter_id)
    _record(session, row, by, filter_rows.entry_of(row, await stored_terms(session, row.id)), None)
    await session.execute(delete(Filter).where(Filter.id == row.id))
    _publish_change(session, channel_id)


def _record(session: AsyncSession, row: Filter, by: ChangedBy, old: JsonObject | None, new: JsonObject | None) -> None:
    record_change(session, row.channel_id, by, section="filters", item=row.name, title=row.name, old=old, new=new)


async def order_filters(session: AsyncSession, channel_id: UUID, filter_ids: Sequence[UUID], by: ChangedBy) -> None:
    await advisory_lock(session, f"filters:{channel_id}")
    of_channel = select(Filter).where(Filter.channel_id == channel_id).order_by(Filter.place, Filter.id)
    rows = {row.id: row for row in await session.scalars(of_channel)}
    if len(set(filter_ids)) != len(filter_ids) or set(filter_ids) != set(rows):
        raise Invalid("filter_ids", "must contain every filter of the channel exactly once")
    for place, filter_id in enumerate(filter_ids):
        rows[filter_id].place = place
    old: JsonObject = {"names": [row.name for row in rows.values()]}
    new: JsonObject = {"names": [rows[filter_id].name for filter_id in filter_ids]}
    record_change(
        session, channel_id, by, section="filter_order", item=ONLY_KEY, title="Filter order", old=old, new=new
    )
    _publish_change(session, channel_id)


async def list_terms(session: AsyncSession, channel_id: UUID, filter_id: UUID) -> TermsOut:
    await _find_with_terms(session, channel_id, filter_id)
    terms = await stored_terms(session, filter_id)
    return TermsOut(records=[TermIn.model_construct(kind=term.kind, text=term.text) for term in terms])


async def save_terms(
    session: AsyncSession, channel_id: UUID, filter_id: UUID, terms: CheckedTerms, by: ChangedBy
) -> TermsSaved:
    await advisory_lock(session, f"filters:{channel_id}")
    row = await _find_with_terms(session, channel_id, filter_id)
    before = filter_rows.entry_of(row, await stored_terms(session, filter_id))
    await _store_terms(session, row, terms)
    row.sign(by)
    _record(session, row, by, before, filter_rows.entry_of(row, terms.terms))
    _publish_change(session, channel_id)
    return TermsSaved(count=len(terms.terms), merged=terms.merged, duplicates=list(terms.duplicates))


async def stored_terms(session: AsyncSession, filter_id: UUID) -> tuple[Term, ...]:
    return terms_module.decode(
        await session.scalar(select(FilterTerms.terms).where(FilterTerms.filter_id == filter_id))
    )


async def _find_with_terms(session: AsyncSession, channel_id: UUID, filter_id: UUID) -> Filter:
    row = await find_filter(session, channel_id, filter_id)
    if row.type != "banned_terms":
        raise Invalid("filter_id", "is not a banned terms filter")
    return row


async def _store_terms(session: AsyncSession, row: Filter, terms: CheckedTerms) -> None:
    stored = terms_module.encode(terms.terms)
    row.term_count = len(terms.terms)
    statement = insert_into(FilterTerms, session).values(filter_id=row.id, terms=stored)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[FilterTerms.filter_id], set_={"terms": stored})
    )


def _publish_change(session: AsyncSession, channel_id: UUID) -> None:
    notify_processes(session, FILTERS_CHANGED, channel_id)
    publish(session, filters_topic(channel_id), FiltersChanged())


async def unsaved_spec(checks: TermChecks, fields: FilterFields, filter_id: UUID | None) -> FilterSpec:
    """The filter in a request, with the saved terms if the request has none."""
    sent = await checks.check_filter(fields, filter_id)
    terms: tuple[Term, ...] = sent.terms if sent is not None else ()
    if filter_id is not None:
        async with checks.kernel.database.read() as session:
            row = await find_filter(session, checks.channel_id, filter_id)
            if sent is None and row.type == "banned_terms":
                terms = await stored_terms(session, filter_id)
    return FilterSpec.of(
        filter_id or new_id(), fields, filter_rows.type_of(fields), filter_rows.settings_of(fields), terms
    )


async def test_message(checks: TermChecks, body: TestIn) -> TestOut:
    spec = await unsaved_spec(checks, body.filter, body.filter_id)
    engine = await compile_filters([spec], threads=DRY_RUNS)
    message = Message(body.text, provider=body.provider, level=body.level, is_first=body.is_first, message_id="test")
    if skipped := spec.skip_reason(message):
        return TestOut(caught=False, reason=skipped, spans=[], step=None)
    # Always in a thread: an unsaved filter may be slower than estimated.
    return await DRY_RUNS.run(_test, spec, engine.filters[0].check, message)


def _test(spec: FilterSpec, check: FilterCheck, message: Message) -> TestOut:
    catch = check.catch(message)
    if catch is None:
        return TestOut(caught=False, reason=check.explain_pass(message), spans=[], step=None)
    step = spec.step(1)
    return TestOut(
        caught=True,
        reason=catch.reason,
        spans=[Span(start=start, end=end) for start, end in catch.spans],
        step=StepOut(action=step.action, seconds=step.seconds),
    )


async def list_hits(
    session: AsyncSession, channel_id: UUID, filter_id: UUID, cursor: str | None, limit: int
) -> HitsOut:
    await find_filter(session, channel_id, filter_id)
    query = select(FilterHit).where(FilterHit.filter_id == filter_id).order_by(FilterHit.id.desc()).limit(limit + 1)
    if cursor:
        query = query.where(FilterHit.id < _cursor_id(cursor))
    rows = list(await session.scalars(query))
    shown = rows[:limit]
    return HitsOut(
        records=[hit_out(row) for row in shown], cursor=encode_cursor(str(shown[-1].id)) if len(rows) > limit else None
    )


def _cursor_id(cursor: str) -> UUID:
    try:
        return UUID(decode_cursor(cursor, 1)[0])
    except ValueError as error:
        raise Invalid("cursor", "is not a valid cursor") from error


def hit_out(row: FilterHit) -> FilterHitOut:
    return FilterHitOut.model_validate(
        {
            "id": row.id,
            "filter_id": row.filter_id,
            "connection_id": row.connection_id,
            "provider": row.provider,
            "message_id": row.message_id,
            "provider_viewer_id": row.viewer_id,
            "viewer_name": row.viewer_name,
            "text": row.text,
            "reason": row.reason,
            "spans": [{"start": start, "end": end} for start, end in row.spans],
            "step": {"action": row.action, "seconds": row.seconds},
            "is_shadow": row.is_shadow,
            "created_at": row.created_at,
        }
    )


async def permit(session: AsyncSession, channel_id: UUID, body: PermitIn, now: datetime) -> PermitOut:
    """Allows one message with links; replaces an earlier permit."""
    seconds = body.seconds or await _permit_seconds(session, channel_id)
    expires_at = now + timedelta(seconds=seconds)
    values = {"expires_at": expires_at, "used_for": ""}
    key = {"channel_id": channel_id, "provider": body.provider, "viewer_id": body.provider_viewer_id}
    statement = insert_into(FilterPermit, session).values(id=new_id(), **key, **values)
    columns = [FilterPermit.channel_id, FilterPermit.provider, FilterPermit.viewer_id]
    await session.execute(statement.on_conflict_do_update(index_elements=columns, set_=values))
    publish_permit(session, PermitGiven(channel_id, body.provider, body.provider_viewer_id, expires_at.timestamp()))
    return PermitOut(
        provider=body.provider, provider_viewer_id=body.provider_viewer_id, seconds=seconds, expires_at=expires_at
    )


async def _permit_seconds(session: AsyncSession, channel_id: UUID) -> int:
    """`permit_seconds` of the channel's first link filter, or the default."""
    settings = await session.scalar(
        select(Filter.settings)
        .where(Filter.channel_id == channel_id, Filter.type == "link")
        .order_by(Filter.place, Filter.id)
        .limit(1)
    )
    return (
        DEFAULT_PERMIT_SECONDS
        if settings is None
        else LinkSettings.model_validate(valid_settings(settings)).permit_seconds
    )


async def list_strikes(
    session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str, now: datetime
) -> list[StrikeOut]:
    rows = await session.execute(
        select(FilterStrike.filter_id, Filter.name, FilterStrike.count, FilterStrike.expires_at)
        .join(Filter, Filter.id == FilterStrike.filter_id)
        .where(
            FilterStrike.channel_id == channel_id,
            FilterStrike.provider == provider,
            FilterStrike.viewer_id == viewer_id,
            FilterStrike.expires_at > now,
        )
        .order_by(Filter.place, Filter.id)
    )
    return [
        StrikeOut(filter_id=filter_id, filter_name=name, count=count, expires_at=expires)
        for filter_id, name, count, expires in rows
    ]
