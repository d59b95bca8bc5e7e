"""Fixtures: a rehearsal for each test file, reset before each test, and clients of the streaming platforms."""

from collections.abc import AsyncGenerator, Generator
from datetime import UTC, datetime

import httpx
import pytest
import pytest_asyncio
from kick_client import KickClient
from tiktok_client import TikTokClient
from twitch_client import TwitchClient
from youtube_client import YouTubeClient

from rehearsal.clock import Clock
from rehearsal.server import running
from rehearsal.state import RehearsalState
from support.contract_deviations import DeviationCollector
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running_rehearsal(collector: DeviationCollector) -> AsyncGenerator[RehearsalState]:
    async with running(clock=Clock(frozen_at=NOON), contract_check=collector) as rehearsal:
        yield rehearsal


@pytest.fixture(scope="module")
def collector() -> DeviationCollector:
    return DeviationCollector()


@pytest.fixture
def rehearsal(running_rehearsal: RehearsalState, collector: DeviationCollector) -> Generator[RehearsalState]:
    running_rehearsal.reset(None)
    collector.take()
    yield running_rehearsal
    assert collector.take() == [], "the rehearsal violated the platform's contract"


@pytest.fixture
def clock(rehearsal: RehearsalState) -> Clock:
    return rehearsal.clock


@pytest_asyncio.fixture(loop_scope="module")
async def http(rehearsal: RehearsalState) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=rehearsal.base_url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS
    ) as client:
        yield client


@pytest.fixture
def twitch(rehearsal: RehearsalState, http: httpx.AsyncClient) -> TwitchClient:
    return TwitchClient(rehearsal, http)


@pytest.fixture
def kick(rehearsal: RehearsalState, http: httpx.AsyncClient) -> KickClient:
    return KickClient(rehearsal, http)


@pytest.fixture
def youtube(rehearsal: RehearsalState, http: httpx.AsyncClient) -> YouTubeClient:
    return YouTubeClient(rehearsal, http)


@pytest.fixture
def tiktok(rehearsal: RehearsalState, http: httpx.AsyncClient) -> TikTokClient:
    return TikTokClient(rehearsal, http)
