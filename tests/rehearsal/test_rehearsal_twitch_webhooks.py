"""EventSub webhooks: challenge, signature, retries and revocation."""

import httpx
import pytest
from twitch_client import Json, TwitchClient
from webhook_callback import Callback, callback

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "a secret of ours"


async def subscribe(
    twitch: TwitchClient, url: str, kind: str = "stream.online", secret: str = SECRET
) -> httpx.Response:
    body = {
        "type": kind,
        "version": "1",
        "condition": {"broadcaster_user_id": twitch.id_of("junoplays")},
        "transport": {"method": "webhook", "callback": url, "secret": secret},
    }
    return await twitch.post_subscription(await twitch.app_token(), body)


async def create_verified_subscription(twitch: TwitchClient, receiver: Callback) -> Json:
    """Creates a subscription and waits until it is verified."""
    response = await subscribe(twitch, receiver.url)
    assert response.status_code == 202, response.text
    await receiver.calls.get()
    await twitch.wait_for_event("subscription_verified")
    return response.json()["data"][0]


async def status_of(twitch: TwitchClient) -> str:
    rows = (await twitch.helix("/eventsub/subscriptions", await twitch.app_token())).json()["data"]
    return rows[0]["status"]


async def test_a_subscription_is_enabled_once_its_challenge_is_answered(twitch: TwitchClient) -> None:
    async with callback() as receiver:
        created = (await subscribe(twitch, receiver.url)).json()
        challenge = await receiver.calls.get()
        await twitch.wait_for_event("subscription_verified")
    assert created["data"][0]["status"] == "webhook_callback_verification_pending"
    assert created["data"][0]["transport"] == {"method": "webhook", "callback": receiver.url}
    assert created["max_total_cost"] == 10_000
    assert (challenge.kind, challenge.is_signed_with(SECRET)) == ("webhook_callback_verification", True)
    assert await status_of(twitch) == "enabled"


async def test_a_wrong_challenge_response_fails_the_verification(twitch: TwitchClient) -> None:
    async with callback() as receiver:
        receiver.answers_challenge = False
        await subscribe(twitch, receiver.url)
        await receiver.calls.get()
        await twitch.wait_for_event("webhook_sent", was_taken="False")
    assert await status_of(twitch) == "webhook_callback_verification_failed"


async def test_a_notification_is_signed_and_has_its_type(twitch: TwitchClient) -> None:
    async with callback() as receiver:
        await create_verified_subscription(twitch, receiver)
        await twitch.command("/twitch/go-live", login="junoplays")
        call = await receiver.calls.get()
    assert (call.kind, call.is_signed_with(SECRET), call.is_signed_with("another")) == ("notification", True, False)
    assert call.headers["twitch-eventsub-subscription-type"] == "stream.online"
    assert call.headers["twitch-eventsub-message-retry"] == "0"
    event, subscription = call.json["event"], call.json["subscription"]
    assert isinstance(event, dict)
    assert isinstance(subscription, dict)
    assert (event["broadcaster_user_login"], subscription["status"]) == ("junoplays", "enabled")


async def test_a_refused_notification_is_repeated_with_the_same_id(twitch: TwitchClient, clock: Clock) -> None:
    async with callback() as receiver:
        await create_verified_subscription(twitch, receiver)
        receiver.status = 500
        done = await twitch.command("/twitch/go-live", login="junoplays")
        first = await receiver.calls.get()
        await twitch.wait_for_event("webhook_sent", after=int(str(done["seq"])), was_taken="False")
        receiver.status = 204
        clock.advance(1)
        second = await receiver.calls.get()
    names = ("twitch-eventsub-message-id", "twitch-eventsub-message-timestamp", "twitch-eventsub-message-signature")
    assert [first.headers[name] for name in names] == [second.headers[name] for name in names]
    assert second.headers["twitch-eventsub-message-retry"] == "1"


async def test_subscription_of_a_failing_callback_is_revoked(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/limits", values={"webhook_failures": 1, "webhook_retries": 0})
    async with callback() as receiver:
        await create_verified_subscription(twitch, receiver)
        receiver.status = 500
        await twitch.command("/twitch/go-live", login="junoplays")
        kinds = [(await receiver.calls.get()).kind for _ in range(2)]
    assert kinds == ["notification", "revocation"]
    assert await status_of(twitch) == "notification_failures_exceeded"


async def test_revoked_access_sends_a_revocation_by_webhook_too(twitch: TwitchClient) -> None:
    await twitch.sign_in("junoplays")
    async with callback() as receiver:
        await create_verified_subscription(twitch, receiver)
        await twitch.command("/twitch/revoke", login="junoplays")
        call = await receiver.calls.get()
    subscription = call.json["subscription"]
    assert isinstance(subscription, dict)
    assert (call.kind, subscription["status"]) == ("revocation", "authorization_revoked")


async def test_a_forged_signature_can_be_simulated(twitch: TwitchClient) -> None:
    async with callback() as receiver:
        await create_verified_subscription(twitch, receiver)
        await twitch.command("/twitch/forge-signatures", on=True)
        await twitch.command("/twitch/go-live", login="junoplays")
        assert not (await receiver.calls.get()).is_signed_with(SECRET)


async def test_callbacks_on_other_hosts_are_not_called(twitch: TwitchClient) -> None:
    response = await subscribe(twitch, "https://elsewhere.example/hook")
    await twitch.wait_for_event("webhook_not_sent")
    assert response.status_code == 202
    assert await status_of(twitch) == "webhook_callback_verification_failed"


@pytest.mark.parametrize(("url", "secret"), [("http://elsewhere.example/x", SECRET), ("https://x.example", "short")])
async def test_an_invalid_callback_or_secret_is_refused(twitch: TwitchClient, url: str, secret: str) -> None:
    assert (await subscribe(twitch, url, secret=secret)).status_code == 400


async def test_chat_by_webhook_needs_the_bots_consent_and_its_moderator_role(twitch: TwitchClient) -> None:
    bot, room, app = twitch.id_of("stagehandbot"), twitch.id_of("junoplays"), await twitch.app_token()
    body = {
        "type": "channel.chat.message",
        "version": "1",
        "condition": {"broadcaster_user_id": room, "user_id": bot},
        "transport": {"method": "webhook", "callback": "http://127.0.0.1:1/hook", "secret": SECRET},
    }
    without_consent = await twitch.post_subscription(app, body)
    await twitch.sign_in("stagehandbot", "user:read:chat user:bot")
    with_bot_consent = await twitch.post_subscription(app, body)
    await twitch.command("/twitch/moderator", login="junoplays", viewer="stagehandbot")
    as_moderator = await twitch.post_subscription(app, body)
    assert [without_consent.status_code, with_bot_consent.status_code, as_moderator.status_code] == [403, 403, 202]
