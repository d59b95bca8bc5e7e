"""Switches of a channel with immediate effect in every process: whether its bot is muted and its alerts are paused."""

from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import CHANNEL_STATE_CHANGED, notify_processes, state_topic
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import publish
from greenroom.kernel.schema import Schema, StrictSchema

# Key and title in the audit log.
SECTION = ("state", "Bot and alerts")


class ChannelState(Struct, frozen=True):
    # Responses, timers and the like are not sent; messages that staff type are.
    bot_muted: bool = False
    alerts_paused: bool = False


class ChannelStateIn(StrictSchema):
    """Switches that are not given stay as they are."""

    bot_muted: bool | None = None
    alerts_paused: bool | None = None


class ChannelStateOut(Schema):
    bot_muted: bool
    alerts_paused: bool


class ChannelStateChanged(ChannelStateOut):
    type: Literal["state"] = "state"


async def read_state(session: AsyncSession, channel_id: UUID) -> ChannelState:
    """The switches; all are off if the channel is deleted."""
    columns = select(Channel.bot_muted, Channel.alerts_paused).where(Channel.id == channel_id)
    row: Row[bool, bool] | None = (await session.execute(columns)).one_or_none()
    return ChannelState() if row is None else ChannelState(row.bot_muted, row.alerts_paused)


async def lock_state(session: AsyncSession, channel_id: UUID) -> ChannelState:
    """The switches, which no other transaction changes until this one ends."""
    channel = await session.get(Channel, channel_id, with_for_update=True, populate_existing=True)
    if channel is None:
        raise ChannelNotFound
    return ChannelState(channel.bot_muted, channel.alerts_paused)


async def set_state(
    session: AsyncSession,
    channel_id: UUID,
    by: ChangedBy,
    *,
    bot_muted: bool | None = None,
    alerts_paused: bool | None = None,
) -> ChannelState:
    """Changes the given switches; returns all of them afterwards."""
    before = await lock_state(session, channel_id)
    state = ChannelState(
        before.bot_muted if bot_muted is None else bot_muted,
        before.alerts_paused if alerts_paused is None else alerts_paused,
    )
    if state != before:
        await session.execute(update(Channel).where(Channel.id == channel_id).values(asdict(state)))
        old, new = asdict(before), asdict(state)
        key, title = SECTION
        record_change(session, channel_id, by, section=key, item="settings", title=title, old=old, new=new)
        notify_processes(session, CHANNEL_STATE_CHANGED, channel_id)
        changed = ChannelStateChanged(bot_muted=state.bot_muted, alerts_paused=state.alerts_paused)
        publish(session, state_topic(channel_id), changed)
    return state


async def _load(session: AsyncSession, channel_id: UUID, _: ChannelState | None) -> ChannelState:
    return await read_state(session, channel_id)


class ChannelStateCache:
    """Cache for frequent readers of the state, such as widgets' sockets; reloaded when a switch changes anywhere."""

    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "channel_state", _load)
        self.get = self._cache.get
        self.peek = self._cache.peek

    def start(self) -> None:
        self._cache.start(self._on_change, CHANNEL_STATE_CHANGED)

    async def stop(self) -> None:
        await self._cache.stop()

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))
