"""Receivers that are down, slow, busy or gone; processes that die; too many events."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text, update

from greenroom.features.webhooks import new_deliveries
from greenroom.features.webhooks.history import DeliveryRetention
from greenroom.features.webhooks.models import WebhookDelivery
from support.frozen_clock import FrozenClock
from support.greenroom_server import refusal
from support.waiting import MAX_WAIT_SECONDS
from support.webhooks import HOOK, WebhookChannel

# Seconds between a failed try and the next try, as documented.
WAITS = (10, 60, 300, 1800, 7200, 21_600, 43_200)


@pytest.mark.both_databases
async def test_failed_delivery_is_tried_again_with_the_same_id(channel: WebhookChannel, clock: FrozenClock) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 500, "").on(HOOK, 204, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    assert (await channel.state())["problem"] == "The receiver answered with status 500."
    assert (await channel.state())["waiting"] == 1
    clock.advance(9)
    assert len(await channel.send()) == 1
    clock.advance(1)
    assert len(await channel.send()) == 2
    first, second = channel.calls
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    delivery, state = await channel.newest(webhook), await channel.state()
    assert (delivery["state"], delivery["tries"], delivery["problem"]) == ("delivered", 2, "")
    assert (state["problem"], state["waiting"], state["last_success_at"] is not None) == ("", 0, True)


async def test_webhook_that_fails_for_almost_a_day_is_switched_off(channel: WebhookChannel, clock: FrozenClock) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 503, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    for number, seconds in enumerate(WAITS, 1):
        clock.advance(seconds - 1)
        assert len(await channel.send()) == number
        clock.advance(1)
        assert len(await channel.send()) == number + 1
    delivery, state = await channel.newest(webhook), await channel.state()
    assert (delivery["state"], delivery["tries"], delivery["next_try_at"]) == ("failed", 8, None)
    assert state["enabled"] is False
    assert state["problem"].startswith("Deliveries have failed for almost a day")
    (line,) = await channel.greenroom.rows("SELECT section FROM audit_entries WHERE author_kind = 'job'")
    assert line["section"] == "webhooks"


async def test_webhook_that_delivered_another_event_stays_on(channel: WebhookChannel, clock: FrozenClock) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 400, "").on(HOOK, 204, "").on(HOOK, 400, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    await channel.add_test_activity()
    await channel.send()
    for seconds in WAITS:
        clock.advance(seconds)
        await channel.send()
    states = [one["state"] for one in await channel.deliveries(webhook)]
    assert (states, (await channel.state())["enabled"]) == (["delivered", "failed"], True)


async def test_header_retry_after_delays_the_next_try(channel: WebhookChannel, clock: FrozenClock) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 429, "", Retry_After="120").on(HOOK, 204, "")
    await channel.create()
    await channel.add_test_activity()
    await channel.send()
    clock.advance(119)
    assert len(await channel.send()) == 1
    clock.advance(1)
    assert len(await channel.send()) == 2


@pytest.mark.both_databases
async def test_receiver_that_is_gone_switches_the_webhook_off(channel: WebhookChannel) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 410, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.add_test_activity()
    await channel.send()
    assert len(channel.calls) == 1
    assert [one["state"] for one in await channel.deliveries(webhook)] == ["failed", "failed"]
    state = await channel.state()
    assert (state["enabled"], "does not want this webhook" in state["problem"]) == (False, True)


async def test_redirect_is_not_followed(channel: WebhookChannel) -> None:
    target = f"{channel.receiver.url}/elsewhere"
    channel.receiver.clear_responses(HOOK).on(HOOK, 307, "", Location=target).on("POST /elsewhere", 204, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    assert (await channel.newest(webhook))["status"] == 307
    assert channel.receiver.calls_to("POST /elsewhere") == []


async def test_slow_receiver_does_not_delay_other_webhooks(channel: WebhookChannel) -> None:
    may_answer = asyncio.Event()

    async def answer_late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await may_answer.wait()
        writer.close()

    async with await asyncio.start_server(answer_late, "127.0.0.1", 0) as slow_server:
        port = slow_server.sockets[0].getsockname()[1]
        slow = await channel.create(name="Slow", url=f"http://127.0.0.1:{port}/")
        fast = await channel.create(name="Fast")
        await channel.add_test_activity()
        scheduler = channel.scheduler()
        await scheduler.poll()
        await channel.receiver.wait_for_calls(HOOK, 1)
        assert (await channel.newest(slow))["status"] is None
        assert (await channel.newest(slow))["problem"] == ""
        may_answer.set()
        await scheduler.join()
    assert [(await channel.newest(one))["state"] for one in (slow, fast)] == ["waiting", "delivered"]


async def test_call_without_a_response_times_out(channel: WebhookChannel) -> None:
    closed = asyncio.Event()

    async def never_respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        closed.set()
        writer.close()

    async with await asyncio.start_server(never_respond, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        webhook = await channel.create(url=f"http://127.0.0.1:{port}/")
        await channel.add_test_activity()
        await channel.send(seconds=0.3)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await closed.wait()
    delivery = await channel.newest(webhook)
    assert (delivery["state"], delivery["status"]) == ("waiting", None)
    assert delivery["problem"] == "No answer within 0.3 seconds."


@pytest.mark.both_databases
async def test_delivery_of_a_process_that_died_is_sent_by_another(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.fill_queue()
    claimed = update(WebhookDelivery).values(claimed_until=clock.now + timedelta(seconds=60))
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(claimed)
    assert await channel.send() == []
    clock.advance(61)
    assert len(await channel.send()) == 1
    assert (await channel.newest(webhook))["state"] == "delivered"


async def test_switching_a_webhook_off_ends_its_waiting_deliveries(channel: WebhookChannel, clock: FrozenClock) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 500, "")
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    await channel.save(webhook, enabled=False)
    clock.advance(3600)
    assert len(await channel.send()) == 1
    delivery = await channel.newest(webhook)
    assert (delivery["state"], delivery["problem"]) == ("failed", "The webhook was switched off before it was sent.")


async def test_failed_call_of_a_webhook_that_was_switched_off_is_not_repeated(channel: WebhookChannel) -> None:
    may_answer, was_called = asyncio.Event(), asyncio.Event()

    async def answer_late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        was_called.set()
        await may_answer.wait()
        writer.close()

    async with await asyncio.start_server(answer_late, "127.0.0.1", 0) as slow_server:
        port = slow_server.sockets[0].getsockname()[1]
        webhook = await channel.create(url=f"http://127.0.0.1:{port}/")
        await channel.add_test_activity()
        scheduler = channel.scheduler()
        await scheduler.poll()
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await was_called.wait()
        await channel.save(webhook, enabled=False)
        may_answer.set()
        await scheduler.join()
    delivery = await channel.newest(webhook)
    assert (delivery["state"], delivery["next_try_at"]) == ("failed", None)


async def test_suspended_channel_sends_no_events(channel: WebhookChannel) -> None:
    await channel.create()
    await channel.add_test_activity()
    path = f"/admin/channels/{channel.channel_id}/suspension"
    answer = await channel.owner.ask("PUT", path, json={"reason": "Spam"})
    assert answer.status_code in {200, 204}, answer.text
    assert await channel.send() == []


async def test_events_beyond_the_maximum_are_left_out_and_reported_as_a_problem(
    channel: WebhookChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_deliveries, "MAX_WAITING", 2)
    channel.receiver.clear_responses(HOOK).on(HOOK, 500, "")
    webhook = await channel.create()
    for _ in range(4):
        await channel.add_test_activity()
    await channel.fill_queue()
    assert "newer events are left out" in (await channel.state())["problem"]
    assert len(await channel.deliveries(webhook)) == 2


async def test_delivery_is_sent_again_on_request(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.send()
    delivery = await channel.newest(webhook)
    path = f"{channel.path}/{webhook['id']}/deliveries/{delivery['id']}/send"
    assert (await channel.owner.ask("POST", path)).status_code == 202
    assert refusal(await channel.owner.ask("POST", path)) == (409, "delivery_waiting")
    await channel.send()
    first, second = channel.calls
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    await channel.save(webhook, enabled=False)
    assert refusal(await channel.owner.ask("POST", path)) == (409, "webhook_off")


async def test_deliveries_are_listed_in_pages_and_kept_for_a_week(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create()
    for _ in range(3):
        await channel.add_test_activity()
    await channel.send()
    path = f"{channel.path}/{webhook['id']}/deliveries"
    first = await channel.owner.get(path, limit=2)
    second = await channel.owner.get(path, limit=2, cursor=first["cursor"])
    assert ([len(page["records"]) for page in (first, second)], second["cursor"]) == ([2, 1], None)
    assert refusal(await channel.owner.ask("GET", path, params={"cursor": "x"})) == (422, "invalid")
    retention = DeliveryRetention(channel.greenroom.kernel)
    clock.advance(7 * 86_400)
    await retention.run()
    assert len(await channel.deliveries(webhook)) == 3
    clock.advance(1)
    await retention.run()
    assert await channel.deliveries(webhook) == []


async def test_event_that_cannot_be_read_delays_only_its_own_channel(channel: WebhookChannel) -> None:
    """Runs only on SQLite: PostgreSQL stores no JSON that cannot be read."""
    await channel.create()
    await channel.add_test_activity()
    other_id = await channel.owner.create_channel("Other")
    other = WebhookChannel(channel.greenroom, channel.owner, other_id, channel.receiver)
    await other.create()
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(text("UPDATE activities SET recipients = '{broken'"))
    await other.add_test_activity()
    assert [body["channel_id"] for body in await channel.send()] == [other_id]
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(text("UPDATE activities SET recipients = '[]'"))
    assert {body["channel_id"] for body in await channel.send()} == {channel.channel_id, other_id}
