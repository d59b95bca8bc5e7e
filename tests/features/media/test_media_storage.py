"""Files are stored, read, listed and deleted in the same way on disk and in S3; abandoned files are deleted."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import media_files
import pytest
from media_library import MediaLibrary
from s3_server import S3Server

from greenroom.features.media.jobs import OrphanSweep
from greenroom.features.media.storage.files import FileStorage
from greenroom.features.media.storage.interface import FileMissing, MediaStorage, StorageUnavailable, StoredFile
from greenroom.features.media.storage.s3 import S3Storage
from greenroom.features.media.temporary_files import TemporaryFiles
from greenroom.kernel.settings import S3Settings
from support.channel_deletion import delete_channel

CONTENT = bytes(range(256)) * 4_000


@pytest.fixture(params=["files", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> MediaStorage:
    if request.param == "files":
        (tmp_path / "media").mkdir()
        return FileStorage(tmp_path / "media")
    server: S3Server = request.getfixturevalue("s3")
    return S3Storage(server.new_bucket())


async def put(storage: MediaStorage, key: str, folder: Path, content: bytes = CONTENT) -> None:
    source = folder / "source"
    source.write_bytes(content)
    await storage.put(key, source)


async def read(storage: MediaStorage, key: str, start: int = 0, end: int = len(CONTENT)) -> bytes:
    return b"".join([chunk async for chunk in await storage.open(key, start, end)])


async def listed(storage: MediaStorage) -> Sequence[StoredFile]:
    return [file async for part in storage.list_files() for file in part]


async def test_file_is_read_as_it_was_put(storage: MediaStorage, tmp_path: Path) -> None:
    await put(storage, "a", tmp_path)
    assert await read(storage, "a") == CONTENT


@pytest.mark.parametrize(("start", "end"), [(0, 1), (100, 700_000), (len(CONTENT) - 1, len(CONTENT))])
async def test_range_of_a_file_is_read(storage: MediaStorage, tmp_path: Path, start: int, end: int) -> None:
    await put(storage, "a", tmp_path)
    assert await read(storage, "a", start, end) == CONTENT[start:end]


async def test_missing_file_is_reported_when_it_is_opened(storage: MediaStorage) -> None:
    with pytest.raises(FileMissing):
        await storage.open("a", 0, 10)


async def test_deleted_files_are_gone_and_deleting_them_again_is_no_error(
    storage: MediaStorage, tmp_path: Path
) -> None:
    await put(storage, "a", tmp_path)
    await put(storage, "b", tmp_path)
    await storage.delete("a", "never")
    await storage.delete("a")
    assert [file.key for file in await listed(storage)] == ["b"]


async def test_list_has_every_file_with_its_age(storage: MediaStorage, tmp_path: Path) -> None:
    assert await listed(storage) == []
    await put(storage, "a", tmp_path)
    await put(storage, "b", tmp_path)
    files = await listed(storage)
    assert {file.key for file in files} == {"a", "b"}
    assert all(abs(file.stored_at - datetime.now(UTC)) < timedelta(minutes=10) for file in files)


async def test_job_deletes_old_media_files_without_a_row_but_no_files_that_are_not_media(
    library: MediaLibrary, storage: MediaStorage, tmp_path: Path
) -> None:
    media = await library.add(media_files.wav())
    crashed = str(uuid4())
    for key in (media["id"], crashed, f"{crashed}-thumbnail", "notes.txt"):
        await put(storage, key, tmp_path)
    database = library.greenroom.kernel.database
    await OrphanSweep(database, storage).sweep()
    assert len(await listed(storage)) == 4
    await OrphanSweep(database, storage, clock=lambda: datetime.now(UTC) + timedelta(hours=2)).sweep()
    assert {file.key for file in await listed(storage)} == {media["id"], "notes.txt"}


def test_start_deletes_old_files_that_a_killed_process_was_receiving(tmp_path: Path) -> None:
    temporary = TemporaryFiles(tmp_path / "incoming")
    temporary.delete_abandoned()
    with temporary.file() as old, temporary.file() as recent:
        for path in (old, recent):
            path.write_bytes(CONTENT)
        os.utime(old, (0, 0))
        temporary.delete_abandoned()
        assert (old.exists(), recent.exists()) == (False, True)


async def test_files_of_a_deleted_channel_are_deleted_with_it(library: MediaLibrary) -> None:
    await library.add(media_files.image())
    assert library.stored_names()
    await delete_channel(library.greenroom, library.channel_id)
    assert library.stored_names() == set()


async def test_unreachable_storage_is_reported(tmp_path: Path) -> None:
    storage = S3Storage(S3Settings(bucket="media", endpoint="http://127.0.0.1:1", access_key="key"))
    with pytest.raises(StorageUnavailable):
        await storage.open("a", 0, 10)
    with pytest.raises(StorageUnavailable):
        await put(storage, "a", tmp_path)


async def test_missing_bucket_is_reported(s3: S3Server, tmp_path: Path) -> None:
    storage = S3Storage(S3Settings(bucket="never-made", endpoint=s3.url, access_key="key"))
    with pytest.raises(StorageUnavailable):
        await put(storage, "a", tmp_path)
