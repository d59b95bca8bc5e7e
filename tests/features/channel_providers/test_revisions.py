"""Updates of a connection that arrive out of order: the higher revision is newer."""

import asyncio
import json
from collections.abc import Callable
from uuid import UUID

import pytest

from greenroom.accounts.channel_providers import state
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.platforms import Platforms
from greenroom.kernel.context import Kernel
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket

WRITERS = 8


async def edit(kernel: Kernel, platforms: Platforms, provider_id: UUID, number: int) -> None:
    async with kernel.database.write() as session:
        now = kernel.clock()
        changes = (
            state.title(f"title {number}", "Moth Court", now),
            state.connection_state(ConnectionState.FAILING, f"try {number}", now),
        )
        await state.change(session, platforms, provider_id, *changes)


@pytest.mark.both_databases
@pytest.mark.rows("K12", "E10")
async def test_list_shows_the_highest_revision(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        provider_id = (await owner.connect("junoplays", channel_id=channel_id))["channel_provider_id"]
        await until(socket, lambda update: update["data"]["connection"]["state"] == "connected")
    updates: list[Json] = []
    unsubscribe = greenroom.kernel.bus.subscribe(lambda topic, payload: append_update(updates, topic, payload))
    writing = [edit(greenroom.kernel, greenroom.platforms, UUID(provider_id), number) for number in range(WRITERS)]
    await asyncio.gather(*writing)
    (shown,) = await owner.get(f"/channels/{channel_id}/providers")
    unsubscribe()
    revisions = [data["revision"] for data in updates]
    assert len(set(revisions)) == len(revisions) >= WRITERS
    newest = max(updates, key=lambda data: data["revision"])
    assert [newest] == [data for data in updates if data["revision"] == shown["revision"]]
    assert newest == shown


def append_update(updates: list[Json], topic: str, payload: bytes) -> None:
    if topic.endswith(":providers"):
        updates.append(json.loads(payload)["data"])


@pytest.mark.rows("K12")
async def test_every_update_of_a_connection_increases_the_revision(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        connected = await owner.connect("junoplays", channel_id=channel_id)
        await owner.ask("DELETE", f"/channels/{channel_id}/providers/{connected['channel_provider_id']}")
        updates = await until(socket, lambda update: update["action"] == "deleted")
    revisions = [update["data"]["revision"] for update in updates]
    assert revisions == sorted(set(revisions))


async def until(socket: LiveSocket, matches: Callable[[Json], bool]) -> list[Json]:
    """All updates up to and including the first that matches."""
    updates = [await socket.receive()]
    while not matches(updates[-1]):
        updates.append(await socket.receive())
    return updates
