"""A pytest plugin that lists source lines whose SQL ran only on SQLite: `-p support.sql_coverage`."""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from greenlet import getcurrent
from sqlalchemy import event
from sqlalchemy.engine import Engine

SOURCE = "/src/greenroom/"
# Package whose frames are skipped, because every statement passes through it.
DATABASE = "kernel/db/"

# Source lines that executed a statement, by dialect.
executed: dict[str, set[str]] = {"sqlite": set(), "postgresql": set()}


@event.listens_for(Engine, "before_cursor_execute")
def record(*arguments: Any) -> None:  # noqa: ANN401  # as SQLAlchemy calls it
    places = list(places_in_source())
    place = next((place for place in places if not place.startswith(DATABASE)), None)
    if place:
        executed[arguments[0].dialect.name].add(place)


def places_in_source() -> Iterator[str]:
    """Source lines of Greenroom in the stack, innermost first."""
    for frame in frames():
        _, found, path = frame.f_code.co_filename.partition(SOURCE)
        if found:
            yield f"{path}:{frame.f_lineno}"


def frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]  # as tracebacks do
    greenlet = getcurrent()
    while frame is not None:
        yield frame
        frame = frame.f_back
        if frame is None and greenlet.parent is not None:
            greenlet = greenlet.parent
            frame = greenlet.gr_frame


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("SQL that ran only on SQLite")
    for place in sorted(executed["sqlite"] - executed["postgresql"]):
        terminalreporter.line(place)
