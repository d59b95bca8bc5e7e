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

from greenroom.settings import Settings
from rehearsal.clock import Clock as RehearsalClock
from rehearsal.server import running
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server, server_settings
from support.migrated_databases import postgres_url, sqlite_url
from support.servers import PostgresServer
from support.tls import TLS

__all__ = [
    "channel_id",
    "clock",
    "greenroom",
    "on_each",
    "on_one_database",
    "owner",
    "owner_from_twitch",
    "postgres_greenroom",
    "postgres_url",
    "settings",
    "shared_clock",
    "shared_greenroom",
    "shared_loop",
    "shared_rehearsal",
    "sqlite_greenroom",
    "sqlite_url",
    "stage",
    "use_shared_loop",
]

# For a test whose question the database has no part in, or that asks it nothing which two others do not ask of both.
on_one_database = pytest.mark.parametrize("shared_greenroom", ["sqlite"], indirect=True, scope="session")


def on_each(*providers: str) -> pytest.MarkDecorator:
    """The first platform on both kinds of database, the others on one: they ask it the same."""
    both = [("sqlite", providers[0]), ("postgres", providers[0])]
    pairs = both + [("sqlite", provider) for provider in providers[1:]]
    return pytest.mark.parametrize(
        ("shared_greenroom", "provider"), pairs, indirect=["shared_greenroom"], scope="session"
    )


shared_loop_fixture = partial(pytest_asyncio.fixture, loop_scope="session")


@pytest.fixture(scope="session")
def shared_rehearsal() -> Generator[RehearsalState]:
    """The rehearsal in a thread of its own, so that not every test has to build one."""
    opened: Future[RehearsalState] = Future()
    closing = asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_until_complete, args=(_rehearse(opened, closing),))
    thread.start()
    yield opened.result()
    loop.call_soon_threadsafe(closing.set)
    thread.join()
    loop.close()


async def _rehearse(opened: Future[RehearsalState], closing: asyncio.Event) -> None:
    async with running(clock=RehearsalClock(frozen_at=FrozenClock().now)) as stage:
        opened.set_result(stage)
        await closing.wait()


@pytest.fixture
def stage(shared_rehearsal: RehearsalState) -> RehearsalState:
    """Everything as it was before the first test; to be asked over HTTP, because it lives in another thread."""
    httpx.post(f"{shared_rehearsal.base_url}/control/reset", json={}, trust_env=False, verify=TLS).raise_for_status()
    return shared_rehearsal


@pytest.fixture
def settings(stage: RehearsalState, database_url: str, tmp_path: Path) -> Settings:
    return server_settings(stage, tmp_path, database_url)


@pytest.fixture(scope="session")
def shared_clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def clock(shared_clock: FrozenClock) -> FrozenClock:
    shared_clock.now = FrozenClock().now
    return shared_clock


@shared_loop_fixture(scope="session")
async def sqlite_greenroom(
    shared_rehearsal: RehearsalState,
    shared_clock: FrozenClock,
    tmp_path_factory: pytest.TempPathFactory,
    migrated_file: Path,
) -> AsyncGenerator[GreenroomServer]:
    folder = tmp_path_factory.mktemp("greenroom")
    shutil.copy(migrated_file, folder)
    async with open_server(server_settings(shared_rehearsal, folder), shared_rehearsal, shared_clock) as greenroom:
        yield greenroom


@shared_loop_fixture(scope="session")
async def postgres_greenroom(
    shared_rehearsal: RehearsalState,
    shared_clock: FrozenClock,
    tmp_path_factory: pytest.TempPathFactory,
    postgres_server: PostgresServer,
    migrated_template: str,
) -> AsyncGenerator[GreenroomServer]:
    url = postgres_server.url(await postgres_server.create(migrated_template))
    settings = server_settings(shared_rehearsal, tmp_path_factory.mktemp("greenroom"), url)
    async with open_server(settings, shared_rehearsal, shared_clock) as greenroom:
        yield greenroom


@shared_loop_fixture(scope="session")
async def shared_loop() -> None:
    """Goes when tests ask for a loop of another kind, and takes along whatever lived in it."""


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def shared_greenroom(request: pytest.FixtureRequest, shared_loop: None) -> GreenroomServer:
    """One Greenroom for each kind of database, which every test finds empty.

    Both stay open from file to file: the tests of each go through both, and to open one takes as long as several tests.
    """
    return request.getfixturevalue(f"{request.param}_greenroom")


@shared_loop_fixture()
async def greenroom(
    shared_greenroom: GreenroomServer, stage: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[GreenroomServer]:
    async with shared_greenroom.emptied_afterwards() as greenroom:
        yield greenroom


@shared_loop_fixture()
async def owner(greenroom: GreenroomServer) -> ApiClient:
    """Signed in first, so an operator too."""
    return await greenroom.sign_in_directly("junoplays")


@shared_loop_fixture()
async def owner_from_twitch(greenroom: GreenroomServer) -> ApiClient:
    """The same for folders that ask about the way through the platform, or what it left there: their `owner`."""
    return await greenroom.sign_in("junoplays")


@shared_loop_fixture()
async def channel_id(owner: ApiClient) -> str:
    return await owner.create_channel()


def use_shared_loop(items: list[pytest.Item], folder: Path) -> None:
    """The house that tests share lives in a loop that they share."""
    for item in items:
        if is_async_test(item) and item.path.is_relative_to(folder):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
