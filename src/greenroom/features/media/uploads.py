"""One upload: received, inspected, stored, and entered into the library."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from uuid import UUID, uuid4

from sqlalchemy.exc import IntegrityError

from greenroom.accounts.access.service import ChannelNotFound
from greenroom.features.media import service
from greenroom.features.media.content.inspection import inspect
from greenroom.features.media.models import Media
from greenroom.features.media.storage.interface import MediaStorage, StorageUnavailable
from greenroom.features.media.temporary_files import Received, TemporaryFiles, receive, write_file
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database
from greenroom.kernel.errors import AppError
from greenroom.kernel.tasks.threads import Threads

# One file is inspected at a time: a decoded image takes up to 100 MB.
INSPECTION = Threads("media", 1)


class Uploads:
    def __init__(self, database: Database, storage: MediaStorage, temporary: TemporaryFiles) -> None:
        self._database = database
        self._storage = storage
        self._temporary = temporary

    async def add(
        self,
        body: AsyncIterator[bytes],
        *,
        channel_id: UUID,
        name: str,
        authorise: Callable[[], Awaitable[ChangedBy]],
    ) -> tuple[Media, bool]:
        """Stores the body as a file; returns it, or the channel's file with the same content, and whether it is new.

        Calls `authorise` when the body has arrived, because the user may have lost access meanwhile.
        """
        with self._temporary.file() as file, self._temporary.file() as thumbnail:
            received = await receive(body, file)
            by = await authorise()
            if (known := await self._find_stored(channel_id, received)) is not None:
                return known, False
            facts = await INSPECTION.run(inspect, file)
            row = service.new_media(uuid4(), channel_id, name, received, facts, by)
            if facts.thumbnail is not None:
                await asyncio.to_thread(write_file, thumbnail, facts.thumbnail)
                await self._storage.put(service.thumbnail_key(row.id), thumbnail)
            await self._storage.put(service.file_key(row.id), file)
        return await self._enter(row, by)

    async def _find_stored(self, channel_id: UUID, received: Received) -> Media | None:
        """The stored file with this content, or None; raises NoRoomForMedia if a new file would not fit."""
        async with self._database.read() as session:
            known = await service.find_content(session, channel_id, received.sha256)
            if known is None:
                await service.check_room(session, channel_id, received.size_bytes)
            return known

    async def _enter(self, row: Media, by: ChangedBy) -> tuple[Media, bool]:
        """Adds the row of a stored file; returns it, or the row with the same content, and whether it is new."""
        try:
            async with self._database.write() as session:
                entered = await service.enter_media(session, row)
                if entered is row:
                    service.record_media(session, row, by, None, row.name)
        except IntegrityError:
            await discard_files(self._storage, row.id)
            raise ChannelNotFound from None
        except AppError:
            await discard_files(self._storage, row.id)
            raise
        if entered.id != row.id:
            await discard_files(self._storage, row.id)
        return entered, entered.id == row.id


async def discard_files(storage: MediaStorage, media_id: UUID) -> None:
    """Deletes the file and its thumbnail; if the storage is not available, the job OrphanSweep does it later."""
    with suppress(StorageUnavailable):
        await storage.delete(*service.keys(media_id))
