"""Per-channel table of third-party emotes by name, used for every message."""

import asyncio
from collections import OrderedDict
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.messages.line import Part
from greenroom.chat.messages.parts import EmoteWords, emote_part
from greenroom.kernel.db.database import Database
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

FRESH_SECONDS = 20.0
MAX_CHANNELS = 500


async def emote_channels(session: AsyncSession, channel_id: UUID) -> list[EmoteChannel]:
    """The channel's platform accounts, in the order in which they were connected."""
    rows = await session.execute(
        select(ChannelProvider.provider, ChannelProvider.provider_channel_id)
        .where(ChannelProvider.channel_id == channel_id)
        .order_by(ChannelProvider.id)
    )
    return [EmoteChannel(provider, provider_channel_id) for provider, provider_channel_id in rows]


class LoadedEmotes(Struct, eq=False):
    words: EmoteWords = field(default_factory=dict[str, Part])
    emotes: tuple[Emote, ...] = ()
    loaded_at: float = 0.0
    is_loading: bool = False


class ChannelEmotes:
    def __init__(self, database: Database, cache: EmoteCache) -> None:
        self._database = database
        self._cache = cache
        self._loaded: OrderedDict[UUID, LoadedEmotes] = OrderedDict()
        self._lookups = BackgroundTasks()

    def words(self, channel_id: UUID) -> EmoteWords:
        """Returns the loaded emotes by name without waiting; loads missing or outdated ones in the background."""
        loaded = self._loaded.get(channel_id)
        if loaded is None:
            loaded = self._loaded[channel_id] = LoadedEmotes()
            if len(self._loaded) > MAX_CHANNELS:
                self._loaded.popitem(last=False)
        now = asyncio.get_running_loop().time()
        if not loaded.is_loading and (not loaded.loaded_at or now - loaded.loaded_at >= FRESH_SECONDS):
            loaded.is_loading = True
            self._lookups.start(self._load(channel_id, loaded), name=f"channel-emotes:{channel_id}")
        return loaded.words

    async def stop(self) -> None:
        await self._lookups.stop()

    async def _load(self, channel_id: UUID, loaded: LoadedEmotes) -> None:
        try:
            async with self._database.read() as session:
                channels = await emote_channels(session, channel_id)
            found = await self._cache.of(channels)
            if found.emotes != loaded.emotes:
                loaded.emotes = found.emotes
                loaded.words = {emote.name: emote_part(emote) for emote in found.emotes}
        except Exception:
            # Messages are shown without pictures until the next attempt succeeds.
            log.exception("channel_emotes_load_failed", channel=str(channel_id))
        finally:
            loaded.loaded_at = asyncio.get_running_loop().time()
            loaded.is_loading = False
