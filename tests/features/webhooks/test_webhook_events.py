"""The chosen events are sent once, as JSON with a signature."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from greenroom.features.activity.records.models import Activity
from greenroom.features.webhooks.history import DeliveryRetention
from support.frozen_clock import FrozenClock
from support.sql_statements import statements
from support.webhooks import WebhookChannel, signature


@pytest.mark.both_databases
async def test_activity_is_sent_once_with_a_signature_made_with_the_secret(
    channel: WebhookChannel, clock: FrozenClock
) -> None:
    webhook = await channel.create("activity.follow")
    activity = await channel.add_test_activity()
    await channel.send()
    (body,) = await channel.send()
    (call,) = channel.calls
    assert (body["type"], body["channel_id"]) == ("activity.follow", channel.channel_id)
    assert body["data"]["id"] == activity["id"]
    assert body["data"]["viewer_name"] == activity["viewer_name"]
    assert body["data"]["is_test"] is True
    assert call.headers["content-type"] == "application/json"
    assert call.headers["webhook-timestamp"] == str(int(clock.now.timestamp()))
    assert call.headers["webhook-signature"] == signature(webhook["secret"], call)
    (delivery,) = await channel.deliveries(webhook)
    assert (delivery["state"], delivery["status"], delivery["tries"]) == ("delivered", 204, 1)
    assert delivery["body"].encode() == call.body


@pytest.mark.both_databases
async def test_two_processes_send_an_event_once(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    await channel.add_test_activity()
    first, second = channel.scheduler(), channel.scheduler()
    for scheduler in (first, second, first):
        await scheduler.poll()
        await scheduler.join()
    assert len(channel.calls) == len(await channel.deliveries(webhook)) == 1


async def test_only_chosen_events_are_sent(channel: WebhookChannel) -> None:
    await channel.create("activity.raid")
    await channel.add_test_activity("follow")
    await channel.add_test_activity("raid")
    await channel.ban("spammer")
    await channel.stream("Painting")
    assert [body["type"] for body in await channel.send()] == ["activity.raid"]


async def test_each_webhook_of_a_channel_gets_the_event(channel: WebhookChannel) -> None:
    await channel.create(name="One")
    await channel.create(name="Two")
    other = await channel.owner.create_channel("Other")
    await channel.owner.ask("POST", f"/channels/{other}/webhooks", json=channel.body())
    await channel.add_test_activity()
    assert [body["channel_id"] for body in await channel.send()] == [channel.channel_id] * 2


async def test_events_before_a_webhook_is_switched_on_are_not_sent(channel: WebhookChannel, clock: FrozenClock) -> None:
    events = ("activity.follow", "moderation", "stream.started")
    await channel.add_test_activity()
    await channel.ban("spammer")
    await channel.stream("Painting")
    clock.advance(1)
    webhook = await channel.create(*events, enabled=False)
    await channel.add_test_activity()
    clock.advance(1)
    await channel.save(webhook, enabled=True)
    assert await channel.send() == []
    await channel.add_test_activity()
    assert [body["type"] for body in await channel.send()] == ["activity.follow"]


@pytest.mark.both_databases
async def test_stream_is_sent_when_it_starts_and_when_it_ends(channel: WebhookChannel, clock: FrozenClock) -> None:
    await channel.create("stream.started", "stream.ended")
    stream_id = await channel.stream("Painting", hours=2)
    started, ended = await channel.send()
    assert (started["type"], ended["type"]) == ("stream.started", "stream.ended")
    assert (ended["data"]["id"], ended["data"]["title"], ended["data"]["category"]) == (
        *(str(stream_id), "Painting", "Art"),
    )
    assert ended["timestamp"] == (clock.now + timedelta(hours=2)).isoformat().replace("+00:00", "Z")


async def test_stream_start_that_the_platform_reports_late_is_sent(channel: WebhookChannel, clock: FrozenClock) -> None:
    await channel.create("stream.started")
    await channel.send()
    started_at = clock.now
    clock.advance(1800)
    await channel.send()
    later, clock.now = clock.now, started_at
    await channel.stream("Painting")
    clock.now = later
    assert [body["type"] for body in await channel.send()] == ["stream.started"]


async def test_moderation_is_sent_when_the_platform_has_performed_it(channel: WebhookChannel) -> None:
    await channel.create("moderation")
    await channel.ban("asked", outcome="asked")
    await channel.ban("refused", outcome="failed")
    await channel.ban("spammer")
    (body,) = await channel.send()
    assert (body["type"], body["data"]["action"], body["data"]["viewer_name"]) == ("moderation", "ban", "spammer")
    assert body["data"]["actor"] == {"kind": "filter", "name": "Banned words"}


@pytest.mark.both_databases
async def test_gift_that_grows_is_sent_again_with_its_new_count(channel: WebhookChannel) -> None:
    await channel.create("activity.gift_bomb")
    activity = await channel.add_test_activity("gift_bomb")
    await channel.send()
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(Activity).values(count=activity["count"] + 45))
    bodies = await channel.send()
    assert [body["data"]["id"] for body in bodies] == [activity["id"]] * 2
    assert [body["data"]["count"] for body in bodies] == [activity["count"], activity["count"] + 45]


async def test_recipients_of_a_gift_are_not_sent(channel: WebhookChannel) -> None:
    await channel.create("activity.gift_bomb")
    await channel.add_test_activity("gift_bomb")
    (body,) = await channel.send()
    assert "recipients" not in body["data"]


async def test_erased_viewer_is_in_no_delivery(channel: WebhookChannel) -> None:
    webhook = await channel.create("moderation")
    await channel.ban("spammer")
    await channel.send()
    path = f"/channels/{channel.channel_id}/viewers/twitch/77/data"
    exported = await channel.owner.get(path)
    assert "spammer" in exported["tables"]["webhook_deliveries"][0]["body"]
    assert (await channel.owner.ask("DELETE", path)).status_code == 200
    assert await channel.deliveries(webhook) == []


@pytest.mark.both_databases
async def test_event_that_was_sent_is_not_repeated_after_its_viewer_is_erased(channel: WebhookChannel) -> None:
    await channel.create("moderation", "activity.follow")
    await channel.ban("spammer")
    await channel.send()
    path = f"/channels/{channel.channel_id}/viewers/twitch/77/data"
    assert (await channel.owner.ask("DELETE", path)).status_code == 200
    await channel.add_test_activity()
    assert [body["type"] for body in await channel.send()] == ["moderation", "activity.follow"]


async def test_test_event_is_sent_at_once_and_is_not_listed(channel: WebhookChannel) -> None:
    webhook = await channel.create(enabled=False)
    path = f"{channel.path}/{webhook['id']}/test"
    answer = (await channel.owner.ask("POST", path)).json()
    assert (answer["is_delivered"], answer["status"], answer["problem"]) == (True, 204, "")
    (call,) = channel.calls
    assert call.json["type"] == "test"
    assert call.headers["webhook-signature"] == signature(webhook["secret"], call)
    assert await channel.deliveries(webhook) == []
    secret = (await channel.owner.ask("POST", f"{channel.path}/{webhook['id']}/secret")).json()["secret"]
    await channel.owner.ask("POST", path)
    assert secret != webhook["secret"]
    assert channel.calls[-1].headers["webhook-signature"] == signature(secret, channel.calls[-1])


@pytest.mark.both_databases
async def test_poll_of_quiet_channels_takes_two_statements_for_any_number_of_webhooks(
    channel: WebhookChannel, clock: FrozenClock
) -> None:
    for number in range(5):
        await channel.create("activity.follow", "moderation", "stream.started", name=f"Webhook {number}")
    scheduler = channel.scheduler()
    await scheduler.poll()
    clock.advance(2)
    with statements(channel.greenroom.kernel.database) as executed:
        await scheduler.poll()
    # On SQLite the first statement runs without SQLAlchemy and is not recorded; on PostgreSQL it is recorded twice.
    assert len({one for one in executed if "webhook" in one or "activities" in one}) <= 2
    await channel.add_test_activity()
    await scheduler.poll()
    await scheduler.join()
    assert len(channel.calls) == 5


async def test_event_whose_old_delivery_is_gone_is_not_sent_again(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    clock.advance(8 * 86_400)
    await DeliveryRetention(channel.greenroom.kernel).run()
    assert await channel.deliveries(webhook) == []
    await channel.add_test_activity()
    assert len(await channel.send()) == 2


async def test_event_that_is_chosen_later_is_sent_from_then_on(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create("activity.raid")
    clock.advance(60)
    await channel.stream("Painting", hours=1)
    clock.advance(6 * 3600)
    await channel.send()
    await channel.save(webhook, events=["activity.raid", "stream.started", "stream.ended"])
    assert await channel.send() == []
    clock.advance(1)
    await channel.stream("Drawing")
    assert [body["data"]["title"] for body in await channel.send()] == ["Drawing"]


async def test_choosing_another_event_keeps_events_that_wait(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create("activity.follow")
    await channel.send()
    await channel.add_test_activity("follow")
    await channel.add_test_activity("raid")
    clock.advance(1)
    await channel.save(webhook, events=["activity.follow", "activity.raid"])
    assert [body["type"] for body in await channel.send()] == ["activity.follow"]


async def test_waiting_delivery_is_given_up_if_its_event_is_removed_from_the_webhook(channel: WebhookChannel) -> None:
    webhook = await channel.create("activity.follow", "activity.raid")
    await channel.add_test_activity("follow")
    await channel.add_test_activity("raid")
    await channel.fill_queue()
    await channel.save(webhook, events=["activity.raid"])
    assert [body["type"] for body in await channel.send()] == ["activity.raid"]
    problems = {one["event"]: one["problem"] for one in await channel.deliveries(webhook)}
    assert problems["activity.follow"] == "The event was removed from the webhook before it was sent."
