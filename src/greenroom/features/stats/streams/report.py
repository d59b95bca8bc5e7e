"""The numbers of one stream, computed again until it is settled, and stored in the stream's row."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.models import Activity
from greenroom.features.stats.streams.counted_rows import (
    CountedRows,
    CountKind,
    RowCount,
    connection_providers,
    count_rows,
)
from greenroom.features.stats.streams.models import Stream, StreamChatter, StreamEmote, StreamMinute
from greenroom.features.stats.streams.rules import Minute, by_provider, median_lag, viewer_numbers

TOP_COUNT = 20
# Numbers of a stream that are sums over its platforms.
ADDED_UP = ("messages", "chatters", "new_chatters", "follows", "subs", "value", "filter_hits")
# Longest time from the first activity of a stream until the stream is stored.
MAX_DELAY_MS = 15 * 60 * 1000
GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
SINGLE_SUBS = frozenset({ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE})


class Ranked(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item of a top list; `provider` (an emote's source), `id` and `url` (its picture) may each be empty."""

    name: str
    count: int
    provider: str = ""
    id: str = ""
    url: str = ""


class PlatformTotals(msgspec.Struct, frozen=True, array_like=True):
    """Numbers of one platform; stored as a list without field names, so a new field must be the last."""

    provider: str
    # None if the platform reported no number.
    average_viewers: int | None = None
    peak_viewers: int | None = None
    watched_minutes: int = 0
    # Minutes with a viewer number.
    counted_minutes: int = 0
    messages: int = 0
    chatters: int = 0
    new_chatters: int = 0
    follows: int = 0
    # Subs, memberships and gifts.
    subs: int = 0
    # Millionths of a US dollar.
    value: int = 0
    filter_hits: int = 0
    # Median of the minutes' mean lags.
    lag_ms: int | None = None
    commands: int = 0


class StreamTotals(msgspec.Struct, frozen=True, array_like=True):
    """Numbers of all platforms together, and of each; stored without field names, so a new field must be the last."""

    average_viewers: int | None = None
    peak_viewers: int | None = None
    watched_minutes: int = 0
    # Minutes with a viewer number.
    counted_minutes: int = 0
    messages: int = 0
    chatters: int = 0
    new_chatters: int = 0
    follows: int = 0
    subs: int = 0
    value: int = 0
    filter_hits: int = 0
    lag_ms: int | None = None
    commands: int = 0
    platforms: tuple[PlatformTotals, ...] = ()
    live_seconds: int = 0


class TopLists(msgspec.Struct, frozen=True):
    chatters: tuple[Ranked, ...] = ()
    emotes: tuple[Ranked, ...] = ()
    commands: tuple[Ranked, ...] = ()


class StreamReport(msgspec.Struct, frozen=True):
    totals: StreamTotals
    tops: TopLists


NO_TOTALS, NO_TOPS = StreamTotals(), TopLists()
_totals_decoder = msgspec.json.Decoder(StreamTotals)
_tops_decoder = msgspec.json.Decoder(TopLists)
encode = msgspec.json.Encoder().encode


def decode_totals(stored: bytes | None) -> StreamTotals:
    return NO_TOTALS if stored is None else _totals_decoder.decode(stored)


def decode_tops(stored: bytes | None) -> TopLists:
    return NO_TOPS if stored is None else _tops_decoder.decode(stored)


async def read_minutes(session: AsyncSession, stream_id: UUID) -> Mapping[str, list[Minute]]:
    """Platform → its minutes in order of time."""
    rows = await session.execute(
        select(
            StreamMinute.provider,
            StreamMinute.minute,
            StreamMinute.viewer_total,
            StreamMinute.viewer_reports,
            StreamMinute.viewer_peak,
            StreamMinute.viewers_held,
            StreamMinute.lag_ms,
            StreamMinute.messages,
            StreamMinute.chatters,
            StreamMinute.commands,
            StreamMinute.filter_hits,
        ).where(StreamMinute.stream_id == stream_id)
    )
    return by_provider((row[0], _minute(*row[1:])) for row in rows)


def _minute(
    minute: int, total: int, reports: int, peak: int | None, held: int | None, lag_ms: int | None, *counts: int
) -> Minute:
    viewers = total / reports if reports else held
    return Minute(minute, viewers, peak if reports else held, lag_ms, *counts)


async def build_report(
    session: AsyncSession, stream: Stream, sources: Sequence[CountedRows], now: datetime
) -> StreamReport:
    minutes = await read_minutes(session, stream.id)
    until = stream.ended_at or now
    chatters = await _chatters(session, stream.id)
    activities = await _activities(session, stream, until)
    counts = await count_rows(session, sources, stream, until)
    rows = _by_platform(counts, await connection_providers(session, stream))
    commands = _ranked_names(counts, CountKind.COMMANDS)
    platforms = [
        _platform(name, minutes.get(name, []), chatters.get(name, NO_CHATTERS), activities[name], rows[name])
        for name in sorted({*minutes, *chatters, *activities, *rows})
    ]
    viewers = viewer_numbers(minutes.values())
    totals = StreamTotals(
        viewers.average,
        viewers.peak,
        viewers.watched_minutes,
        viewers.counted_minutes,
        **{name: sum(getattr(one, name) for one in platforms) for name in ADDED_UP},
        lag_ms=median_lag(minutes.values()),
        commands=sum(one.count for one in commands),
        platforms=tuple(platforms),
        live_seconds=round((until - stream.started_at).total_seconds()),
    )
    chatters_and_emotes = await _top_chatters(session, stream.id), await _top_emotes(session, stream.id)
    return StreamReport(totals, TopLists(*chatters_and_emotes, tuple(commands[:TOP_COUNT])))


class ActivityTotals(msgspec.Struct):
    follows: int = 0
    subs: int = 0
    value: int = 0


NO_CHATTERS = (0, 0)


def _platform(
    provider: str,
    minutes: Sequence[Minute],
    chatters: tuple[int, int],
    activity: ActivityTotals,
    rows: Counter[CountKind],
) -> PlatformTotals:
    viewers = viewer_numbers([minutes])
    return PlatformTotals(
        provider,
        viewers.average,
        viewers.peak,
        viewers.watched_minutes,
        viewers.counted_minutes,
        sum(one.messages for one in minutes),
        *chatters,
        activity.follows,
        activity.subs,
        activity.value,
        rows[CountKind.FILTER_HITS],
        median_lag([minutes]),
        rows[CountKind.COMMANDS],
    )


async def _chatters(session: AsyncSession, stream_id: UUID) -> dict[str, tuple[int, int]]:
    """Platform → number of chatters, and of new chatters."""
    counts = select(StreamChatter.provider, func.count(), func.sum(StreamChatter.is_new))
    found = counts.where(StreamChatter.stream_id == stream_id).group_by(StreamChatter.provider)
    return {provider: (count, int(new)) for provider, count, new in await session.execute(found)}


async def _top_chatters(session: AsyncSession, stream_id: UUID) -> tuple[Ranked, ...]:
    found = (
        select(StreamChatter.name, StreamChatter.messages, StreamChatter.provider, StreamChatter.viewer_id)
        .where(StreamChatter.stream_id == stream_id)
        .order_by(StreamChatter.messages.desc(), StreamChatter.provider, StreamChatter.viewer_id)
        .limit(TOP_COUNT)
    )
    return tuple(Ranked(*row) for row in await session.execute(found))


async def _top_emotes(session: AsyncSession, stream_id: UUID) -> tuple[Ranked, ...]:
    found = (
        select(StreamEmote.name, StreamEmote.uses, StreamEmote.source, StreamEmote.url)
        .where(StreamEmote.stream_id == stream_id)
        .order_by(StreamEmote.uses.desc(), StreamEmote.source, StreamEmote.name)
        .limit(TOP_COUNT)
    )
    return tuple(Ranked(name, uses, source, url=url) for name, uses, source, url in await session.execute(found))


async def _activities(session: AsyncSession, stream: Stream, until: datetime) -> defaultdict[str, ActivityTotals]:
    """Totals by platform, also of platforms that are not live; test activities are not counted."""
    found = (
        select(Activity.provider, Activity.kind, func.count(), func.sum(Activity.count), func.sum(Activity.value))
        .where(
            Activity.channel_id == stream.channel_id,
            Activity.id >= _first_activity_id(stream.id),
            Activity.happened_at.between(stream.started_at, until),
            Activity.is_test.is_(False),
        )
        .group_by(Activity.provider, Activity.kind)
    )
    totals: defaultdict[str, ActivityTotals] = defaultdict(ActivityTotals)
    for provider, kind, rows, count, value in await session.execute(found):
        platform = totals[provider]
        platform.value += int(value)
        if kind == ActivityKind.FOLLOW:
            platform.follows += rows
        elif kind in SINGLE_SUBS:
            platform.subs += rows
        elif kind in GIFTS:
            platform.subs += int(count)
    return totals


def _first_activity_id(stream_id: UUID) -> UUID:
    """The lowest id that an activity of the stream can have: ids grow with time."""
    milliseconds = stream_id.int >> 80
    return UUID(int=max(milliseconds - MAX_DELAY_MS, 0) << 80)


def _by_platform(counts: Iterable[RowCount], providers: Mapping[UUID, str]) -> defaultdict[str, Counter[CountKind]]:
    """Platform → number of rows of each kind; rows of unknown connections are left out."""
    found: defaultdict[str, Counter[CountKind]] = defaultdict(Counter)
    for one in counts:
        if (provider := providers.get(one.connection_id)) is not None:
            found[provider][one.kind] += one.count
    return found


def _ranked_names(counts: Iterable[RowCount], kind: CountKind) -> list[Ranked]:
    """Names of rows of this kind, those with the most rows first."""
    by_name: Counter[str] = Counter()
    for one in counts:
        if one.kind is kind:
            by_name[one.name] += one.count
    return sorted((Ranked(name, count) for name, count in by_name.items()), key=lambda one: (-one.count, one.name))
