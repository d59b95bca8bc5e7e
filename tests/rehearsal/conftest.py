"""A rehearsal on a free port for each file, put back to its beginning for each test, and somebody to talk to it."""

from collections.abc import AsyncGenerator, Generator
from datetime import UTC, datetime

import httpx
import pytest
import pytest_asyncio
from kick_player import KickPlayer
from tiktok_player import TikTokPlayer
from twitch_player import TwitchPlayer
from youtube_player import YouTubePlayer

from rehearsal.clock import Clock
from rehearsal.server import running
from rehearsal.stage import Stage
from support.contract_deviations import Watcher
from support.tls import TLS

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running_stage(watcher: Watcher) -> AsyncGenerator[Stage]:
    async with running(clock=Clock(frozen_at=NOON), witness=watcher) as stage:
        yield stage


@pytest.fixture(scope="module")
def watcher() -> Watcher:
    return Watcher()


@pytest.fixture
def stage(running_stage: Stage, watcher: Watcher) -> Generator[Stage]:
    running_stage.reset(None)
    watcher.take()
    yield running_stage
    assert watcher.take() == [], "the stand-in does not keep to the platform's contract"


@pytest.fixture
def clock(stage: Stage) -> Clock:
    return stage.clock


@pytest_asyncio.fixture(loop_scope="module")
async def http(stage: Stage) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=stage.base_url, trust_env=False, verify=TLS) as client:
        yield client


@pytest.fixture
def twitch(stage: Stage, http: httpx.AsyncClient) -> TwitchPlayer:
    return TwitchPlayer(stage, http)


@pytest.fixture
def kick(stage: Stage, http: httpx.AsyncClient) -> KickPlayer:
    return KickPlayer(stage, http)


@pytest.fixture
def youtube(stage: Stage, http: httpx.AsyncClient) -> YouTubePlayer:
    return YouTubePlayer(stage, http)


@pytest.fixture
def tiktok(stage: Stage, http: httpx.AsyncClient) -> TikTokPlayer:
    return TikTokPlayer(stage, http)
