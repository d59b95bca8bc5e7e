from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import asdict
from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.messages.models import Viewer
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.features.watch_time.models import Attendance, ChannelStreams
from greenroom.features.watch_time.rules import StreamCredit, StreamRecord, current_streak, next_credit, paid_minutes
from greenroom.features.watch_time.schemas import AttendanceOut
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.tasks.cooperative import slices

# Viewers who wrote within this time count as present.
ACTIVE_WITHIN = timedelta(minutes=10)
ROWS_PER_INSERT = 1_000
VIEWERS_PER_QUERY = 500

# Platform and viewer id.
ViewerKey = tuple[str, str]

_STREAK = """CASE
        WHEN attendance.last_stream = excluded.last_stream THEN attendance.streak
        WHEN attendance.last_stream = excluded.last_stream - 1 THEN attendance.streak + 1
        ELSE 1 END"""
CREDIT = BulkInsert(
    Attendance,
    (
        "channel_id",
        "provider",
        "viewer_id",
        "watched_seconds",
        "streams",
        "streak",
        "best_streak",
        "last_stream",
        "updated_at",
    ),
    f"""ON CONFLICT (channel_id, provider, viewer_id) DO UPDATE SET
        watched_seconds = attendance.watched_seconds + excluded.watched_seconds,
        streams = attendance.streams + CASE WHEN attendance.last_stream = excluded.last_stream THEN 0 ELSE 1 END,
        streak = {_STREAK},
        best_streak = CASE WHEN {_STREAK} > attendance.best_streak THEN {_STREAK} ELSE attendance.best_streak END,
        last_stream = excluded.last_stream,
        updated_at = excluded.updated_at""",
)


class LiveConnection(Struct, frozen=True):
    id: UUID
    channel_id: UUID
    provider: str
    stream_id: str


class PresentViewers(Struct, frozen=True):
    viewers: set[ViewerKey]
    # Viewer → level; only viewers with a role in chat and linked viewers.
    levels: dict[ViewerKey, int] = field(default_factory=dict[ViewerKey, int])
    # Viewer → person; only linked viewers.
    persons: dict[ViewerKey, UUID] = field(default_factory=dict[ViewerKey, UUID])


class WatchStats(Struct, frozen=True):
    """A person's watch time on all linked accounts together; each other number is the highest of any account."""

    watched_seconds: int
    streams: int
    streak: int
    best_streak: int


async def live_connections(session: AsyncSession) -> list[LiveConnection]:
    rows = await session.scalars(
        select(ChannelProvider).where(ChannelProvider.is_live.is_(True)).order_by(ChannelProvider.id)
    )
    return [LiveConnection(row.id, row.channel_id, row.provider, row.live_stream_id or "") for row in rows]


async def recent_chatters(
    session: AsyncSession, channel_id: UUID, providers: Collection[str], now: datetime
) -> set[ViewerKey]:
    rows = await session.execute(
        select(Viewer.provider, Viewer.viewer_id).where(
            Viewer.channel_id == channel_id,
            Viewer.provider.in_(list(providers)),
            Viewer.last_seen_at >= now - ACTIVE_WITHIN,
        )
    )
    return {(provider, viewer_id) for provider, viewer_id in rows}


async def without_own_accounts(session: AsyncSession, channel_id: UUID, viewers: set[ViewerKey]) -> PresentViewers:
    """Removes bots and the channel's own accounts; adds the levels and persons of the remaining viewers."""
    remaining = viewers - await own_accounts(session, channel_id)
    present = PresentViewers(remaining)
    columns = (Viewer.provider, Viewer.viewer_id, Viewer.is_bot, Viewer.level, Viewer.person_id)
    is_special = or_(Viewer.is_bot.is_(True), Viewer.level >= Role.SUB, Viewer.person_id.is_not(None))
    async for part in slices(sorted(remaining), VIEWERS_PER_QUERY):
        # Reads only these viewers: the channel may have a million.
        rows = select(*columns).where(
            Viewer.channel_id == channel_id,
            Viewer.provider.in_({provider for provider, _ in part}),
            Viewer.viewer_id.in_([viewer_id for _, viewer_id in part]),
            is_special,
        )
        for provider, viewer_id, is_bot, level, person_id in await session.execute(rows):
            viewer = provider, viewer_id
            if is_bot:
                remaining.discard(viewer)
            elif viewer in remaining:
                present.levels[viewer] = level
                if person_id is not None:
                    present.persons[viewer] = person_id
    return present


async def credit(
    session: AsyncSession, channel_id: UUID, stream_ids: Collection[str], present: set[ViewerKey], now: datetime
) -> int:
    """Credits watch time to the present viewers and stores the moment, so that no later run credits the same time.

    Returns the number of minutes for which the caller has to pay points in the same transaction.
    """
    row = await _lock_streams(session, channel_id, now)
    record = None if row.number == 0 else StreamRecord(row.number, row.stream_ids, row.credited_at)
    current = next_credit(record, stream_ids, now)
    if not current.seconds:
        return 0
    unpaid = row.unpaid_seconds if row.number == current.number else 0
    minutes, row.unpaid_seconds = paid_minutes(unpaid, current.seconds)
    row.number, row.stream_ids, row.credited_at = current.number, current.stream_ids, now
    viewers = sorted(present)
    for start in range(0, len(viewers), ROWS_PER_INSERT):
        await CREDIT.run(session, _credit_rows(channel_id, viewers[start : start + ROWS_PER_INSERT], current, now))
    return minutes


async def _lock_streams(session: AsyncSession, channel_id: UUID, now: datetime) -> ChannelStreams:
    """Locks the channel's row, so that processes credit a channel one after the other."""
    new = insert_into(ChannelStreams, session).values(channel_id=channel_id, number=0, stream_ids=[], credited_at=now)
    await session.execute(new.on_conflict_do_nothing())
    locked = select(ChannelStreams).where(ChannelStreams.channel_id == channel_id).with_for_update()
    return (await session.scalars(locked)).one()


def _credit_rows(
    channel_id: UUID, viewers: Sequence[ViewerKey], credit: StreamCredit, now: datetime
) -> list[tuple[object, ...]]:
    return [
        (channel_id, provider, viewer_id, credit.seconds, 1, 1, 1, credit.number, now)
        for provider, viewer_id in viewers
    ]


async def watched_seconds(
    session: AsyncSession, channel_id: UUID, viewers: Collection[ViewerKey]
) -> dict[ViewerKey, int]:
    """Seconds that each of these accounts alone has watched; accounts that watched nothing are left out."""
    rows = await session.execute(
        select(Attendance.provider, Attendance.viewer_id, Attendance.watched_seconds).where(
            Attendance.channel_id == channel_id,
            Attendance.provider.in_(sorted({provider for provider, _ in viewers})),
            Attendance.viewer_id.in_(sorted({viewer_id for _, viewer_id in viewers})),
        )
    )
    found = {(provider, viewer_id): seconds for provider, viewer_id, seconds in rows}
    return {viewer: found[viewer] for viewer in viewers if viewer in found}


async def watch_stats(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> WatchStats | None:
    accounts = await _linked_accounts(session, channel_id, provider, viewer_id)
    rows = list(
        await session.scalars(
            select(Attendance).where(
                Attendance.channel_id == channel_id, Attendance.viewer_id.in_([each for _, each in accounts])
            )
        )
    )
    found = [row for row in rows if (row.provider, row.viewer_id) in accounts]
    if not found:
        return None
    number = await session.scalar(select(ChannelStreams.number).where(ChannelStreams.channel_id == channel_id)) or 0
    return WatchStats(
        watched_seconds=sum(row.watched_seconds for row in found),
        streams=max(row.streams for row in found),
        streak=max(current_streak(row.streak, row.last_stream, number) for row in found),
        best_streak=max(row.best_streak for row in found),
    )


async def get_watch_stats(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> AttendanceOut:
    stats = await watch_stats(session, channel_id, provider, viewer_id)
    return AttendanceOut() if stats is None else AttendanceOut.model_validate(asdict(stats))


async def _linked_accounts(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> set[ViewerKey]:
    account = (provider, viewer_id)
    person = await session.scalar(
        select(Viewer.person_id).where(
            Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id
        )
    )
    if person is None:
        return {account}
    linked = select(Viewer.provider, Viewer.viewer_id).where(
        Viewer.channel_id == channel_id, Viewer.person_id == person
    )
    return {account, *((provider, viewer_id) for provider, viewer_id in await session.execute(linked))}
