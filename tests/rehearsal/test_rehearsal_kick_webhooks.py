"""Kick's webhooks: subscriptions, signatures, retries, and lost, repeated or reordered deliveries."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from kick_client import KickClient, WebhookReceiver

from rehearsal.clock import Clock
from rehearsal.platforms.kick.webhooks.subscriptions import EVENTS
from support.contract_deviations import DeviationCollector

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def receiver(kick: KickClient) -> AsyncGenerator[WebhookReceiver]:
    """A server at the app's webhook URL; the app is subscribed to every event of junoplays and pixelharbor."""
    async with WebhookReceiver() as receiver:
        await kick.command("/webhook-url", url=receiver.url)
        for login in ("junoplays", "pixelharbor"):
            await kick.subscribe(await kick.token(login), *EVENTS)
        yield receiver
        await kick.command("/webhook-url", url=None)


async def test_a_chat_message_is_signed_over_id_time_and_body(kick: KickClient, receiver: WebhookReceiver) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="gg KEKW nice")
    webhook = await receiver.next()
    assert (webhook.kind, webhook.headers["kick-event-version"]) == ("chat.message.sent", "1")
    assert await kick.is_signed(webhook)
    event = webhook.event
    assert (event["message_id"], event["content"]) == (sent["message_id"], "gg [emote:37226:KEKW] nice")
    assert event["emotes"] == [{"emote_id": "37226", "positions": [{"s": 3, "e": 20}]}]
    assert event["created_at"] == "2026-11-15T12:00:00Z"


async def test_a_reply_quotes_its_parent(kick: KickClient, receiver: WebhookReceiver) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="first")
    await kick.command("/say", login="junoplays", viewer=kick.viewer_login(1), text="2nd", reply_to=sent["message_id"])
    await receiver.next()
    quoted = (await receiver.next()).event["replies_to"]
    assert isinstance(quoted, dict)
    assert (quoted["message_id"], quoted["content"]) == (sent["message_id"], "first")


async def test_control_call_hides_the_list_of_emotes_of_messages(kick: KickClient, receiver: WebhookReceiver) -> None:
    await kick.command("/hide-emotes", on=True)
    await kick.command("/say", login="junoplays", text="LUL")
    assert (await receiver.next()).event["emotes"] is None


@pytest.mark.parametrize(
    ("command", "body", "kind"),
    [
        ("/follow", {}, "channel.followed"),
        ("/subscribe", {"months": 1}, "channel.subscription.new"),
        ("/subscribe", {"months": 7}, "channel.subscription.renewal"),
        ("/gift", {"count": 3}, "channel.subscription.gifts"),
        ("/gift", {"count": 1, "is_anonymous": True}, "channel.subscription.gifts"),
        ("/pay", {"amount": 500, "text": "well played"}, "kicks.gifted"),
        ("/pay", {"amount": 1}, "kicks.gifted"),
        ("/redeem", {"title": "Hydrate"}, "channel.reward.redemption.updated"),
        ("/ban", {"seconds": 61}, "moderation.banned"),
        ("/ban", {"reason": "spam"}, "moderation.banned"),
    ],
)
async def test_simulated_actions_send_their_events(
    kick: KickClient, receiver: WebhookReceiver, command: str, body: dict[str, int], kind: str
) -> None:
    await kick.command(command, login="junoplays", **body)
    assert (await receiver.next()).kind == kind


async def test_time_out_is_rounded_up_to_whole_minutes(kick: KickClient, receiver: WebhookReceiver) -> None:
    await kick.command("/ban", login="junoplays", viewer=kick.viewer_login(), seconds=61)
    metadata = (await receiver.next()).event["metadata"]
    assert metadata == {"reason": "", "created_at": "2026-11-15T12:00:00Z", "expires_at": "2026-11-15T12:02:00Z"}


async def test_going_live_a_new_title_and_the_end_send_webhooks(kick: KickClient, receiver: WebhookReceiver) -> None:
    await kick.command("/go-live", login="junoplays", title="Here we go")
    kinds = [(await receiver.next()).kind for _ in range(2)]
    assert kinds == ["livestream.metadata.updated", "livestream.status.updated"]
    await kick.call("PATCH", "/v1/channels", await kick.token("junoplays"), body={"stream_title": "Next"})
    assert (await receiver.next()).kind == "livestream.metadata.updated"
    await kick.command("/end", login="junoplays")
    ended = (await receiver.next()).event
    assert (ended["is_live"], ended["ended_at"]) == (False, "2026-11-15T12:00:00Z")


async def test_deletions_and_unbans_send_no_webhook(kick: KickClient, receiver: WebhookReceiver) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="oops")
    await kick.command("/ban", login="junoplays", viewer=kick.viewer_login())
    await kick.command("/delete", login="junoplays", message_id=sent["message_id"])
    await kick.command("/unban", login="junoplays", viewer=kick.viewer_login())
    await kick.command("/follow", login="junoplays")
    kinds = [(await receiver.next()).kind for _ in range(3)]
    assert kinds == ["chat.message.sent", "moderation.banned", "channel.followed"]


async def test_rejected_webhook_is_repeated_with_the_same_id(
    kick: KickClient, receiver: WebhookReceiver, clock: Clock
) -> None:
    receiver.status = 500
    since = await kick.command("/follow", login="junoplays")
    first = await receiver.next()
    await kick.wait_for_event("webhook_refused", after=int(str(since["seq"])))
    receiver.status = 204
    clock.advance(2)
    second = await receiver.next()
    assert (second.id, second.body) == (first.id, first.body)
    await kick.wait_for_event("webhook_taken", attempt="1")


async def test_after_a_day_of_failures_the_app_is_unsubscribed_from_the_event(
    kick: KickClient, receiver: WebhookReceiver, clock: Clock
) -> None:
    receiver.status = 500
    since = await kick.command("/follow", login="junoplays")
    await kick.wait_for_event("webhook_refused", after=int(str(since["seq"])))
    clock.advance(86_400)
    await kick.wait_for_event("subscription_dropped", type="channel.followed", login="junoplays")
    rows = (await kick.call("GET", "/v1/events/subscriptions", await kick.token("junoplays"))).json()["data"]
    assert len(rows) == len(EVENTS) - 1


async def test_webhooks_can_be_lost_duplicated_and_reordered(kick: KickClient, receiver: WebhookReceiver) -> None:
    await kick.command("/deliveries", lose_next=1)
    await kick.command("/say", login="junoplays", text="lost")
    await kick.command("/deliveries", duplicates=True)
    await kick.command("/say", login="junoplays", text="twice")
    first, second = await receiver.next(), await receiver.next()
    assert (first.id, first.event["content"]) == (second.id, "twice")
    await kick.command("/deliveries", duplicates=False, reorders=True)
    await kick.command("/say", login="junoplays", text="one")
    await kick.command("/say", login="junoplays", text="two")
    assert [(await receiver.next()).event["content"] for _ in range(2)] == ["two", "one"]


async def test_each_of_a_hundred_messages_arrives(kick: KickClient, receiver: WebhookReceiver) -> None:
    await kick.command("/say", login="junoplays", text="wave", count=100)
    seen = {str((await receiver.next()).event["content"]) for _ in range(100)}
    assert seen == {f"wave {number}" for number in range(1, 101)}


async def test_any_event_can_be_sent_signed(
    kick: KickClient, receiver: WebhookReceiver, collector: DeviationCollector
) -> None:
    await kick.command("/raw", login="junoplays", type="mood.changed", body={"mood": "good"})
    webhook = await receiver.next()
    assert (webhook.kind, webhook.event) == ("mood.changed", {"mood": "good"})
    assert await kick.is_signed(webhook)
    assert collector.take() == ["kick: there is no event mood.changed/1"]


async def test_webhooks_go_to_this_machine_only(kick: KickClient) -> None:
    response = await kick.http.post(
        "/control/kick/webhook-url", json={"url": "https://greenroom.example/webhooks/kick"}
    )
    assert response.status_code == 422


async def test_one_request_can_have_accepted_and_refused_subscriptions(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    await kick.command("/limits", values={"chat_subscriptions": 0})
    rows = (await kick.subscribe(token, "chat.message.sent", "channel.followed", "channel.raided")).json()["data"]
    assert [set(row) - {"name", "version"} for row in rows] == [{"error"}, {"subscription_id"}, {"error"}]
    assert rows[0]["error"] == "subscription limit reached"


async def test_an_app_token_must_name_the_channel(kick: KickClient) -> None:
    token = await kick.app_token()
    refused = await kick.subscribe(token, "channel.followed")
    assert refused.json() == {"data": "broadcaster_user_id is required for app tokens", "message": "Bad request"}
    other = kick.user_id("marekfixes")
    assert (await kick.subscribe(token, "channel.followed", broadcaster_user_id=other)).status_code == 200
    rows = (await kick.call("GET", "/v1/events/subscriptions", token, broadcaster_user_id=other)).json()["data"]
    assert [(row["event"], row["broadcaster_user_id"]) for row in rows] == [("channel.followed", other)]


async def test_user_token_subscribes_only_to_its_own_channel(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    await kick.subscribe(token, "channel.followed", broadcaster_user_id=kick.user_id("marekfixes"))
    rows = (await kick.call("GET", "/v1/events/subscriptions", token)).json()["data"]
    assert [row["broadcaster_user_id"] for row in rows] == [kick.user_id("junoplays")]
    removed = await kick.call("DELETE", "/v1/events/subscriptions", token, id=[rows[0]["id"]])
    assert removed.status_code == 204
    assert (await kick.call("GET", "/v1/events/subscriptions", token)).json()["data"] == []


async def test_invalid_subscriptions_are_refused(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    assert (await kick.subscribe(token)).status_code == 400
    assert (await kick.subscribe(token, "channel.followed", method="websocket")).status_code == 400
    assert (await kick.call("DELETE", "/v1/events/subscriptions", token)).status_code == 400
    assert (await kick.subscribe(await kick.token("junoplays", "chat:write"), "channel.followed")).status_code == 403


async def test_revoked_consent_ends_tokens_and_subscriptions(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    await kick.subscribe(token, "channel.followed")
    await kick.command("/revoke", login="junoplays")
    assert (await kick.call("GET", "/v1/users", token)).status_code == 401
    assert (await kick.call("GET", "/v1/events/subscriptions", await kick.app_token())).json()["data"] == []


async def test_control_call_drops_subscriptions_silently(kick: KickClient) -> None:
    await kick.subscribe(await kick.token("junoplays"), "channel.followed", "kicks.gifted")
    assert (await kick.command("/drop-subscriptions", login="junoplays", event="kicks.gifted"))["count"] == 1
    records = (await kick.http.get("/control/kick/subscriptions")).json()["records"]
    assert [row["event"] for row in records] == ["channel.followed"]
