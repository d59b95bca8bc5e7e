"""Tells whether an error means that the database is unreachable."""

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

# Classes of PostgreSQL's error codes: no connection, rolled back for another's sake, no resources, lock not free,
# stopped by an operator, the system below it failed.
PASSING_CLASSES = frozenset({"08", "40", "53", "55", "57", "58"})
READ_ONLY = "25006"

# SQLite's codes for a request that makes no sense or breaks a rule; all others are about the file and its locks.
SQLITE_REFUSALS = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_RANGE,
    }
)


def is_outage(error: BaseException) -> bool:
    """Worth trying again, just as it is."""
    if isinstance(error, OSError | NoFreeConnection):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return isinstance(original, sqlite3.OperationalError) and _sqlite_code(original) not in SQLITE_REFUSALS
    state = str(getattr(original, "sqlstate", None) or "")
    return state[:2] in PASSING_CLASSES or state == READ_ONLY


def _sqlite_code(error: sqlite3.Error) -> int:
    # The low byte says what it is, the rest where it happened.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
