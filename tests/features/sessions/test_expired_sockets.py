"""Sockets are closed when their session expires; subscriptions of a channel end when the role does."""

import asyncio
from datetime import timedelta

from sqlalchemy import update

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.sessions import Session
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.sql_statements import observe_statements
from support.waiting import MAX_WAIT_SECONDS

SOON = timedelta(milliseconds=50)


async def subscribe(socket: LiveSocket, topic: str) -> Json:
    await socket.send({"type": "subscribe", "topic": topic})
    return await socket.receive()


async def user_id_of(client: ApiClient) -> str:
    return (await client.get("/user"))["id"]


async def end_sessions_soon(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(Session).values(expires_at=clock.now + SOON))


async def test_socket_is_closed_when_its_session_expires(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    topic = f"user:{await user_id_of(owner)}"
    await end_sessions_soon(greenroom, clock)
    async with owner.socket("/live") as socket:
        assert (await subscribe(socket, topic))["type"] == "subscribed"
        clock.advance(1)
        assert await socket.wait_closed() == (4401, "unauthenticated")


async def test_socket_stays_open_while_visits_extend_its_session(
    greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock
) -> None:
    topic = f"user:{await user_id_of(owner)}"
    await end_sessions_soon(greenroom, clock)
    async with owner.socket("/live") as socket:
        await subscribe(socket, topic)
        async with greenroom.kernel.database.write() as session:
            await session.execute(update(Session).values(expires_at=clock.now + timedelta(days=30)))
        checked = asyncio.Event()

        def mark_checked(*_: object) -> None:
            checked.set()

        with observe_statements(greenroom.kernel.database, mark_checked):
            clock.advance(1)
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                await checked.wait()
        await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
        assert (await socket.receive())["events"] == [{"event": "settings_changed"}]


async def test_topics_of_a_guest_end_when_the_role_expires(
    greenroom: GreenroomServer, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    user_id, topic = await user_id_of(guest), f"{channel_id}:chat"
    await greenroom.set_access_end(channel_id, user_id, clock.now + SOON)
    path = f"/channels/{channel_id}/providers-ws"
    async with guest.socket("/live") as socket, guest.socket(path) as provider_updates:
        assert (await subscribe(socket, topic))["type"] == "subscribed"
        assert (await subscribe(socket, f"user:{user_id}"))["type"] == "subscribed"
        clock.advance(1)
        assert await socket.receive() == {"type": "denied", "topic": topic}
        assert await provider_updates.wait_closed() == (4403, "forbidden")
        # The session has not ended, so the socket stays open.
        assert await socket.drain() == []


async def test_topics_end_when_the_role_gets_an_expiry_after_subscribing(
    greenroom: GreenroomServer, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with guest.socket("/live") as socket:
        await subscribe(socket, f"{channel_id}:chat")
        await greenroom.set_access_end(channel_id, await user_id_of(guest), clock.now + SOON)
        clock.advance(1)
        assert (await socket.receive())["type"] == "denied"


async def test_change_of_access_is_checked_only_for_the_user_concerned(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    mod_id = await user_id_of(mod)
    checks: list[str] = []

    def record(statement: str, _: object) -> None:
        if statement.startswith("SELECT") and "FROM sessions" in statement:
            checks.append(statement)

    async with owner.socket("/live") as first, owner.socket("/live") as second, mod.socket("/live") as concerned:
        for socket in (first, second):
            await socket.subscribe(channel_id, "chat", "moderation", "filters")
        await concerned.subscribe(channel_id, "chat")
        with observe_statements(greenroom.kernel.database, record):
            await greenroom.set_level(channel_id, mod_id, Role.PUBLIC)
            assert (await concerned.receive())["type"] == "denied"
        assert [await socket.drain() for socket in (first, second)] == [[], []]
    assert len(checks) == 1
