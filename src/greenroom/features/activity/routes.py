from typing import Annotated
from uuid import UUID

from fastapi import Query

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.activity import service
from greenroom.features.activity.records.sizes import MINIMUMS
from greenroom.features.activity.schemas import (
    DEFAULT_PER_PAGE,
    STORED_KINDS,
    AcknowledgeAll,
    FeedActivity,
    FeedPage,
    FeedSettings,
    MinimumText,
    PlatformKindsOut,
    StoredKind,
    TestActivity,
    ValuesIn,
    ValuesOut,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Provided, Reading, Writing

Reader = Annotated[Access, require(Permission.ACTIVITY_READ)]
# Viewers see test activities in alerts, and values in goals: adding and changing them needs TITLE_UPDATE.
Editor = Annotated[Access, require(Permission.TITLE_UPDATE)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["activity"])


@router.get("/activities")
async def list_activities(
    access: Reader,
    session: Reading,
    platforms: Provided[Platforms],
    kind: Annotated[list[StoredKind], Query(default_factory=list, max_length=len(STORED_KINDS))],
    provider: Annotated[StreamProviders, Query(default_factory=list)],
    minimum: Annotated[list[MinimumText], Query(default_factory=list, max_length=len(MINIMUMS))],
    cursor: Cursor = None,
    limit: PageSize = DEFAULT_PER_PAGE,
) -> FeedPage:
    """Activities of these kinds and platforms (default: all); a `minimum` such as `cheer:100` hides smaller ones."""
    shown = service.feed_filter(platforms, kind, provider, minimum)
    return await service.list_activities(session, access, shown, cursor, limit)


@router.get("/activity-kinds")
async def list_kinds(access: Reader, platforms: Provided[Platforms]) -> PlatformKindsOut:
    return service.platform_kinds(platforms)


@router.post("/activities/test", status_code=201)
async def add_test(
    body: TestActivity, access: Editor, session: Writing, kernel: KernelDep, platforms: Provided[Platforms]
) -> FeedActivity:
    """Adds a sample activity, which is never counted; 422 for a kind that the platform does not have."""
    info = platforms.info(body.provider)
    return await service.add_test(session, access.channel_id, info, body.kind, kernel.clock())


@router.post("/activities/acknowledge-all", status_code=204)
async def acknowledge_all(body: AcknowledgeAll, access: Reader, session: Writing) -> None:
    await service.acknowledge_all(session, access, body.up_to)


@router.put("/activities/{activity_id}/acknowledged", status_code=204)
async def acknowledge(activity_id: UUID, access: Reader, session: Writing) -> None:
    await service.acknowledge(session, access, activity_id, is_acknowledged=True)


@router.delete("/activities/{activity_id}/acknowledged", status_code=204)
async def undo_acknowledge(activity_id: UUID, access: Reader, session: Writing) -> None:
    await service.acknowledge(session, access, activity_id, is_acknowledged=False)


@router.get("/activity-settings")
async def get_settings(access: Reader, session: Reading) -> FeedSettings:
    return await service.get_settings(session, access)


@router.put("/activity-settings")
async def save_settings(body: FeedSettings, access: Reader, session: Writing) -> FeedSettings:
    """Saves the caller's own settings; other staff have their own."""
    return await service.save_settings(session, access, body)


@router.get("/activity-values")
async def get_values(access: Reader, session: Reading) -> ValuesOut:
    return await service.get_values(session, access.channel_id)


@router.put("/activity-values")
async def save_values(body: ValuesIn, access: Editor, session: Writing, kernel: KernelDep) -> ValuesOut:
    """Replaces what coins, months of a sub and currencies are worth here; stored activities keep their value."""
    return await service.save_values(session, access.channel_id, body.values, changed_by(access, kernel))
