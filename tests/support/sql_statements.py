"""Records the SQL statements of a database, for tests about their number."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from greenroom.kernel.db.database import Database

Note = Callable[[str, Any], None]


@contextmanager
def statements(database: Database) -> Generator[list[str]]:
    asked: list[str] = []
    with noted(database, lambda statement, _: asked.append(statement)):
        yield asked


@contextmanager
def noted(database: Database, note: Note) -> Generator[None]:
    """Calls back with each statement and its values."""

    def hear(*given: Any) -> None:  # noqa: ANN401  # as SQLAlchemy calls it
        note(str(given[2]), given[3])

    engines = [engine.sync_engine for engine in database.engines]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", hear)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", hear)
