"""Two locks that processes of the server hold in shared mode as long as they run.

All processes hold the first lock, so that no backup is restored while one of them runs. Workers also hold the second: a
process that gets it exclusively is the only worker. It frees all leases when it starts, because their owners were
killed. Otherwise chat would be read again only when the leases expire.
"""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager

from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from greenroom.kernel.db.database import Database
from greenroom.kernel.db.leases import PAUSED, Lease, is_paused
from greenroom.kernel.db.migrate import DatabaseProblem
from greenroom.kernel.logs import get_logger

# The advisory locks on PostgreSQL, of workers and of all processes; any numbers that no other lock uses.
WORKER_KEY = 7_034_186_221
PROCESS_KEY = 7_034_186_222
RUNNING = "The server is running. Stop it first: it would go on with what it remembers."

log = get_logger(__name__)


@contextlib.asynccontextmanager
async def worker_lock(database: Database) -> AsyncGenerator[None]:
    """Frees all leases if this is the only worker; then holds both locks until the process stops."""
    async with process_lock(database) as connection, _worker_part(database, connection):
        yield


@contextlib.asynccontextmanager
async def process_lock(database: Database) -> AsyncGenerator[AsyncConnection | None]:
    """Holds the first lock, all that a `web` process needs; on PostgreSQL yields the connection that holds it."""
    if not database.is_sqlite:
        async with _postgres_connection(database) as connection:
            await _call(connection, "pg_advisory_lock_shared", PROCESS_KEY)
            yield connection
        return
    with _lock_file(database, "in-use") as lock:
        await _share(lock)
        yield None


@contextlib.asynccontextmanager
async def no_process(database: Database) -> AsyncGenerator[None]:
    """Raises if a process of the server runs, and keeps others from starting until the end of the block."""
    if not database.is_sqlite:
        async with _postgres_connection(database) as connection:
            if not await _call(connection, "pg_try_advisory_lock", PROCESS_KEY):
                raise DatabaseProblem(RUNNING)
            yield
        return
    with _lock_file(database, "in-use") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatabaseProblem(RUNNING) from None
        yield


def _worker_part(database: Database, connection: AsyncConnection | None) -> AbstractAsyncContextManager[None]:
    return _sqlite_worker(database) if connection is None else _postgres_worker(database, connection)


@contextlib.asynccontextmanager
async def _sqlite_worker(database: Database) -> AsyncGenerator[None]:
    with _lock_file(database, "lock") as lock:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            await _free_leases(database)
        await _share(lock)
        yield


async def _share(lock: int) -> None:
    # On a file system without locks, the leases of killed processes expire.
    with contextlib.suppress(OSError):
        await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_SH)


@contextlib.contextmanager
def _lock_file(database: Database, name: str) -> Generator[int]:
    file = database.engine.url.database
    # No other process has a database in memory.
    path = f"{file}-{name}" if file and file != ":memory:" else os.devnull
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield lock
    finally:
        os.close(lock)


@contextlib.asynccontextmanager
async def _postgres_connection(database: Database) -> AsyncGenerator[AsyncConnection]:
    """A connection outside the pool; PostgreSQL releases its locks when the process ends."""
    engine = create_async_engine(database.engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    connection = await engine.connect()
    try:
        yield connection
    finally:
        # PostgreSQL may have closed the connection.
        with contextlib.suppress(DBAPIError, OSError):
            await connection.close()


@contextlib.asynccontextmanager
async def _postgres_worker(database: Database, connection: AsyncConnection) -> AsyncGenerator[None]:
    is_alone = await _call(connection, "pg_try_advisory_lock", WORKER_KEY)
    if is_alone:
        await _free_leases(database)
    await _call(connection, "pg_advisory_lock_shared", WORKER_KEY)
    if is_alone:
        await _call(connection, "pg_advisory_unlock", WORKER_KEY)
    yield


async def _call(connection: AsyncConnection, function: str, key: int) -> bool:
    return bool(await connection.scalar(text(f"SELECT {function}(:key)"), {"key": key}))


async def _free_leases(database: Database) -> None:
    async with database.write() as session:
        freed = (await session.scalars(delete(Lease).where(~is_paused()).returning(Lease.name))).all()
        await session.execute(update(Lease).values(owner=PAUSED))
    if freed:
        log.info("leases_of_killed_processes_freed", count=len(freed))
