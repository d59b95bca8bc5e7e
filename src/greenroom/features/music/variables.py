"""Variables for what the channel's music account plays."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from greenroom.chat.protocol.actions import Playback, Playlist, Song
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.kernel.errors import AppError
from greenroom.kernel.http.response_cache import ResponseCache
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

MUSIC = "Music"
CACHE_SECONDS = 5.0

Find = Callable[[UUID], Awaitable[str]]


class MusicTexts:
    """Texts for chat about the music of a channel, cached because many viewers may ask at once."""

    def __init__(self, music: ChannelMusic) -> None:
        self._music = music
        self._playing = ResponseCache[UUID, Playback | None](CACHE_SECONDS)
        self._previous = ResponseCache[UUID, Song | None](CACHE_SECONDS)
        self._playlists = ResponseCache[UUID, Playlist | None](CACHE_SECONDS)

    async def song(self, channel_id: UUID) -> str:
        return title_and_artists(await self._current(channel_id))

    async def title(self, channel_id: UUID) -> str:
        return (await self._current(channel_id)).title

    async def artists(self, channel_id: UUID) -> str:
        return ", ".join((await self._current(channel_id)).artists)

    async def url(self, channel_id: UUID) -> str:
        return (await self._current(channel_id)).url

    async def previous(self, channel_id: UUID) -> str:
        song = await self._previous.get(channel_id, lambda: self._music.last_song(channel_id))
        return "" if song is None else title_and_artists(song)

    async def playlist(self, channel_id: UUID) -> str:
        found = await self._playlists.get(channel_id, lambda: self._music.playlist(channel_id))
        return "" if found is None else f"{found.name} {found.url}".strip()

    async def _current(self, channel_id: UUID) -> Song:
        playback = await self._playing.get(channel_id, lambda: self._music.playback(channel_id))
        if playback is None or playback.song is None or not playback.is_playing:
            raise NoValue("Nothing is playing")
        return playback.song


def title_and_artists(song: Song) -> str:
    return f"{song.title} by {', '.join(song.artists)}" if song.artists else song.title


def variables(music: ChannelMusic) -> list[Variable]:
    texts = MusicTexts(music)
    return [
        _variable("song", "Title and artists of the song that is playing", "Harbour Lights by The Cranes", texts.song),
        _variable("song.title", "Title of the song that is playing", "Harbour Lights", texts.title),
        _variable("song.artist", "Artists of the song that is playing", "The Cranes", texts.artists),
        _variable("song.url", "Page of the song that is playing", "https://music.example/track/4uLU6", texts.url),
        _variable("song.previous", "The song before it", "Paper Moon by Yuki", texts.previous),
        _variable(
            "song.playlist",
            "The playlist that the song is from, with its page",
            "Calm https://music.example/playlist/37i9d",
            texts.playlist,
        ),
    ]


def _variable(name: str, summary: str, shows: str, find: Find) -> Variable:
    async def evaluate(context: VariableContext, _: Arguments) -> str:
        try:
            text = await find(context.channel_id)
        except AppError as error:
            raise NoValue(error.message) from error
        if not text:
            raise NoValue("The music account does not report it")
        return text

    return Variable(
        name=name,
        group=MUSIC,
        summary=summary,
        example=f"$({name})",
        shows=shows,
        evaluate=evaluate,
        cost="platform",
    )
