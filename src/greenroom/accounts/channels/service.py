from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import open_channel
from greenroom.accounts.channels.rules import ListQuery, sort_name
from greenroom.accounts.channels.schemas import ChannelOut, ChannelStatus
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.topics import ACCESS_CHANGED, STAFF_CHANGED, notify_processes, notify_user
from greenroom.kernel.db.pages import decode_cursor, encode_cursor

ChannelAndLevel = tuple[Channel, int]
# Runs in the transaction that creates a channel.
ChannelCreated = Callable[[AsyncSession, UUID, datetime], Awaitable[None]]


class ChannelCreatedHooks(tuple[ChannelCreated, ...]):
    """The features' hooks for new channels."""

    __slots__ = ()


async def create_channel(
    session: AsyncSession, user_id: UUID, display_name: str, now: datetime, hooks: Sequence[ChannelCreated] = ()
) -> ChannelOut:
    channel = Channel(display_name=display_name, sort_name=sort_name(display_name), created_at=now)
    session.add(channel)
    await session.flush()
    await set_level(session, channel.id, user_id, Role.OWNER, now)
    for on_created in hooks:
        await on_created(session, channel.id, now)
    return ChannelOut.of(channel, Role.OWNER, ChannelStatus())


async def set_level(session: AsyncSession, channel_id: UUID, user_id: UUID, level: int, now: datetime) -> None:
    member = await session.get(ChannelUser, (channel_id, user_id))
    if member is None:
        session.add(ChannelUser(channel_id=channel_id, user_id=user_id, level=level, expires_at=None, created_at=now))
    else:
        member.level, member.expires_at = level, None
    notify_user(session, user_id, "channels_changed")
    notify_access_changed(session, channel_id, user_id)


def notify_access_changed(session: AsyncSession, channel_id: UUID, user_id: UUID) -> None:
    """Announces a changed role to every process."""
    notify_processes(session, ACCESS_CHANGED, user_id)
    notify_processes(session, STAFF_CHANGED, channel_id)


async def member_ids(session: AsyncSession, channel_id: UUID) -> list[UUID]:
    return list(await session.scalars(select(ChannelUser.user_id).where(ChannelUser.channel_id == channel_id)))


async def notify_members(session: AsyncSession, channel_id: UUID) -> None:
    """Announces a change of the channel to all its members."""
    for user_id in await member_ids(session, channel_id):
        notify_user(session, user_id, "channels_changed")


async def get_channel(session: AsyncSession, channel_id: UUID, level: int) -> ChannelOut:
    channel = await open_channel(session, channel_id)
    statuses = await _statuses(session, [channel.id])
    return ChannelOut.of(channel, level, statuses.get(channel.id, ChannelStatus()))


async def list_channels(
    session: AsyncSession, user_id: UUID, query: ListQuery, now: datetime
) -> tuple[list[ChannelOut], str | None, int]:
    """One page of the channels where this user is staff, sorted by name."""
    own_channels = (
        select(Channel, ChannelUser.level)
        .join(ChannelUser, ChannelUser.channel_id == Channel.id)
        .where(ChannelUser.user_id == user_id, ChannelUser.level >= Role.MOD)
        .where(or_(ChannelUser.expires_at.is_(None), ChannelUser.expires_at > now))
        .where(Channel.deleting_since.is_(None))
        .where(*_conditions(query))
    )
    rows, cursor, total = await page_of(session, own_channels, query)
    statuses = await _statuses(session, [channel.id for channel, _ in rows])
    records = [ChannelOut.of(channel, level, statuses.get(channel.id, ChannelStatus())) for channel, level in rows]
    return records, cursor, total


def _conditions(query: ListQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if query.channel_id:
        conditions.append(Channel.id == query.channel_id)
    if query.name:
        conditions.append(Channel.sort_name.contains(sort_name(query.name), autoescape=True))
    if query.provider or query.provider_channel_name:
        connected = select(ChannelProvider.channel_id)
        if query.provider:
            connected = connected.where(ChannelProvider.provider == query.provider)
        if query.provider_channel_name:
            wanted = query.provider_channel_name.lower()
            connected = connected.where(func.lower(ChannelProvider.provider_channel_name) == wanted)
        conditions.append(Channel.id.in_(connected))
    return conditions


async def page_of(
    session: AsyncSession, query: Select[Channel, int], page: ListQuery
) -> tuple[list[ChannelAndLevel], str | None, int]:
    total = await session.scalar(select(func.count()).select_from(query.subquery()))
    if page.cursor:
        name, last_id = decode_cursor(page.cursor, 2)
        query = query.where(tuple_(Channel.sort_name, Channel.id) > tuple_(name, page.cursor_id(last_id)))
    ordered = query.order_by(Channel.sort_name, Channel.id).limit(page.per_page + 1)
    rows = [(channel, level) for channel, level in await session.execute(ordered)]
    has_more = len(rows) > page.per_page
    rows = rows[: page.per_page]
    last = rows[-1][0] if rows and has_more else None
    return rows, encode_cursor(last.sort_name, str(last.id)) if last else None, total or 0


async def _statuses(session: AsyncSession, channel_ids: Sequence[UUID]) -> dict[UUID, ChannelStatus]:
    rows = await session.execute(
        select(ChannelProvider.channel_id, Credential.avatar_url, ChannelProvider.live_since)
        .join(Credential, Credential.id == ChannelProvider.credential_id)
        .where(ChannelProvider.channel_id.in_(channel_ids))
        .order_by(ChannelProvider.id)
    )
    statuses: dict[UUID, ChannelStatus] = {}
    for channel_id, avatar_url, live_since in rows:
        status = statuses.setdefault(channel_id, ChannelStatus())
        status.avatar_url = status.avatar_url or avatar_url or None
        starts = [moment for moment in (status.live_since, live_since) if moment is not None]
        status.live_since = min(starts, default=None)
    return statuses
