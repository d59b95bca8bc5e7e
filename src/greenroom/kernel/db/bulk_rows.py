"""Bulk INSERT and UPDATE on the hot path.

SQLAlchemy's own bulk statements cost six times as much as the database itself: here each statement is compiled once,
and values go to the driver in the format in which SQLAlchemy stores them.
"""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import BigInteger, Boolean, CursorResult, Integer, LargeBinary, String, Uuid
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeEngine

from greenroom.kernel.db.database import Database, JsonType, SortText, Table, UtcDateTime
from greenroom.kernel.fast.switch import is_fast

Row = Sequence[object]
# Converts all values of one column.
Convert = Callable[[list[Any]], Sequence[object]]


def sqlite_moment(moment: datetime) -> str:
    """The time as SQLAlchemy stores it in SQLite."""
    # msgspec formats a datetime in a tenth of the time that Python takes.
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    written: str = msgspec.to_builtins(utc)
    # msgspec leaves out a zero fraction.
    return written[:-1].replace("T", " ") if len(written) == 27 else f"{written[:10]} {written[11:19]}.000000"


def _moments(values: list[datetime]) -> list[str]:
    # Fast path for equal times: all rows of a batch are often written with the same time.
    first = values[0]
    if values[-1] == first and values.count(first) == len(values):
        return [sqlite_moment(first)] * len(values)
    return [sqlite_moment(moment) for moment in values]


def _hexes(values: list[UUID | None]) -> list[str | None]:
    # Fast path for equal ids: all rows of a batch have the same channel, and most the same connection.
    first = values[0]
    if values.count(first) == len(values):
        return [first and first.hex] * len(values)
    return [value and value.hex for value in values]


def _jsons(values: list[object]) -> list[str]:
    return [json.dumps(value) for value in values]


def _numbers(values: list[bool]) -> list[int]:
    return [int(value) for value in values]


# Column type, conversion for SQLite, and PostgreSQL type.
KINDS: tuple[tuple[type[TypeEngine[Any]], Convert | None, str], ...] = (
    (Uuid, _hexes, "uuid"),
    (UtcDateTime, _moments, "timestamptz"),
    (JsonType, _jsons, "text"),
    (LargeBinary, None, "bytea"),
    (Boolean, _numbers, "boolean"),
    (BigInteger, None, "bigint"),
    (Integer, None, "integer"),
    (String, None, "text"),
    (SortText, None, "text"),
)


class Columns:
    """Columns of a table, and the conversion of rows to parameters of each database."""

    def __init__(self, table: type[Table], names: Sequence[str]) -> None:
        self.names = ", ".join(names)
        self._kinds = [_kind(table.__table__.c[name].type) for name in names]
        self._to_sqlite = [(at, convert) for at, (_, convert, _) in enumerate(self._kinds) if convert is not None]
        self._json = [at for at, (kind, _, _) in enumerate(self._kinds) if kind is JsonType]
        arrays = ", ".join(f"${at}::{kind}[]" for at, (_, _, kind) in enumerate(self._kinds, 1))
        self.postgres_rows = f"unnest({arrays}) AS given ({self.names})"
        self.postgres_values = ", ".join(
            f"{name}::jsonb" if kind is JsonType else name
            for name, (kind, _, _) in zip(names, self._kinds, strict=True)
        )

    def sqlite_rows(self, count: int) -> str:
        row = f"({', '.join('?' * len(self._kinds))})"
        return f"VALUES {', '.join([row] * count)}"

    def sqlite_params(self, rows: Sequence[Row]) -> tuple[object, ...]:
        values = [value for row in rows for value in row]
        width = len(self._kinds)
        for at, convert in self._to_sqlite:
            values[at::width] = convert(values[at::width])
        return tuple(values)

    def postgres_params(self, rows: Sequence[Row]) -> tuple[list[object], ...]:
        arrays = [list(column) for column in zip(*rows, strict=True)]
        for at in self._json:
            arrays[at] = [*_jsons(arrays[at])]
        return tuple(arrays)


class BulkStatement:
    """A statement for any number of rows."""

    _columns: Columns
    _for_postgres: str
    # Builds the SQL for a number of rows.
    _for_sqlite: Callable[[int], str]

    async def run_alone(self, database: Database, rows: Sequence[Row]) -> None:
        """Runs the statement in a transaction of its own without a session, which is faster."""
        if rows:
            await database.execute_alone(*self._statement(rows, is_sqlite=database.is_sqlite))

    async def _execute(self, session: AsyncSession, rows: Sequence[Row]) -> CursorResult[*tuple[Any, ...]]:
        # A single call into the session: each call takes longer than the rest of a small statement.
        return await session.run_sync(self._execute_sync, rows)

    def _execute_sync(self, session: Session, rows: Sequence[Row]) -> CursorResult[*tuple[Any, ...]]:
        connection = session.connection()
        return connection.exec_driver_sql(*self._statement(rows, is_sqlite=connection.dialect.name == "sqlite"))

    def _statement(self, rows: Sequence[Row], *, is_sqlite: bool) -> tuple[str, tuple[object, ...]]:
        if is_sqlite:
            return self._for_sqlite(len(rows)), self._columns.sqlite_params(rows)
        return self._for_postgres, self._columns.postgres_params(rows)


class BulkInsert(BulkStatement):
    """INSERT of many rows; `on_conflict` is its ON CONFLICT clause."""

    def __init__(
        self, table: type[Table], columns: Sequence[str], on_conflict: str = "", returning: Sequence[str] = ()
    ) -> None:
        self._columns = Columns(table, columns)
        self._begin = f"INSERT INTO {table.__tablename__} ({self._columns.names})"
        self._end = f"{on_conflict}" + (f" RETURNING {', '.join(returning)}" if returning else "")
        self._for_postgres = (
            f"{self._begin} SELECT {self._columns.postgres_values} FROM {self._columns.postgres_rows} {self._end}"  # noqa: S608  # names of our own columns
        )
        self._for_sqlite = lru_cache(maxsize=256)(self._write_for_sqlite)

    async def run(self, session: AsyncSession, rows: Sequence[Row]) -> Sequence[tuple[Any, ...]]:
        """Inserts the rows; returns the `returning` columns as the driver returns them."""
        if not rows:
            return ()
        result = await self._execute(session, rows)
        return [tuple(row) for row in result] if result.returns_rows else ()

    def run_with_commit(self, session: Session, rows: Sequence[Row]) -> None:
        """Inserts the rows just before the commit, on SQLite in the same trip to the driver's thread as the commit."""
        connection = session.connection()
        is_sqlite = connection.dialect.name == "sqlite"
        statement, values = self._statement(rows, is_sqlite=is_sqlite)
        if is_sqlite and is_fast():
            from greenroom.kernel.fast.sqlite_driver import run_with_commit  # noqa: PLC0415  # only for SQLite

            run_with_commit(connection, statement, values)
        else:
            connection.exec_driver_sql(statement, values)

    async def run_returning_rowid(self, session: AsyncSession, rows: Sequence[Row]) -> int:
        """Inserts the rows into SQLite; returns the rowid of the last one."""
        return (await self._execute(session, rows)).lastrowid

    def _write_for_sqlite(self, count: int) -> str:
        return f"{self._begin} {self._columns.sqlite_rows(count)} {self._end}"


class BulkUpdate(BulkStatement):
    """UPDATE of many rows; `keys` identify a row, `change` is the SET clause, in which `given` has the new values."""

    def __init__(self, table: type[Table], columns: Sequence[str], keys: Sequence[str], change: str) -> None:
        self._columns = Columns(table, columns)
        name = table.__tablename__
        keys_match = " AND ".join(f"{name}.{key} = given.{key}" for key in keys)
        # SQLite's driver sets `rowcount` only for statements that begin with UPDATE, so WITH cannot be used.
        self._begin = f"UPDATE {name} SET {change} FROM"  # noqa: S608  # our own SQL
        self._end = f"AS given WHERE {keys_match}"
        # Rows are locked in the order of `keys`: otherwise two processes could deadlock.
        order = ", ".join(f"{name}.{key}" for key in keys)
        rows = f"SELECT given.* FROM {self._columns.postgres_rows} JOIN {name} ON {keys_match}"  # noqa: S608  # names of our own columns
        self._for_postgres = f"{self._begin} ({rows} ORDER BY {order} FOR NO KEY UPDATE OF {name}) {self._end}"
        self._named = ", ".join(f"column{at} AS {column}" for at, column in enumerate(columns, 1))
        self._for_sqlite = lru_cache(maxsize=256)(self._write_for_sqlite)

    async def run(self, session: AsyncSession, rows: Sequence[Row]) -> int:
        """Updates the rows; returns how many were updated."""
        return (await self._execute(session, rows)).rowcount if rows else 0

    def _write_for_sqlite(self, count: int) -> str:
        rows = f"SELECT {self._named} FROM ({self._columns.sqlite_rows(count)})"  # noqa: S608  # as above
        return f"{self._begin} ({rows}) {self._end}"


def _kind(column_type: TypeEngine[Any]) -> tuple[type[TypeEngine[Any]], Convert | None, str]:
    return next(kind for kind in KINDS if isinstance(column_type, kind[0]))
