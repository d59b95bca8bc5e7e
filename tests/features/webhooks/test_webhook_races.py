"""Processes that die or run in parallel, changes during a poll or a call, and clocks that are set back."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.webhooks import scheduler as scheduler_module
from greenroom.features.webhooks.models import WebhookDelivery
from greenroom.features.webhooks.queue import DeliveryQueue
from greenroom.features.webhooks.scheduler import MAX_AT_ONCE
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS
from support.webhooks import HOOK, WebhookChannel


@contextlib.contextmanager
def before_queueing(change: Callable[[], Awaitable[object]]) -> Generator[None]:
    """Makes a change after the events were read, and before they are queued."""
    add = DeliveryQueue._add  # pyright: ignore[reportPrivateUsage]  # called between reading and queueing

    async def change_and_add(self: DeliveryQueue, *arguments: Any) -> None:  # noqa: ANN401  # passed on
        await change()
        await add(self, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DeliveryQueue, "_add", change_and_add)
        yield


async def test_receiver_that_asks_for_an_impossible_date_is_called_again_after_the_usual_wait(
    channel: WebhookChannel, clock: FrozenClock
) -> None:
    far = "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"
    channel.receiver.clear_responses(HOOK).on(HOOK, 500, "", Retry_After=far)
    await channel.create()
    await channel.add_test_activity()
    await channel.send()
    clock.advance(10)
    assert len(await channel.send()) == 2


async def test_delivery_whose_process_dies_each_time_is_given_up(channel: WebhookChannel, clock: FrozenClock) -> None:
    webhook = await channel.create()
    await channel.add_test_activity()
    await channel.fill_queue()
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(WebhookDelivery).values(tries=8))
    assert await channel.send() == []
    delivery = await channel.newest(webhook)
    assert (delivery["state"], delivery["problem"]) == ("failed", "The server stopped during each try.")


@pytest.mark.both_databases
async def test_webhook_is_called_by_one_process_at_a_time(channel: WebhookChannel, clock: FrozenClock) -> None:
    await channel.create()
    await channel.add_test_activity()
    await channel.add_test_activity()
    await channel.fill_queue()
    (first, _) = await channel.greenroom.rows("SELECT id FROM webhook_deliveries ORDER BY id")
    claimed = update(WebhookDelivery).where(WebhookDelivery.id == UUID(str(first["id"])))
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(claimed.values(claimed_until=clock.now + timedelta(seconds=60)))
    assert await channel.send() == []
    clock.advance(61)
    assert len(await channel.send()) == 2


async def test_failing_receiver_is_called_once_per_poll_however_many_events_wait(channel: WebhookChannel) -> None:
    channel.receiver.clear_responses(HOOK).on(HOOK, 500, "")
    await channel.create()
    for _ in range(3):
        await channel.add_test_activity()
    assert len(await channel.send()) == 1
    assert len(await channel.send()) == 2


@pytest.mark.both_databases
async def test_webhook_that_is_switched_off_while_events_are_read_is_not_called(channel: WebhookChannel) -> None:
    webhook = await channel.create()
    await channel.create("activity.raid", name="Still on")
    await channel.add_test_activity()
    with before_queueing(lambda: channel.save(webhook, enabled=False)):
        await channel.send()
    assert channel.calls == []


@pytest.mark.both_databases
async def test_viewer_who_is_erased_while_events_are_read_is_not_sent(channel: WebhookChannel) -> None:
    webhook = await channel.create("moderation")
    await channel.ban("spammer")
    data = f"/channels/{channel.channel_id}/viewers/twitch/77/data"
    with before_queueing(lambda: channel.owner.ask("DELETE", data)):
        await channel.send()
    assert "spammer" not in str(await channel.deliveries(webhook)) + str([call.body for call in channel.calls])


async def test_webhook_deleted_while_events_are_read_does_not_stop_others(channel: WebhookChannel) -> None:
    webhook = await channel.create(name="Deleted")
    await channel.create(name="Other")
    await channel.add_test_activity()
    with before_queueing(lambda: channel.owner.ask("DELETE", f"{channel.path}/{webhook['id']}")):
        await channel.send()
    assert len(channel.calls) == 1


async def test_event_stored_minutes_after_it_was_received_is_sent(channel: WebhookChannel, clock: FrozenClock) -> None:
    await channel.create()
    received_at = clock.now + timedelta(seconds=30)
    clock.advance(600)
    await channel.send()
    now, clock.now = clock.now, received_at
    await channel.add_test_activity()
    clock.now = now
    assert len(await channel.send()) == 1


async def test_events_are_sent_after_the_clock_was_set_back(channel: WebhookChannel, clock: FrozenClock) -> None:
    await channel.create()
    clock.advance(86_400)
    await channel.send()
    clock.advance(600 - 86_400)
    await channel.add_test_activity()
    assert len(await channel.send()) == 1


async def test_many_slow_receivers_are_called_in_turn_and_none_times_out(channel: WebhookChannel) -> None:
    waiting, may_answer = 0, asyncio.Event()

    async def answer_together(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal waiting
        await reader.readuntil(b"\r\n\r\n")
        waiting += 1
        if waiting == MAX_AT_ONCE:
            may_answer.set()
        await may_answer.wait()
        writer.write(b"HTTP/1.1 204 Done\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer_together, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        for name in range(3):
            channel_id = await channel.owner.create_channel(f"Channel {name}")
            for number in range(10):
                body = channel.body(name=f"Webhook {number}", url=url)
                await channel.owner.ask("POST", f"/channels/{channel_id}/webhooks", json=body)
            test = {"provider": "twitch", "kind": "follow"}
            await channel.owner.ask("POST", f"/channels/{channel_id}/activities/test", json=test)
        await channel.send()
    states = await channel.greenroom.rows("SELECT state, tries FROM webhook_deliveries")
    assert states == [{"state": "delivered", "tries": 1}] * 30


async def test_webhook_stays_on_if_the_receiver_of_its_former_url_is_gone(channel: WebhookChannel) -> None:
    may_answer, was_called = asyncio.Event(), asyncio.Event()

    async def say_gone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        was_called.set()
        await may_answer.wait()
        writer.write(b"HTTP/1.1 410 Gone\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(say_gone, "127.0.0.1", 0) as old:
        webhook = await channel.create(url=f"http://127.0.0.1:{old.sockets[0].getsockname()[1]}/")
        await channel.add_test_activity()
        scheduler = channel.scheduler()
        await scheduler.poll()
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await was_called.wait()
        await channel.save(webhook, url=channel.url)
        may_answer.set()
        await scheduler.join()
    assert (await channel.state())["enabled"] is True
    assert len(await channel.send()) == 1


async def test_deliveries_of_two_webhooks_alternate(channel: WebhookChannel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "MAX_AT_ONCE", 1)
    for name in ("First", "Second"):
        await channel.create(name=name, url=f"{channel.receiver.url}/{name}")
        channel.receiver.on(f"POST /{name}", 204, "")
    for _ in range(3):
        await channel.add_test_activity()
    await channel.send()
    paths = [call.path for call in channel.receiver.calls]
    assert len(paths) == 6
    assert paths[0] != paths[1]
    assert paths[2] != paths[3]


async def test_moderation_that_the_platform_confirms_after_minutes_is_sent(
    channel: WebhookChannel, clock: FrozenClock
) -> None:
    await channel.create("moderation")
    scheduler = channel.scheduler()
    await scheduler.poll()
    await channel.ban("spammer", outcome="asked")
    for seconds in (2, 330):
        clock.advance(seconds)
        await scheduler.poll()
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(ModerationEntry).values(outcome="done"))
    await scheduler.poll()
    await scheduler.join()
    assert len(channel.calls) == 1
