"""A lock that all worker processes hold in shared mode: a process that gets it exclusively is the only worker.

Such a worker frees all leases when it starts, because their owners were killed. Otherwise chat would be read again only
when the leases expire.
"""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

from sqlalchemy import delete, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from greenroom.kernel.db.database import Database
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.db.migrate import DatabaseProblem
from greenroom.kernel.logs import get_logger

# The advisory lock on PostgreSQL; any number that no other lock uses.
ADVISORY_KEY = 7_034_186_221
RUNNING = "The server is running. Stop it first: it would go on with what it remembers."

log = get_logger(__name__)


@contextlib.asynccontextmanager
async def worker_lock(database: Database) -> AsyncGenerator[None]:
    """Frees the leases of killed processes, then holds the lock until the process stops."""
    async with _sqlite_lock(database) if database.is_sqlite else _postgres_lock(database):
        yield


@contextlib.asynccontextmanager
async def _sqlite_lock(database: Database) -> AsyncGenerator[None]:
    file = database.engine.url.database
    if not file or file == ":memory:":
        yield
        return
    with _open_lock_file(Path(f"{file}-lock")) as lock:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            await _free_leases(database)
        with contextlib.suppress(OSError):
            # On a file system without locks, the leases of killed processes expire.
            await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_SH)
        yield


@contextlib.asynccontextmanager
async def no_worker(database: Database) -> AsyncGenerator[None]:
    """Raises if a worker runs, and keeps others from starting until the end of the block."""
    file = database.engine.url.database
    if not database.is_sqlite:
        async with _alone_on_postgres(database):
            yield
        return
    with _open_lock_file(Path(f"{file}-lock")) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatabaseProblem(RUNNING) from None
        yield


@contextlib.asynccontextmanager
async def _alone_on_postgres(database: Database) -> AsyncGenerator[None]:
    engine = create_async_engine(database.engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        if not await _call(connection, "pg_try_advisory_lock"):
            raise DatabaseProblem(RUNNING)
        yield


@contextlib.contextmanager
def _open_lock_file(path: Path) -> Generator[int]:
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield lock
    finally:
        os.close(lock)


@contextlib.asynccontextmanager
async def _postgres_lock(database: Database) -> AsyncGenerator[None]:
    """Held by a connection outside the pool: PostgreSQL ends it together with the process."""
    engine = create_async_engine(database.engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    connection = await engine.connect()
    try:
        is_alone = await _call(connection, "pg_try_advisory_lock")
        if is_alone:
            await _free_leases(database)
        await _call(connection, "pg_advisory_lock_shared")
        if is_alone:
            await _call(connection, "pg_advisory_unlock")
        yield
    finally:
        # PostgreSQL may have closed it.
        with contextlib.suppress(DBAPIError, OSError):
            await connection.close()


async def _call(connection: AsyncConnection, function: str) -> bool:
    return bool(await connection.scalar(text(f"SELECT {function}(:key)"), {"key": ADVISORY_KEY}))


async def _free_leases(database: Database) -> None:
    async with database.write() as session:
        freed = (await session.scalars(delete(Lease).returning(Lease.name))).all()
    if freed:
        log.info("leases_of_killed_processes_freed", count=len(freed))
