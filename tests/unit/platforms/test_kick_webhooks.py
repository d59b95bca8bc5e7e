"""Kick's webhooks: genuine and forged events."""

import base64
import json
from collections.abc import AsyncGenerator
from datetime import datetime, timedelta

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.datastructures import Headers
from tenacity import wait_none

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.webhooks.deliveries import Delivery
from greenroom.platforms.kick.webhooks.router import WebhookReceiver
from support.frozen_clock import FrozenClock
from support.routed_server import RoutedServer, routed_server

KEY_CALL = "GET /public/v1/public-key"
BODY = b'{"broadcaster":{"user_id":1001},"follower":{"user_id":2002}}'
# Generated once, because generating a key is slow.
KICK_KEY, OTHER_KEY = (generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))


def key_response(key: RSAPrivateKey | Ed25519PrivateKey) -> str:
    raw = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return json.dumps({"data": {"public_key": raw.decode()}, "message": "OK"})


class Webhooks:
    """Sends signed webhooks to a receiver and records the deliveries that it publishes."""

    def __init__(self, server: RoutedServer, clock: FrozenClock, http: HttpClient, **settings: object) -> None:
        self.published: list[tuple[str, Delivery]] = []
        self.clock = clock
        bus = MemoryBus()
        bus.subscribe(
            lambda topic, payload: self.published.append((topic, msgspec.json.decode(payload, type=Delivery)))
        )
        parsed = KickSettings.model_validate({"client_id": "c1", "api_url": f"{server.url}/public", **settings})
        self.receiver = WebhookReceiver(parsed, http, clock, bus)

    async def send(
        self,
        body: bytes = BODY,
        *,
        message_id: str = "01KJ0000000000000000000001",
        sent_at: datetime | None = None,
        sent_body: bytes = b"",
        key: RSAPrivateKey = KICK_KEY,
        changes: dict[str, str] | None = None,
    ) -> int:
        timestamp = (sent_at or self.clock.now).isoformat()
        signature = key.sign(f"{message_id}.{timestamp}.".encode() + body, PKCS1v15(), SHA256())
        headers = {
            "Kick-Event-Message-Id": message_id,
            "Kick-Event-Subscription-Id": "01KS",
            "Kick-Event-Signature": base64.b64encode(signature).decode(),
            "Kick-Event-Message-Timestamp": timestamp,
            "Kick-Event-Type": "channel.followed",
            "Kick-Event-Version": "1",
        }
        changed = {f"Kick-Event-{name}": value for name, value in (changes or {}).items()}

        async def read_body() -> bytes:
            return sent_body or body

        return await self.receiver.receive(Headers(headers | changed), read_body)


@pytest.fixture
async def server() -> AsyncGenerator[RoutedServer]:
    async with routed_server() as server:
        yield server.on(KEY_CALL, 200, key_response(KICK_KEY))


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield http
    await http.close()


@pytest.fixture
def webhooks(server: RoutedServer, clock: FrozenClock, http: HttpClient) -> Webhooks:
    return Webhooks(server, clock, http)


async def test_signed_event_is_published_for_its_channel(webhooks: Webhooks, clock: FrozenClock) -> None:
    assert await webhooks.send() == 204
    ((topic, delivery),) = webhooks.published
    assert topic == "webhook:kick:1001"
    assert (delivery.id, delivery.kind, delivery.version) == ("01KJ0000000000000000000001", "channel.followed", "1")
    assert (delivery.sent_at, delivery.received_at, bytes(delivery.body)) == (clock.now, clock.now, BODY)


async def test_public_key_of_kick_is_fetched_once(webhooks: Webhooks, server: RoutedServer) -> None:
    for number in range(3):
        assert await webhooks.send(message_id=f"m{number}") == 204
    assert len(server.calls_to(KEY_CALL)) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"Message-Id": "another"},
        {"Message-Timestamp": "2030-01-02T03:04:06+00:00"},
        {"Signature": "AAAA"},
        {"Signature": "not base64!"},
    ],
)
async def test_delivery_without_kicks_signature_is_refused(webhooks: Webhooks, changes: dict[str, str]) -> None:
    assert await webhooks.send(changes=changes) == 403
    assert webhooks.published == []


async def test_changed_body_is_refused(webhooks: Webhooks) -> None:
    assert await webhooks.send(sent_body=BODY.replace(b"2002", b"2003")) == 403
    assert webhooks.published == []


@pytest.mark.parametrize("name", ["Message-Id", "Message-Timestamp", "Signature", "Type", "Version"])
async def test_event_without_a_header_is_refused(webhooks: Webhooks, server: RoutedServer, name: str) -> None:
    assert await webhooks.send(changes={name: ""}) == 400
    assert server.calls == []


async def test_forged_webhooks_do_not_cause_repeated_key_fetches(
    webhooks: Webhooks, server: RoutedServer, clock: FrozenClock
) -> None:
    await webhooks.send(message_id="m0")
    for number in range(20):
        assert await webhooks.send(message_id=f"s{number}", key=OTHER_KEY) == 403
    assert len(server.calls_to(KEY_CALL)) == 1
    clock.advance(31)
    assert await webhooks.send(message_id="s", key=OTHER_KEY) == 403
    assert await webhooks.send(message_id="s", key=OTHER_KEY) == 403
    assert len(server.calls_to(KEY_CALL)) == 2


async def test_new_key_of_kick_is_fetched(webhooks: Webhooks, server: RoutedServer, clock: FrozenClock) -> None:
    await webhooks.send(message_id="m0")
    server.clear_responses(KEY_CALL).on(KEY_CALL, 200, key_response(OTHER_KEY))
    clock.advance(31)
    assert await webhooks.send(message_id="m1", key=OTHER_KEY) == 204


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, "{}"),
        (200, '{"data":{"public_key":"no key"}}'),
        (200, "<html>"),
        (200, key_response(Ed25519PrivateKey.generate())),
    ],
)
async def test_missing_public_key_returns_503_so_that_kick_retries(
    webhooks: Webhooks, server: RoutedServer, clock: FrozenClock, status: int, body: str
) -> None:
    server.clear_responses(KEY_CALL).on(KEY_CALL, status, body).on(KEY_CALL, 200, key_response(KICK_KEY))
    assert await webhooks.send() == 503
    assert await webhooks.send() == 503
    clock.advance(6)
    assert await webhooks.send() == 204
    assert len(webhooks.published) == 1


@pytest.mark.parametrize("minutes", [-11, 11])
async def test_event_with_a_wrong_time_is_refused(webhooks: Webhooks, clock: FrozenClock, minutes: int) -> None:
    assert await webhooks.send(sent_at=clock.now + timedelta(minutes=minutes)) == 403
    assert webhooks.published == []


async def test_late_event_is_accepted(webhooks: Webhooks, clock: FrozenClock) -> None:
    assert await webhooks.send(sent_at=clock.now - timedelta(minutes=9)) == 204
    assert len(webhooks.published) == 1


async def test_maximum_age_of_events_is_a_setting(server: RoutedServer, clock: FrozenClock, http: HttpClient) -> None:
    tolerant = Webhooks(server, clock, http, webhook_minutes=60)
    assert await tolerant.send(sent_at=clock.now - timedelta(minutes=59)) == 204


async def test_repeated_event_is_accepted_and_published_once(webhooks: Webhooks) -> None:
    assert await webhooks.send() == 204
    assert await webhooks.send() == 204
    assert len(webhooks.published) == 1


async def test_repeated_event_is_recognised_while_its_time_is_accepted(webhooks: Webhooks, clock: FrozenClock) -> None:
    sent_at = clock.now + timedelta(minutes=9)
    assert await webhooks.send(sent_at=sent_at) == 204
    clock.advance(18 * 60)
    assert await webhooks.send(sent_at=sent_at) == 204
    assert len(webhooks.published) == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"broadcaster":null}', b"\xff"])
async def test_signed_unreadable_event_is_accepted_so_that_kick_stops_retrying(webhooks: Webhooks, body: bytes) -> None:
    assert await webhooks.send(body) == 204
    assert webhooks.published == []


async def test_webhooks_are_not_found_without_a_kick_app(
    server: RoutedServer, clock: FrozenClock, http: HttpClient
) -> None:
    without_app = Webhooks(server, clock, http, client_id="")
    assert await without_app.send() == 404
    assert server.calls == []
