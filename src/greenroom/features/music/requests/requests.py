"""Adds, lists and skips song requests of viewers."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Song
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.music.requests import service
from greenroom.features.music.requests.models import SongRequest
from greenroom.features.music.requests.rules import (
    MAX_LISTED,
    Limits,
    limit_refusal,
    list_text,
    song_refusal,
    song_text,
)
from greenroom.features.music.requests.schemas import SongRequestSettings
from greenroom.features.music.requests.service import Requester
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.responses.variables import Refused


class AddedSong(Struct, frozen=True):
    request_id: UUID
    # The response to the viewer.
    text: str
    # Whether the song has to be sent to the music service now.
    is_first: bool = False
    song_id: str = ""


class SongRequests:
    def __init__(self, kernel: Kernel, music: ChannelMusic) -> None:
        self._kernel = kernel
        self.music = music

    async def request(
        self, channel_id: UUID, requester: Requester, text: str, now: datetime, *, is_subscriber: bool
    ) -> str:
        """Adds the song; returns the response to the viewer. Raises Refused with a response if it is not added."""
        settings = await self._check_viewer(channel_id, requester, is_subscriber=is_subscriber)
        if not text.strip():
            raise Refused("Add the link or the name of a song.")
        try:
            song = await self.music.find_song(channel_id, text)
        except AppError as error:
            raise Refused(error.message) from error
        added = await self._add(channel_id, settings, requester, song, now)
        if added.is_first:
            await self._queue_now(channel_id, added)
        return added.text

    async def _check_viewer(
        self, channel_id: UUID, requester: Requester, *, is_subscriber: bool
    ) -> SongRequestSettings:
        """Returns the settings; raises Refused if the viewer may not request a song."""
        async with self._kernel.database.read() as session:
            settings = await service.read_settings(session, channel_id)
            rows = await service.active_requests(session, channel_id)
            account = requester.provider, requester.viewer_id
            own = await service.count_of_viewer(session, channel_id, account, rows)
        if not settings.enabled:
            raise Refused("Song requests are closed.")
        if settings.subscribers_only and not is_subscriber:
            raise Refused("Song requests are for subscribers.")
        if _same_message(rows, requester) is None:
            _check_limits(settings, rows, own)
        return settings

    async def _add(
        self, channel_id: UUID, settings: SongRequestSettings, requester: Requester, song: Song, now: datetime
    ) -> AddedSong:
        async with self._kernel.database.write() as session:
            await service.lock_requests(session, channel_id)
            rows = await service.active_requests(session, channel_id)
            same = _same_message(rows, requester)
            if same is not None:
                return AddedSong(same.id, _answer(same, rows))
            _check_limits(
                settings,
                rows,
                await service.count_of_viewer(session, channel_id, (requester.provider, requester.viewer_id), rows),
            )
            problem = song_refusal(
                song,
                max_minutes=settings.max_minutes,
                allow_explicit=settings.allow_explicit,
                active_ids=[row.song_id for row in rows],
            )
            if problem:
                raise Refused(problem)
            row = service.add_request(session, channel_id, requester, song, now)
            is_first = all(other.state == "playing" for other in rows)
            if is_first:
                row.state = "queued"
            return AddedSong(row.id, _answer(row, [*rows, row]), is_first, row.song_id)

    async def _queue_now(self, channel_id: UUID, added: AddedSong) -> None:
        """Sends the song to the music service; if that fails, deletes the request and raises Refused."""
        try:
            await self.music.queue_song(channel_id, added.song_id)
        except AppError as error:
            async with self._kernel.database.write() as session:
                row = await session.get(SongRequest, added.request_id)
                if row is not None:
                    await session.delete(row)
                await service.report_problem(session, channel_id, error.message)
                service.publish_change(session, channel_id)
            raise Refused(error.message) from error
        async with self._kernel.database.write() as session:
            await service.report_problem(session, channel_id, "")

    async def list_songs(self, channel_id: UUID) -> str:
        async with self._kernel.database.read() as session:
            rows = [row for row in await service.active_requests(session, channel_id) if row.state != "playing"]
        songs = [song_text(row.title, row.artists) for row in rows if not row.is_unwanted]
        return list_text(songs[:MAX_LISTED], len(songs))

    async def skip(self, channel_id: UUID, now: datetime) -> None:
        """Ends the song that is playing; if a viewer requested it, refunds the cost."""
        await self.music.skip(channel_id)
        async with self._kernel.database.write() as session:
            await service.lock_requests(session, channel_id)
            for row in await service.active_requests(session, channel_id):
                if row.state == "playing":
                    await service.refund_request(session, row, "song skipped", now)
                    service.finish(session, row, "skipped", now)


def _same_message(rows: list[SongRequest], requester: Requester) -> SongRequest | None:
    """The request that the same chat message has made; a message may be delivered twice."""
    reference = requester.message_ref
    return next((row for row in rows if reference is not None and row.message_ref == reference), None)


def _check_limits(settings: SongRequestSettings, rows: list[SongRequest], own: int) -> None:
    limits = Limits(settings.max_waiting, settings.max_per_viewer)
    if problem := limit_refusal(limits, len(service.counted_requests(rows)), own):
        raise Refused(problem)


def _answer(row: SongRequest, rows: list[SongRequest]) -> str:
    number = len(service.counted_requests(rows)) or 1
    return f"{song_text(row.title, row.artists)} was added at number {number}."
