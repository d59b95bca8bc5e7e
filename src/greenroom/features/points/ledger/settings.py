"""How viewers of a channel earn points, and what the points are called."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import notify_processes
from greenroom.features.points.ledger.models import PointSettingsRow
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.text import name_key

# Bus topic between processes; its payload is the channel's id.
POINT_SETTINGS_CHANGED = "internal:point_settings_changed"

# Bots that many channels use, as they are named in chat.
KNOWN_BOTS = frozenset(
    {
        "botisimo",
        "botrix",
        "botrixoficial",
        "fossabot",
        "kickbot",
        "lumiastream",
        "moobot",
        "nightbot",
        "own3d",
        "pokemoncommunitygame",
        "sery_bot",
        "soundalerts",
        "streamelements",
        "streamlabs",
        "streamstickers",
        "tangiabot",
        "wizebot",
    }
)


class PointSettings(Struct, frozen=True):
    enabled: bool = False
    name_singular: str = "point"
    name_plural: str = "points"
    # For each minute watched; multiplied by `sub_multiplier` for subscribers.
    per_minute: int = 10
    sub_multiplier: int = 2
    per_message: int = 0
    # For each sub, resub and membership; a viewer who gifts subs gets these points for each of them.
    per_sub: int = 1_000
    # For 100 bits, or other payments worth the same.
    per_100_bits: int = 200
    per_follow: int = 0
    # Names of viewers who earn nothing, folded by `name_key`.
    ignored_names: frozenset[str] = KNOWN_BOTS
    # Whether viewers can give points to each other.
    transfer: bool = True
    # Whether everyone with the link can see the leaderboard.
    public_leaderboard: bool = False

    def name_for(self, amount: int) -> str:
        """The singular or plural name of the points, as this amount needs."""
        return self.name_singular if amount == 1 else self.name_plural

    def amount_text(self, amount: int) -> str:
        """The amount with the name of the points, such as `1,250 points`."""
        return f"{amount:,} {self.name_for(amount)}"

    def ignores(self, login: str, name: str) -> bool:
        return name_key(login) in self.ignored_names or name_key(name) in self.ignored_names


async def read_settings(session: AsyncSession, channel_id: UUID) -> PointSettings:
    row = await session.scalar(select(PointSettingsRow).where(PointSettingsRow.channel_id == channel_id))
    if row is None:
        return PointSettings()
    return PointSettings(
        row.is_enabled,
        row.name_singular,
        row.name_plural,
        row.per_minute,
        row.sub_multiplier,
        row.per_message,
        row.per_sub,
        row.per_100_bits,
        row.per_follow,
        frozenset(row.ignored_names),
        row.can_transfer,
        row.is_leaderboard_public,
    )


async def save_settings(session: AsyncSession, channel_id: UUID, settings: PointSettings) -> None:
    values = {
        "is_enabled": settings.enabled,
        "name_singular": settings.name_singular,
        "name_plural": settings.name_plural,
        "per_minute": settings.per_minute,
        "sub_multiplier": settings.sub_multiplier,
        "per_message": settings.per_message,
        "per_sub": settings.per_sub,
        "per_100_bits": settings.per_100_bits,
        "per_follow": settings.per_follow,
        "ignored_names": sorted(settings.ignored_names),
        "can_transfer": settings.transfer,
        "is_leaderboard_public": settings.public_leaderboard,
    }
    new = insert_into(PointSettingsRow, session).values(channel_id=channel_id, **values)
    await session.execute(new.on_conflict_do_update(index_elements=[PointSettingsRow.channel_id], set_=values))
    notify_processes(session, POINT_SETTINGS_CHANGED, channel_id)


async def _load(session: AsyncSession, channel_id: UUID, _: PointSettings | None) -> PointSettings:
    return await read_settings(session, channel_id)


class PointSettingsCache:
    """Per-channel cache of the settings, invalidated when they change in any process."""

    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "point_settings", _load)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, POINT_SETTINGS_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))
