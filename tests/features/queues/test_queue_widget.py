"""The widget shows the open queue and follows it."""

from uuid import UUID

import pytest

from greenroom.features.queues.widget import ShownQueue, read_queue
from greenroom.widget_data import WidgetDataQuery
from support.queues import QueueChannel


async def shown(channel: QueueChannel, limit: int = 10) -> ShownQueue:
    kernel = channel.greenroom.kernel
    async with kernel.database.read() as session:
        state = await read_queue(session, UUID(channel.channel_id), WidgetDataQuery(limit), kernel.clock())
    queue = state["queue"]
    assert isinstance(queue, ShownQueue)
    return queue


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_widget_shows_who_plays_is_called_and_waits_in_the_open_queue(channel: QueueChannel) -> None:
    await channel.make("Duels", is_open=False)
    queue = await channel.make("Races")
    await channel.join_all("A", "B", "C", "D")
    await channel.press(queue, "next", count=2)
    await channel.set_state(queue, await channel.entry(queue, "B"), "playing")
    found = await shown(channel, limit=3)
    assert (found.name, found.is_open, found.waiting) == ("Races", True, 2)
    assert [(row.name, row.state) for row in found.rows] == [("B", "playing"), ("A", "called"), ("C", "waiting")]


async def test_channel_without_queues_has_an_empty_widget(channel: QueueChannel) -> None:
    assert (await shown(channel)).rows == []
