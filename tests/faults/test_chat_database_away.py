"""A database that is away for a while costs nothing that was said, and doubles nothing."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url

from frozen_clock import FrozenClock
from greenroom.app import build_kernel
from greenroom.chat.events import MessageDeleted, ViewerBanned
from greenroom.chat.pipeline import Turn
from greenroom.kernel.migrate import migrate
from greenroom.settings import Settings
from recording_desk import QUICK, Desk, open_desk
from servers import PostgresServer

# Too much for the free room of any file.
LONG = "x" * 50_000


@dataclass
class Outage:
    begin: Callable[[], Awaitable[None]]
    end: Callable[[], Awaitable[None]]


@pytest.fixture
async def desk(database_url: str, tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[Desk]:
    kernel = build_kernel(Settings(data_dir=tmp_path, database_url=SecretStr(database_url)), clock)
    await migrate(kernel.database.engine)
    kernel.vault.save()
    desk = await open_desk(kernel)
    yield desk
    await desk.close()
    await kernel.http.close()
    await kernel.database.close()


@pytest.fixture
def outage(desk: Desk, request: pytest.FixtureRequest) -> Outage:
    """The disk is full, or the server lets nobody in."""
    if desk.kernel.database.is_sqlite:
        return full_disk(desk)
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return closed_server(server, database_name(desk))


def database_name(desk: Desk) -> str:
    return make_url(str(desk.kernel.database.engine.url)).database or ""


def full_disk(desk: Desk) -> Outage:
    pages = {"most": 1_000_000_000}

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages['most']}").close()

    for engine in desk.kernel.database.engines:
        event.listen(engine.sync_engine, "begin", limit)

    async def fill() -> None:
        pages["most"] = 1

    async def clear() -> None:
        pages["most"] = 1_000_000_000

    return Outage(fill, clear)


def closed_server(server: PostgresServer, name: str) -> Outage:
    async def close() -> None:
        await server.lock(name, is_locked=True)
        await server.cut(name)

    async def reopen() -> None:
        await server.lock(name, is_locked=False)

    return Outage(close, reopen)


async def tried_again(desk: Desk, times: int = 3) -> None:
    async with asyncio.timeout(20):
        while desk.inboxes.counts.retries < times:  # noqa: ASYNC110  # counts do not call
            await asyncio.sleep(0.005)


async def test_nothing_is_lost_and_nothing_doubled(desk: Desk, outage: Outage) -> None:
    await desk.hear(desk.said("before"))
    await outage.begin()
    long = [desk.said(f"{number} {LONG}", message_id=str(number)) for number in range(5)]
    await desk.hear_only(*long, MessageDeleted("before", desk.now()))
    await tried_again(desk)
    await desk.hear_only(desk.said("meanwhile"))
    await outage.end()
    await desk.rest()
    expected = ["before", *(f"{number} {LONG}" for number in range(5)), "meanwhile"]
    assert await desk.texts() == expected
    assert [news["line"]["text"] for news in desk.told("line")] == expected
    assert [line["removal"] is not None for line in await desk.lines()] == [True] + [False] * 6
    assert (await desk.viewers())["7"]["message_count"] == 7
    assert desk.inboxes.counts.poisoned == 0


async def test_long_outage_fills_no_memory_and_shows_what_is_missing(desk: Desk, outage: Outage) -> None:
    inboxes = desk.build(limits=replace(QUICK, batch=10, waiting=40, shed_at_once=5))
    await outage.begin()
    await desk.hear_only(desk.said(LONG, message_id="first"))
    await tried_again(desk)
    ban = ViewerBanned("9", "Viewer9", None, "", "", desk.now())
    await desk.hear_only(ban, *(desk.said(f"line {number}", by="8") for number in range(200)))
    await outage.end()
    await desk.rest()
    lines = await desk.lines()
    kept = [line for line in lines if line["kind"] == "text"]
    assert len(kept) + inboxes.counts.shed == 201
    assert len(kept) <= 41
    (gap,) = [line for line in lines if line["kind"] == "gap"]
    assert gap["headline"].startswith(f"{inboxes.counts.shed} messages were left out")


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
async def test_connection_cut_before_the_commit_stores_once_and_has_everybody_look_again(
    desk: Desk, postgres_server: PostgresServer
) -> None:
    """Whether a commit was done is not known when its answer does not come."""
    cuts = iter([True])

    async def cut(turn: Turn) -> None:
        if next(cuts, False):
            await postgres_server.cut(database_name(desk))

    inboxes = desk.build(cut)
    await desk.hear(desk.said("once"))
    assert inboxes.counts.retries == 1
    assert await desk.texts() == ["once"]
    assert len(desk.told("line")) == len(desk.told("refetch")) == len(desk.told("refetch", "public-chat")) == 1


async def test_what_was_stored_is_there_after_a_restart_and_is_not_stored_again(desk: Desk) -> None:
    await desk.hear(desk.said("before the restart"))
    await desk.inboxes.stop()
    desk.door = type(desk.door)(desk.kernel.database)
    desk.build()
    await desk.hear(desk.said("before the restart"), desk.said("after it"))
    assert await desk.texts() == ["before the restart", "after it"]
    assert [line.get("is_first", False) for line in await desk.lines()] == [True, False]
    assert (await desk.viewers())["7"]["message_count"] == 2
