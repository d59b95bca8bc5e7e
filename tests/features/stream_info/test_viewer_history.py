"""The API has the viewer counts of the last half hour by minute, for the chart on the dashboard."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from greenroom.features.stats.streams.models import Stream, StreamMinute
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer


@pytest.mark.both_databases
async def test_history_has_the_mean_of_each_minute_and_null_without_a_count(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    now, connection_id = clock(), uuid4()
    minute = int(now.timestamp()) // 60
    stream = Stream(
        channel_id=UUID(channel_id), title="", category="", started_at=now - timedelta(hours=2), ended_at=None
    )
    async with greenroom.kernel.database.write() as session:
        session.add(stream)
        await session.flush()
        for at, total, reports in ((minute, 31, 3), (minute - 2, 8, 2), (minute - 3, 0, 0), (minute - 30, 999, 1)):
            session.add(stored_minute(stream.id, connection_id, at, total, reports))
        session.add(stored_minute(stream.id, connection_id, minute - 4, 0, 0, viewers_held=7))
    (history,) = (await owner.get(f"/channels/{channel_id}/stream-info/viewers"))["records"]
    assert history["channel_provider_id"] == str(connection_id)
    assert history["viewers"] == [None] * 25 + [7, None, 4, None, 10]


def stored_minute(
    stream_id: UUID, connection_id: UUID, minute: int, total: int, reports: int, viewers_held: int | None = None
) -> StreamMinute:
    return StreamMinute(
        stream_id=stream_id,
        connection_id=connection_id,
        minute=minute,
        provider="twitch",
        viewer_total=total,
        viewer_reports=reports,
        viewer_peak=None,
        viewers_held=viewers_held,
        lag_ms=None,
        messages=0,
    )
