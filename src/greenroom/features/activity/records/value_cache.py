"""Per-channel cache of what currencies, coins and subs are worth: the defaults, with the channel's changes."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.activity.records.models import ActivityValue
from greenroom.features.activity.records.values import DEFAULT_VALUES
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel

# Bus topic between processes; its payload is the channel's id.
ACTIVITY_VALUES_CHANGED = "internal:activity_values_changed"


class ValueCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "activity_values", load_values)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, ACTIVITY_VALUES_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


async def changed_values(session: AsyncSession, channel_id: UUID) -> dict[str, int]:
    found = select(ActivityValue.key, ActivityValue.value).where(ActivityValue.channel_id == channel_id)
    return {row.key: row.value for row in await session.execute(found)}


async def load_values(session: AsyncSession, channel_id: UUID, _: Mapping[str, int] | None = None) -> Mapping[str, int]:
    return {**DEFAULT_VALUES, **await changed_values(session, channel_id)}
