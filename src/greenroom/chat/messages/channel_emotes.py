"""Per-channel table of third-party emotes by name, used for every message."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.emotes.emote import Emote, EmotePlace
from greenroom.chat.messages.line import Part
from greenroom.chat.messages.parts import EmoteWords, emote_part
from greenroom.kernel.db.database import Database
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn
from greenroom.tenancy.models.channel_providers import ChannelProvider

log = get_logger(__name__)

FRESH_SECONDS = 20.0
KEPT_CHANNELS = 500


async def places_of(session: AsyncSession, channel_id: UUID) -> list[EmotePlace]:
    """The channel's platform accounts, first connected first."""
    rows = await session.execute(
        select(ChannelProvider.provider, ChannelProvider.provider_channel_id)
        .where(ChannelProvider.channel_id == channel_id)
        .order_by(ChannelProvider.id)
    )
    return [EmotePlace(provider, provider_channel_id) for provider, provider_channel_id in rows]


@dataclass(slots=True, eq=False)
class LoadedEmotes:
    words: EmoteWords = field(default_factory=dict[str, Part])
    emotes: tuple[Emote, ...] = ()
    looked_at: float = 0.0
    looking: asyncio.Task[None] | None = None


class ChannelEmotes:
    def __init__(self, database: Database, cache: EmoteCache) -> None:
        self._database = database
        self._cache = cache
        self._known: OrderedDict[UUID, LoadedEmotes] = OrderedDict()

    def words(self, channel_id: UUID) -> EmoteWords:
        """Returns cached emotes without waiting; missing lists are fetched in the background."""
        known = self._known.get(channel_id)
        if known is None:
            known = self._known[channel_id] = LoadedEmotes()
            if len(self._known) > KEPT_CHANNELS:
                _, forgotten = self._known.popitem(last=False)
                _cancel(forgotten)
        now = asyncio.get_running_loop().time()
        if known.looking is None and (not known.looked_at or now - known.looked_at >= FRESH_SECONDS):
            known.looking = spawn(self._look(channel_id, known), name=f"channel-emotes:{channel_id}")
        return known.words

    async def stop(self) -> None:
        tasks = [known.looking for known in self._known.values() if known.looking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, channel_id: UUID, known: LoadedEmotes) -> None:
        try:
            async with self._database.read() as session:
                places = await places_of(session, channel_id)
            found = await self._cache.of(places)
            if found.emotes != known.emotes:
                known.emotes = found.emotes
                known.words = {emote.name: emote_part(emote) for emote in found.emotes}
        except Exception:
            # Messages are shown without pictures until the next attempt succeeds.
            log.exception("channel_emotes_not_found", channel=str(channel_id))
        finally:
            known.looked_at = asyncio.get_running_loop().time()
            known.looking = None


def _cancel(known: LoadedEmotes) -> None:
    if known.looking is not None:
        known.looking.cancel()
