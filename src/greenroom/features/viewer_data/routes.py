from typing import Annotated

from fastapi import Path, Response

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Features
from greenroom.features.viewer_data import service
from greenroom.features.viewer_data.schemas import ViewerData, ViewerDataSummary, ViewerErased
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}/data", tags=["viewer data"])

Admin = Annotated[Access, require(Permission.ACCESS_MANAGE)]
Provider = Annotated[StorableText, Path(max_length=20)]
ViewerId = Annotated[StorableText, Path(max_length=100)]


def declared_rows(features: Features) -> list[ViewerRows]:
    return [rows for feature in features for rows in feature.viewer_rows]


@router.get("/summary")
async def summarise_viewer_data(
    provider: Provider, provider_viewer_id: ViewerId, access: Admin, session: Reading, features: Provided[Features]
) -> ViewerDataSummary:
    """How many rows are stored about a viewer, on all linked accounts, by table."""
    viewer = await service.find_viewer(session, access.channel_id, provider, provider_viewer_id)
    return await service.summarise(session, viewer, declared_rows(features))


@router.get("")
async def export_viewer_data(
    provider: Provider,
    provider_viewer_id: ViewerId,
    access: Admin,
    session: Reading,
    features: Provided[Features],
    kernel: KernelDep,
    response: Response,
) -> ViewerData:
    """Everything that is stored about a viewer, on all linked accounts."""
    viewer = await service.find_viewer(session, access.channel_id, provider, provider_viewer_id)
    response.headers["Content-Disposition"] = 'attachment; filename="viewer-data.json"'
    return await service.export(session, viewer, declared_rows(features), kernel.clock())


@router.delete("")
async def erase_viewer_data(
    provider: Provider, provider_viewer_id: ViewerId, access: Admin, features: Provided[Features], kernel: KernelDep
) -> ViewerErased:
    """Deletes the data of a viewer, on all linked accounts; moderation entries and the like stay, without the name.

    409 `viewer_is_staff` for staff of the channel.
    """
    async with kernel.database.read() as session:
        viewer = await service.find_viewer(session, access.channel_id, provider, provider_viewer_id)
    return await service.erase(kernel.database, viewer, declared_rows(features), changed_by(access, kernel))
