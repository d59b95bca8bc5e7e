"""Temporary files of uploads, in the file system of the stored files, so that a rename is atomic."""

import asyncio
import hashlib
import os
import time
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from greenroom.features.media.storage.files import reporting_full_disk
from greenroom.kernel.crypto.private_files import OWNER_ONLY
from greenroom.kernel.ids import new_id

WRITE_BYTES = 2**20
# Older files were left behind by a killed process: no upload takes this long.
ABANDONED_AFTER_SECONDS = 3_600.0


class Received(Struct, frozen=True):
    """A body that has arrived completely."""

    size_bytes: int
    sha256: str


class TemporaryFiles:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def file(self) -> Generator[Path]:
        """Yields the path for a new file; deletes the file at the end, unless it was moved away."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / str(new_id())
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    def delete_abandoned(self) -> None:
        if not self._folder.is_dir():
            return
        oldest = time.time() - ABANDONED_AFTER_SECONDS
        for path in self._folder.iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)


async def receive(body: AsyncIterator[bytes], path: Path) -> Received:
    """Writes the body to the file in parts, in threads, so that a slow disk does not stop the event loop."""
    writer = _Writer(path)
    waiting = bytearray()
    async for chunk in body:
        waiting += chunk
        if len(waiting) >= WRITE_BYTES:
            await asyncio.to_thread(writer.append, bytes(waiting))
            waiting.clear()
    await asyncio.to_thread(writer.append, bytes(waiting))
    return Received(writer.size_bytes, writer.hash.hexdigest())


def write_file(path: Path, content: bytes) -> None:
    _Writer(path).append(content)


class _Writer:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.size_bytes = 0
        self.hash = hashlib.sha256()

    def append(self, content: bytes) -> None:
        # Opened for each part: a cancelled upload leaves no open file behind.
        with reporting_full_disk(), open(self._path, "ab", opener=_private) as file:
            file.write(content)
        self.size_bytes += len(content)
        self.hash.update(content)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ONLY)
