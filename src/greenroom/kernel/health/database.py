"""Checks of the database: does it answer, is it up to date, is its file intact."""

import asyncio
import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import current_version, known_versions
from greenroom.kernel.health.amounts import readable_size
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning

SLOW_MS = 250
TRIES = 3
# Time limit for reading the file, below that of a check; a file that takes longer is checked in part only.
MAX_INTEGRITY_SECONDS = 6.0
INTEGRITY_FRESH_SECONDS = 6 * 3600.0
# SQLite calls the progress handler after this many of its instructions.
INSTRUCTIONS_BETWEEN_CHECKS = 100_000


def checks(database: Database) -> list[Check]:
    found = [Check("database", "Database", lambda: check_answer(database))]
    file = sqlite_file(database)
    if file is not None:
        integrity = Check("integrity", "Database file", lambda: check_integrity(file), INTEGRITY_FRESH_SECONDS)
        found.append(integrity)
    return found


def sqlite_file(database: Database) -> Path | None:
    name = database.engine.url.database
    return Path(name) if database.is_sqlite and name and name != ":memory:" else None


async def check_answer(database: Database) -> Finding:
    try:
        async with database.read() as session:
            # The shortest of several times: the others include waiting for other work of this process.
            took_ms = min([await _answer_ms(session) for _ in range(TRIES)])
            version = await (await session.connection()).run_sync(current_version)
            size = await _size(session, sqlite_file(database))
    except (DBAPIError, OSError) as error:
        return problem(
            f"The database does not answer ({type(error).__name__}).",
            "Check that it runs, and the setting database_url; nothing works without it.",
        )
    return judge(took_ms, size, version, known_versions()[-1])


def judge(took_ms: float, size: int, version: str | None, newest: str) -> Finding:
    if version != newest:
        return problem(
            f"The database is of version {version or 'none'}, this Greenroom needs {newest}.",
            "Restart the server: it brings the database up to date when it starts.",
        )
    facts = f"Answers in {took_ms:.0f} ms, {readable_size(size)}"
    if took_ms > SLOW_MS:
        return warning(f"{facts}.", "Look for other work on the machine, or a slow disk or network.")
    return fine(facts)


async def _answer_ms(session: AsyncSession) -> float:
    begun = time.perf_counter()
    await session.execute(text("SELECT 1"))
    return (time.perf_counter() - begun) * 1000


async def _size(session: AsyncSession, file: Path | None) -> int:
    if file is None:
        return await session.scalar(text("SELECT pg_database_size(current_database())")) or 0
    files = (file, file.with_name(f"{file.name}-wal"))
    return sum(one.stat().st_size for one in files if one.exists())


async def check_integrity(file: Path) -> Finding:
    first_fault = await asyncio.to_thread(_first_fault, file)
    if first_fault is None:
        return fine(f"Too large to read all of it in {MAX_INTEGRITY_SECONDS:.0f} s; the part that was read is intact")
    if first_fault != "ok":
        return problem(
            "The database file is damaged.",
            "Stop the server and restore the newest backup: greenroom restore FILE --replace.",
        )
    return fine("Intact")


def _first_fault(file: Path) -> str | None:
    """The first fault in the file, `ok` if there is none, or None if reading took too long."""
    import sqlite3  # noqa: PLC0415  # not needed at the start of the server

    deadline = time.monotonic() + MAX_INTEGRITY_SECONDS
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        connection.set_progress_handler(lambda: time.monotonic() > deadline, INSTRUCTIONS_BETWEEN_CHECKS)
        return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            return None
        return str(error)
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        connection.close()
