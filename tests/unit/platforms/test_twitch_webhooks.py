"""Twitch's webhooks: signature and age of deliveries, challenges, and the feed of one channel."""

import asyncio
import contextlib
import hashlib
import hmac
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.platforms.twitch.eventsub.frames import AnyFrame
from greenroom.platforms.twitch.eventsub.webhook_feed import WebhookFeed
from greenroom.platforms.twitch.eventsub.webhooks import webhook_router
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings
from support.frozen_clock import FrozenClock

SETTINGS = TwitchSettings(client_id="c1", client_secret=SecretStr("very secret"), transport="webhook")
SUBSCRIPTION = {
    "id": "s1",
    "status": "enabled",
    "type": "stream.offline",
    "version": "1",
    "condition": {"broadcaster_user_id": "1001"},
}
NOTIFICATION = json.dumps({"subscription": SUBSCRIPTION, "event": {"broadcaster_user_id": "1001"}}).encode()
NO_CHANGES: Mapping[str, str] = {}
RAID = json.dumps({"subscription": {**SUBSCRIPTION, "condition": {"to_broadcaster_user_id": "1001"}}}).encode()


class Twitch:
    """Posts webhooks, signed by default."""

    def __init__(self, settings: TwitchSettings, bus: MemoryBus, clock: FrozenClock) -> None:
        app = FastAPI()
        install_error_handlers(app)
        app.include_router(webhook_router(settings, bus, clock))
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://greenroom")
        self._settings = settings
        self._clock = clock

    async def post(
        self,
        body: bytes = NOTIFICATION,
        kind: str = "notification",
        *,
        age: float = 0,
        message_id: str = "m1",
        changes: Mapping[str, str] = NO_CHANGES,
    ) -> httpx.Response:
        sent_at = f"{(self._clock.now - timedelta(seconds=age)).isoformat().removesuffix('+00:00')}789Z"
        message = message_id.encode() + sent_at.encode() + body
        digest = hmac.new(self._settings.webhook_secret.encode(), message, hashlib.sha256).hexdigest()
        headers = {
            "Twitch-Eventsub-Message-Id": message_id,
            "Twitch-Eventsub-Message-Retry": "0",
            "Twitch-Eventsub-Message-Type": kind,
            "Twitch-Eventsub-Message-Signature": f"sha256={digest}",
            "Twitch-Eventsub-Message-Timestamp": sent_at,
            "Twitch-Eventsub-Subscription-Type": "stream.offline",
            "Twitch-Eventsub-Subscription-Version": "1",
            **{f"Twitch-Eventsub-{name}": value for name, value in changes.items()},
        }
        raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        return await self._client.post("/webhooks/twitch", content=body, headers=raw)

    async def close(self) -> None:
        await self._client.aclose()


@pytest.fixture
def bus() -> MemoryBus:
    return MemoryBus()


@pytest.fixture
async def twitch(bus: MemoryBus, clock: FrozenClock) -> AsyncGenerator[Twitch]:
    twitch = Twitch(SETTINGS, bus, clock)
    yield twitch
    await twitch.close()


@pytest.fixture
def published(bus: MemoryBus) -> list[str]:
    topics: list[str] = []
    bus.subscribe(lambda topic, _: topics.append(topic))
    return topics


async def test_signed_event_is_published_to_the_channels_connection(twitch: Twitch, published: list[str]) -> None:
    assert (await twitch.post()).status_code == 204
    assert (await twitch.post(RAID)).status_code == 204
    assert published == ["webhook:twitch:1001", "webhook:twitch:1001"]


@pytest.mark.parametrize(
    "changes",
    [
        {"Message-Signature": "sha256=" + "0" * 64},
        {"Message-Signature": ""},
        {"Message-Signature": "sha256=é"},
        {"Message-Id": "another"},
        {"Message-Timestamp": "2030-01-02T03:04:00Z"},
    ],
)
async def test_forged_event_is_refused(twitch: Twitch, published: list[str], changes: dict[str, str]) -> None:
    assert (await twitch.post(changes=changes)).status_code == 403
    assert published == []


async def test_event_older_than_ten_minutes_is_refused(twitch: Twitch, published: list[str]) -> None:
    assert (await twitch.post(age=9 * 60)).status_code == 204
    assert (await twitch.post(age=11 * 60)).status_code == 403
    assert len(published) == 1


async def test_challenge_is_echoed_as_plain_text(twitch: Twitch) -> None:
    body = json.dumps({"challenge": "c0ffee <b>", "subscription": SUBSCRIPTION}).encode()
    response = await twitch.post(body, "webhook_callback_verification")
    assert (response.status_code, response.text) == (200, "c0ffee <b>")
    assert response.headers["content-type"].startswith("text/plain")


async def test_challenge_without_a_subscription_is_echoed_too(twitch: Twitch) -> None:
    response = await twitch.post(b'{"challenge":"c1"}', "webhook_callback_verification")
    assert (response.status_code, response.text) == (200, "c1")


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"\xff\xfe", b'{"subscription":7}', b"[" * 5000])
async def test_unreadable_body_is_accepted_so_that_twitch_does_not_repeat_it(
    twitch: Twitch, published: list[str], body: bytes
) -> None:
    assert (await twitch.post(body)).status_code == 204
    assert published == []


@pytest.mark.parametrize("changes", [{"transport": "websocket"}, {"client_secret": SecretStr("")}])
async def test_webhooks_are_not_found_without_webhook_transport_and_secret(
    bus: MemoryBus, clock: FrozenClock, changes: dict[str, object]
) -> None:
    twitch = Twitch(SETTINGS.model_copy(update=changes), bus, clock)
    assert (await twitch.post()).status_code == 404
    await twitch.close()


def test_webhook_secret_is_valid_and_does_not_reveal_the_client_secret() -> None:
    assert 10 <= len(SETTINGS.webhook_secret) <= 100
    assert SETTINGS.webhook_secret.isascii()
    assert "secret" not in SETTINGS.webhook_secret
    assert "very secret" not in repr(SETTINGS)


class RecordingFeed:
    """A feed that records its notifications."""

    def __init__(self, bus: MemoryBus, clock: FrozenClock, waiting: set[str], pace: Pace) -> None:
        self.received: list[str] = []
        self.is_ready = asyncio.Event()
        self.has_received = asyncio.Event()
        self.has_synced = asyncio.Event()
        self._waiting = waiting
        self.webhook_feed = WebhookFeed(
            bus,
            "1001",
            clock,
            pace,
            sync=self._sync,
            ready=self._ready,
            on_notifications=self._on_notifications,
            on_revoked=self._revoked,
        )

    async def _sync(self) -> set[str]:
        self.has_synced.set()
        return self._waiting

    async def _ready(self) -> None:
        self.is_ready.set()

    async def _on_notifications(self, frames: Sequence[AnyFrame], _: object) -> None:
        self.received += [frame.metadata.message_id for frame in frames]
        self.has_received.set()

    async def _revoked(self, status: str) -> None:
        raise PlatformUnavailable(f"revoked: {status}")


@contextlib.asynccontextmanager
async def running(feed: RecordingFeed) -> AsyncGenerator[asyncio.Task[None]]:
    task = asyncio.create_task(feed.webhook_feed.run())
    await feed.has_synced.wait()
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_feed_is_ready_once_every_subscription_is_verified_and_passes_on_no_event_twice(
    twitch: Twitch, bus: MemoryBus, clock: FrozenClock
) -> None:
    feed = RecordingFeed(bus, clock, {"s1", "s2"}, Pace())
    async with running(feed):
        for number in (1, 2):
            assert not feed.is_ready.is_set()
            body = json.dumps({"challenge": "c", "subscription": {**SUBSCRIPTION, "id": f"s{number}"}}).encode()
            await twitch.post(body, "webhook_callback_verification", message_id=f"v{number}")
        await feed.is_ready.wait()
        await twitch.post(message_id="once")
        await twitch.post(message_id="once")
        await feed.has_received.wait()
        feed.has_received.clear()
        await twitch.post(message_id="next")
        await feed.has_received.wait()
    assert feed.received == ["once", "next"]


async def test_unreachable_callback_address_is_reported(bus: MemoryBus, clock: FrozenClock) -> None:
    feed = RecordingFeed(bus, clock, {"s1"}, Pace(verify_seconds=0.01))
    with pytest.raises(PlatformUnavailable, match="cannot reach the public address"):
        await feed.webhook_feed.run()
    assert not feed.is_ready.is_set()


async def test_revoked_subscription_is_reported(twitch: Twitch, bus: MemoryBus, clock: FrozenClock) -> None:
    async with running(RecordingFeed(bus, clock, set(), Pace())) as task:
        revocation = {"subscription": {**SUBSCRIPTION, "status": "authorization_revoked"}}
        await twitch.post(json.dumps(revocation).encode(), "revocation")
        with pytest.raises(PlatformUnavailable, match="revoked: authorization_revoked"):
            await task


async def test_feed_of_one_channel_receives_no_events_of_another(
    twitch: Twitch, bus: MemoryBus, clock: FrozenClock
) -> None:
    feed = RecordingFeed(bus, clock, set(), Pace())
    async with running(feed):
        other = {"subscription": {**SUBSCRIPTION, "condition": {"broadcaster_user_id": "7"}}, "event": {}}
        await twitch.post(json.dumps(other).encode(), message_id="other")
        await twitch.post(message_id="own")
        await feed.has_received.wait()
    assert feed.received == ["own"]
