"""Interface of the media storage: files beside the database, or S3."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from greenroom.kernel.errors import AppError, NotFound, Unavailable

CHUNK_BYTES = 256 * 2**10


class StoredFile(Struct, frozen=True):
    key: str
    stored_at: datetime


class MediaStorage(Protocol):
    """Files by key. A key is written once, and its content never changes."""

    async def put(self, key: str, source: Path) -> None:
        """Stores the whole file or nothing; the source may be moved."""
        ...

    async def open(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        """Content from `start` up to, but without, `end`; raises FileMissing."""
        ...

    async def delete(self, *keys: str) -> None:
        """Deletes the files; ignores keys that do not exist."""
        ...

    def list_files(self) -> AsyncIterator[Sequence[StoredFile]]:
        """Yields all files, at most 1,000 at a time."""
        ...


class FileMissing(NotFound):
    type = "media_not_found"
    message = "File not found."


class StorageFull(AppError):
    status = 507
    type = "storage_full"
    message = "The server has no space left for files. Nothing was changed; ask its operator to make room."


class StorageUnavailable(Unavailable):
    type = "media_storage_unavailable"
    message = "The storage of files does not answer. Nothing was changed; try again in a few minutes."
