import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from uuid import UUID

from greenroom.channel_file.media_addresses import ChannelMedia
from greenroom.feature import Feature, Services
from greenroom.features.media.jobs import OrphanSweep
from greenroom.features.media.models import Media
from greenroom.features.media.schemas import MAX_FILE_BYTES
from greenroom.features.media.service import all_files, media_ids_of_channel
from greenroom.features.media.storage.files import FileStorage
from greenroom.features.media.storage.interface import MediaStorage
from greenroom.features.media.temporary_files import TemporaryFiles
from greenroom.features.media.uploads import Uploads, discard_files
from greenroom.kernel.settings import KernelSettings


def feature(services: Services) -> Feature:
    kernel = services.kernel
    storage = open_storage(kernel.settings)
    temporary = TemporaryFiles(kernel.settings.data_dir / "media" / "incoming")

    @asynccontextmanager
    async def lifespan() -> AsyncGenerator[None]:
        await asyncio.to_thread(temporary.delete_abandoned)
        yield

    async def delete_files(channel_id: UUID) -> None:
        async with kernel.database.read() as session:
            media_ids = await media_ids_of_channel(session, channel_id)
        for media_id in media_ids:
            await discard_files(storage, media_id)

    return Feature(
        name="media",
        routes=("greenroom.features.media.routes",),
        paths=("/media/",),
        tables=(Media,),
        counted_for_deletion={"Media files": Media},
        body_limits={r"/channels/[^/]+/media": MAX_FILE_BYTES},
        on_channel_deleted=(delete_files,),
        jobs=OrphanSweep(kernel.database, storage).jobs(),
        services={
            MediaStorage: storage,
            Uploads: Uploads(kernel.database, storage, temporary),
            ChannelMedia: ChannelMedia(all_files),
        },
        lifespan=lifespan,
    )


def open_storage(settings: KernelSettings) -> MediaStorage:
    if not settings.s3.bucket:
        return FileStorage(settings.data_dir / "media")
    from greenroom.features.media.storage.s3 import S3Storage  # noqa: PLC0415  # only if a bucket is set

    return S3Storage(settings.s3)
