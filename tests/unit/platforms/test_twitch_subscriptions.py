"""EventSub subscriptions: topics of the granted scopes, refused topics, and syncing with existing ones."""

import json
from collections.abc import AsyncGenerator

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.helix import AppHelix, Helix
from greenroom.platforms.twitch.events import NORMALIZERS
from greenroom.platforms.twitch.eventsub.subscription_sync import sync_subscriptions
from greenroom.platforms.twitch.eventsub.subscriptions import MAX_PARALLEL, Subscriber
from greenroom.platforms.twitch.eventsub.topics import FALLBACK_MODERATION, TOPICS, topics_for
from greenroom.platforms.twitch.info import INFO, info_for
from greenroom.platforms.twitch.settings import TwitchSettings
from support.frozen_clock import FrozenClock

SOCKET = {"method": "websocket", "session_id": "s1"}
WEBHOOK = {"method": "webhook", "callback": "https://stage.example/webhooks/twitch", "secret": "x" * 20}
WITHOUT_SCOPE = {"stream.online", "stream.offline", "channel.update", "channel.raid"}


def names(scopes: set[str]) -> set[str]:
    return {topic.type for topic in topics_for(scopes)}


def test_every_topic_has_a_normalizer() -> None:
    assert {(topic.type, topic.version) for topic in (*TOPICS, *FALLBACK_MODERATION)} == set(NORMALIZERS)


def test_requested_scopes_allow_every_topic_but_the_old_ones_of_bans() -> None:
    assert topics_for(INFO.channel_scopes) == list(TOPICS)


def test_without_scopes_only_topics_that_need_none_remain() -> None:
    assert names(set()) == WITHOUT_SCOPE


@pytest.mark.parametrize("scope", sorted(INFO.channel_scopes))
def test_missing_scope_omits_only_the_subscriptions_that_need_it(scope: str) -> None:
    omitted = names(set(INFO.channel_scopes)) - names(set(INFO.channel_scopes) - {scope})
    expected = {
        "user:read:chat": {f"channel.chat.{name}" for name in CHAT},
        "moderator:read:followers": {"channel.follow"},
        "channel:read:subscriptions": {
            "channel.subscribe",
            "channel.subscription.message",
            "channel.subscription.gift",
        },
        "bits:read": {"channel.bits.use", "channel.custom_power_up_redemption.add"},
        "channel:read:redemptions": {"channel.channel_points_custom_reward_redemption.add"},
        "channel:read:ads": {"channel.ad_break.begin"},
    }
    needs_moderate = scope in {group_scope for group in MODERATE_GROUPS for group_scope in group}
    assert omitted == expected.get(scope, {"channel.moderate"} if needs_moderate else set())


CHAT = ("message", "message_delete", "clear", "clear_user_messages", "notification")
MODERATE_GROUPS = next(topic for topic in TOPICS if topic.type == "channel.moderate").scopes


def test_bans_use_the_old_topics_if_only_the_old_scope_is_granted() -> None:
    assert names({"channel:moderate"}) == WITHOUT_SCOPE | {"channel.ban", "channel.unban"}


def test_condition_of_every_topic_names_only_the_channel() -> None:
    users = [set(topic.condition("1001").values()) for topic in TOPICS]
    assert users == [{"1001"}] * len(TOPICS)


def test_bot_scopes_are_requested_only_if_events_come_by_webhook() -> None:
    assert not {"user:bot", "channel:bot"} & set(info_for(TwitchSettings()).channel_scopes)
    assert {"user:bot", "channel:bot"} <= set(info_for(TwitchSettings(transport="webhook")).channel_scopes)


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


async def one_token(rejected: str | None = None) -> str:
    return "t1"


@pytest.fixture
async def helix(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[Helix]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield AppHelix(TwitchSettings(client_id="c1", api_url=server.url), http, clock, one_token)
    await http.close()


def refusal(status: int, message: str) -> str:
    return json.dumps({"error": "x", "status": status, "message": message})


def created_response(number: int, status: str = "enabled") -> str:
    return json.dumps({"data": [{"id": f"s{number}", "status": status}], "total": 1})


async def test_refused_topic_does_not_affect_the_others(helix: Helix, server: CannedServer) -> None:
    topics = topics_for(set())
    server.respond(403, refusal(403, "subscription missing proper authorization")).respond(409, refusal(409, "exists"))
    server.respond(400, refusal(400, "invalid subscription type and version")).respond(202, created_response(1))
    subscriber = Subscriber(helix, "1001", SOCKET)
    await subscriber.subscribe(topics)
    assert [one.id for one in subscriber.created] == ["s1"]
    bodies = [json.loads(request.body) for request in server.requests]
    assert {body["type"] for body in bodies} == WITHOUT_SCOPE
    assert all(body["transport"] == SOCKET for body in bodies)


async def test_token_is_read_once_for_all_topics_and_again_after_it_was_rejected(
    server: CannedServer, clock: FrozenClock
) -> None:
    reads: list[str | None] = []

    async def next_token(rejected: str | None = None) -> str:
        reads.append(rejected)
        return f"t{len(reads)}"

    http = HttpClient("Greenroom test", wait=wait_none())
    helix = Helix(TwitchSettings(client_id="c1", api_url=server.url), http, clock, next_token)
    server.respond(401, refusal(401, "Invalid OAuth token"))
    for number in range(len(TOPICS)):
        server.respond(202, created_response(number))
    await Subscriber(helix, "1001", SOCKET).subscribe(TOPICS)
    await http.close()
    assert reads == [None, "t1"]


@pytest.mark.parametrize(("status", "failure"), [(403, AuthExpired), (400, PlatformUnavailable)])
async def test_channel_without_any_allowed_topic_fails(
    helix: Helix, server: CannedServer, status: int, failure: type[Exception]
) -> None:
    for _ in range(len(WITHOUT_SCOPE)):
        server.respond(status, refusal(status, "no"))
    with pytest.raises(failure):
        await Subscriber(helix, "1001", SOCKET).subscribe(topics_for(set()))


async def test_refusal_by_a_proxy_is_an_outage(helix: Helix, server: CannedServer) -> None:
    for _ in range(MAX_PARALLEL):
        server.respond(403, "<html>Request blocked</html>")
    with pytest.raises(PlatformUnavailable):
        await Subscriber(helix, "1001", SOCKET).subscribe(topics_for(set()))


def existing_subscription(
    number: int, kind: str, version: str, status: str = "enabled", **changes: str
) -> dict[str, object]:
    return {
        "id": f"s{number}",
        "status": status,
        "type": kind,
        "version": version,
        "cost": 0,
        "condition": {"broadcaster_user_id": "1001", "user_id": ""},
        "transport": {"method": "webhook", "callback": WEBHOOK["callback"], **changes},
        "created_at": "2026-11-15T10:00:01Z",
    }


async def test_good_subscriptions_are_kept_failed_and_needless_ones_deleted_and_missing_ones_created(
    helix: Helix, server: CannedServer
) -> None:
    other_url = {"callback": "https://other.example/x"}
    pages = (
        [
            existing_subscription(1, "stream.online", "1"),
            existing_subscription(2, "stream.offline", "1", "notification_failures_exceeded"),
        ],
        [existing_subscription(3, "channel.cheer", "1"), existing_subscription(4, "channel.update", "2", **other_url)],
    )
    server.respond(200, json.dumps({"data": pages[0], "total": 4, "pagination": {"cursor": "c2"}}))
    server.respond(200, json.dumps({"data": pages[1], "total": 4, "pagination": {}}))
    server.respond(204, "").respond(404, refusal(404, "gone"))
    for number in (5, 6, 7):
        server.respond(
            202, created_response(number, "webhook_callback_verification_pending" if number < 7 else "enabled")
        )
    assert await sync_subscriptions(helix, "1001", topics_for(set()), WEBHOOK) == {"s5", "s6"}
    lines = [request.line.split()[:2] for request in server.requests]
    assert lines[1] == ["GET", "/eventsub/subscriptions?user_id=1001&after=c2"]
    assert lines[2:4] == [["DELETE", "/eventsub/subscriptions?id=s2"], ["DELETE", "/eventsub/subscriptions?id=s3"]]
    created = {json.loads(request.body)["type"] for request in server.requests[4:]}
    assert created == WITHOUT_SCOPE - {"stream.online"}
    assert json.loads(server.requests[4].body)["transport"] == WEBHOOK


async def test_refused_app_token_is_an_outage(helix: Helix, server: CannedServer) -> None:
    server.respond(401, refusal(401, "Invalid OAuth token")).respond(401, refusal(401, "Invalid OAuth token"))
    with pytest.raises(PlatformUnavailable, match="app of this installation"):
        await sync_subscriptions(helix, "1001", topics_for(set()), WEBHOOK)
