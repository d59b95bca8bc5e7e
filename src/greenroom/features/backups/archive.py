"""The file of a backup: a ZIP with a manifest and the checksum of every other file in it."""

import contextlib
import hashlib
import os
import zipfile
import zlib
from collections.abc import Generator, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from greenroom.features.backups.manifest import MEDIA, BackupProblem, FileEntry, Manifest
from greenroom.kernel.crypto.private_files import OWNER_ONLY

MANIFEST = "manifest.json"
CHUNK_BYTES = 2**20
# The fastest level: chat is text, and shrinks to a quarter anyway.
COMPRESSION_LEVEL = 1

# What reading a damaged archive raises.
DAMAGE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, msgspec.MsgspecError, RuntimeError, ValueError)


class ArchiveWriter:
    """Writes a backup under a temporary name; `finish` adds the manifest, syncs the file and renames it to `target`."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._temporary = target.with_name(f".{target.name}.{os.getpid()}")
        self._temporary.unlink(missing_ok=True)
        descriptor = os.open(self._temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        self._file = os.fdopen(descriptor, "w+b")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL)
        self.files: dict[str, FileEntry] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Deletes the temporary file, unless `finish` has renamed it."""
        with contextlib.suppress(ValueError):
            self._zip.close()
        self._file.close()
        self._temporary.unlink(missing_ok=True)

    def open(self, name: str) -> "MemberWriter":
        # Pictures and sounds are compressed already: with a ZipInfo they are stored as they are. Other files are added
        # by name, because a ZipInfo ignores the archive's level, and zlib's default level takes four times as long.
        entry = zipfile.ZipInfo(name) if name.startswith(MEDIA) else name
        return MemberWriter(name, self._zip.open(entry, "w", force_zip64=True), self.files)

    def add_file(self, name: str, source: Path) -> None:
        with source.open("rb") as content, self.open(name) as member:
            while chunk := content.read(CHUNK_BYTES):
                member.write(chunk)

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, msgspec.json.encode(manifest))
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._temporary.replace(self._target)


class MemberWriter:
    """Writes one file of an archive; closing it adds its size and checksum to `files`."""

    def __init__(self, name: str, stream: IO[bytes], files: dict[str, FileEntry]) -> None:
        self._name = name
        self._stream = stream
        self._files = files
        self._bytes = 0
        self._hash = hashlib.sha256()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()
        self._files[self._name] = FileEntry(self._bytes, self._hash.hexdigest())

    def write(self, chunk: bytes) -> None:
        self._stream.write(chunk)
        self._hash.update(chunk)
        self._bytes += len(chunk)


class ArchiveReader:
    def __init__(self, path: Path) -> None:
        self._path = path
        with self._raising_backup_problem():
            self._zip = zipfile.ZipFile(path)
            self.manifest = msgspec.json.decode(self._zip.read(MANIFEST), type=Manifest)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def verify(self) -> None:
        """Raises BackupProblem if the files or their checksums are not those of the manifest."""
        with self._raising_backup_problem():
            if set(self._zip.namelist()) != {MANIFEST, *self.manifest.files}:
                raise zipfile.BadZipFile("files are missing")
            for name in self.manifest.files:
                for _ in self.chunks(name):
                    pass

    def chunks(self, name: str) -> Iterator[bytes]:
        """The content of a file; raises BackupProblem at the end if the checksum is not that of the manifest."""
        found, size = hashlib.sha256(), 0
        with self._raising_backup_problem(), self._zip.open(name) as member:
            while chunk := member.read(CHUNK_BYTES):
                found.update(chunk)
                size += len(chunk)
                yield chunk
            if FileEntry(size, found.hexdigest()) != self.manifest.files.get(name):
                raise zipfile.BadZipFile(f"{name} has changed")

    def extract(self, name: str, target: Path) -> None:
        """Writes a file of the archive to `target`; only its owner can read the new file."""
        target.unlink(missing_ok=True)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            for chunk in self.chunks(name):
                file.write(chunk)

    @contextlib.contextmanager
    def _raising_backup_problem(self) -> Generator[None]:
        try:
            yield
        except DAMAGE_ERRORS as error:
            raise BackupProblem(f"{self._path} is no backup, or it is damaged: nothing was changed.") from error
        except OSError as error:
            raise BackupProblem(f"{self._path} cannot be read: {error.strerror}.") from error
        except KeyError as error:
            raise BackupProblem(f"{self._path} is no backup, or it is damaged: a file is missing in it.") from error
