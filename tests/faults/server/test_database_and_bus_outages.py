"""/health shows outages of database and bus, and the server recovers; changes reach other servers."""

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from pydantic import SecretStr

from greenroom.features.watch import access_rechecks
from rehearsal.state import RehearsalState
from support.filters import FilterChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import (
    ApiClient,
    GreenroomServer,
    Json,
    open_server,
    refusal,
    server_settings,
)
from support.servers import PostgresServer, RedisServer
from support.waiting import wait_until


async def health(client: ApiClient) -> tuple[int, Json]:
    response = await client.http.get("/health")
    return response.status_code, response.json()


async def until_health(client: ApiClient, status: int) -> Json:
    """Waits for this status of /health, because the bus detects an outage with a delay; returns the body."""
    found: list[Json] = []

    async def has_status() -> bool:
        current, body = await health(client)
        found.append(body)
        return current == status

    await wait_until(has_status)
    return found[-1]


def name_of(database_url: str) -> str:
    return database_url.partition("@/")[2].partition("?")[0]


@pytest.mark.both_databases
async def test_health_is_ok_if_everything_responds(greenroom: GreenroomServer) -> None:
    status, body = await health(await greenroom.client())
    assert (status, body["status"]) == (200, "ok")
    tasks = body["checks"].pop("tasks")
    assert tasks["ok"]
    assert re.fullmatch(r"\d+ running, \d+ failed", tasks["detail"])
    assert body["checks"] == {
        "database": {"ok": True, "detail": "answers"},
        "bus": {"ok": True, "detail": "in this process"},
    }


async def test_lost_database_is_reported_and_recovers(
    rehearsal_state: RehearsalState,
    clock: FrozenClock,
    postgres_url: str,
    postgres_server: PostgresServer,
    tmp_path: Path,
) -> None:
    async with open_server(
        server_settings(rehearsal_state, tmp_path, postgres_url), rehearsal_state, clock
    ) as greenroom:
        owner = await greenroom.sign_in()
        await postgres_server.allow_connections(name_of(postgres_url), is_allowed=False)
        await postgres_server.close_connections(name_of(postgres_url))
        status, body = await health(owner)
        assert (status, body["status"], body["checks"]["database"]["ok"]) == (503, "degraded", False)
        assert name_of(postgres_url) not in str(body)
        assert refusal(await owner.ask("GET", "/user")) == (503, "unavailable")
        assert (await owner.http.get("/sign-in")).status_code == 200
        await postgres_server.allow_connections(name_of(postgres_url), is_allowed=True)
        assert ((await health(owner))[0], (await owner.get("/user"))["username"]) == (200, "junoplays")


async def test_no_request_fails_when_the_database_closes_connections(
    rehearsal_state: RehearsalState,
    clock: FrozenClock,
    postgres_url: str,
    postgres_server: PostgresServer,
    tmp_path: Path,
) -> None:
    async with open_server(
        server_settings(rehearsal_state, tmp_path, postgres_url), rehearsal_state, clock
    ) as greenroom:
        owner = await greenroom.sign_in()
        await asyncio.gather(*(owner.get("/user") for _ in range(8)))
        await postgres_server.close_connections(name_of(postgres_url))
        responses = await asyncio.gather(*(owner.ask("GET", "/user") for _ in range(8)))
        assert {response.status_code for response in responses} == {200}


async def test_lost_bus_is_reported_and_recovers(
    rehearsal_state: RehearsalState, clock: FrozenClock, tmp_path: Path
) -> None:
    with RedisServer() as redis:
        settings = server_settings(rehearsal_state, tmp_path, redis_url=SecretStr(redis.url))
        async with open_server(settings, rehearsal_state, clock) as greenroom:
            client = await greenroom.client()
            assert (await until_health(client, 200))["checks"]["bus"]["detail"] == "Redis"
            redis.stop()
            body = await until_health(client, 503)
            assert (body["status"], body["checks"]["bus"]["ok"], body["checks"]["database"]["ok"]) == (
                "degraded",
                False,
                True,
            )
            assert (await greenroom.sign_in()).token
            redis.start()
            assert (await until_health(client, 200))["status"] == "ok"


@pytest.mark.both_databases
async def test_changes_on_one_server_reach_the_sockets_of_another(
    rehearsal_state: RehearsalState, clock: FrozenClock, database_url: str, tmp_path: Path, redis_server: RedisServer
) -> None:
    settings = [
        server_settings(rehearsal_state, tmp_path, database_url, redis_url=SecretStr(redis_server.url))
        for _ in range(2)
    ]
    async with (
        open_server(settings[0], rehearsal_state, clock) as here,
        open_server(settings[1], rehearsal_state, clock) as there,
    ):
        owner, elsewhere = await here.sign_in(), await there.client()
        channel_id, elsewhere.token = await owner.create_channel(), owner.token
        async with elsewhere.socket(f"/channels/{channel_id}/providers-ws") as socket:
            await owner.connect("junoplays", channel_id=channel_id)
            assert (await socket.receive())["action"] == "new"
            await owner.ask("DELETE", "/user/sessions/current")
            assert await socket.wait_closed() == (4401, "unauthenticated")


@contextlib.asynccontextmanager
async def two_servers(
    rehearsal_state: RehearsalState, clock: FrozenClock, database_url: str, data_dir: Path
) -> AsyncGenerator[tuple[GreenroomServer, GreenroomServer, RedisServer]]:
    """A server of role `all`, one of role `web`, and the Redis between them, which the test may stop."""
    with RedisServer() as redis:
        settings = server_settings(rehearsal_state, data_dir, database_url, redis_url=SecretStr(redis.url))
        web = settings.model_copy(update={"role": "web"})
        async with (
            open_server(settings, rehearsal_state, clock) as here,
            open_server(web, rehearsal_state, clock) as there,
        ):
            yield here, there, redis


async def same_session_on(server: GreenroomServer, client: ApiClient) -> ApiClient:
    """A client of this server with the session of a client of another server."""
    other = await server.client()
    other.token = client.token
    return other


async def stop_redis(redis: RedisServer, server: GreenroomServer) -> None:
    redis.stop()
    await until_health(await server.client(), 503)


async def test_access_taken_away_on_one_server_ends_on_another_during_an_outage_of_the_bus(
    rehearsal_state: RehearsalState,
    clock: FrozenClock,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access_rechecks, "OUTAGE_CHECK_SECONDS", 0.05)
    async with two_servers(rehearsal_state, clock, sqlite_url, tmp_path) as (here, there, redis):
        owner = await here.sign_in()
        channel_id, elsewhere = await owner.create_channel(), await same_session_on(there, owner)
        async with (await here.client()).socket("/public-live") as viewer, owner.socket("/live") as staff:
            await viewer.subscribe(channel_id, "public-chat")
            await staff.subscribe(channel_id, "chat")
            await stop_redis(redis, here)
            await elsewhere.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"is_public": False})
            assert await viewer.receive() == {"type": "denied", "topic": f"{channel_id}:public-chat"}
            await elsewhere.ask("DELETE", "/user/sessions/current")
            assert await staff.wait_closed() == (4401, "unauthenticated")


async def test_lines_of_a_chat_made_private_during_an_outage_of_the_bus_are_not_published_to_the_public(
    rehearsal_state: RehearsalState, clock: FrozenClock, sqlite_url: str, tmp_path: Path
) -> None:
    published: list[bytes] = []
    async with two_servers(rehearsal_state, clock, sqlite_url, tmp_path) as (here, there, redis):
        owner = await here.sign_in()
        channel_id, elsewhere = await owner.create_channel(), await same_session_on(there, owner)
        channel = FilterChannel(here, owner, channel_id)
        await channel.connect("twitch")
        here.kernel.bus.subscribe(lambda _, payload: published.append(payload), f"{channel_id}:public-chat")
        await stop_redis(redis, here)
        await channel.send_chat("before")
        await elsewhere.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"is_public": False})
        await channel.send_chat("in private")
    assert "before" in str(published)
    assert "in private" not in str(published)
