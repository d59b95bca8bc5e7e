"""Acts on one commit of a test: makes it fail, for example."""

import re
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from itertools import count

from sqlalchemy import Connection, event

from greenroom.kernel.db.database import Database

WRITING = re.compile(r"(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) (\w+)")


class CommitFailed(Exception):
    """Raised at a commit, as by a database that could not write."""


@contextmanager
def failing_at_commit(database: Database, number: int, *tables: str) -> Generator[None]:
    """Raises CommitFailed at commit `number` (the first is 1) of the transactions that write to these tables."""

    def fail() -> None:
        raise CommitFailed

    with acting_at_commit(database, number, tables, fail):
        yield


@contextmanager
def acting_at_commit(
    database: Database, number: int, tables: Collection[str], act: Callable[[], None]
) -> Generator[None]:
    """Calls `act` right before commit `number` (the first is 1) of the transactions that write to these tables."""
    written: set[Connection] = set()
    commits = count(1)

    def record_write(connection: Connection, _: object, statement: str, *__: object) -> None:
        if (found := WRITING.match(statement)) and found[1] in tables:
            written.add(connection)

    def count_commit(connection: Connection) -> None:
        if connection in written:
            written.discard(connection)
            if next(commits) == number:
                act()

    listeners = [("before_cursor_execute", record_write), ("commit", count_commit)]
    engines = [engine.sync_engine for engine in database.engines]
    for engine in engines:
        for name, listener in listeners:
            event.listen(engine, name, listener)
    try:
        yield
    finally:
        for engine in engines:
            for name, listener in listeners:
                event.remove(engine, name, listener)
