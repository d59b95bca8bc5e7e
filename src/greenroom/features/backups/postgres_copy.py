"""Reads all tables of a PostgreSQL database, and fills the tables of a newly created schema with them.

It uses asyncpg, because `pg_dump` is often missing, or older than the database.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Protocol, cast

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.features.backups.archive import ArchiveReader, ArchiveWriter, MemberWriter
from greenroom.features.backups.manifest import TABLES

COLUMNS = text("""
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
        AND c.table_name <> 'alembic_version'
    ORDER BY c.table_name, c.ordinal_position
""")
FOREIGN_KEYS = text("""
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
""")
# Columns with a sequence, which has to continue after the largest restored value.
NUMBERED_COLUMNS = text("""
    SELECT quote_ident(table_name), quote_ident(column_name),
        pg_get_serial_sequence(quote_ident(table_name), column_name)
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND (is_identity = 'YES' OR column_default LIKE 'nextval(%')
""")
# Functions of the schema, without those of extensions.
FUNCTIONS = text("""
    SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
""")


class CopyDriver(Protocol):
    """The part of asyncpg's connection that is used here."""

    async def copy_from_query(self, query: str, *, output: object) -> str: ...

    async def copy_to_table(self, table_name: str, *, source: object, columns: list[str]) -> str: ...


async def read_tables(connection: AsyncConnection, archive: ArchiveWriter) -> dict[str, list[str]]:
    """Writes each table into the archive; returns table → its columns."""
    columns = await table_columns(connection)
    driver = await _driver(connection)
    for table, names in columns.items():
        with archive.open(f"{TABLES}{table}") as member:

            async def write(chunk: bytes, member: MemberWriter = member) -> None:
                await asyncio.to_thread(member.write, bytes(chunk))

            await driver.copy_from_query(f"SELECT {_names(names)} FROM {_name(table)}", output=write)  # noqa: S608  # names of our own schema
    return columns


async def table_columns(connection: AsyncConnection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for table, column in await connection.execute(COLUMNS):
        found.setdefault(table, []).append(column)
    return found


async def drop_schema(connection: AsyncConnection) -> None:
    """Drops all tables of the schema, and all functions but those of extensions."""
    tables = ", ".join(_name(table) for table in [*await table_columns(connection), "alembic_version"])
    await connection.execute(text(f"DROP TABLE IF EXISTS {tables} CASCADE"))
    for function in (await connection.scalars(FUNCTIONS)).all():
        await connection.execute(text(f"DROP FUNCTION {function} CASCADE"))


async def write_tables(connection: AsyncConnection, archive: ArchiveReader) -> None:
    """Fills the tables in the connection's transaction; the schema must already have the version of the backup."""
    columns = archive.manifest.columns
    # Migrations have filled some tables with defaults; the backup has these rows too.
    await connection.execute(text(f"TRUNCATE {', '.join(map(_name, await table_columns(connection)))} CASCADE"))
    # Foreign keys are dropped and added again at the end, because tables refer to each other in circles.
    foreign_keys = (await connection.execute(FOREIGN_KEYS)).all()
    for table, key, _ in foreign_keys:
        await connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {key}"))
    driver = await _driver(connection)
    for table, names in columns.items():
        source = _in_thread(archive.chunks(f"{TABLES}{table}"))
        await driver.copy_to_table(table, source=source, columns=names)
    for table, key, definition in foreign_keys:
        await connection.execute(text(f"ALTER TABLE {table} ADD CONSTRAINT {key} {definition}"))
    for table, column, sequence in (await connection.execute(NUMBERED_COLUMNS)).all():
        largest = f"(SELECT coalesce(max({column}), 0) FROM {table})"  # noqa: S608  # names of our own schema
        await connection.execute(text(f"SELECT setval('{sequence}', greatest({largest}, 1), {largest} > 0)"))


async def has_users(connection: AsyncConnection) -> bool:
    """Whether the table `users` exists and is not empty."""
    if "users" not in await table_columns(connection):
        return False
    return bool(await connection.scalar(text("SELECT EXISTS (SELECT 1 FROM users)")))


async def _in_thread(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    while chunk := await asyncio.to_thread(next, chunks, b""):
        yield chunk


async def _driver(connection: AsyncConnection) -> CopyDriver:
    raw = await connection.get_raw_connection()
    return cast("CopyDriver", raw.driver_connection)


def _names(names: list[str]) -> str:
    return ", ".join(map(_name, names))


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
