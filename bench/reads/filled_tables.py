"""A SQLite database with one channel and many rows, which are inserted directly."""

import asyncio
import itertools
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import UUID

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database, Table
from greenroom.kernel.db.migrate import migrate

CHANNEL = UUID(int=1)
MOMENT = "2026-01-01 00:00:00.000000"
# Values by column, as SQLite stores them; the rows of a table all have the same columns.
Row = Mapping[str, object]


async def open_filled(path: Path, rows: Mapping[type[Table], Iterator[Row]]) -> Database:
    """A new database with these rows of each table."""
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    await migrate(database.engine)
    await asyncio.to_thread(_fill, path, rows)
    return database


def empty_row(table: type[Table]) -> dict[str, object]:
    """A row with an empty text in each column."""
    return dict.fromkeys(table.__table__.columns.keys(), "")


def _fill(path: Path, rows: Mapping[type[Table], Iterator[Row]]) -> None:
    with sqlite3.connect(path) as link:
        link.execute("PRAGMA synchronous=OFF")
        link.execute(
            "INSERT INTO channels (id, display_name, sort_name, created_at) VALUES (?, 'Channel', 'channel', ?)",
            (CHANNEL.hex, MOMENT),
        )
        for table, table_rows in rows.items():
            first = next(table_rows)
            insert = f"INSERT INTO {table.__tablename__} ({', '.join(first)}) VALUES ({', '.join('?' * len(first))})"  # noqa: S608  # our own names
            link.executemany(insert, (tuple(row.values()) for row in itertools.chain([first], table_rows)))
