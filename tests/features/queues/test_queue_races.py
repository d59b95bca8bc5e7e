"""Staff and viewers act on one queue at the same time, in several processes."""

import asyncio
from uuid import UUID

import pytest

from greenroom.features.queues.chat import admission
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from support.greenroom_server import refusal
from support.queues import QueueChannel

pytestmark = pytest.mark.both_databases


async def test_simultaneous_presses_of_next_call_one_round(channel: QueueChannel) -> None:
    queue = await channel.make(group_size=2)
    await channel.join_all("A", "B", "C", "D")
    answers = await asyncio.gather(*(channel.press(queue, "next", round=0) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert await channel.waiting(queue) == ["C", "D"]


async def test_simultaneous_moves_keep_each_viewer_once(channel: QueueChannel) -> None:
    queue = await channel.make()
    names = list("ABCDEFGH")
    await channel.join_all(*names)
    entries = await channel.entries(queue)
    answers = await asyncio.gather(
        *(channel.move(queue, entry, after=entries[index // 2]) for index, entry in enumerate(entries)),
        *(channel.move(queue, entry, after=None) for entry in entries),
    )
    assert {answer.status_code for answer in answers} == {200}
    moved = await channel.entries(queue)
    assert sorted(entry["name"] for entry in moved) == names
    assert len({entry["place"] for entry in moved}) == len(names)


async def test_queue_deleted_during_a_move_is_not_found(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("A", "B")
    a, b = await channel.entries(queue)
    deleted, *moves = await asyncio.gather(
        channel.delete_queue(queue), *(channel.move(queue, a, after=b) for _ in range(3)), channel.press(queue, "next")
    )
    assert deleted.status_code == 204
    assert {answer.status_code for answer in moves} <= {200, 404, 409}
    assert refusal(await channel.move(queue, a, after=b)) == (404, "queue_not_found")
    assert await channel.client.get(channel.queues_path) == {"records": []}


async def test_message_delivered_to_several_processes_joins_once(channel: QueueChannel) -> None:
    queue, kernel = await channel.make(max_per_viewer=5), channel.greenroom.kernel
    url = kernel.database.engine.url.render_as_string(hide_password=False)
    others = [Database(url, MemoryBus().publish) for _ in range(2)]
    request = admission.JoinRequest(("twitch", "7"), "juno", "Juno", is_subscriber=False, text="", message_ref="c:m1")

    async def join(database: Database) -> str:
        async with database.write() as session:
            channel_id, queue_id = UUID(channel.channel_id), UUID(queue["id"])
            return await admission.join(session, channel_id, queue_id, request, kernel.clock())

    answers = await asyncio.gather(*(join(database) for database in (kernel.database, *others) * 3))
    assert set(answers) == {"You are number 1 in Races."}
    assert await channel.waiting(queue) == ["Juno"]
    for database in others:
        await database.close()


async def test_viewers_who_join_at_once_do_not_overfill_the_queue(channel: QueueChannel) -> None:
    queue = await channel.make(max_size=3)
    answers = await asyncio.gather(*(channel.chat(name) for name in "ABCDEFGH"))
    assert sorted(answers)[:5] == ["Races is full (3 are waiting)."] * 5
    assert len(await channel.waiting(queue)) == 3
