"""Fixtures of every test: a frozen clock, databases and servers; and the settings of pytest's process."""

import asyncio
import gc
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
import structlog
import uvloop
from hypothesis import HealthCheck, settings

from greenroom.app import FEATURES
from greenroom.assembly import assemble
from greenroom.kernel import channel_cache
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.migrated_databases import migrated_file, migrated_template
from support.servers import PostgresServer, RedisServer

__all__ = ["migrated_file", "migrated_template"]

# pytest shows the log lines of a failed test; structlog's default rendering of an exception takes seconds.
structlog.configure(
    processors=[structlog.processors.format_exc_info, structlog.dev.ConsoleRenderer(colors=False)],
    logger_factory=structlog.PrintLoggerFactory(),
)

# The server uses uvloop in production; uvloop also makes the tests faster.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())  # pyright: ignore[reportDeprecated]  # pytest-asyncio reads it


# No deadline for running or generating examples: a busy machine may be slow.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# In production a transaction waits half a second at most for a cache to reload: too short for a busy machine.
channel_cache.MAX_WAIT_SECONDS = 60.0


# Declares platforms and permissions, as every app does: tests that build only a part of an app need them too.
assemble(Settings(data_dir=Path("never-made")), system_clock, FEATURES)

# Imported objects and collected tests are never garbage; scanning them would take a tenth of the time of the tests.
gc.disable()
# Requests, rows and sessions are mostly freed without the collector, which may therefore run more rarely.
gc.set_threshold(200_000, 10, 10)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="session")
def postgres_server() -> Generator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
async def postgres_url(postgres_server: PostgresServer) -> AsyncGenerator[str]:
    """A new empty database for each test."""
    name = await postgres_server.create()
    yield postgres_server.url(name)
    await postgres_server.drop(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that needs a database runs on SQLite, unless a mark asks for both kinds or for PostgreSQL alone."""
    if "database_kind" in metafunc.fixturenames and not _names_its_databases(metafunc.definition):
        # Session scope keeps a shared server open until the last test of its kind of database.
        scope = "session" if "shared_greenroom" in metafunc.fixturenames else "function"
        metafunc.parametrize("database_kind", _databases(metafunc.definition), scope=scope)


def _databases(test: pytest.Item) -> list[str]:
    if test.get_closest_marker("on_postgres"):
        return ["postgres"]
    return ["sqlite", "postgres"] if test.get_closest_marker("both_databases") else ["sqlite"]


def _names_its_databases(test: pytest.Item) -> bool:
    return any("database_kind" in mark.args[0] for mark in test.iter_markers("parametrize"))


@pytest.fixture
def database_url(request: pytest.FixtureRequest, database_kind: str) -> str:
    return request.getfixturevalue(f"{database_kind}_url")


@pytest.fixture
async def database(database_url: str) -> AsyncGenerator[Database]:
    opened = Database(database_url, MemoryBus().publish)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def redis_server() -> Generator[RedisServer]:
    with RedisServer() as server:
        yield server
