from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Response

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.stats import service
from greenroom.features.stats.rules import DEFAULT_DAYS, MAX_DAYS, Period, read_period, read_zone
from greenroom.features.stats.schemas import DEFAULT_PER_PAGE, StatsOut, StreamDetail, StreamsPage
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Reading
from greenroom.kernel.csv_cells import MEDIA_TYPE
from greenroom.kernel.timestamps import MAX_ZONE_LENGTH

Reader = Annotated[Access, require(Permission.STATS_READ)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["stats"])


@router.get("/streams")
async def list_streams(
    access: Reader,
    session: Reading,
    cursor: Cursor = None,
    limit: PageSize = DEFAULT_PER_PAGE,
) -> StreamsPage:
    return await service.list_streams(session, access.channel_id, cursor, limit)


@router.get("/streams/{stream_id}")
async def get_stream(stream_id: UUID, access: Reader, session: Reading, kernel: KernelDep) -> StreamDetail:
    return await service.get_stream(session, access.channel_id, stream_id, kernel.clock())


@router.get("/streams/{stream_id}/csv", response_class=Response)
async def export_stream(stream_id: UUID, access: Reader, session: Reading) -> Response:
    """A CSV file with one row for each minute and platform of a stream."""
    return _csv_response(await service.minutes_csv(session, access.channel_id, stream_id), "stream.csv")


async def _period(
    access: Reader,
    session: Reading,
    kernel: KernelDep,
    since: Annotated[date | None, Query()] = None,
    until: Annotated[date | None, Query()] = None,
    days: Annotated[int, Query(ge=1, le=MAX_DAYS)] = DEFAULT_DAYS,
    zone: Annotated[str | None, Query(max_length=MAX_ZONE_LENGTH)] = None,
) -> Period:
    """The days from `since` to `until`; by default the last `days` days until today, in the channel's time zone."""
    name = await service.zone_of(session, access.channel_id) if zone is None else zone
    return read_period(since, until, read_zone(name), kernel.clock(), days)


Days = Annotated[Period, Depends(_period)]


@router.get("/stats")
async def get_stats(access: Reader, session: Reading, period: Days) -> StatsOut:
    """Numbers of the streams that began in the period, by default the last 30 days in the channel's time zone."""
    return await service.stats_over_time(session, access.channel_id, period)


@router.get("/stats/csv", response_class=Response)
async def export_stats(access: Reader, session: Reading, period: Days) -> Response:
    """A CSV file with one row for each stream that began in the period."""
    return _csv_response(await service.streams_csv(session, access.channel_id, period), "streams.csv")


def _csv_response(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MEDIA_TYPE, headers=headers)
