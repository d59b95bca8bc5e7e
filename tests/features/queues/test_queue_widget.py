"""A queue widget shows the queue that is chosen in its settings, or else the open queue."""

from uuid import UUID

import pytest

from greenroom.features.widgets.content.queue import ShownQueue, read_queue
from greenroom.features.widgets.types.data.queue import QueueWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from support.queues import QueueChannel


async def shown_queue(channel: QueueChannel, limit: int = 10, queue_id: str | None = None) -> ShownQueue:
    kernel = channel.greenroom.kernel
    async with kernel.database.read() as session:
        query = WidgetDataQuery(limit, UUID(queue_id) if queue_id else None)
        state = await read_queue(session, UUID(channel.channel_id), query, kernel.clock())
    queue = state["queue"]
    assert isinstance(queue, ShownQueue)
    return queue


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_widget_shows_the_viewers_of_the_open_queue_with_their_states(channel: QueueChannel) -> None:
    await channel.make("Duels", is_open=False)
    queue = await channel.make("Races")
    await channel.join_all("A", "B", "C", "D")
    await channel.press(queue, "next", count=2)
    await channel.set_state(queue, await channel.entry(queue, "B"), "playing")
    found = await shown_queue(channel, limit=3)
    assert (found.name, found.is_open, found.waiting) == ("Races", True, 2)
    assert [(row.name, row.state) for row in found.rows] == [("B", "playing"), ("A", "called"), ("C", "waiting")]


@pytest.mark.both_databases
async def test_widget_shows_the_queue_of_its_settings_or_the_open_one_if_that_is_gone(channel: QueueChannel) -> None:
    await channel.make("Races")
    duels = await channel.make("Duels", is_open=False)
    other = QueueChannel(channel.greenroom, channel.client, await channel.client.create_channel("Second"))
    other_queue = await other.make("Elsewhere")
    assert [(await shown_queue(channel, queue_id=one)).name for one in (None, duels["id"])] == ["Races", "Duels"]
    # A queue that was deleted or belongs to another channel is replaced by the open one.
    await channel.delete_queue(duels)
    assert [(await shown_queue(channel, queue_id=one["id"])).name for one in (duels, other_queue)] == ["Races", "Races"]


def test_widget_queries_the_queue_of_its_settings() -> None:
    chosen = QueueWidget.model_validate({"queue_id": "0190a0b0-0000-7000-8000-000000000001"})
    assert [QueueWidget().query().subject_id, chosen.query().subject_id] == [None, chosen.queue_id]


async def test_channel_without_queues_has_an_empty_widget(channel: QueueChannel) -> None:
    assert (await shown_queue(channel)).rows == []
