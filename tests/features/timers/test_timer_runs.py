"""Timer runs: their times, their messages and their results."""

from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

import pytest

from greenroom.features.timers import run_log
from greenroom.features.timers.rules import DeliveryResult
from greenroom.features.timers.run_log import Run
from greenroom.features.timers.scheduler import TimerScheduler
from support.channel_deletion import delete_channel
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, refusal
from support.sending import recorded_events
from support.timers import SEND_MESSAGE_PATH, TimerChannel, running_scheduler


async def claim(channel: TimerChannel) -> list[Run]:
    """Claims due timers without running them."""
    kernel = channel.greenroom.kernel
    async with kernel.database.write() as session:
        return await run_log.claim_due(session, channel.greenroom.platforms, kernel.clock())


def results(timer: Json) -> dict[str, str]:
    return {one["provider"]: one["state"] for one in timer["last_results"]}


@pytest.mark.rows("P6")
async def test_timer_runs_when_due(on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock) -> None:
    timer = await on_twitch.make("Drink some water")
    async with on_twitch.timer_events() as live_events:
        clock.advance(599)
        assert await scheduler.poll() == 0
        assert (await on_twitch.get(timer))["next_run_at"] == timer["next_run_at"]
        clock.advance(1)
        await scheduler.poll()
        ran = await live_events.wait_for_run(timer, "sent")
    assert (ran["last_results"][0]["text"], ran["last_run_at"]) == ("Drink some water", "2030-01-02T03:14:05.678000Z")
    assert (ran["next_run_at"], ran["last_skip"]) == ("2030-01-02T03:24:05.678000Z", None)
    assert await on_twitch.count_sent_messages() == 1
    # The published state equals the stored one.
    assert {**await on_twitch.get(timer), "chat_messages": []} == {**ran, "chat_messages": []}


async def test_repeated_polls_at_the_same_time_post_once(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make()
    clock.advance(600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        await live_events.wait_for_run(timer, "sent")
    for _ in range(20):
        assert await scheduler.poll() == 0
    assert await on_twitch.count_sent_messages() == 1


async def test_missed_runs_are_not_repeated_later(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make(interval_minutes=10)
    clock.advance(3_660)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        ran = await live_events.wait_for_run(timer, "sent")
    assert ran["next_run_at"] == "2030-01-02T04:15:05.678000Z"
    assert await scheduler.poll() == 0
    assert await on_twitch.count_sent_messages() == 1


async def test_timers_due_together_run_half_a_minute_apart(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timers = [await on_twitch.make(f"Words {number}", name=f"Timer {number}") for number in range(3)]
    clock.advance(3_600)
    moments: list[datetime] = []
    async with on_twitch.timer_events() as live_events:
        for one in timers:
            await scheduler.poll()
            ran = await live_events.wait_for_run(one, "sent")
            moments.append(datetime.fromisoformat(ran["last_run_at"]))
            clock.advance(29)
            assert await scheduler.poll() == 0
            assert await on_twitch.count_sent_messages() == len(moments)
            clock.advance(1)
    assert [(moment - moments[0]).total_seconds() for moment in moments] == [0, 30, 60]


async def test_interval_begins_again_when_the_clock_is_set_back(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make(interval_minutes=10)
    clock.advance(300)
    clock.advance(-3_600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        await live_events.until(lambda event: event["type"] == "timer_ran")
        planned = datetime.fromisoformat((await on_twitch.get(timer))["next_run_at"])
        assert (planned - clock.now).total_seconds() == 600
        clock.advance(600)
        await scheduler.poll()
        await live_events.wait_for_run(timer, "sent")
    assert await on_twitch.count_sent_messages() == 1


async def test_clock_jumps_cause_neither_extra_nor_missing_posts(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make("One", "Two", interval_minutes=10)
    async with on_twitch.timer_events() as live_events:
        clock.advance(3_600)
        await scheduler.poll()
        await live_events.wait_for_run(timer, "sent")
        clock.advance(-3_600)
        await scheduler.poll()
        clock.advance(599)
        assert await scheduler.poll() == 0
        assert await on_twitch.count_sent_messages() == 1
        clock.advance(1)
        await scheduler.poll()
        await live_events.wait_for_run(timer, "sent", position=1)
    assert await on_twitch.count_sent_messages() == 2


async def test_messages_rotate_in_order(on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock) -> None:
    timer = await on_twitch.make("One", "Two", "Three")
    texts: list[str] = []
    async with on_twitch.timer_events() as live_events:
        for position in (0, 1, 2, 0):
            clock.advance(600)
            live_events.received.clear()
            await scheduler.poll()
            texts.append((await live_events.wait_for_run(timer, "sent", position=position))["last_results"][0]["text"])
    assert texts == ["One", "Two", "Three", "One"]
    assert (await on_twitch.get(timer))["messages"] == timer["messages"]


async def test_random_delay_differs_for_each_run(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make("One", "Two", interval_minutes=10, spread_minutes=10)
    planned = datetime.fromisoformat(timer["next_run_at"])
    waits = [(planned - clock.now).total_seconds()]
    async with on_twitch.timer_events() as live_events:
        for position in range(2):
            clock.now = planned
            await scheduler.poll()
            planned = datetime.fromisoformat(
                (await live_events.wait_for_run(timer, "sent", position=position))["next_run_at"]
            )
            waits.append((planned - clock.now).total_seconds())
    assert all(600 < wait <= 1_200 for wait in waits), waits
    assert len(set(waits)) == 3
    assert await on_twitch.count_sent_messages() == 2


async def test_random_messages_are_not_in_order(on_twitch: TimerChannel) -> None:
    texts = [f"Number {number}" for number in range(50)]
    timer = await on_twitch.make(*texts, pick="random")
    positions: list[int] = []
    async with on_twitch.timer_events() as live_events:
        for _ in range(6):
            live_events.received.clear()
            await on_twitch.run(timer)
            ran = await live_events.until(
                lambda event: event["type"] == "timer_ran" and not event["timer"]["is_running"]
            )
            positions.append(ran["timer"]["last_position"])
            assert ran["timer"]["last_results"][0]["text"] == texts[positions[-1]]
    # A random choice is in order once in three hundred million times.
    assert positions != [(positions[0] + number) % 50 for number in range(6)]
    assert all(one != other for one, other in pairwise(positions))


async def test_skip_reason_is_shown_until_the_next_post(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make(active_mode="offline")
    clock.advance(600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        assert await live_events.wait_for_skip(timer) == "Stream is live."
        shown = await on_twitch.get(timer)
        assert shown["last_skip"] == {"at": "2030-01-02T03:14:05.678000Z", "reason": "Stream is live."}
        assert (shown["next_run_at"], shown["last_run_at"]) == ("2030-01-02T03:24:05.678000Z", None)
        await on_twitch.run(timer)
        assert (await live_events.wait_for_run(timer, "sent"))["last_skip"] is None


async def test_skipped_timer_does_not_delay_others(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    silent = await on_twitch.make(name="Silent", active_mode="offline")
    clock.advance(1)
    loud = await on_twitch.make(name="Loud")
    clock.advance(600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        await live_events.wait_for_skip(silent)
        await scheduler.poll()
        await live_events.wait_for_run(loud, "sent")


async def test_manual_run_posts_at_once_and_restarts_the_interval(on_twitch: TimerChannel, clock: FrozenClock) -> None:
    timer = await on_twitch.make(active_mode="offline", min_chat_messages=100)
    clock.advance(120)
    async with on_twitch.timer_events() as live_events:
        answer = await on_twitch.run(timer)
        assert answer.status_code == 202
        ran = await live_events.wait_for_run(timer, "sent")
    assert ran["next_run_at"] == "2030-01-02T03:16:05.678000Z"
    assert await on_twitch.count_sent_messages() == 1


async def test_manual_run_leaves_a_disabled_timer_disabled(on_twitch: TimerChannel) -> None:
    timer = await on_twitch.make(enabled=False)
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(timer)
        ran = await live_events.wait_for_run(timer, "sent")
    assert (ran["enabled"], ran["next_run_at"]) == (False, None)


async def test_manual_run_during_a_run_is_refused(on_twitch: TimerChannel) -> None:
    timer = await on_twitch.make()
    await on_twitch.greenroom.control("/twitch/delay", ms=60_000, path_prefix=SEND_MESSAGE_PATH)
    async with on_twitch.timer_events() as live_events:
        first = await on_twitch.run(timer)
        assert first.json()["is_running"]
        assert results(first.json()) == {"twitch": "sending"}
        assert refusal(await on_twitch.run(timer)) == (409, "timer_running")
        await on_twitch.greenroom.wait_for_event("request_held", path=SEND_MESSAGE_PATH)
        await on_twitch.greenroom.control("/clock", seconds=60)
        await live_events.wait_for_run(timer, "sent")
    assert await on_twitch.count_sent_messages() == 1


async def test_manual_run_without_platforms_is_skipped_with_a_reason(channel: TimerChannel) -> None:
    timer = await channel.make()
    answer = await channel.run(timer)
    assert answer.json()["last_skip"]["reason"] == "No platform connected."


async def test_run_fails_only_while_the_platform_is_down(on_twitch: TimerChannel, clock: FrozenClock) -> None:
    timer = await on_twitch.make()
    await on_twitch.greenroom.control("/twitch/plug", on=False)
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(timer)
        failed = await live_events.wait_for_run(timer, "failed")
        assert failed["last_results"][0]["detail"]
        await on_twitch.greenroom.control("/twitch/plug", on=True)
        await on_twitch.run(timer)
        await live_events.wait_for_run(timer, "sent")


async def test_dropped_message_is_shown_as_dropped(on_twitch: TimerChannel) -> None:
    timer = await on_twitch.make()
    await on_twitch.greenroom.control("/twitch/drop-messages", code="msg_rejected")
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(timer)
        ran = await live_events.wait_for_run(timer, "dropped")
    assert ran["last_results"][0]["detail"].startswith("Dropped by Twitch: ")


async def test_announcement_is_sent_as_a_message_where_the_platform_has_none(channel: TimerChannel) -> None:
    await channel.connect("twitch", "kick")
    timer = await channel.make("Look here", response_type="announce")
    async with channel.timer_events() as live_events:
        await channel.run(timer)
        ran = await live_events.wait_for_run(timer, "sent", "sent")
    assert results(ran) == {"twitch": "sent", "kick": "sent"}
    assert len(await recorded_events(channel.greenroom, "announced")) == 1
    assert len(await recorded_events(channel.greenroom, "message_sent")) == 1


async def test_long_message_is_split_where_the_platform_has_a_short_limit(channel: TimerChannel) -> None:
    await channel.connect("twitch", "youtube", "tiktok")
    timer = await channel.make("words " * 50)
    async with channel.timer_events() as live_events:
        await channel.run(timer)
        ran = await live_events.wait_for_run(timer, "sent", "sent", "skipped")
    assert ran["last_results"][2]["detail"] == "TikTok chat is read-only."
    assert await channel.count_sent_messages() == 1
    assert len(await recorded_events(channel.greenroom, "message_sent")) == 2


async def test_variables_in_messages_are_rendered(channel: TimerChannel) -> None:
    await channel.connect("twitch")
    answer = await channel.client.ask("POST", f"{channel.path}/quotes", json={"text": "I meant to do that"})
    assert answer.status_code == 201
    timer = await channel.make("Remember: $(quote.text 1) $(quote 99)", "$(quote 98)")
    async with channel.timer_events() as live_events:
        await channel.run(timer)
        assert (await live_events.wait_for_run(timer, "sent"))["last_results"][0][
            "text"
        ] == "Remember: I meant to do that"
        await channel.run(timer)
        assert await live_events.wait_for_skip(timer) == "Twitch: Empty response."


async def test_run_counts_from_the_time_at_which_its_message_is_ready(
    on_twitch: TimerChannel, clock: FrozenClock
) -> None:
    timer = await on_twitch.make()
    clock.advance(600)
    (run,) = await claim(on_twitch)
    # Read before the message is rendered, and after it.
    times = [clock(), clock() + timedelta(seconds=19)]
    async with (
        running_scheduler(on_twitch.greenroom, lambda: times.pop(0) if len(times) > 1 else times[0]) as scheduler,
        on_twitch.timer_events() as live_events,
    ):
        await scheduler.run(run)
        ran = await live_events.wait_for_run(timer, "sent")
    assert datetime.fromisoformat(ran["last_run_at"]) == clock() + timedelta(seconds=19)


async def test_timer_edited_during_a_run_posts_the_new_text(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make("Old words")
    clock.advance(600)
    (run,) = await claim(on_twitch)
    await on_twitch.save(timer, messages=[{"text": "New words"}])
    async with on_twitch.timer_events() as live_events:
        await scheduler.run(run)
        assert (await live_events.wait_for_run(timer, "sent"))["last_results"][0]["text"] == "New words"


@pytest.mark.parametrize("change", ["switched off", "deleted", "channel deleted"])
async def test_timer_disabled_or_deleted_during_a_run_posts_nothing(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock, change: str
) -> None:
    timer = await on_twitch.make()
    clock.advance(600)
    (run,) = await claim(on_twitch)
    if change == "switched off":
        await on_twitch.switch(timer, enabled=False)
    elif change == "deleted":
        await on_twitch.client.ask("DELETE", f"{on_twitch.timers_path}/{timer['id']}")
    else:
        await delete_channel(on_twitch.greenroom, on_twitch.channel_id)
    await scheduler.run(run)
    assert await on_twitch.count_sent_messages() == 0
    rows = await on_twitch.greenroom.rows("SELECT run_state, next_run_at FROM timers")
    assert rows == ([{"run_state": "", "next_run_at": None}] if change == "switched off" else [])


async def test_unsent_run_of_a_dead_process_is_recovered(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make("One", "Two")
    clock.advance(600)
    assert len(await claim(on_twitch)) == 1
    assert (await on_twitch.get(timer))["is_running"]
    async with on_twitch.timer_events() as live_events:
        clock.advance(60)
        await scheduler.poll()
        ran = await live_events.wait_for_run(timer, "sent")
    assert ran["last_results"][0]["text"] == "One"
    assert await on_twitch.count_sent_messages() == 1


async def test_run_of_a_dead_process_is_recovered_after_a_clock_set_back(
    on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    timer = await on_twitch.make()
    clock.advance(600)
    assert len(await claim(on_twitch)) == 1
    async with on_twitch.timer_events() as live_events:
        clock.advance(-3_600)
        await scheduler.poll()
        await live_events.wait_for_run(timer, "sent")


async def test_late_result_of_an_earlier_run_is_ignored(on_twitch: TimerChannel, clock: FrozenClock) -> None:
    timer = await on_twitch.make()
    clock.advance(600)
    (run,) = await claim(on_twitch)
    async with on_twitch.greenroom.kernel.database.write() as session:
        await run_log.skip(session, run, "Given up", clock())
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(timer)
        ran = await live_events.wait_for_run(timer, "sent")
    async with on_twitch.greenroom.kernel.database.write() as session:
        await run_log.record_result(
            session, run, UUID(on_twitch.connections["twitch"]), DeliveryResult("failed", "Too late")
        )
    assert (await on_twitch.get(timer))["last_results"] == ran["last_results"]
