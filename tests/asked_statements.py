"""What a database is asked: for tests about how much, not about what comes of it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from house import House


@contextmanager
def statements(house: House) -> Generator[list[str]]:
    asked: list[str] = []

    def note(*given: Any) -> None:  # noqa: ANN401  # as SQLAlchemy calls it
        asked.append(str(given[2]))

    engine = house.kernel.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)
