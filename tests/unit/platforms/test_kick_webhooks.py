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
# Making one takes a moment, and any will do.
KICK, STRANGER = (generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))


def pem(key: RSAPrivateKey | Ed25519PrivateKey) -> str:
    raw = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return json.dumps({"data": {"public_key": raw.decode()}, "message": "OK"})


class Post:
    """What stands at the door, and the hand that knocks."""

    def __init__(self, server: RoutedServer, clock: FrozenClock, http: HttpClient, **settings: object) -> None:
        self.published: list[tuple[str, Delivery]] = []
        self.clock = clock
        bus = MemoryBus()
        bus.subscribe(
            lambda topic, payload: self.published.append((topic, msgspec.json.decode(payload, type=Delivery)))
        )
        given = KickSettings.model_validate({"client_id": "c1", "api_url": f"{server.url}/public", **settings})
        self.door = WebhookReceiver(given, http, clock, bus)

    async def bring(
        self,
        body: bytes = BODY,
        *,
        message_id: str = "01KJ0000000000000000000001",
        sent_at: datetime | None = None,
        carried: bytes = b"",
        key: RSAPrivateKey = KICK,
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
        return await self.door.receive(Headers(headers | changed), carried or body)


@pytest.fixture
async def server() -> AsyncGenerator[RoutedServer]:
    async with routed_server() as server:
        yield server.on(KEY_CALL, 200, pem(KICK))


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield http
    await http.close()


@pytest.fixture
def post(server: RoutedServer, clock: FrozenClock, http: HttpClient) -> Post:
    return Post(server, clock, http)


async def test_signed_event_reaches_the_connection_it_is_for(post: Post, clock: FrozenClock) -> None:
    assert await post.bring() == 204
    ((topic, delivery),) = post.published
    assert topic == "webhook:kick:1001"
    assert (delivery.id, delivery.kind, delivery.version) == ("01KJ0000000000000000000001", "channel.followed", "1")
    assert (delivery.sent_at, delivery.received_at, bytes(delivery.body)) == (clock.now, clock.now, BODY)


async def test_key_is_fetched_once(post: Post, server: RoutedServer) -> None:
    for number in range(3):
        assert await post.bring(message_id=f"m{number}") == 204
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
async def test_delivery_without_kicks_signature_is_refused(post: Post, changes: dict[str, str]) -> None:
    assert await post.bring(changes=changes) == 403
    assert post.published == []


async def test_changed_body_is_refused(post: Post) -> None:
    assert await post.bring(carried=BODY.replace(b"2002", b"2003")) == 403
    assert post.published == []


@pytest.mark.parametrize("name", ["Message-Id", "Message-Timestamp", "Signature", "Type", "Version"])
async def test_event_without_a_header_is_refused(post: Post, server: RoutedServer, name: str) -> None:
    assert await post.bring(changes={name: ""}) == 400
    assert server.calls == []


async def test_forged_webhooks_do_not_cause_repeated_key_fetches(
    post: Post, server: RoutedServer, clock: FrozenClock
) -> None:
    await post.bring(message_id="m0")
    for number in range(20):
        assert await post.bring(message_id=f"s{number}", key=STRANGER) == 403
    assert len(server.calls_to(KEY_CALL)) == 1
    clock.advance(31)
    assert await post.bring(message_id="s", key=STRANGER) == 403
    assert await post.bring(message_id="s", key=STRANGER) == 403
    assert len(server.calls_to(KEY_CALL)) == 2


async def test_new_key_of_kick_is_found_by_itself(post: Post, server: RoutedServer, clock: FrozenClock) -> None:
    await post.bring(message_id="m0")
    server.clear_responses(KEY_CALL).on(KEY_CALL, 200, pem(STRANGER))
    clock.advance(31)
    assert await post.bring(message_id="m1", key=STRANGER) == 204


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, "{}"),
        (200, '{"data":{"public_key":"no key"}}'),
        (200, "<html>"),
        (200, pem(Ed25519PrivateKey.generate())),
    ],
)
async def test_missing_key_answers_503_so_that_kick_retries(
    post: Post, server: RoutedServer, clock: FrozenClock, status: int, body: str
) -> None:
    server.clear_responses(KEY_CALL).on(KEY_CALL, status, body).on(KEY_CALL, 200, pem(KICK))
    assert await post.bring() == 503
    assert await post.bring() == 503
    clock.advance(6)
    assert await post.bring() == 204
    assert len(post.published) == 1


@pytest.mark.parametrize("minutes", [-11, 11])
async def test_replayed_event_is_refused(post: Post, clock: FrozenClock, minutes: int) -> None:
    assert await post.bring(sent_at=clock.now + timedelta(minutes=minutes)) == 403
    assert post.published == []


async def test_late_event_is_taken(post: Post, clock: FrozenClock) -> None:
    assert await post.bring(sent_at=clock.now - timedelta(minutes=9)) == 204
    assert len(post.published) == 1


async def test_how_late_an_event_may_be_can_be_set(server: RoutedServer, clock: FrozenClock, http: HttpClient) -> None:
    patient = Post(server, clock, http, webhook_minutes=60)
    assert await patient.bring(sent_at=clock.now - timedelta(minutes=59)) == 204


async def test_repeated_event_is_accepted_and_published_once(post: Post) -> None:
    assert await post.bring() == 204
    assert await post.bring() == 204
    assert len(post.published) == 1


async def test_repetition_is_known_for_as_long_as_it_would_be_believed(post: Post, clock: FrozenClock) -> None:
    sent_at = clock.now + timedelta(minutes=9)
    assert await post.bring(sent_at=sent_at) == 204
    clock.advance(18 * 60)
    assert await post.bring(sent_at=sent_at) == 204
    assert len(post.published) == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"broadcaster":null}', b"\xff"])
async def test_signed_unreadable_event_is_accepted_so_that_kick_stops(post: Post, body: bytes) -> None:
    assert await post.bring(body) == 204
    assert post.published == []


async def test_webhooks_are_not_found_without_a_kick_app(
    server: RoutedServer, clock: FrozenClock, http: HttpClient
) -> None:
    closed = Post(server, clock, http, client_id="")
    assert await closed.bring() == 404
    assert server.calls == []
