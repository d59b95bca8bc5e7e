"""Detects temporary errors of the database, after which a transaction is tried again."""

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

# Classes of PostgreSQL error codes: connection, transaction rollback, insufficient resources, lock not available,
# operator intervention, system error.
TRANSIENT_CLASSES = frozenset({"08", "40", "53", "55", "57", "58"})
READ_ONLY = "25006"

# SQLite codes for invalid statements and violated constraints; all others concern the file and its locks.
SQLITE_STATEMENT_ERRORS = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_RANGE,
    }
)


def is_outage(error: BaseException) -> bool:
    """Whether the error is temporary: the database is unavailable or locked, or the transaction lost a conflict."""
    if isinstance(error, OSError | NoFreeConnection):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return isinstance(original, sqlite3.OperationalError) and _sqlite_code(original) not in SQLITE_STATEMENT_ERRORS
    state = str(getattr(original, "sqlstate", None) or "")
    return state[:2] in TRANSIENT_CLASSES or state == READ_ONLY


def _sqlite_code(error: sqlite3.Error) -> int:
    # The low byte is the primary code, the rest the extended one.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
