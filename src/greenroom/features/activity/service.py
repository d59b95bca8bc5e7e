from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import PlatformInfo, Platforms
from greenroom.accounts.stream_platforms import stream_providers
from greenroom.accounts.topics import activity_topic, notify_processes
from greenroom.channel_file.settings_section import record_settings
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.models import ActivityAcknowledgement, ActivitySettings
from greenroom.features.activity.records import value_cache
from greenroom.features.activity.records.models import Activity, ActivityValue
from greenroom.features.activity.records.pages import (
    ActivityFilter,
    SizeFilter,
    Sources,
    Span,
    find_activity,
    newest_activities,
    smaller_activities,
)
from greenroom.features.activity.records.presentation import activity_out, publish_activities
from greenroom.features.activity.records.recorder import write_report
from greenroom.features.activity.records.reports import report_of
from greenroom.features.activity.records.samples import sample_activity
from greenroom.features.activity.records.value_cache import ACTIVITY_VALUES_CHANGED, load_values
from greenroom.features.activity.records.values import DEFAULT_VALUES, RATES_MONTH
from greenroom.features.activity.schemas import (
    MAX_SMALLER,
    STORED_KINDS,
    ActivitiesAcknowledged,
    ActivityAcknowledged,
    ActivitySettingsChanged,
    ActivityValuesChanged,
    FeedActivity,
    FeedPage,
    FeedSettings,
    PlatformKinds,
    PlatformKindsOut,
    ValueOut,
    ValuesIn,
    ValuesOut,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import advisory_lock, insert_into, publish
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid
from greenroom.kernel.ids import new_id, uuid_of

# Key and title of a section in the channel's file.
VALUES_SECTION = ("activity_values", "Activity values")


def feed_filter(
    platforms: Platforms, kinds: Sequence[str], providers: Sequence[str], minimums: Sequence[str]
) -> ActivityFilter | SizeFilter:
    """The filter for these kinds and platforms (empty: all); a minimum such as `cheer:100` hides smaller cheers."""
    kinds, providers, is_all = kinds or STORED_KINDS, providers or stream_providers(), not kinds and not providers
    if not minimums:
        return ActivityFilter(None if is_all else Sources(kinds, providers))
    sources = [
        (provider, kind)
        for provider in sorted(set(providers))
        for kind in _kinds_of(platforms.info(provider))
        if kind in kinds
    ]
    return SizeFilter(sources, dict(_parse_minimum(text) for text in minimums))


def _parse_minimum(text: str) -> tuple[str, int]:
    kind, _, size = text.partition(":")
    return kind, int(size)


async def list_activities(
    session: AsyncSession, access: Access, shown: ActivityFilter | SizeFilter, cursor: str | None, limit: int
) -> FeedPage:
    before = None if cursor is None else _decode(cursor)
    rows = await newest_activities(session, access.channel_id, shown, before, limit + 1)
    page = rows[:limit]
    oldest = page[-1].id if len(rows) > limit else None
    acknowledged = await _acknowledged(session, access, [row.id for row in page])
    smaller: list[UUID] = []
    if isinstance(shown, SizeFilter):
        smaller = await smaller_activities(session, access.channel_id, shown, Span(before, oldest), MAX_SMALLER)
    return FeedPage(
        records=[FeedActivity(**activity_out(row).model_dump(), acknowledged=row.id in acknowledged) for row in page],
        cursor=None if oldest is None else encode_cursor(str(oldest)),
        smaller_ids=smaller,
    )


def _decode(cursor: str) -> UUID:
    activity_id = uuid_of(decode_cursor(cursor, 1)[0])
    if activity_id is None:
        raise Invalid("cursor", "is not a valid cursor")
    return activity_id


async def _acknowledged(session: AsyncSession, access: Access, activity_ids: Sequence[UUID]) -> set[UUID]:
    row = await session.get(ActivitySettings, (access.person.user_id, access.channel_id))
    up_to = None if row is None else row.acknowledged_up_to
    found = select(ActivityAcknowledgement.activity_id, ActivityAcknowledgement.is_acknowledged).where(
        ActivityAcknowledgement.user_id == access.person.user_id, ActivityAcknowledgement.activity_id.in_(activity_ids)
    )
    seen = {each for each in activity_ids if up_to is not None and each <= up_to}
    for activity_id, is_acknowledged in await session.execute(found):
        (seen.add if is_acknowledged else seen.discard)(activity_id)
    return seen


async def acknowledge(session: AsyncSession, access: Access, activity_id: UUID, *, is_acknowledged: bool) -> None:
    await find_activity(session, access.channel_id, activity_id)
    user_id = access.person.user_id
    insert = insert_into(ActivityAcknowledgement, session).values(
        activity_id=activity_id, user_id=user_id, channel_id=access.channel_id, is_acknowledged=is_acknowledged
    )
    change = {"is_acknowledged": is_acknowledged}
    await session.execute(insert.on_conflict_do_update(index_elements=["activity_id", "user_id"], set_=change))
    event = ActivityAcknowledged(user_id=user_id, activity_id=activity_id, acknowledged=is_acknowledged)
    # Published to all staff of the channel, though it concerns one person: it must arrive after the message with the
    # activity, and only messages of the same topic keep their order.
    publish(session, activity_topic(access.channel_id), event)


async def acknowledge_all(session: AsyncSession, access: Access, up_to: UUID) -> None:
    """Stores that the caller has seen the activity `up_to` and all older ones."""
    await find_activity(session, access.channel_id, up_to)
    row = await _lock_settings(session, access)
    row.acknowledged_up_to = up_to if row.acknowledged_up_to is None else max(up_to, row.acknowledged_up_to)
    await session.execute(
        delete(ActivityAcknowledgement).where(
            ActivityAcknowledgement.user_id == access.person.user_id,
            ActivityAcknowledgement.channel_id == access.channel_id,
            ActivityAcknowledgement.activity_id <= up_to,
        )
    )
    event = ActivitiesAcknowledged(user_id=access.person.user_id, up_to=up_to)
    publish(session, activity_topic(access.channel_id), event)


async def get_settings(session: AsyncSession, access: Access) -> FeedSettings:
    row = await session.get(ActivitySettings, (access.person.user_id, access.channel_id))
    return FeedSettings() if row is None else _settings_out(row)


def _settings_out(row: ActivitySettings) -> FeedSettings:
    return FeedSettings(
        hidden_kinds=[ActivityKind(kind) for kind in row.hidden_kinds],
        minimums=row.minimums,
        group_follows=row.group_follows,
        has_sound=row.has_sound,
        volume=row.volume,
    )


async def save_settings(session: AsyncSession, access: Access, settings: FeedSettings) -> FeedSettings:
    row = await _lock_settings(session, access)
    row.hidden_kinds = sorted({kind.value for kind in settings.hidden_kinds})
    row.minimums = {kind: minimum for kind, minimum in settings.minimums.items() if minimum > 0}
    row.group_follows = settings.group_follows
    row.has_sound, row.volume = settings.has_sound, settings.volume
    saved = _settings_out(row)
    event = ActivitySettingsChanged(user_id=access.person.user_id, settings=saved)
    publish(session, activity_topic(access.channel_id), event)
    return saved


async def _lock_settings(session: AsyncSession, access: Access) -> ActivitySettings:
    """The caller's settings, locked; created with defaults if there are none."""
    key = {"user_id": access.person.user_id, "channel_id": access.channel_id}
    default = FeedSettings().model_dump()
    await session.execute(insert_into(ActivitySettings, session).values(**key, **default).on_conflict_do_nothing())
    found = select(ActivitySettings).filter_by(**key).with_for_update()
    return (await session.scalars(found)).one()


def platform_kinds(platforms: Platforms) -> PlatformKindsOut:
    infos = platforms.infos.values()
    kinds = [PlatformKinds(provider=info.provider, kinds=_kinds_of(info)) for info in infos if info.activity_kinds]
    return PlatformKindsOut(records=kinds)


def _kinds_of(info: PlatformInfo) -> list[ActivityKind]:
    return [kind for kind in STORED_KINDS if kind in info.activity_kinds]


async def add_test(
    session: AsyncSession, channel_id: UUID, info: PlatformInfo, kind: ActivityKind, now: datetime
) -> FeedActivity:
    """Stores and publishes a sample activity; raises Invalid if the platform has no activities of this kind."""
    if kind not in info.activity_kinds:
        raise Invalid("kind", f"{info.name} has no activity of the kind {kind.value.replace('_', ' ')}")
    activity_id = new_id()
    connected = select(ChannelProvider.id, ChannelProvider.live_stream_id).where(
        ChannelProvider.channel_id == channel_id, ChannelProvider.provider == info.provider
    )
    connection = (await session.execute(connected.limit(1))).first()
    row = Activity(
        id=activity_id,
        channel_id=channel_id,
        connection_id=None if connection is None else connection.id,
        provider=info.provider,
        activity_key=f"test:{activity_id}",
        stream_id=None if connection is None else connection.live_stream_id,
        received_at=now,
        is_backlog=False,
        is_test=True,
    )
    write_report(row, report_of(sample_activity(row.activity_key, kind, now)), await load_values(session, channel_id))
    session.add(row)
    await session.flush()
    activity = activity_out(row)
    publish_activities(session, channel_id, [activity])
    return FeedActivity(**activity.model_dump(), acknowledged=False)


async def get_values(session: AsyncSession, channel_id: UUID) -> ValuesOut:
    values = await load_values(session, channel_id)
    records = [ValueOut(key=key, value=values[key], default=default) for key, default in DEFAULT_VALUES.items()]
    return ValuesOut(records=records, rates_of=RATES_MONTH)


async def changed_values(session: AsyncSession, channel_id: UUID) -> ValuesIn:
    """What coins, months of a sub and currencies are worth, where the channel differs from the defaults."""
    return ValuesIn(values=dict(sorted((await value_cache.changed_values(session, channel_id)).items())))


async def save_values(session: AsyncSession, channel_id: UUID, values: dict[str, int], by: ChangedBy) -> ValuesOut:
    """Replaces what coins, months of a sub and currencies are worth; keys that are left out get their default."""
    await advisory_lock(session, f"activity_values:{channel_id}")
    before = await changed_values(session, channel_id)
    await session.execute(delete(ActivityValue).where(ActivityValue.channel_id == channel_id))
    session.add_all(
        ActivityValue(channel_id=channel_id, key=key, value=value)
        for key, value in values.items()
        if value != DEFAULT_VALUES[key]
    )
    await session.flush()
    saved = await get_values(session, channel_id)
    record_settings(session, channel_id, by, VALUES_SECTION, before, await changed_values(session, channel_id))
    notify_processes(session, ACTIVITY_VALUES_CHANGED, channel_id)
    publish(session, activity_topic(channel_id), ActivityValuesChanged(values=saved))
    return saved
