"""What the channel's music account is playing, for the screens of staff."""

from uuid import UUID

from sqlalchemy import select

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import Playback, QueueSong
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.music.requests.schemas import MusicOut, PlayingSong
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.http.response_cache import ResponseCache

# One response of the music service serves all open screens for this long.
CACHE_SECONDS = 5.0


class NowPlaying:
    def __init__(self, kernel: Kernel, platforms: Platforms) -> None:
        self._kernel = kernel
        self._providers = [info.provider for info in platforms.infos.values() if QueueSong in info.actions]
        self._cache = ResponseCache[UUID, Playback | None](CACHE_SECONDS)

    async def show(self, music: ChannelMusic, channel_id: UUID) -> MusicOut:
        account = select(ChannelProvider.provider).where(
            ChannelProvider.channel_id == channel_id, ChannelProvider.provider.in_(self._providers)
        )
        async with self._kernel.database.read() as session:
            provider = await session.scalar(account.order_by(ChannelProvider.id).limit(1))
        if provider is None:
            return MusicOut(providers=self._providers, provider="", playing=None, problem="")
        try:
            playback = await self._cache.get(channel_id, lambda: music.playback(channel_id))
        except AppError as error:
            return MusicOut(providers=self._providers, provider=provider, playing=None, problem=error.message)
        return MusicOut(providers=self._providers, provider=provider, playing=playing_song(playback), problem="")


def playing_song(playback: Playback | None) -> PlayingSong | None:
    if playback is None or playback.song is None or not playback.is_playing:
        return None
    song = playback.song
    return PlayingSong(
        title=song.title,
        artists=", ".join(song.artists),
        url=song.url,
        picture_url=song.picture_url,
        duration_ms=song.duration_ms,
        progress_ms=playback.progress_ms,
    )
