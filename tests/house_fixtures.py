"""A whole Greenroom on real sockets with the rehearsal beside it, once for each kind of database.

The conftest files of two folders take these.
"""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread

import httpx
import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

from frozen_clock import FrozenClock
from greenroom.kernel.bus import MemoryBus
from greenroom.kernel.db import Database
from greenroom.kernel.migrate import migrate
from greenroom.settings import Settings
from house import TLS, House, Visitor, house_settings, open_house
from rehearsal.clock import Clock as RehearsalClock
from rehearsal.server import running
from rehearsal.stage import Stage
from servers import PostgresServer

__all__ = [
    "channel_id",
    "clock",
    "house",
    "migrated_file",
    "migrated_template",
    "on_each",
    "on_one_database",
    "open_door",
    "owner",
    "postgres_url",
    "run_in_one_loop",
    "settings",
    "shared_url",
    "sqlite_url",
    "stage",
    "theatre",
    "wall_clock",
]

# For a test whose question the database has no part in.
on_one_database = pytest.mark.parametrize("shared_url", ["sqlite"], indirect=True, scope="session")


def on_each(*providers: str) -> pytest.MarkDecorator:
    """The first platform on both kinds of database, the others on one: they ask it the same."""
    both = [("sqlite", providers[0]), ("postgres", providers[0])]
    pairs = both + [("sqlite", provider) for provider in providers[1:]]
    return pytest.mark.parametrize(("shared_url", "provider"), pairs, indirect=["shared_url"], scope="session")


in_one_loop = partial(pytest_asyncio.fixture, loop_scope="session")


async def _migrate(url: str) -> None:
    database = Database(url, MemoryBus().publish)
    await migrate(database.engine)
    await database.close()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once and copied for each test: migrating takes longer than most of them."""
    path = tmp_path_factory.mktemp("migrated") / "greenroom.db"
    asyncio.run(_migrate(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def migrated_template(postgres_server: PostgresServer) -> str:
    name = asyncio.run(postgres_server.create())
    asyncio.run(_migrate(postgres_server.url(name)))
    return name


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{shutil.copy(migrated_file, tmp_path / 'greenroom.db')}"


@pytest.fixture
async def postgres_url(postgres_server: PostgresServer, migrated_template: str) -> AsyncGenerator[str]:
    name = await postgres_server.create(migrated_template)
    yield postgres_server.url(name)
    await postgres_server.drop(name)


@pytest.fixture(scope="session")
def theatre() -> Generator[Stage]:
    """The rehearsal in a thread of its own, so that not every test has to build one."""
    opened: Future[Stage] = Future()
    closing = asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_until_complete, args=(_rehearse(opened, closing),))
    thread.start()
    yield opened.result()
    loop.call_soon_threadsafe(closing.set)
    thread.join()
    loop.close()


async def _rehearse(opened: Future[Stage], closing: asyncio.Event) -> None:
    async with running(clock=RehearsalClock(frozen_at=FrozenClock().now)) as stage:
        opened.set_result(stage)
        await closing.wait()


@pytest.fixture
def stage(theatre: Stage) -> Stage:
    """Everything as it was before the first test; to be asked over HTTP, because it lives in another thread."""
    httpx.post(f"{theatre.base_url}/control/reset", json={}, trust_env=False, verify=TLS).raise_for_status()
    return theatre


@pytest.fixture
def settings(stage: Stage, database_url: str, tmp_path: Path) -> Settings:
    return house_settings(stage, tmp_path, database_url)


@pytest.fixture(scope="session")
def wall_clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def clock(wall_clock: FrozenClock) -> FrozenClock:
    wall_clock.now = FrozenClock().now
    return wall_clock


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def shared_url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.url(asyncio.run(server.create()))


@in_one_loop(scope="session")
async def open_door(
    shared_url: str, theatre: Stage, wall_clock: FrozenClock, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[House]:
    """One Greenroom for each kind of database, which every test finds empty."""
    folder = tmp_path_factory.mktemp("house")
    async with open_house(house_settings(theatre, folder, shared_url), theatre, wall_clock) as house:
        yield house


@in_one_loop()
async def house(open_door: House, stage: Stage, clock: FrozenClock) -> AsyncGenerator[House]:
    async with open_door.visited() as house:
        yield house


@in_one_loop()
async def owner(house: House) -> Visitor:
    """Signed in first, so an operator too."""
    return await house.sign_in("junoplays")


@in_one_loop()
async def channel_id(owner: Visitor) -> str:
    return await owner.create_channel()


def run_in_one_loop(items: list[pytest.Item], folder: Path) -> None:
    """The house that tests share lives in a loop that they share."""
    for item in items:
        if is_async_test(item) and item.path.is_relative_to(folder):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
