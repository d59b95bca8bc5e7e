from typing import Annotated
from uuid import UUID

from fastapi import Query, Request, Response

from greenroom.accounts.access.guards import authorize_in_channel, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.feature import Features
from greenroom.features.media import service
from greenroom.features.media.file_response import respond, thumbnail, whole_file
from greenroom.features.media.models import Media
from greenroom.features.media.schemas import (
    DEFAULT_PER_PAGE,
    MAX_SEARCH_LENGTH,
    Kind,
    MediaName,
    MediaOut,
    MediaPage,
    MediaRename,
)
from greenroom.features.media.storage.interface import MediaStorage
from greenroom.features.media.uploads import Uploads, discard_files
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Provided, Reading, Writing
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.text import StorableText

PERMISSION = Permission.WIDGETS_MANAGE
Editor = Annotated[Access, require(PERMISSION)]
Searched = Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)]
Storage = Provided[MediaStorage]
AllFeatures = Provided[Features]

RAW_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}

router = ApiRouter(prefix="/channels/{channel_id}/media", tags=["media"])
# Files are outside the API and need no sign-in, because widgets load them.
files = ApiRouter(root="", prefix="/media", tags=["media"])


@router.get("")
async def list_media(
    access: Editor,
    session: Reading,
    features: AllFeatures,
    q: Searched = "",
    kind: Kind | None = None,
    cursor: Cursor = None,
    limit: PageSize = DEFAULT_PER_PAGE,
) -> MediaPage:
    """Files whose name contains every word of `q`, ignoring case; newest first."""
    uses = await service.find_uses(session, features, access.channel_id)
    return await service.list_media(session, access.channel_id, q=q, kind=kind, cursor=cursor, limit=limit, uses=uses)


@router.post("", status_code=201, openapi_extra=RAW_BODY)
async def upload_media(
    name: Annotated[MediaName, Query()],
    access: Editor,
    request: Request,
    response: Response,
    kernel: KernelDep,
    features: AllFeatures,
    uploads: Provided[Uploads],
) -> MediaOut:
    """Stores the body as a file. If the channel has a file with this content already: 200, and that file."""

    async def authorise() -> ChangedBy:
        return changed_by(await authorize_in_channel(request, access.channel_id, PERMISSION), kernel)

    row, is_new = await uploads.add(request.stream(), channel_id=access.channel_id, name=name, authorise=authorise)
    response.status_code = 201 if is_new else 200
    async with kernel.database.read() as session:
        return service.media_out(row, await service.find_uses(session, features, access.channel_id))


@router.get("/{media_id}")
async def get_media(media_id: UUID, access: Editor, session: Reading, features: AllFeatures) -> MediaOut:
    row = await service.find_media(session, media_id, access.channel_id)
    return service.media_out(row, await service.find_uses(session, features, access.channel_id))


@router.patch("/{media_id}")
async def rename_media(
    media_id: UUID,
    body: MediaRename,
    access: Editor,
    session: Writing,
    kernel: KernelDep,
    features: AllFeatures,
) -> MediaOut:
    row = await service.rename_media(session, access.channel_id, media_id, body.name, changed_by(access, kernel))
    return service.media_out(row, await service.find_uses(session, features, access.channel_id))


@router.delete("/{media_id}", status_code=204)
async def delete_media(
    media_id: UUID,
    access: Editor,
    kernel: KernelDep,
    features: AllFeatures,
    storage: Storage,
    confirmed: bool = False,
) -> None:
    """Deletes the file; 409 `media_in_use` if it is in use, unless `confirmed`."""
    async with kernel.database.write() as session:
        by = changed_by(access, kernel)
        await service.delete_media(session, access.channel_id, media_id, by, features=features, is_confirmed=confirmed)
    await discard_files(storage, media_id)


@files.api_route("/{media_id}", methods=["GET", "HEAD"], dependencies=[PUBLIC], include_in_schema=False)
async def get_file(media_id: UUID, request: Request, kernel: KernelDep, storage: Storage) -> Response:
    return await respond(request, storage, whole_file(await _find(kernel, media_id)))


@files.api_route("/{media_id}/thumbnail", methods=["GET", "HEAD"], dependencies=[PUBLIC], include_in_schema=False)
async def get_thumbnail(media_id: UUID, request: Request, kernel: KernelDep, storage: Storage) -> Response:
    return await respond(request, storage, thumbnail(await _find(kernel, media_id)))


async def _find(kernel: Kernel, media_id: UUID) -> Media:
    """Finds the file's row in a transaction that ends before the content is read from the storage."""
    async with kernel.database.read() as session:
        return await service.find_media(session, media_id)
