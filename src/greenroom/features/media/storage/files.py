"""Media as files in a folder beside the database."""

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from greenroom.features.media.storage.interface import (
    CHUNK_BYTES,
    FileMissing,
    StorageFull,
    StoredFile,
)

FILES_PER_PART = 1_000
# Error numbers: no space, quota used up, and file larger than the process may write.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def reporting_full_disk() -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise StorageFull from error
        raise


class FileStorage:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, key: str, source: Path) -> None:
        await asyncio.to_thread(self._put, key, source)

    def _put(self, key: str, source: Path) -> None:
        """Moves the file to its place once its content is on the disk: a power cut leaves no half-written file."""
        with reporting_full_disk(), source.open("rb") as content:
            os.fsync(content.fileno())
            source.rename(self._folder / key)
            _sync_folder(self._folder)

    async def open(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        try:
            file = await asyncio.to_thread((self._folder / key).open, "rb")
        except FileNotFoundError:
            raise FileMissing from None
        return _chunks(file, start, end)

    async def delete(self, *keys: str) -> None:
        await asyncio.to_thread(self._delete, keys)

    def _delete(self, keys: Sequence[str]) -> None:
        for key in keys:
            (self._folder / key).unlink(missing_ok=True)

    async def list_files(self) -> AsyncIterator[Sequence[StoredFile]]:
        names = await asyncio.to_thread(self._names)
        for at in range(0, len(names), FILES_PER_PART):
            yield await asyncio.to_thread(self._stored, names[at : at + FILES_PER_PART])

    def _names(self) -> list[str]:
        # The folder does not exist before the first upload.
        return [path.name for path in self._folder.iterdir()] if self._folder.is_dir() else []

    def _stored(self, names: Sequence[str]) -> list[StoredFile]:
        return [found for name in names if (found := _stored_file(self._folder / name)) is not None]


def _stored_file(path: Path) -> StoredFile | None:
    """The file with its time; None for a folder, or a file that has been deleted meanwhile."""
    try:
        changed_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return None
    return StoredFile(path.name, changed_at) if path.is_file() else None


async def _chunks(file: BinaryIO, start: int, end: int) -> AsyncIterator[bytes]:
    with file:
        file.seek(start)
        left = end - start
        while left and (chunk := await asyncio.to_thread(file.read, min(left, CHUNK_BYTES))):
            left -= len(chunk)
            yield chunk


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
