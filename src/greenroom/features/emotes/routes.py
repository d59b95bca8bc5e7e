from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import emote_channels
from greenroom.features.emotes import service
from greenroom.features.emotes.schemas import EmotesOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided

router = ApiRouter(prefix="/channels/{channel_id}/emotes", tags=["emotes"])

Reader = Annotated[Access, require(Permission.CHANNEL_READ)]
Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


@router.get("")
async def list_emotes(access: Reader, kernel: KernelDep, cache: Provided[EmoteCache]) -> EmotesOut:
    """Emotes of third-party services and of the platforms for this channel; `sources` are the services.

    Emotes that are not fetched yet are missing: request the list again later.
    """
    # Services may take seconds: no database session may be open meanwhile.
    async with kernel.database.read() as session:
        channels = await emote_channels(session, access.channel_id)
    return EmotesOut.of(await cache.for_picker(channels))


@router.post("/refresh")
async def refresh_emotes(access: Moderator, kernel: KernelDep, cache: Provided[EmoteCache]) -> EmotesOut:
    """Fetches all lists again, for example after a new emote was added."""
    async with kernel.database.read() as session:
        channels = await emote_channels(session, access.channel_id)
    return EmotesOut.of(await service.refresh_emotes(cache, channels))
