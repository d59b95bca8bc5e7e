"""Copies a SQLite database while the server writes to it, and puts a copy in its place."""

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from greenroom.features.backups.manifest import BackupProblem
from greenroom.kernel.crypto.private_files import create_private
from greenroom.kernel.db.migrate import DATABASE_FILES

# Pages in a step, 2 MB; a pause follows each step, so that the server's own writes reach the disk in between.
STEP_PAGES = 256
PAUSE_SECONDS = 0.004
# Steps between two syncs to the disk: syncing a gigabyte at once would hold up the server's next checkpoint.
STEPS_BETWEEN_SYNCS = 16


def copy_database(source: Path, target: Path) -> None:
    """Writes a consistent copy to `target`. Writers need not wait, but the write-ahead log grows during the copy."""
    create_private(target)
    with contextlib.closing(_open(source)) as reader, contextlib.closing(sqlite3.connect(target)) as writer:
        # Without these settings every page is written twice.
        writer.execute("PRAGMA journal_mode=OFF")
        writer.execute("PRAGMA synchronous=OFF")
        # In one read transaction the copy does not start over when the server writes.
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with target.open("rb") as file:
            reader.backup(writer, pages=STEP_PAGES, progress=_CopyProgress(file.fileno()))
    # Writes the grown write-ahead log back into the database, so that no commit of the server has to do that.
    with contextlib.closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


class _CopyProgress:
    """Pauses after each step of the copy, and syncs the copy to the disk every STEPS_BETWEEN_SYNCS steps."""

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
    """Whether the file is a database with at least one user, or a damaged database."""
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
        # The damage may be the reason why a backup is restored.
        return True


def replace_database(copy: Path, file: Path) -> None:
    """Puts the copy in the place of the database; no process may have the database open."""
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        # Leaves no write-ahead log beside the copy.
        connection.execute("PRAGMA journal_mode=DELETE")
    if found != "ok":
        raise BackupProblem("The database in the backup is damaged: nothing was changed.")
    with copy.open("rb") as content:
        os.fsync(content.fileno())
    # The old write-ahead log must not be applied to the new file: it is written back into the old one, then deleted.
    with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    for suffix in DATABASE_FILES[1:]:
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    copy.replace(file)
