"""Migrates the database to this program's version; refuses a newer one."""

import asyncio
import time
from pathlib import Path

from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from greenroom.kernel.crypto.private_files import create_private, make_private
from greenroom.kernel.start_problem import StartProblem

MIGRATIONS = Path(__file__).parents[2] / "migrations"
# Lock number; any value, as long as all processes of an installation use the same one.
ADVISORY_LOCK = 4_737_001
# How long to wait on SQLite for another process that migrates; then the start fails with an error.
MAX_WAIT_SECONDS = 60.0
RETRY_SECONDS = 0.05
# Suffixes of a SQLite database's files. SQLite creates each with the permissions that the database has at that moment.
DATABASE_FILES = ("", "-wal", "-shm", "-journal")


class DatabaseProblem(StartProblem):
    """The database or its folder cannot be used."""


def known_versions() -> list[str]:
    """Versions of this program's migrations, oldest first: file names begin with their position in the history."""
    return sorted(path.stem.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def make_data_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseProblem(f"The data folder {folder} cannot be made: {error.strerror}.") from error


def require_database(url: str) -> None:
    """Raises if the file of a SQLite database is missing: opening it would create an empty one."""
    file = make_url(url).database
    if url.startswith("sqlite") and file and not Path(file).exists():
        raise DatabaseProblem(f"There is no database {file} yet. Start the server once, or check the setting data_dir.")


def protect_files(database: Path) -> None:
    """Makes the files of a SQLite database readable for their owner alone."""
    try:
        create_private(database)
    except OSError as error:
        raise DatabaseProblem(_explain(error)) from error
    for suffix in DATABASE_FILES:
        make_private(database.with_name(database.name + suffix))


async def migrate(engine: AsyncEngine) -> None:
    """Migrates the database; of two processes that start at once, the second waits and has nothing left to do."""
    if engine.dialect.name == "sqlite" and engine.url.database not in {None, "", ":memory:"}:
        protect_files(Path(str(engine.url.database)))
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while True:
        try:
            async with engine.execution_options(greenroom_begin="BEGIN IMMEDIATE").begin() as connection:
                return await connection.run_sync(_migrate)
        except (DBAPIError, OSError) as error:
            # SQLite's busy time-out covers a single statement; all migrations together take longer.
            if "database is locked" not in str(error) or time.monotonic() > deadline:
                raise DatabaseProblem(_explain(error)) from error
        await asyncio.sleep(RETRY_SECONDS)


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
    version, versions = current_version(connection), known_versions()
    if version == versions[-1]:
        return
    if version is not None and version not in versions:
        raise DatabaseProblem(
            f"The database is of version {version}, which this Greenroom does not know: a newer one has used it. "
            "Start that newer version again, or restore a backup from before the update."
        )
    upgrade_to(connection, "head")


def current_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade_to(connection: Connection, version: str) -> None:
    # Alembic is imported only when a migration is due.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def _explain(error: DBAPIError | OSError) -> str:
    reason = str(error.orig) if isinstance(error, DBAPIError) else error.strerror or str(error)
    if "readonly" in reason or "unable to open" in reason:
        return f"The database file cannot be written ({reason}). Make the file and its folder writable for this user."
    if "not a database" in reason or "malformed" in reason:
        return f"The database file is damaged ({reason}). Restore it from your backup."
    return f"The database cannot be reached: {reason}. Check that it runs, and the setting database_url."
