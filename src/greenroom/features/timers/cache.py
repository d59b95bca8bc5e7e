"""Per-channel cache of whether any timer is enabled, and of the own accounts whose messages timers do not count."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.messages.own_accounts import OwnAccount, own_accounts
from greenroom.features.timers.models import Timer
from greenroom.features.timers.service import TIMERS
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel


class CountedChannel(Struct, frozen=True):
    has_enabled_timers: bool
    # The channel's own accounts and bots, whose messages are not counted.
    own_accounts: frozenset[OwnAccount]


class TimerCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "timers", _load)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, TIMERS.changed_topic, ACCOUNTS_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


async def _load(session: AsyncSession, channel_id: UUID, _: CountedChannel | None) -> CountedChannel:
    enabled = select(Timer.id).where(Timer.channel_id == channel_id, Timer.enabled).limit(1)
    if await session.scalar(enabled) is None:
        return CountedChannel(has_enabled_timers=False, own_accounts=frozenset())
    return CountedChannel(has_enabled_timers=True, own_accounts=await own_accounts(session, channel_id))
