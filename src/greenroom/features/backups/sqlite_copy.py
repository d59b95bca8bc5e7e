"""Copies a SQLite database while the server writes to it, and puts a copy in its place."""

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from greenroom.features.backups.manifest import BackupProblem
from greenroom.kernel.crypto.private_files import create_private
from greenroom.kernel.db.migrate import DATABASE_FILES

# 2 MB of pages in a step, then a pause, so that the server's own writes reach the disk in between.
STEP_PAGES = 256
PAUSE_SECONDS = 0.004
# The copy is synced to the disk after so many steps: a gigabyte at once would hold up the server's next checkpoint.
STEPS_BETWEEN_SYNCS = 16


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy, as of now: the read transaction holds up no writer, the write-ahead log grows meanwhile."""
    create_private(target)
    with contextlib.closing(_open(source)) as reader, contextlib.closing(sqlite3.connect(target)) as writer:
        # Without these settings every page is written twice.
        writer.execute("PRAGMA journal_mode=OFF")
        writer.execute("PRAGMA synchronous=OFF")
        # In one read transaction the copy does not start over when the server writes.
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with target.open("rb") as file:
            reader.backup(writer, pages=STEP_PAGES, progress=_Pace(file.fileno()))
    # The log has grown meanwhile. If it is emptied here, no commit of the server has to do that.
    with contextlib.closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


class _Pace:
    """Pauses after each step, and syncs the file to the disk every STEPS_BETWEEN_SYNCS steps."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._steps = 0

    def __call__(self, _status: int, _remaining: int, _total: int) -> None:
        self._steps += 1
        if self._steps % STEPS_BETWEEN_SYNCS == 0:
            os.fsync(self._descriptor)
        time.sleep(PAUSE_SECONDS)


def _open(source: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def has_users(file: Path) -> bool:
    """Whether there is a database with at least one user."""
    if not file.exists() or file.stat().st_size == 0:
        return False
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            return connection.execute("SELECT EXISTS (SELECT 1 FROM users)").fetchone()[0] == 1
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return False
        raise BackupProblem(f"The database {file} cannot be read: {error}.") from error
    except sqlite3.DatabaseError:
        # A damaged database counts as not empty; the damage may be why a backup is restored.
        return True


def replace_database(copy: Path, file: Path) -> None:
    """Puts the copy in the place of the database; no process may have the database open."""
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        # Closes the copy without a write-ahead log of its own.
        connection.execute("PRAGMA journal_mode=DELETE")
    if found != "ok":
        raise BackupProblem("The database in the backup is damaged: nothing was changed.")
    with copy.open("rb") as content:
        os.fsync(content.fileno())
    # The old write-ahead log must not be read into the new file. It is emptied first, if the old file can be read.
    with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    for suffix in DATABASE_FILES[1:]:
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    copy.replace(file)
