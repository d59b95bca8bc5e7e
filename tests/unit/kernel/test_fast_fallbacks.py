"""With GREENROOM_FAST=0 everything works without the undocumented parts of libraries that kernel/fast uses."""

import asyncio
import contextlib
import gc
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import bindparam, select, text
from sqlalchemy.orm import Mapped, mapped_column
from websockets.asyncio.server import ServerConnection, serve

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import Database, Table, run_before_commit
from greenroom.kernel.db.leases import Lease, claim
from greenroom.kernel.db.migrate import migrate
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.kernel.fast.small_frames import DirectConnect, QuickConnection
from greenroom.kernel.fast.websocket_server import RawWebSocket, server_config
from support.frozen_clock import FrozenClock

ADD_LEASES = BulkInsert(Lease, ("name", "owner", "expires_at"))


@pytest.fixture(autouse=True)
def fast_code_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_FAST", "0")


async def test_sqlite_works_with_the_plain_driver(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'plain.db'}", MemoryBus().publish)
    await migrate(database.engine)
    now = FrozenClock().now
    async with database.write() as session:
        assert await claim(session, "job:sweep", "one", now=now, seconds=30)
        raw = await (await session.connection()).get_raw_connection()
        assert type(raw.driver_connection).__name__ == "Connection"
        run_before_commit(session, partial(ADD_LEASES.run_with_commit, rows=[("job:last", "two", now)]))
    by_name = select(Lease.owner).where(Lease.name == bindparam("name"))
    assert [row[0] for row in await database.fast_read(by_name, {"name": "job:sweep"})] == ["one"]
    with contextlib.suppress(asyncio.CancelledError):
        async with database.write() as session:
            await session.execute(text("DELETE FROM leases"))
            raise asyncio.CancelledError
    async with database.read() as session:
        assert list(await session.scalars(select(Lease.owner).order_by(Lease.owner))) == ["one", "two"]
    await database.close()


async def test_websocket_frames_are_read_by_the_library() -> None:
    texts = [f"message {number}" for number in range(300)]

    async def send_texts(socket: ServerConnection) -> None:
        for one in texts:
            await socket.send(one)
        await socket.wait_closed()

    async with serve(send_texts, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        url = f"ws://127.0.0.1:{port}"
        async with DirectConnect(url, create_connection=QuickConnection, proxy=None, close_timeout=0.1) as socket:
            assert isinstance(socket, QuickConnection)
            read = [await socket.recv_one() for _ in texts]
            assert not socket._is_quick  # pyright: ignore[reportPrivateUsage]  # the library reads, not our faster code
    assert read == [one.encode() for one in texts]


def test_server_uses_the_websocket_protocol_of_uvicorn() -> None:
    assert server_config(FastAPI(), "127.0.0.1", 0).ws != RawWebSocket


def test_garbage_collector_freezes_nothing_and_runs_again_after_the_start() -> None:
    before = gc.get_freeze_count()
    gc.disable()
    tune_after_startup()
    assert gc.get_freeze_count() == before
    assert gc.isenabled()


def test_tables_share_the_registry_of_their_base_class() -> None:
    class SlowNote(Table):
        __tablename__ = "slow_notes"
        id: Mapped[int] = mapped_column(primary_key=True)

    Table.metadata.remove(SlowNote.metadata.tables["slow_notes"])
    assert SlowNote.__mapper__.registry is Table.registry
