from typing import Annotated
from uuid import UUID

from fastapi import Path, Query
from fastapi.responses import StreamingResponse

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.features.points import history, leaderboard, public, service
from greenroom.features.points.ledger.models import PeriodKind
from greenroom.features.points.periods.reads import read_lines, read_period
from greenroom.features.points.schemas import (
    DEFAULT_PER_PAGE,
    MAX_ENTRY_ID,
    MAX_SEARCH_LENGTH,
    AdjustIn,
    BalanceOut,
    EarnedToday,
    LeaderboardPage,
    PointEntriesPage,
    PointSettingsFields,
    PublicLeaderboard,
    RankedPeriod,
    UndoneOut,
    ViewerId,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Reading, Writing
from greenroom.kernel.csv_cells import MEDIA_TYPE
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.GAMBLING_READ)]
Editor = Annotated[Access, require(Permission.GAMBLING_MANAGE)]
VIEWER_PATH = "/points/viewers/{provider}/{provider_viewer_id}"

router = ApiRouter(prefix="/channels/{channel_id}", tags=["points"])


@router.get("/points/settings")
async def get_point_settings(access: Reader, session: Reading) -> PointSettingsFields:
    return await service.get_settings(session, access.channel_id)


@router.put("/points/settings")
async def change_point_settings(
    body: PointSettingsFields, access: Editor, session: Writing, kernel: KernelDep
) -> PointSettingsFields:
    return await service.change_settings(session, access.channel_id, body, changed_by(access, kernel))


@router.get("/points/leaderboard")
async def get_leaderboard(
    access: Reader,
    session: Reading,
    kernel: KernelDep,
    period: RankedPeriod = "all",
    q: Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)] = "",
    cursor: Cursor = None,
    limit: PageSize = DEFAULT_PER_PAGE,
) -> LeaderboardPage:
    """Highest balance first; linked accounts are one row. `q` is part of a name; it also finds viewers without points.

    With a `period`, viewers are ranked by the points earned in it; the sums are at most a minute old.
    """
    query = leaderboard.LeaderboardQuery(period, q, cursor, limit)
    return await leaderboard.list_page(session, access.channel_id, query, kernel.clock())


@router.get("/points/today")
async def get_points_of_today(access: Reader, session: Reading, kernel: KernelDep) -> EarnedToday:
    """The points that viewers earned since midnight, less those of undone entries; at most a minute old."""
    today = await read_period(session, access.channel_id, PeriodKind.DAY, kernel.clock())
    return EarnedToday(**await read_lines(session, today))


@router.get("/points/csv", response_class=StreamingResponse)
async def export_balances(access: Reader, kernel: KernelDep) -> StreamingResponse:
    """All balances above zero as a CSV file."""
    pieces = leaderboard.export_balances(kernel.database, access.channel_id)
    headers = {"Content-Disposition": 'attachment; filename="points.csv"'}
    return StreamingResponse(pieces, media_type=MEDIA_TYPE, headers=headers)


@router.get(VIEWER_PATH)
async def get_balance(
    provider: StreamProvider, provider_viewer_id: ViewerId, access: Reader, session: Reading, kernel: KernelDep
) -> BalanceOut:
    """The balance of the viewer and all linked accounts together."""
    return await service.get_balance(session, access.channel_id, (provider, provider_viewer_id), kernel.clock())


@router.get(f"{VIEWER_PATH}/entries")
async def list_point_entries(
    provider: StreamProvider,
    provider_viewer_id: ViewerId,
    access: Reader,
    session: Reading,
    cursor: Cursor = None,
    limit: PageSize = DEFAULT_PER_PAGE,
) -> PointEntriesPage:
    """Entries of the viewer and all linked accounts, newest first."""
    return await history.list_entries(session, access.channel_id, (provider, provider_viewer_id), cursor, limit)


@router.post(f"{VIEWER_PATH}/adjust")
async def adjust_balance(
    provider: StreamProvider,
    provider_viewer_id: ViewerId,
    body: AdjustIn,
    access: Editor,
    session: Writing,
    kernel: KernelDep,
) -> BalanceOut:
    """Adds or takes points, or sets the balance. 409 `not_enough_points` if the balance would fall below zero."""
    return await service.adjust(session, access, (provider, provider_viewer_id), body, kernel.clock())


@router.post("/points/entries/{entry_id}/undo")
async def undo_point_entry(
    entry_id: Annotated[int, Path(ge=1, le=MAX_ENTRY_ID)], access: Editor, session: Writing, kernel: KernelDep
) -> UndoneOut:
    """Adds the opposite entry. 409 if the entry was undone before, can't be undone, or the points are spent."""
    return await service.undo_entry(session, access, entry_id, kernel.clock())


@router.get("/public-leaderboard", dependencies=[PUBLIC_IN_CHANNEL])
async def show_leaderboard_in_public(channel_id: UUID, session: Reading) -> PublicLeaderboard:
    """The leaderboard without sign-in, while it is public."""
    return await public.public_leaderboard(session, channel_id)
