"""A job deletes chat that is older than the channel's retention time."""

import asyncio
from datetime import timedelta

import pytest

from greenroom.features.messages.jobs import LINES_AT_ONCE, delete_old_lines, jobs
from support.greenroom_server import ApiClient, GreenroomServer
from support.stored_messages import StoredLine, store, texts

DAY = timedelta(days=1)
MICROSECOND = timedelta(microseconds=1)


async def set_retention(client: ApiClient, channel_id: str, days: int) -> None:
    response = await client.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"retention_days": days})
    assert response.status_code == 200, response.text


@pytest.mark.both_databases
async def test_line_is_deleted_exactly_when_it_is_too_old(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    limit = greenroom.kernel.clock() - 7 * DAY
    await store(
        greenroom,
        channel_id,
        [StoredLine("too old", limit - MICROSECOND), StoredLine("just kept", limit), StoredLine("new", limit + DAY)],
    )
    await set_retention(owner, channel_id, 7)
    (job,) = jobs(greenroom.kernel)
    # The running server runs this job every hour.
    assert f"job:{job.name}" in {task.get_name() for task in asyncio.all_tasks()}
    assert job.every_seconds == 3600
    await job.run()
    assert await texts(owner, channel_id) == ["new", "just kept"]


@pytest.mark.both_databases
async def test_channel_without_a_retention_limit_keeps_all_lines(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Short")
    long_ago = greenroom.kernel.clock() - 3000 * DAY
    for each in (channel_id, other):
        await store(greenroom, each, [StoredLine("long ago", long_ago)])
    await set_retention(owner, other, 1)
    await delete_old_lines(greenroom.kernel)
    assert await texts(owner, channel_id) == ["long ago"]
    assert await texts(owner, other) == []


@pytest.mark.both_databases
async def test_deleted_lines_are_deleted_from_the_search_index(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    now = greenroom.kernel.clock()
    await store(greenroom, channel_id, [StoredLine("hello old", now - 2 * DAY), StoredLine("hello new", now)])
    await set_retention(owner, channel_id, 1)
    await delete_old_lines(greenroom.kernel)
    assert await texts(owner, channel_id, q="hello") == ["hello new"]
    assert await texts(owner, channel_id, q="old") == []
    if greenroom.kernel.database.is_sqlite:
        assert await greenroom.rows("SELECT rowid FROM chat_search WHERE chat_search MATCH 'old'") == []


@pytest.mark.both_databases
async def test_more_lines_than_are_deleted_at_once_are_all_deleted(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    now = greenroom.kernel.clock()
    old = [StoredLine(f"old {n}", now - 2 * DAY - n * MICROSECOND) for n in range(2 * LINES_AT_ONCE + 1)]
    await store(greenroom, channel_id, [*old, StoredLine("new", now)])
    await set_retention(owner, channel_id, 1)
    await delete_old_lines(greenroom.kernel)
    assert await texts(owner, channel_id) == ["new"]


@pytest.mark.both_databases
async def test_line_stored_after_its_retention_time_is_deleted_by_the_next_run(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await set_retention(owner, channel_id, 1)
    await delete_old_lines(greenroom.kernel)
    await store(greenroom, channel_id, [StoredLine("late", greenroom.kernel.clock() - 2 * DAY)])
    await delete_old_lines(greenroom.kernel)
    assert await texts(owner, channel_id) == []
