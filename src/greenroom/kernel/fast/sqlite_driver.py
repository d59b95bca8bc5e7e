"""aiosqlite connections that run a statement in one trip to their thread, and roll back if the caller is cancelled.

Uses private methods of aiosqlite. Fallback: aiosqlite as it is. Bench: ingest, hot-reads, audit-cost.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from threading import Thread
from typing import Any, Self

import aiosqlite
from msgspec import Struct
from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

MAX_THREAD_JOIN_SECONDS = 5.0
# A transaction needs no snapshot or lock before its first statement, so BEGIN is sent to the thread together with it.
BEGIN_STATEMENTS = frozenset({"BEGIN", "BEGIN IMMEDIATE"})


# Threads of connections that SQLAlchemy closed without waiting for their end.
_ending: set[Thread] = set()


async def wait_for_threads() -> None:
    """Waits for the threads of closed connections, which report their end to the event loop."""
    while _ending:
        thread = _ending.pop()
        if thread.is_alive():
            await asyncio.to_thread(thread.join, MAX_THREAD_JOIN_SECONDS)


class CancelSafeConnection(aiosqlite.Connection):
    """Rolls back the transaction of a statement whose caller was cancelled.

    The thread finishes such a statement. SQLAlchemy then closes the connection; but an open cursor would hold the
    transaction and the write lock until the cursor is garbage collected.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True
        self._pending_begin = ""
        # Run in the same trip to the thread as the commit.
        self._final_statements: list[tuple[str, Sequence[object]]] = []

    def stop(self) -> asyncio.Future[Any] | None:
        _ending.add(self._thread)
        return super().stop()  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  # the driver has no types here

    def cursor(self) -> "PrefetchedCursor":  # pyright: ignore[reportIncompatibleMethodOverride]  # only the methods that SQLAlchemy uses
        return PrefetchedCursor(self)

    async def fetch(self, run: Callable[[sqlite3.Cursor], object], statement: str) -> "StatementResult":
        """Runs a statement and fetches all its rows in one trip to the thread."""
        if statement in BEGIN_STATEMENTS:
            self._pending_begin = statement
            return EMPTY_RESULT
        begin, self._pending_begin = self._pending_begin, ""
        return await self._execute(self._fetch, run, begin)

    def run_with_commit(self, statement: str, values: Sequence[object]) -> None:
        self._final_statements.append((statement, values))

    async def commit(self) -> None:
        begin, self._pending_begin = self._pending_begin, ""
        last, self._final_statements = self._final_statements, []
        if last:
            await self._execute(self._commit, begin, last)
        elif self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        self._pending_begin = ""
        self._final_statements = []
        if self.in_transaction:
            await super().rollback()

    def _fetch(self, run: Callable[[sqlite3.Cursor], object], begin: str) -> "StatementResult":
        cursor = self._conn.cursor()
        try:
            if begin:
                cursor.execute(begin)
            run(cursor)
            rows = cursor.fetchall() if cursor.description else []
            return StatementResult(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
        finally:
            cursor.close()

    def _commit(self, begin: str, last: Sequence[tuple[str, Sequence[object]]]) -> None:
        if begin:
            self._conn.execute(begin).close()
        for statement, values in last:
            self._conn.execute(statement, values).close()
        self._conn.commit()

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # the driver's signature
        try:
            return await self._hand_over(fn, *args, **kwargs)
        except asyncio.CancelledError:
            # The thread runs calls in order: when the rollback is done, so is the cancelled statement.
            await asyncio.gather(self._hand_over(self._rollback), return_exceptions=True)
            raise

    def _hand_over(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Awaitable[Any]:  # noqa: ANN401  # as above
        return super()._execute(fn, *args, **kwargs)  # pyright: ignore[reportUnknownMemberType]  # the driver has no types here

    def _rollback(self) -> None:
        if self._connection is not None:
            self._connection.rollback()


def run_with_commit(connection: Connection, statement: str, values: Sequence[object]) -> None:
    """Runs the statement at the end of the connection's transaction, in the same trip to the thread as the commit."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, CancelSafeConnection)
    driver.run_with_commit(statement, values)


class StatementResult(Struct, frozen=True):
    rows: Sequence[Any]
    description: Any
    rowcount: int
    lastrowid: int | None


EMPTY_RESULT = StatementResult([], None, -1, None)


class PrefetchedCursor:
    """Cursor for SQLAlchemy whose rows were all fetched together with the statement."""

    arraysize = 1

    def __init__(self, connection: CancelSafeConnection) -> None:
        self._connection = connection
        self._result = EMPTY_RESULT

    @property
    def description(self) -> Any:  # noqa: ANN401  # the driver's signature
        return self._result.description

    @property
    def rowcount(self) -> int:
        return self._result.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._result.lastrowid

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, values: Any = ()) -> Self:  # noqa: ANN401  # the driver's signature
        self._result = await self._connection.fetch(lambda cursor: cursor.execute(statement, values), statement)
        return self

    async def executemany(self, statement: str, values: Iterable[Any]) -> Self:
        self._result = await self._connection.fetch(lambda cursor: cursor.executemany(statement, values), statement)
        return self

    async def fetchall(self) -> Sequence[Any]:
        return self._result.rows

    async def close(self) -> None:
        """Does nothing: the driver's own cursor was closed with the statement."""


def connect_cancel_safe(database: str, **options: Any) -> CancelSafeConnection:  # noqa: ANN401  # passed on
    return CancelSafeConnection(partial(sqlite3.connect, database, **options))


def _unchanged(value: object) -> object:
    return value


class CompiledQuery:
    """A statement compiled for SQLite, with the converter of each parameter."""

    def __init__(self, statement: Select[*tuple[Any, ...]], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        binds = [(name, compiled.binds[name]) for name in compiled.positiontup or ()]
        self._binds = [
            (name, bind.value, bind.type.dialect_impl(dialect).bind_processor(dialect) or _unchanged)
            for name, bind in binds
        ]

    def parameters(self, values: Mapping[str, object]) -> tuple[object, ...]:
        """Parameters by position; a parameter that is not in `values` is a constant of the statement."""
        return tuple(convert(values.get(name, default)) for name, default, convert in self._binds)


class FastReads:
    """Single reads without a transaction, on a connection of their own: one trip to the thread for each read."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queries: dict[Select[*tuple[Any, ...]], CompiledQuery] = {}
        self._opening = asyncio.Lock()
        self._connection: CancelSafeConnection | None = None

    async def fetch(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, object]) -> Sequence[Any]:
        query = self._queries.get(statement)
        if query is None:
            query = self._queries[statement] = CompiledQuery(statement, self._engine.dialect)
        parameters = query.parameters(values)
        try:
            connection = self._connection or await self._open()
            return (await connection.fetch(lambda cursor: cursor.execute(query.sql, parameters), query.sql)).rows
        except sqlite3.Error as error:
            # Callers handle SQLAlchemy's errors.
            raise DBAPIError.instance(
                query.sql, parameters, error, sqlite3.Error, dialect=self._engine.dialect
            ) from error

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _open(self) -> CancelSafeConnection:
        async with self._opening:
            if self._connection is not None:
                return self._connection
            names, options = self._engine.dialect.create_connect_args(self._engine.url)
            connection = connect_cancel_safe(*names, **options)
            await connection
            self._connection = connection
            return connection
