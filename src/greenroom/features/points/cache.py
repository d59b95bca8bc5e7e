"""Per-channel cache of the settings and accounts that decide who earns points for a message or activity."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.messages.own_accounts import OwnAccount, own_accounts
from greenroom.features.activity.records.value_cache import ACTIVITY_VALUES_CHANGED, load_values
from greenroom.features.points.ledger.settings import POINT_SETTINGS_CHANGED, PointSettings, read_settings
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel


class EarningChannel(Struct, frozen=True):
    settings: PointSettings
    # The channel's own accounts and bots, which earn nothing.
    own_accounts: frozenset[OwnAccount] = frozenset()
    # Millionths of a US dollar for one bit.
    bit_value: int = 0


class EarningCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "earned_points", _load)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, POINT_SETTINGS_CHANGED, ACCOUNTS_CHANGED, ACTIVITY_VALUES_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


async def _load(session: AsyncSession, channel_id: UUID, _: EarningChannel | None) -> EarningChannel:
    settings = await read_settings(session, channel_id)
    if not settings.enabled:
        return EarningChannel(settings)
    values = await load_values(session, channel_id)
    return EarningChannel(settings, await own_accounts(session, channel_id), values["BITS"])
