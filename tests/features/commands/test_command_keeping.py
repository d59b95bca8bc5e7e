"""What this process knows of a channel's commands and filters."""

import asyncio
from uuid import UUID

import pytest

from asking_desk import AskingDesk
from greenroom.features.filters.feature import Filters
from greenroom.tenancy.topics import COMMANDS_CHANGED, FILTERS_CHANGED

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def reading(channel_id: UUID) -> list[str]:
    names = {f"commands:{channel_id}", f"filters:{channel_id}"}
    return [name for task in asyncio.all_tasks() if (name := task.get_name()) in names]


async def test_nothing_is_read_again_once_the_server_stops(asking: AskingDesk) -> None:
    kernel, channel_id = asking.kernel, asking.channel_id
    filters = Filters(kernel, {})
    filters.start()
    asking.desk.build(filters.moderate, asking.commands.respond)
    await asking.desk.hear(asking.said("hello"))
    change = (
        (COMMANDS_CHANGED, f"{channel_id}"),
        (FILTERS_CHANGED, f"{channel_id}"),
        (f"{channel_id}:providers", "{}"),
    )
    for topic, payload in change[:2]:
        await kernel.bus.publish(topic, payload.encode())
    assert sorted(reading(channel_id)) == [f"commands:{channel_id}", f"filters:{channel_id}"]
    await filters.stop()
    await asking.commands.stop()
    for topic, payload in change:
        await kernel.bus.publish(topic, payload.encode())
    assert reading(channel_id) == []
