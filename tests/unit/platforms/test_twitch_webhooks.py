"""Twitch's webhooks: only genuine and recent deliveries are accepted."""

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

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.web.error_handlers import install_error_handlers
from greenroom.platforms.twitch.eventsub.frames import AnyFrame
from greenroom.platforms.twitch.eventsub.webhook_feed import WebhookFeed
from greenroom.platforms.twitch.eventsub.webhooks import webhook_router
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.tenancy.platforms import PlatformUnavailable
from support.frozen_clock import FrozenClock

SETTINGS = TwitchSettings(client_id="c1", client_secret=SecretStr("very secret"), transport="webhook")
SUBSCRIPTION = {
    "id": "s1",
    "status": "enabled",
    "type": "stream.offline",
    "version": "1",
    "condition": {"broadcaster_user_id": "1001"},
}
NEWS = json.dumps({"subscription": SUBSCRIPTION, "event": {"broadcaster_user_id": "1001"}}).encode()
NOTHING: Mapping[str, str] = {}
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

    async def knocks(
        self,
        body: bytes = NEWS,
        kind: str = "notification",
        *,
        age: float = 0,
        message_id: str = "m1",
        odd: Mapping[str, str] = NOTHING,
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
            **{f"Twitch-Eventsub-{name}": value for name, value in odd.items()},
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
def heard(bus: MemoryBus) -> list[str]:
    topics: list[str] = []
    bus.subscribe(lambda topic, _: topics.append(topic))
    return topics


async def test_signed_event_is_published_to_the_channels_connection(twitch: Twitch, heard: list[str]) -> None:
    assert (await twitch.knocks()).status_code == 204
    assert (await twitch.knocks(RAID)).status_code == 204
    assert heard == ["webhook:twitch:1001", "webhook:twitch:1001"]


@pytest.mark.parametrize(
    "odd",
    [
        {"Message-Signature": "sha256=" + "0" * 64},
        {"Message-Signature": ""},
        {"Message-Signature": "sha256=é"},
        {"Message-Id": "another"},
        {"Message-Timestamp": "2030-01-02T03:04:00Z"},
    ],
)
async def test_forged_event_is_refused(twitch: Twitch, heard: list[str], odd: dict[str, str]) -> None:
    assert (await twitch.knocks(odd=odd)).status_code == 403
    assert heard == []


async def test_event_played_again_later_is_refused(twitch: Twitch, heard: list[str]) -> None:
    assert (await twitch.knocks(age=9 * 60)).status_code == 204
    assert (await twitch.knocks(age=11 * 60)).status_code == 403
    assert len(heard) == 1


async def test_challenge_is_echoed_as_plain_text(twitch: Twitch) -> None:
    body = json.dumps({"challenge": "c0ffee <b>", "subscription": SUBSCRIPTION}).encode()
    answer = await twitch.knocks(body, "webhook_callback_verification")
    assert (answer.status_code, answer.text) == (200, "c0ffee <b>")
    assert answer.headers["content-type"].startswith("text/plain")


async def test_challenge_for_a_shard_needs_no_subscription(twitch: Twitch) -> None:
    answer = await twitch.knocks(b'{"challenge":"c1"}', "webhook_callback_verification")
    assert (answer.status_code, answer.text) == (200, "c1")


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"\xff\xfe", b'{"subscription":7}', b"[" * 5000])
async def test_unreadable_body_is_accepted_so_that_twitch_does_not_repeat_it(
    twitch: Twitch, heard: list[str], body: bytes
) -> None:
    assert (await twitch.knocks(body)).status_code == 204
    assert heard == []


@pytest.mark.parametrize("changes", [{"transport": "websocket"}, {"client_secret": SecretStr("")}])
async def test_webhooks_are_refused_without_webhook_transport(
    bus: MemoryBus, clock: FrozenClock, changes: dict[str, object]
) -> None:
    twitch = Twitch(SETTINGS.model_copy(update=changes), bus, clock)
    assert (await twitch.knocks()).status_code == 404
    await twitch.close()


def test_secret_fits_what_twitch_takes_and_hides_the_other_one() -> None:
    assert 10 <= len(SETTINGS.webhook_secret) <= 100
    assert SETTINGS.webhook_secret.isascii()
    assert "secret" not in SETTINGS.webhook_secret
    assert "very secret" not in repr(SETTINGS)


class Channel:
    """A feed that records its notifications."""

    def __init__(self, bus: MemoryBus, clock: FrozenClock, waiting: set[str], pace: Pace) -> None:
        self.received: list[str] = []
        self.is_ready = asyncio.Event()
        self.has_heard = asyncio.Event()
        self.has_ordered = asyncio.Event()
        self._waiting = waiting
        self.box = WebhookFeed(
            bus,
            "1001",
            clock,
            pace,
            sync=self._order,
            ready=self._ready,
            on_notifications=self._hear,
            revoked=self._revoked,
        )

    async def _order(self) -> set[str]:
        self.has_ordered.set()
        return self._waiting

    async def _ready(self) -> None:
        self.is_ready.set()

    async def _hear(self, frames: Sequence[AnyFrame], _: object) -> None:
        self.received += [frame.metadata.message_id for frame in frames]
        self.has_heard.set()

    async def _revoked(self, status: str) -> None:
        raise PlatformUnavailable(f"revoked: {status}")


@contextlib.asynccontextmanager
async def running(channel: Channel) -> AsyncGenerator[asyncio.Task[None]]:
    task = asyncio.create_task(channel.box.run())
    await channel.has_ordered.wait()
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_feed_is_ready_once_every_subscription_is_verified(
    twitch: Twitch, bus: MemoryBus, clock: FrozenClock
) -> None:
    channel = Channel(bus, clock, {"s1", "s2"}, Pace())
    async with running(channel):
        for number in (1, 2):
            assert not channel.is_ready.is_set()
            body = json.dumps({"challenge": "c", "subscription": {**SUBSCRIPTION, "id": f"s{number}"}}).encode()
            await twitch.knocks(body, "webhook_callback_verification", message_id=f"v{number}")
        await channel.is_ready.wait()
        await twitch.knocks(message_id="once")
        await twitch.knocks(message_id="once")
        await channel.has_heard.wait()
        channel.has_heard.clear()
        await twitch.knocks(message_id="next")
        await channel.has_heard.wait()
    assert channel.received == ["once", "next"]


async def test_unreachable_callback_address_is_reported(bus: MemoryBus, clock: FrozenClock) -> None:
    channel = Channel(bus, clock, {"s1"}, Pace(verify_seconds=0.01))
    with pytest.raises(PlatformUnavailable, match="cannot reach the public address"):
        await channel.box.run()
    assert not channel.is_ready.is_set()


async def test_revoked_subscription_is_reported(twitch: Twitch, bus: MemoryBus, clock: FrozenClock) -> None:
    async with running(Channel(bus, clock, set(), Pace())) as task:
        withdrawn = {"subscription": {**SUBSCRIPTION, "status": "authorization_revoked"}}
        await twitch.knocks(json.dumps(withdrawn).encode(), "revocation")
        with pytest.raises(PlatformUnavailable, match="revoked: authorization_revoked"):
            await task


async def test_feed_of_one_channel_receives_no_events_of_another(
    twitch: Twitch, bus: MemoryBus, clock: FrozenClock
) -> None:
    channel = Channel(bus, clock, set(), Pace())
    async with running(channel):
        other = {"subscription": {**SUBSCRIPTION, "condition": {"broadcaster_user_id": "7"}}, "event": {}}
        await twitch.knocks(json.dumps(other).encode(), message_id="theirs")
        await twitch.knocks(message_id="ours")
        await channel.has_heard.wait()
    assert channel.received == ["ours"]
