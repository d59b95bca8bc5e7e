"""A database outage stores no chat message twice, and loses none unless the queue of the channel is full."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace
from pydantic import SecretStr
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url

from greenroom.assembly import build_kernel
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import MessageDeleted, ViewerBanned
from greenroom.kernel.db.migrate import migrate
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.pipeline import QUICK, RecordingPipeline, open_pipeline
from support.servers import PostgresServer
from support.waiting import wait_until

pytestmark = pytest.mark.both_databases

# A text of this length does not fit into the free pages of a database file.
LONG = "x" * 50_000


@dataclass
class Outage:
    begin: Callable[[], Awaitable[None]]
    end: Callable[[], Awaitable[None]]


@pytest.fixture
async def pipeline(database_url: str, tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[RecordingPipeline]:
    kernel = build_kernel(Settings(data_dir=tmp_path, database_url=SecretStr(database_url)), clock)
    await migrate(kernel.database.engine)
    kernel.vault.save()
    pipeline = await open_pipeline(kernel)
    yield pipeline
    await pipeline.close()
    await kernel.http.close()
    await kernel.database.close()


@pytest.fixture
def outage(pipeline: RecordingPipeline, request: pytest.FixtureRequest) -> Outage:
    """A full disk on SQLite; a server that refuses connections on PostgreSQL."""
    if pipeline.kernel.database.is_sqlite:
        return full_disk(pipeline)
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return closed_server(server, database_name(pipeline))


def database_name(pipeline: RecordingPipeline) -> str:
    return make_url(str(pipeline.kernel.database.engine.url)).database or ""


def full_disk(pipeline: RecordingPipeline) -> Outage:
    pages = {"limit": 1_000_000_000}

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages['limit']}").close()

    for engine in pipeline.kernel.database.engines:
        event.listen(engine.sync_engine, "begin", limit)

    async def fill() -> None:
        pages["limit"] = 1

    async def clear() -> None:
        pages["limit"] = 1_000_000_000

    return Outage(fill, clear)


def closed_server(server: PostgresServer, name: str) -> Outage:
    async def close() -> None:
        await server.allow_connections(name, is_allowed=False)
        await server.close_connections(name)

    async def reopen() -> None:
        await server.allow_connections(name, is_allowed=True)

    return Outage(close, reopen)


async def wait_for_retries(pipeline: RecordingPipeline, times: int = 3) -> None:
    await wait_until(lambda: pipeline.inboxes.counts.retries >= times)


async def test_outage_loses_and_duplicates_no_message(pipeline: RecordingPipeline, outage: Outage) -> None:
    await pipeline.process(pipeline.chat_message("before"))
    await outage.begin()
    long = [pipeline.chat_message(f"{number} {LONG}", message_id=str(number)) for number in range(5)]
    await pipeline.enqueue(*long, MessageDeleted("before", pipeline.now()))
    await wait_for_retries(pipeline)
    await pipeline.enqueue(pipeline.chat_message("meanwhile"))
    await outage.end()
    await pipeline.wait_until_idle()
    expected = ["before", *(f"{number} {LONG}" for number in range(5)), "meanwhile"]
    assert await pipeline.texts() == expected
    assert [published["line"]["text"] for published in pipeline.published_events("line")] == expected
    assert [line["removal"] is not None for line in await pipeline.lines()] == [True] + [False] * 6
    assert (await pipeline.viewers())["7"]["message_count"] == 7
    assert pipeline.inboxes.counts.poisoned == 0


async def test_long_outage_drops_messages_beyond_the_limit_and_shows_a_gap(
    pipeline: RecordingPipeline, outage: Outage
) -> None:
    inboxes = pipeline.build(limits=replace(QUICK, batch=10, waiting=40, dropped_at_once=5))
    await outage.begin()
    await pipeline.enqueue(pipeline.chat_message(LONG, message_id="first"))
    await wait_for_retries(pipeline)
    ban = ViewerBanned("9", "Viewer9", None, "", "", pipeline.now())
    await pipeline.enqueue(ban, *(pipeline.chat_message(f"line {number}", by="8") for number in range(200)))
    await outage.end()
    await pipeline.wait_until_idle()
    lines = await pipeline.lines()
    messages = [line for line in lines if line["kind"] == "text"]
    assert len(messages) + inboxes.counts.dropped == 201
    assert len(messages) <= 41
    (gap,) = [line for line in lines if line["kind"] == "gap"]
    assert gap["headline"].startswith(f"{inboxes.counts.dropped} messages were skipped")


@pytest.mark.on_postgres
async def test_batch_whose_connection_is_lost_before_the_commit_is_stored_once_and_clients_refetch(
    pipeline: RecordingPipeline, postgres_server: PostgresServer
) -> None:
    # Without a response of the database, the pipeline cannot tell whether the commit succeeded.
    # This message fills the caches, so that no stage after the cut needs the database.
    await pipeline.process(pipeline.chat_message("before"))
    pipeline.published.clear()
    cuts = iter([True])

    async def cut(batch: Batch) -> None:
        if next(cuts, False):
            await postgres_server.close_connections(database_name(pipeline))

    inboxes = pipeline.build(cut)
    await pipeline.process(pipeline.chat_message("once"))
    assert inboxes.counts.retries == 1
    assert await pipeline.texts() == ["before", "once"]
    assert (
        len(pipeline.published_events("line"))
        == len(pipeline.published_events("refetch"))
        == len(pipeline.published_events("refetch", "public-chat"))
        == len(pipeline.published_events("refetch", "activity"))
        == 1
    )


async def test_stored_lines_survive_a_restart_and_are_not_stored_again(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("before the restart"))
    await pipeline.inboxes.stop()
    pipeline.viewer_tracker = type(pipeline.viewer_tracker)(pipeline.kernel.database)
    pipeline.build()
    await pipeline.process(pipeline.chat_message("before the restart"), pipeline.chat_message("after it"))
    assert await pipeline.texts() == ["before the restart", "after it"]
    assert [line.get("is_first", False) for line in await pipeline.lines()] == [True, False]
    assert (await pipeline.viewers())["7"]["message_count"] == 2
