"""Fails a transaction at its commit, as if the process had died there."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count

from sqlalchemy import Connection, event

from greenroom.kernel.db.database import Database

WRITING = re.compile(r"(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) (\w+)")


class Died(Exception):
    """Raised at a commit, as if the process had died there."""


@contextmanager
def dying_at_commit(database: Database, number: int, *tables: str) -> Generator[None]:
    """Raises Died at commit `number` (the first is 1); counts only transactions that write to these tables."""
    written: set[Connection] = set()
    commits = count(1)

    def record_write(connection: Connection, _: object, statement: str, *__: object) -> None:
        if (found := WRITING.match(statement)) and found[1] in tables:
            written.add(connection)

    def die(connection: Connection) -> None:
        if connection in written:
            written.discard(connection)
            if next(commits) == number:
                raise Died

    listeners = [("before_cursor_execute", record_write), ("commit", die)]
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
