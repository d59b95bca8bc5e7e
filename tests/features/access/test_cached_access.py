"""Access is looked up once and cached until the session or the role changes."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Generator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from greenroom.accounts.access.rules import Role
from greenroom.accounts.topics import ACCESS_CHANGED, SESSIONS_ENDED
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server, refusal
from support.servers import RedisServer
from support.sql_statements import observe_statements
from support.waiting import MAX_WAIT_SECONDS, wait_until

UNAUTHENTICATED = (401, "unauthenticated")
NOT_FOUND = (404, "channel_not_found")


@contextlib.contextmanager
def access_queries(greenroom: GreenroomServer) -> Generator[list[str]]:
    """Collects the statements that look up a session or a role."""
    queries: list[str] = []

    def record(statement: str, _: object) -> None:
        if statement.startswith("SELECT") and ("sessions" in statement or "channel_users.user_id = " in statement):
            queries.append(statement)

    with observe_statements(greenroom.kernel.database, record):
        yield queries


async def read(client: ApiClient, channel_id: str) -> tuple[int, str]:
    answer = await client.ask("GET", f"/channels/{channel_id}/chat-messages")
    return (200, "") if answer.status_code == 200 else refusal(answer)


async def cached_staff(greenroom: GreenroomServer, channel_id: str, level: int = Role.MOD) -> tuple[ApiClient, str]:
    """The client and the user id of a member of staff whose access is cached."""
    client = await greenroom.staff("odalys_", channel_id, level)
    assert await read(client, channel_id) == (200, "")
    return client, (await client.get("/user"))["id"]


async def test_access_is_looked_up_once_per_user_and_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Other")
    with access_queries(greenroom) as queries:
        await read(owner, channel_id)
        assert len(queries) == 2
        await read(owner, channel_id)
        await owner.get(f"/channels/{channel_id}/chat-settings")
        assert len(queries) == 2
        await read(owner, other)
        assert len(queries) == 4


async def test_refusal_is_not_cached(greenroom: GreenroomServer, channel_id: str) -> None:
    stranger = await greenroom.sign_in("odalys_")
    with access_queries(greenroom) as queries:
        assert [await read(stranger, channel_id) for _ in range(2)] == [NOT_FOUND] * 2
        assert len(queries) == 4


@pytest.mark.rows("A1")
@pytest.mark.parametrize("path", ["/user/sessions/current", "/user/sessions"])
async def test_signed_out_session_is_refused_on_the_next_call(
    greenroom: GreenroomServer, channel_id: str, path: str
) -> None:
    client, _ = await cached_staff(greenroom, channel_id)
    assert (await client.ask("DELETE", path)).status_code == 204
    assert await read(client, channel_id) == UNAUTHENTICATED


async def test_session_ended_from_another_browser_is_refused_on_the_next_call(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other_client = await greenroom.sign_in()
    assert await read(owner, channel_id) == (200, "")
    session_id = next(one["id"] for one in await owner.get("/user/sessions") if one["is_current"])
    assert (await other_client.ask("DELETE", f"/user/sessions/{session_id}")).status_code == 204
    assert await read(owner, channel_id) == UNAUTHENTICATED
    assert await read(other_client, channel_id) == (200, "")


async def test_deleted_account_is_refused_on_the_next_call(greenroom: GreenroomServer, channel_id: str) -> None:
    client, _ = await cached_staff(greenroom, channel_id)
    username = (await client.get("/user"))["username"]
    assert (await client.ask("DELETE", "/user", params={"username": username})).status_code == 204
    assert await read(client, channel_id) == (401, "user_no_longer_exists")


@pytest.mark.rows("A2")
async def test_lowered_role_applies_to_the_next_call(greenroom: GreenroomServer, channel_id: str) -> None:
    client, user_id = await cached_staff(greenroom, channel_id, Role.ADMIN)
    change = {"json": {"retention_days": 1}}
    assert (await client.ask("PATCH", f"/channels/{channel_id}/chat-settings", **change)).status_code == 200
    await greenroom.set_level(channel_id, user_id, Role.MOD)
    lowered = await client.ask("PATCH", f"/channels/{channel_id}/chat-settings", **change)
    assert refusal(lowered) == (403, "forbidden")
    assert await read(client, channel_id) == (200, "")
    await greenroom.set_level(channel_id, user_id, Role.SUB)
    assert await read(client, channel_id) == NOT_FOUND
    await greenroom.set_level(channel_id, user_id, Role.MOD)
    assert await read(client, channel_id) == (200, "")


async def test_channel_deleted_with_its_owner_is_not_found_on_the_next_call(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    client, _ = await cached_staff(greenroom, channel_id)
    username = (await owner.get("/user"))["username"]
    assert (await owner.ask("DELETE", "/user", params={"username": username})).status_code == 204
    assert await read(client, channel_id) == NOT_FOUND


async def test_role_with_an_end_gives_access_until_then(
    greenroom: GreenroomServer, channel_id: str, clock: FrozenClock
) -> None:
    guest, user_id = await cached_staff(greenroom, channel_id)
    await greenroom.set_access_end(channel_id, user_id, clock.now + timedelta(seconds=2))
    assert await read(guest, channel_id) == (200, "")
    clock.advance(1.999)
    assert await read(guest, channel_id) == (200, "")
    clock.advance(0.001)
    assert await read(guest, channel_id) == NOT_FOUND


async def test_last_seen_time_of_a_session_is_stored_every_five_minutes_despite_the_cache(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    for _ in range(101):
        assert await read(owner, channel_id) == (200, "")
        clock.advance(3)
    seen = (await greenroom.rows("SELECT last_seen_at FROM sessions"))[0]["last_seen_at"]
    assert str(seen).startswith("2030-01-02 03:09:05.678")


async def test_access_read_during_a_revocation_is_not_cached(greenroom: GreenroomServer, channel_id: str) -> None:
    client, user_id = await cached_staff(greenroom, channel_id)
    for _ in range(15):
        await greenroom.set_level(channel_id, user_id, Role.MOD)
        reading = [asyncio.create_task(read(client, channel_id)) for _ in range(6)]
        await greenroom.set_level(channel_id, user_id, Role.PUBLIC)
        assert await read(client, channel_id) == NOT_FOUND
        await asyncio.gather(*reading)
        assert await read(client, channel_id) == NOT_FOUND


@contextlib.asynccontextmanager
async def two_processes(
    settings: Settings, redis: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[tuple[ApiClient, ApiClient, str]]:
    """Two processes that have cached the access of one user: a client of the user in each, and the user's channel."""
    main_settings = settings.model_copy(update={"redis_url": SecretStr(redis.url)})
    web_settings = main_settings.model_copy(update={"role": "web", "port": 0})
    main_server = open_server(main_settings, rehearsal_state, clock)
    async with main_server as first, open_server(web_settings, rehearsal_state, clock) as second:
        owner, other_client = await first.sign_in(), await second.client()
        channel_id, other_client.token = await owner.create_channel(), owner.token
        received = message_received(second, ACCESS_CHANGED)
        await first.set_level(channel_id, (await owner.get("/user"))["id"], Role.OWNER)
        await received
        assert [await read(client, channel_id) for client in (owner, other_client)] == [(200, "")] * 2
        yield owner, other_client, channel_id


def message_received(greenroom: GreenroomServer, expected_topic: str) -> asyncio.Future[None]:
    """A future that completes when the server receives a message on the topic."""
    received: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def receive(topic: str, _: bytes) -> None:
        if topic == expected_topic and not received.done():
            received.set_result(None)

    greenroom.kernel.bus.subscribe(receive)
    return asyncio.ensure_future(asyncio.wait_for(received, MAX_WAIT_SECONDS))


async def test_ended_session_is_refused_in_another_process_once_announced(
    settings: Settings, redis_server: RedisServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with two_processes(settings, redis_server, rehearsal_state, clock) as (owner, other_client, channel_id):
        with access_queries(other_client.greenroom) as queries:
            assert await read(other_client, channel_id) == (200, "")
            assert queries == []
        received = message_received(other_client.greenroom, SESSIONS_ENDED)
        assert (await owner.ask("DELETE", "/user/sessions/current")).status_code == 204
        await received
        assert await read(other_client, channel_id) == UNAUTHENTICATED


async def test_process_without_bus_queries_the_database_for_access(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    with RedisServer() as redis:
        async with two_processes(settings, redis, rehearsal_state, clock) as (owner, other_client, channel_id):
            redis.stop()
            await wait_until(lambda: not other_client.greenroom.kernel.bus.health().ok)
            assert (await owner.ask("DELETE", "/user/sessions/current")).status_code == 204
            assert await read(other_client, channel_id) == UNAUTHENTICATED


async def test_process_that_missed_bus_messages_queries_the_database_for_access(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    with RedisServer() as redis:
        async with two_processes(settings, redis, rehearsal_state, clock) as (_, other_client, channel_id):
            missed = asyncio.Event()
            other_client.greenroom.kernel.bus.on_gap(missed.set)
            redis.stop()
            redis.start()
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                await missed.wait()
            with access_queries(other_client.greenroom) as queries:
                assert await read(other_client, channel_id) == (200, "")
                assert len(queries) == 2
