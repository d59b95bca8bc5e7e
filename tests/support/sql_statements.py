"""Records the SQL statements of a database, for tests about their number."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from greenroom.kernel.db.database import Database

Callback = Callable[[str, Any], None]


@contextmanager
def statements(database: Database) -> Generator[list[str]]:
    executed: list[str] = []
    with observe_statements(database, lambda statement, _: executed.append(statement)):
        yield executed


@contextmanager
def observe_statements(database: Database, callback: Callback) -> Generator[None]:
    """Calls `callback` with each statement and its parameters until the end of the block."""

    def on_execute(*arguments: Any) -> None:  # noqa: ANN401  # as SQLAlchemy calls it
        callback(str(arguments[2]), arguments[3])

    engines = [engine.sync_engine for engine in database.engines]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", on_execute)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", on_execute)
