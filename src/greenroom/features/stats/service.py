from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from msgspec.structs import asdict
from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.accounts.channel_providers.connection_health import MINUTE_SECONDS, minute_of
from greenroom.features.stats.rules import (
    Period,
    Step,
    cell,
    number_cells,
    numbers_of,
    period_numbers,
    series_of,
    step_minutes,
    steps_of,
)
from greenroom.features.stats.schemas import (
    PeriodNumbers,
    PlatformNumbers,
    Point,
    RankedOut,
    Series,
    StatsOut,
    StreamDetail,
    StreamNumbers,
    StreamOut,
    StreamPartOut,
    StreamsPage,
)
from greenroom.features.stats.streams.models import Stream, StreamPart
from greenroom.features.stats.streams.period_sums import PeriodSums, StepSums, read_sums, sum_of, sum_platforms
from greenroom.features.stats.streams.report import (
    PlatformTotals,
    Ranked,
    StreamTotals,
    decode_tops,
    decode_totals,
    read_minutes,
)
from greenroom.features.stats.streams.rules import Minute
from greenroom.kernel.csv_cells import csv_file
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.errors import NotFound

NUMBER_COLUMNS = tuple(StreamNumbers.model_fields)
MINUTE_COLUMNS = ("average_viewers", "peak_viewers", "messages", "lag_ms", "chatters", "commands", "filter_hits")


class StreamNotFound(NotFound):
    type = "stream_not_found"
    message = "Stream not found."


async def zone_of(session: AsyncSession, channel_id: UUID) -> str:
    return (await open_channel(session, channel_id)).time_zone


async def list_streams(session: AsyncSession, channel_id: UUID, cursor: str | None, limit: int) -> StreamsPage:
    query = select(Stream).where(Stream.channel_id == channel_id)
    if cursor is not None:
        started_at, stream_id = decode_time_cursor(cursor, UUID)
        older = and_(Stream.started_at == started_at, Stream.id < stream_id)
        query = query.where(or_(Stream.started_at < started_at, older), Stream.started_at <= started_at)
    newest = query.order_by(Stream.started_at.desc(), Stream.id.desc()).limit(limit + 1)
    rows = list(await session.scalars(newest))
    page = rows[:limit]
    providers = await _providers(session, [row.id for row in page])
    end = encode_cursor(page[-1].started_at.isoformat(), str(page[-1].id)) if len(rows) > limit else None
    return StreamsPage(records=[_stream_out(row, providers.get(row.id, [])) for row in page], cursor=end)


async def _providers(session: AsyncSession, stream_ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    """Platforms of each stream, in the order in which they went live."""
    found = select(StreamPart.stream_id, StreamPart.provider).where(StreamPart.stream_id.in_(stream_ids))
    providers: dict[UUID, list[str]] = {}
    for stream_id, provider in await session.execute(found.order_by(StreamPart.started_at, StreamPart.id)):
        known = providers.setdefault(stream_id, [])
        if provider not in known:
            known.append(provider)
    return providers


def _stream_out(row: Stream, providers: list[str]) -> StreamOut:
    return StreamOut(
        id=row.id,
        title=row.title,
        category=row.category,
        started_at=row.started_at,
        ended_at=row.ended_at,
        is_final=row.settled_at is not None,
        providers=providers,
        numbers=numbers_of(decode_totals(row.totals)),
    )


async def get_stream(session: AsyncSession, channel_id: UUID, stream_id: UUID, now: datetime) -> StreamDetail:
    row = await _find(session, channel_id, stream_id)
    parts = await _parts(session, stream_id)
    minutes = await read_minutes(session, stream_id)
    totals, tops = decode_totals(row.totals), decode_tops(row.tops)
    first, size, series = _chart(row, minutes, now)
    stream = _stream_out(row, list(dict.fromkeys(part.provider for part in parts)))
    return StreamDetail(
        **dict(stream),
        parts=[_part_out(part) for part in parts],
        platforms=[_platform_numbers(one) for one in totals.platforms],
        first_minute=_moment(first),
        step_minutes=size,
        series=series,
        top_chatters=[_ranked(one) for one in tops.chatters],
        top_emotes=[_ranked(one) for one in tops.emotes],
        top_commands=[_ranked(one) for one in tops.commands],
    )


async def _find(session: AsyncSession, channel_id: UUID, stream_id: UUID) -> Stream:
    row = await session.scalar(select(Stream).where(Stream.id == stream_id, Stream.channel_id == channel_id))
    if row is None:
        raise StreamNotFound
    return row


async def _parts(session: AsyncSession, stream_id: UUID) -> list[StreamPart]:
    found = select(StreamPart).where(StreamPart.stream_id == stream_id)
    return list(await session.scalars(found.order_by(StreamPart.started_at, StreamPart.id)))


def _chart(row: Stream, minutes: Mapping[str, list[Minute]], now: datetime) -> tuple[int, int, list[Series]]:
    """The first minute, the number of minutes in a step, and the series of each platform."""
    first = minute_of(row.started_at)
    last = max([minute_of(row.ended_at or now), *(one.minute for found in minutes.values() for one in found)])
    size = step_minutes(last - first + 1)
    steps = (last - first) // size + 1
    return first, size, [series_of(name, minutes[name], first, steps, size) for name in sorted(minutes)]


def _moment(minute: int) -> datetime:
    return datetime.fromtimestamp(minute * MINUTE_SECONDS, UTC)


def _part_out(part: StreamPart) -> StreamPartOut:
    return StreamPartOut(
        provider=part.provider,
        platform_stream_id=part.platform_stream_id,
        title=part.title,
        category=part.category,
        started_at=part.started_at,
        ended_at=part.ended_at,
    )


def _platform_numbers(totals: PlatformTotals) -> PlatformNumbers:
    return PlatformNumbers.model_validate(asdict(totals))


def _ranked(item: Ranked) -> RankedOut:
    return RankedOut.model_validate(asdict(item))


async def stats_over_time(session: AsyncSession, channel_id: UUID, period: Period) -> StatsOut:
    before = period.previous.starts_at, period.starts_at
    steps = steps_of(period)
    found = await read_sums(session, channel_id, [before, *((step.starts_at, step.ends_at) for step in steps)])
    # Step 0 is the previous period.
    sums = [each for each in found if each.step > 0]
    return StatsOut(
        since=period.first,
        until=period.last,
        zone=str(period.zone),
        step=period.step,
        points=[_point(steps[each.step - 1], each) for each in sums],
        total=_period_numbers([each.total for each in sums]),
        previous=_period_numbers([each.total for each in found if each.step == 0]),
    )


def _point(step: Step, sums: StepSums) -> Point:
    platforms = [
        {"provider": provider, "watched_minutes": watched, "messages": messages}
        for provider, (watched, messages) in sum_platforms(sums.platforms).items()
    ]
    return Point.model_validate({"first_day": step.first_day, "platforms": platforms, **period_numbers(sums.total)})


def _period_numbers(sums: Sequence[PeriodSums]) -> PeriodNumbers:
    return PeriodNumbers.model_validate(period_numbers(sum_of(sums)))


async def streams_csv(session: AsyncSession, channel_id: UUID, period: Period) -> bytes:
    """A CSV file with one row for each stream, oldest first."""
    found = (
        select(Stream.started_at, Stream.ended_at, Stream.title, Stream.category, Stream.totals)
        .where(
            Stream.channel_id == channel_id,
            Stream.started_at >= period.starts_at,
            Stream.started_at < period.ends_at,
        )
        .order_by(Stream.started_at, Stream.id)
    )
    numbers = ["value_usd" if name == "value" else name for name in NUMBER_COLUMNS]
    rows: list[list[str]] = [["started_at_utc", "ended_at_utc", "title", "category", *numbers]]
    for started_at, ended_at, title, category, stored in await session.execute(found):
        totals: StreamTotals = decode_totals(stored)
        facts = [cell(started_at), cell(ended_at), title, category]
        rows.append([*facts, *number_cells(numbers_of(totals), NUMBER_COLUMNS)])
    return csv_file(rows)


async def minutes_csv(session: AsyncSession, channel_id: UUID, stream_id: UUID) -> bytes:
    """A CSV file with one row for each minute and platform."""
    await _find(session, channel_id, stream_id)
    minutes = await read_minutes(session, stream_id)
    rows = [["minute_utc", "platform", *MINUTE_COLUMNS]]
    found = sorted((row.minute, provider, row) for provider, group in minutes.items() for row in group)
    for minute, provider, row in found:
        average = None if row.viewers is None else round(row.viewers, 1)
        numbers = (average, row.peak, row.messages, row.lag_ms, row.chatters, row.commands, row.filter_hits)
        rows.append([cell(_moment(minute)), provider, *(cell(number) for number in numbers)])
    return csv_file(rows)
