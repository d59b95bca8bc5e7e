"""Sockets are closed when their session ends."""

import pytest

from support.greenroom_server import ApiClient, GreenroomServer

UNAUTHENTICATED = (4401, "unauthenticated")


async def test_signing_out_closes_only_the_sockets_of_this_session(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    other_client = await greenroom.sign_in()
    async with owner.socket("/live") as ended, other_client.socket("/live") as other:
        await owner.ask("DELETE", "/user/sessions/current")
        assert await ended.wait_closed() == UNAUTHENTICATED
        assert await other.drain() == []


@pytest.mark.both_databases
async def test_signing_out_everywhere_closes_every_socket(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other_client = await greenroom.sign_in()
    path = f"/channels/{channel_id}/providers-ws"
    async with owner.socket("/live") as topics, other_client.socket(path) as provider_updates:
        await owner.ask("DELETE", "/user/sessions")
        assert await topics.wait_closed() == UNAUTHENTICATED
        assert await provider_updates.wait_closed() == UNAUTHENTICATED


async def test_ending_another_session_closes_its_sockets(greenroom: GreenroomServer, owner: ApiClient) -> None:
    lost = await greenroom.sign_in()
    lost_id = next(one["id"] for one in await lost.get("/user/sessions") if one["is_current"])
    async with lost.socket("/live") as socket:
        await owner.ask("DELETE", f"/user/sessions/{lost_id}")
        assert await socket.wait_closed() == UNAUTHENTICATED


async def test_deleting_the_account_closes_its_sockets(owner: ApiClient) -> None:
    async with owner.socket("/live") as socket:
        await owner.ask("DELETE", "/user", params={"username": "junoplays"})
        assert await socket.wait_closed() == UNAUTHENTICATED
