"""A rehearsal on a free port for each file, put back to its beginning for each test, and somebody to talk to it."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import httpx
import pytest
import pytest_asyncio
from twitch_player import TwitchPlayer

from rehearsal.clock import Clock
from rehearsal.server import running
from rehearsal.stage import Stage

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running_stage() -> AsyncGenerator[Stage]:
    async with running(clock=Clock(frozen_at=NOON)) as stage:
        yield stage


@pytest.fixture
def stage(running_stage: Stage) -> Stage:
    running_stage.reset(None)
    return running_stage


@pytest.fixture
def clock(stage: Stage) -> Clock:
    return stage.clock


@pytest_asyncio.fixture(loop_scope="module")
async def http(stage: Stage) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=stage.base_url, trust_env=False) as client:
        yield client


@pytest.fixture
def twitch(stage: Stage, http: httpx.AsyncClient) -> TwitchPlayer:
    return TwitchPlayer(stage, http)
