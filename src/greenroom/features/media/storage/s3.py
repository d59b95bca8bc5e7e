"""Media in S3-compatible storage; imported only if the settings name a bucket."""

from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from greenroom.features.media.storage.interface import CHUNK_BYTES, FileMissing, StorageUnavailable, StoredFile
from greenroom.kernel.logs import get_logger
from greenroom.kernel.settings import S3Settings

if TYPE_CHECKING:
    from obstore.store import S3Config

log = get_logger(__name__)

PREFIX = "media/"
# Time limit of a request and its retries: a user waits for the response.
MAX_SECONDS = timedelta(seconds=30)
MAX_CONNECT_SECONDS = timedelta(seconds=5)


@contextmanager
def _reporting_outage(key: str) -> Generator[None]:
    try:
        yield
    except (BaseError, OSError) as error:
        log.warning("media_storage_failed", key=key, error=str(error)[:500])
        raise StorageUnavailable from error


class S3Storage:
    def __init__(self, settings: S3Settings) -> None:
        self._store = _open_store(settings)

    async def put(self, key: str, source: Path) -> None:
        with _reporting_outage(key):
            await obstore.put_async(self._store, PREFIX + key, source, use_multipart=False)

    async def open(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        with _reporting_outage(key):
            try:
                found = await obstore.get_async(self._store, PREFIX + key, options={"range": (start, end)})
            except FileNotFoundError:
                raise FileMissing from None
        return _chunks(key, found)

    async def delete(self, *keys: str) -> None:
        with _reporting_outage(", ".join(keys)):
            await obstore.delete_async(self._store, [PREFIX + key for key in keys])

    async def list_files(self) -> AsyncIterator[Sequence[StoredFile]]:
        with _reporting_outage(PREFIX):
            found = obstore.list(self._store, PREFIX, chunk_size=1_000)  # pyright: ignore[reportUnknownMemberType]  # Arrow's types, which are not installed
            async for part in found:
                yield [StoredFile(one["path"].removeprefix(PREFIX), one["last_modified"]) for one in part]


async def _chunks(key: str, found: "obstore.GetResult") -> AsyncIterator[bytes]:
    with _reporting_outage(key):
        async for chunk in found.stream(min_chunk_size=CHUNK_BYTES):
            yield bytes(chunk)


def _open_store(settings: S3Settings) -> S3Store:
    config: S3Config = {"region": settings.region, "virtual_hosted_style_request": not settings.path_style}
    if settings.endpoint:
        config["endpoint"] = settings.endpoint
    if settings.access_key:
        config["access_key_id"] = settings.access_key
        config["secret_access_key"] = settings.secret_key.get_secret_value()
    return S3Store(
        settings.bucket,
        config=config,
        client_options={
            "allow_http": settings.endpoint.startswith("http://"),
            "timeout": MAX_SECONDS,
            "connect_timeout": MAX_CONNECT_SECONDS,
        },
        retry_config={"max_retries": 2, "retry_timeout": MAX_SECONDS},
    )
