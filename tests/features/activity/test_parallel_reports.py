"""Two processes that record recipients of one gift bomb at the same time keep all of them in one activity."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer
from support.row_locks import until_transaction_waits


class Process:
    def __init__(self, greenroom: GreenroomServer, channel_id: str) -> None:
        self.kernel, self.channel_id = greenroom.kernel, UUID(channel_id)
        self.recorder = ActivityRecorder(ValueCache(greenroom.kernel))

    async def record(self, session: AsyncSession, recipient: str) -> None:
        now = self.kernel.clock()
        report = ActivityReceived("bomb", ActivityKind.GIFT_BOMB, None, now, now, count=9, recipients=(recipient,))
        event = ChannelEvent(self.channel_id, new_id(), "kick", report)
        await self.recorder.record(Batch(session, self.channel_id, now, [], [event]))

    async def store(self, recipient: str) -> None:
        async with self.kernel.database.write() as session:
            await self.record(session, recipient)


async def recipients(owner: ApiClient, channel_id: str) -> list[str]:
    (bomb,) = (await owner.get(f"/channels/{channel_id}/activities"))["records"]
    return bomb["recipients"]


@pytest.mark.on_postgres
async def test_first_reports_of_a_gift_bomb_stored_at_the_same_time_are_one_activity(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    first, second = Process(greenroom, channel_id), Process(greenroom, channel_id)
    async with greenroom.kernel.database.write() as session:
        await first.record(session, "Ana")
        other = asyncio.create_task(second.store("Bo"))
        await until_transaction_waits(greenroom)
    await other
    assert await recipients(owner, channel_id) == ["Ana", "Bo"]


@pytest.mark.on_postgres
async def test_no_recipient_is_lost_if_two_are_added_at_the_same_time(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    first, second = Process(greenroom, channel_id), Process(greenroom, channel_id)
    await first.store("Ana")
    async with greenroom.kernel.database.write() as session:
        await session.execute(select(Activity.id).with_for_update())
        other = asyncio.create_task(second.store("Bo"))
        await until_transaction_waits(greenroom)
        await first.record(session, "Cleo")
    await other
    assert await recipients(owner, channel_id) == ["Ana", "Cleo", "Bo"]
