"""Job that deletes files without a row: of deleted channels, interrupted uploads, and deletions that failed."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from greenroom.features.media import service
from greenroom.features.media.storage.interface import MediaStorage, StoredFile
from greenroom.kernel.clock import Clock, system_clock
from greenroom.kernel.db.database import Database
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.jobs import Job
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

EVERY_SECONDS = 3_600.0
# Younger files are kept: the row of an upload follows its file within seconds.
MIN_AGE = timedelta(hours=1)
ID_LENGTH = 36


class OrphanSweep:
    def __init__(self, database: Database, storage: MediaStorage, clock: Clock = system_clock) -> None:
        self._database = database
        self._storage = storage
        # The system clock, by which the storage dates its files.
        self._clock = clock

    def jobs(self) -> list[Job]:
        return [
            Job(
                name="delete_media_without_row",
                every_seconds=EVERY_SECONDS,
                run=self.sweep,
                title="Delete lost files",
                note="of deleted channels and broken uploads",
            )
        ]

    async def sweep(self) -> None:
        async for files in self._storage.list_files():
            orphans = await self._orphans(files)
            if orphans:
                await self._storage.delete(*orphans)
                log.info("media_orphans_deleted", files=len(orphans))

    async def _orphans(self, files: Sequence[StoredFile]) -> list[str]:
        """Keys of old files that have no row; files that are not named like media are left alone."""
        stored_before = self._clock() - MIN_AGE
        old = {file.key: found for file in files if file.stored_at < stored_before and (found := _media_id(file.key))}
        async with self._database.read() as session:
            existing = await service.existing_ids(session, sorted(set(old.values())))
        return [key for key, media_id in old.items() if media_id not in existing]


def _media_id(key: str) -> UUID | None:
    found = uuid_of(key[:ID_LENGTH])
    return found if found and key in service.keys(found) else None
