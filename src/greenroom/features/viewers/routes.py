from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.chat.sending.sender import Sender
from greenroom.features.viewers import account_links, platform_lookup, service
from greenroom.features.viewers.schemas import (
    MAX_QUERY_LENGTH,
    MAX_VIEWERS,
    LinkCodeOut,
    LinkIn,
    NoteIn,
    NoteOut,
    PlatformViewerOut,
    Provider,
    ViewerId,
    ViewerOut,
    ViewersOut,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/channels/{channel_id}/viewers", tags=["viewers"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]
VIEWER_PATH = "/{provider}/{provider_viewer_id}"


@router.get("")
async def search_viewers(
    access: Moderator,
    session: Reading,
    kernel: KernelDep,
    q: Annotated[StorableText, Query(max_length=MAX_QUERY_LENGTH)] = "",
    provider: Annotated[StorableText, Query(max_length=20)] = "",
    limit: Annotated[int, Query(ge=1, le=MAX_VIEWERS)] = 20,
) -> ViewersOut:
    """Viewers whose name or login contains `q`, or whose id is `q`: exact names first, then by last message."""
    return await service.search_viewers(session, access.channel_id, q, provider, limit, kernel.clock())


@router.get(VIEWER_PATH)
async def get_viewer(
    provider: Provider, provider_viewer_id: ViewerId, access: Moderator, session: Reading, kernel: KernelDep
) -> ViewerOut:
    return await service.show_viewer(session, access, provider, provider_viewer_id, kernel.clock())


@router.get(f"{VIEWER_PATH}/platform")
async def look_up_viewer(
    provider: Provider, provider_viewer_id: ViewerId, access: Moderator, kernel: KernelDep, sender: Provided[Sender]
) -> PlatformViewerOut:
    """Asks the platform now; `detail` says what is missing, and why."""
    return await platform_lookup.look_up(kernel, sender, access.channel_id, provider, provider_viewer_id)


@router.post(f"{VIEWER_PATH}/notes", status_code=201)
async def add_note(
    provider: Provider,
    provider_viewer_id: ViewerId,
    body: NoteIn,
    access: Moderator,
    kernel: KernelDep,
    session: Writing,
) -> NoteOut:
    return await service.add_note(session, access, provider, provider_viewer_id, body.text, kernel.clock())


@router.delete(f"{VIEWER_PATH}/notes/{{note_id}}", status_code=204)
async def delete_note(
    provider: Provider, provider_viewer_id: ViewerId, note_id: UUID, access: Moderator, session: Writing
) -> Response:
    await service.delete_note(session, access, provider, provider_viewer_id, note_id)
    return Response(status_code=204)


@router.post(f"{VIEWER_PATH}/links")
async def link_viewers(
    provider: Provider,
    provider_viewer_id: ViewerId,
    body: LinkIn,
    access: Moderator,
    kernel: KernelDep,
    session: Writing,
) -> ViewerOut:
    """Links both viewers, together with all accounts that either was linked to before."""
    await account_links.link_by_moderator(session, access, (provider, provider_viewer_id), body, kernel.clock())
    return await service.show_viewer(session, access, provider, provider_viewer_id, kernel.clock())


@router.delete(f"{VIEWER_PATH}/links")
async def unlink_viewer(
    provider: Provider, provider_viewer_id: ViewerId, access: Moderator, kernel: KernelDep, session: Writing
) -> ViewerOut:
    """Unlinks this account; the person's other accounts stay linked to each other."""
    await account_links.unlink(session, access, (provider, provider_viewer_id), kernel.clock())
    return await service.show_viewer(session, access, provider, provider_viewer_id, kernel.clock())


@router.post(f"{VIEWER_PATH}/link-codes", status_code=201)
async def make_link_code(
    provider: Provider, provider_viewer_id: ViewerId, access: Moderator, kernel: KernelDep, session: Writing
) -> LinkCodeOut:
    """Creates a code; the account that types it in chat within ten minutes is linked to this viewer."""
    return await account_links.make_code(session, access, provider, provider_viewer_id, kernel.clock())
