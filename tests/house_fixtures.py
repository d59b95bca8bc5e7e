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

from certificates import TLS
from frozen_clock import FrozenClock
from greenroom.settings import Settings
from house import House, Visitor, house_settings, open_house
from migrated import postgres_url, sqlite_url
from rehearsal.clock import Clock as RehearsalClock
from rehearsal.server import running
from rehearsal.stage import Stage
from servers import PostgresServer

__all__ = [
    "channel_id",
    "clock",
    "house",
    "on_each",
    "on_one_database",
    "open_door",
    "owner",
    "owner_by_the_platform",
    "postgres_house",
    "postgres_url",
    "run_in_one_loop",
    "settings",
    "shared_loop",
    "sqlite_house",
    "sqlite_url",
    "stage",
    "theatre",
    "wall_clock",
]

# For a test whose question the database has no part in, or that asks it nothing which two others do not ask of both.
on_one_database = pytest.mark.parametrize("open_door", ["sqlite"], indirect=True, scope="session")


def on_each(*providers: str) -> pytest.MarkDecorator:
    """The first platform on both kinds of database, the others on one: they ask it the same."""
    both = [("sqlite", providers[0]), ("postgres", providers[0])]
    pairs = both + [("sqlite", provider) for provider in providers[1:]]
    return pytest.mark.parametrize(("open_door", "provider"), pairs, indirect=["open_door"], scope="session")


in_one_loop = partial(pytest_asyncio.fixture, loop_scope="session")


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


@in_one_loop(scope="session")
async def sqlite_house(
    theatre: Stage, wall_clock: FrozenClock, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> AsyncGenerator[House]:
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(migrated_file, folder)
    async with open_house(house_settings(theatre, folder), theatre, wall_clock) as house:
        yield house


@in_one_loop(scope="session")
async def postgres_house(
    theatre: Stage,
    wall_clock: FrozenClock,
    tmp_path_factory: pytest.TempPathFactory,
    postgres_server: PostgresServer,
    migrated_template: str,
) -> AsyncGenerator[House]:
    url = postgres_server.url(await postgres_server.create(migrated_template))
    settings = house_settings(theatre, tmp_path_factory.mktemp("house"), url)
    async with open_house(settings, theatre, wall_clock) as house:
        yield house


@in_one_loop(scope="session")
async def shared_loop() -> None:
    """Goes when tests ask for a loop of another kind, and takes along whatever lived in it."""


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def open_door(request: pytest.FixtureRequest, shared_loop: None) -> House:
    """One Greenroom for each kind of database, which every test finds empty.

    Both stay open from file to file: the tests of each go through both, and to open one takes as long as several tests.
    """
    return request.getfixturevalue(f"{request.param}_house")


@in_one_loop()
async def house(open_door: House, stage: Stage, clock: FrozenClock) -> AsyncGenerator[House]:
    async with open_door.visited() as house:
        yield house


@in_one_loop()
async def owner(house: House) -> Visitor:
    """Signed in first, so an operator too."""
    return await house.let_in("junoplays")


@in_one_loop()
async def owner_by_the_platform(house: House) -> Visitor:
    """The same for folders that ask about the way through the platform, or what it left there: their `owner`."""
    return await house.sign_in("junoplays")


@in_one_loop()
async def channel_id(owner: Visitor) -> str:
    return await owner.create_channel()


def run_in_one_loop(items: list[pytest.Item], folder: Path) -> None:
    """The house that tests share lives in a loop that they share."""
    for item in items:
        if is_async_test(item) and item.path.is_relative_to(folder):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
