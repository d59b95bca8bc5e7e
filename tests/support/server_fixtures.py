"""Fixtures of `tests/features` and `tests/faults/server`: a Greenroom server on real sockets beside the rehearsal."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

from greenroom.settings import Settings
from rehearsal.clock import Clock as RehearsalClock
from rehearsal.control.commands import Reset, reset
from rehearsal.server import running
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server, server_settings
from support.migrated_databases import postgres_url, sqlite_url
from support.servers import PostgresServer

__all__ = [
    "both_databases_for_first",
    "channel_id",
    "clock",
    "greenroom",
    "owner",
    "owner_from_twitch",
    "postgres_greenroom",
    "postgres_url",
    "rehearsal_loop",
    "rehearsal_state",
    "settings",
    "shared_clock",
    "shared_greenroom",
    "shared_loop",
    "shared_rehearsal",
    "sqlite_greenroom",
    "sqlite_url",
    "use_shared_loop",
]


def both_databases_for_first(*cases: object, name: str = "provider") -> pytest.MarkDecorator:
    """Runs a test with the first case on both kinds of database, and with the other cases on SQLite only."""
    pairs = [("sqlite", case) for case in cases]
    pairs.insert(1, ("postgres", cases[0]))
    return pytest.mark.parametrize(("database_kind", name), pairs, scope="session")


shared_loop_fixture = partial(pytest_asyncio.fixture, loop_scope="session")


@pytest.fixture(scope="session")
def rehearsal_loop() -> Generator[asyncio.AbstractEventLoop]:
    """The event loop of the rehearsal, in its own thread."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="session")
def shared_rehearsal(rehearsal_loop: asyncio.AbstractEventLoop) -> Generator[RehearsalState]:
    """One rehearsal per process."""
    opened: Future[RehearsalState] = Future()
    closing = asyncio.Event()
    closed = asyncio.run_coroutine_threadsafe(_rehearse(opened, closing), rehearsal_loop)
    yield opened.result()
    rehearsal_loop.call_soon_threadsafe(closing.set)
    closed.result()


async def _rehearse(opened: Future[RehearsalState], closing: asyncio.Event) -> None:
    async with running(clock=RehearsalClock(frozen_at=FrozenClock().now)) as rehearsal_state:
        opened.set_result(rehearsal_state)
        await closing.wait()


@pytest.fixture
def rehearsal_state(rehearsal_loop: asyncio.AbstractEventLoop, shared_rehearsal: RehearsalState) -> RehearsalState:
    """The shared rehearsal after a reset. It runs in another thread: tests call it over HTTP, or set plain values."""
    asyncio.run_coroutine_threadsafe(reset(Reset(), shared_rehearsal), rehearsal_loop).result()
    return shared_rehearsal


@pytest.fixture
def settings(rehearsal_state: RehearsalState, database_url: str, tmp_path: Path) -> Settings:
    return server_settings(rehearsal_state, tmp_path, database_url)


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
    """Keeps the event loop of the session open until the fixtures that depend on this one have ended."""


@pytest.fixture(scope="session")
def shared_greenroom(request: pytest.FixtureRequest, shared_loop: None, database_kind: str) -> GreenroomServer:
    """One server per process and kind of database, because a start takes as long as several tests."""
    return request.getfixturevalue(f"{database_kind}_greenroom")


@shared_loop_fixture()
async def greenroom(
    shared_greenroom: GreenroomServer, rehearsal_state: RehearsalState, clock: FrozenClock
) -> AsyncGenerator[GreenroomServer]:
    async with shared_greenroom.emptied_afterwards() as greenroom:
        yield greenroom


@shared_loop_fixture()
async def owner(greenroom: GreenroomServer) -> ApiClient:
    """The first user, who becomes an operator."""
    return await greenroom.sign_in_directly("junoplays")


@shared_loop_fixture()
async def owner_from_twitch(greenroom: GreenroomServer) -> ApiClient:
    """Like `owner`, signed in through the OAuth pages of Twitch; for tests about sign-in and tokens."""
    return await greenroom.sign_in("junoplays")


@shared_loop_fixture()
async def channel_id(owner: ApiClient) -> str:
    return await owner.create_channel()


def use_shared_loop(items: list[pytest.Item], folder: Path) -> None:
    """Makes async tests in the folder run in the event loop of the session, as the shared server does."""
    for item in items:
        if str(item.path).startswith(f"{folder}/") and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
