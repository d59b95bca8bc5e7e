"""Alerts are shown one at a time and each activity once, across reloads, in two processes and under load."""

import msgspec
import pytest
from widget_pipeline import WidgetPipeline

from greenroom.accounts.channels.state import set_state
from greenroom.chat.protocol.events import MICROS, ActivityKind, Chatter
from greenroom.features.widgets.alerts.queue import MAX_WAIT, MAX_WAITING
from greenroom.kernel.db.change_tracking import ChangedBy
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, LiveSocket

RULE = {"name": "Everything", "variants": [{"text": "{name} {count}", "duration_seconds": 5}]}


def text(alert: Json) -> str:
    return "".join(part["text"] for part in alert["text"])


async def next_alert(page: LiveSocket) -> str:
    """Receives the next alert and reports it as shown, as a page does; returns its text."""
    frame = await page.receive()
    assert frame["type"] == "alert", frame
    await page.send({"type": "shown", "alert_id": frame["alert"]["id"]})
    assert await page.drain() == []
    return text(frame["alert"])


def queue_path(widget: Json, action: str = "") -> str:
    return f"widgets/{widget['id']}/alerts{action}"


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_activity_is_shown_at_once_and_the_next_after_it(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE], gap_seconds=1)
    page, state = await pipeline.open_page(widget)
    assert state == {"alert": None}
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42), pipeline.report(ActivityKind.FOLLOW, "b"))
    assert await next_alert(page) == "Ana 42"
    clock.advance(5.5)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "c", count=3))
    assert await page.drain() == []
    clock.advance(1)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "d", count=9))
    assert await next_alert(page) == "Ana 1"


@pytest.mark.both_databases
async def test_activity_reported_by_two_processes_and_again_makes_one_alert(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process_twice(pipeline.report(ActivityKind.RAID, count=42))
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    assert await next_alert(page) == "Ana 42"
    queue = await pipeline.ask("GET", queue_path(widget))
    assert (queue["waiting"], queue["playing"]["name"]) == ([], "Ana")


@pytest.mark.both_databases
async def test_reloaded_page_shows_the_remaining_time_of_an_alert(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    await next_alert(page)
    await page.socket.close()
    clock.advance(2)
    page, state = await pipeline.open_page(widget)
    assert (text(state["alert"]), state["alert"]["elapsed_ms"]) == ("Ana 42", 2_000)
    assert await page.drain() == []


async def test_page_that_is_loaded_again_every_minute_shows_each_alert_once(
    pipeline: WidgetPipeline, clock: FrozenClock
) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    shown: list[str] = []
    for minute in range(1, 6):
        page, state = await pipeline.open_page(widget)
        assert state == {"alert": None}
        await pipeline.process(pipeline.report(ActivityKind.RAID, f"a{minute}", count=minute))
        shown.append(await next_alert(page))
        await page.socket.close()
        clock.advance(60)
    assert shown == ["Ana 1", "Ana 2", "Ana 3", "Ana 4", "Ana 5"]
    await pipeline.open_page(widget)
    assert len((await pipeline.ask("GET", f"widgets/{widget['id']}/sources"))["records"]) == 1


async def test_alert_waits_until_a_page_is_open(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    clock.advance(300)
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_that_waited_more_than_an_hour_is_not_shown(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42))
    clock.advance(MAX_WAIT.total_seconds() / 2)
    await pipeline.process(
        pipeline.report(ActivityKind.RAID, "b", count=7, chatter=Chatter(id="8", login="bo", name="Bo"))
    )
    clock.advance(MAX_WAIT.total_seconds() / 2 + 1)
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Bo 7"
    assert (await pipeline.ask("GET", queue_path(widget)))["waiting"] == []


async def test_merged_alert_is_as_old_as_its_newest_activity(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42))
    clock.advance(MAX_WAIT.total_seconds() / 2)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "b", count=7))
    clock.advance(MAX_WAIT.total_seconds() / 2 + 1)
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 49"


async def test_alerts_that_are_too_old_are_not_merged_and_take_no_place_in_the_queue(
    pipeline: WidgetPipeline, clock: FrozenClock
) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    viewers = [Chatter(id=str(number), login=f"v{number}", name=f"V{number}") for number in range(MAX_WAITING - 1)]
    old = [pipeline.report(ActivityKind.RAID, viewer.id, chatter=viewer) for viewer in viewers]
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42), *old)
    clock.advance(MAX_WAIT.total_seconds() + 1)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "b", count=7))
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 7"


@pytest.mark.both_databases
async def test_widget_that_is_off_starts_no_alert_and_queues_none(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42))
    assert (await pipeline.switch(widget, is_enabled=False))["enabled"] is False
    page = await pipeline.open(widget)
    assert await page.receive() == {"type": "off"}
    await pipeline.process(pipeline.report(ActivityKind.RAID, "b", count=7))
    queue = await pipeline.ask("PUT", queue_path(widget, "/paused"), {"is_paused": False})
    assert (queue["playing"], [one["count"] for one in queue["waiting"]]) == (None, [42])
    await pipeline.switch(widget, is_enabled=True)
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_not_reported_as_shown_is_shown_once_more(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    await page.socket.close()
    clock.advance(20)
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_that_a_page_has_shown_is_not_shown_again(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    await next_alert(page)
    await page.socket.close()
    clock.advance(20)
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "b", count=7))
    assert await next_alert(page) == "Ana 7"


@pytest.mark.both_databases
async def test_many_cheers_of_one_viewer_are_one_alert_with_the_sum(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[{**RULE, "variants": [{"text": "{name} {count} {amount} {merged}"}]}])
    cheers = [
        pipeline.report(ActivityKind.CHEER, f"c{number}", count=100, amount_micros=100 * MICROS, currency="BITS")
        for number in range(500)
    ]
    await pipeline.process(*cheers)
    assert len(await pipeline.greenroom.rows("SELECT id FROM activities")) == 500
    page, _ = await pipeline.open_page(widget)
    assert await next_alert(page) == "Ana 50,000 50,000 Bits 500"
    assert (await pipeline.ask("GET", queue_path(widget)))["waiting"] == []


async def test_merged_alert_has_the_value_and_the_messages_of_all_activities(pipeline: WidgetPipeline) -> None:
    speech = {"enabled": True, "text": "{message}", "minimum": 5 * MICROS}
    widget = await pipeline.add("alerts", rules=[{**RULE, "variants": [{"text": "{amount}", "speech": speech}]}])
    cheers = [(10_000, "for the new mic"), (1, "and a small one")]
    for bits, message in cheers:
        chat = pipeline.first.chat_message(message)
        cheer = pipeline.report(ActivityKind.CHEER, message, count=bits, amount_micros=bits * MICROS, currency="BITS")
        await pipeline.process(chat, msgspec.structs.replace(cheer, message=message))
    page, _ = await pipeline.open_page(widget)
    alert = (await page.receive())["alert"]
    assert (text(alert), alert["speech"]["text"]) == ("10,001 Bits", "for the new mic · and a small one")


async def test_alerts_of_many_viewers_beyond_the_queue_limit_are_dropped(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.open_page(widget)
    viewers = [Chatter(id=str(number), login=f"v{number}", name=f"V{number}") for number in range(MAX_WAITING + 50)]
    await pipeline.process(*(pipeline.report(ActivityKind.FOLLOW, one.id, chatter=one) for one in viewers))
    queue = await pipeline.ask("GET", queue_path(widget))
    assert (len(queue["waiting"]), queue["playing"]["name"], queue["dropped"]) == (MAX_WAITING - 1, "V0", 50)
    assert len(await pipeline.greenroom.rows("SELECT id FROM activities")) == len(viewers)


async def test_gift_bomb_that_grows_changes_its_alert(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "bomb", count=2))
    assert await next_alert(page) == "Ana 2"
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "bomb", count=5))
    frame = await page.receive()
    assert (frame["type"], text(frame["alert"])) == ("alert_revised", "Ana 5")


async def test_skipped_alert_ends_at_once_and_the_next_one_begins(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a", count=42), pipeline.report(ActivityKind.FOLLOW, "b"))
    shown = (await page.receive())["alert"]
    queue = await pipeline.ask("POST", queue_path(widget, "/skip"))
    assert (queue["playing"]["kind"], queue["waiting"]) == ("follow", [])
    assert await page.receive() == {"type": "alert_ended", "id": shown["id"]}
    assert await next_alert(page) == "Ana 1"


async def test_moderator_ends_the_alerts_on_screen_in_all_widgets(pipeline: WidgetPipeline) -> None:
    pages = [(await pipeline.open_page(await pipeline.add("alerts", rules=[RULE])))[0] for _ in range(2)]
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    shown = [(await page.receive())["alert"] for page in pages]
    mod = await pipeline.greenroom.staff("marekfixes", pipeline.channel_id, 7)
    assert (await mod.ask("POST", f"{pipeline.path}/alerts/skip")).status_code == 204
    assert [await page.receive() for page in pages] == [{"type": "alert_ended", "id": one["id"]} for one in shown]


async def next_queue(live: LiveSocket) -> Json:
    while True:
        for event in (await live.receive())["events"]:
            if event["type"] == "alert_queue_changed":
                return event["queue"]


async def test_queue_is_published_when_an_alert_begins_and_ends(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    await live.subscribe(pipeline.channel_id, "widgets")
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    assert (await next_queue(live))["playing"]["count"] == 42
    await next_alert(page)
    clock.advance(7)
    await pipeline.open_page(widget)
    assert (await next_queue(live))["playing"] is None


async def test_paused_alerts_wait_until_they_are_resumed(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.ask("PUT", queue_path(widget, "/paused"), {"is_paused": True})
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    assert await page.drain() == []
    await pipeline.ask("PUT", queue_path(widget, "/paused"), {"is_paused": False})
    assert await next_alert(page) == "Ana 42"


async def test_alerts_of_all_widgets_wait_while_the_channel_pauses_them(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await _pause_alerts(pipeline, is_paused=True)
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    assert await page.drain() == []
    await _pause_alerts(pipeline, is_paused=False)
    assert await next_alert(page) == "Ana 42"


async def _pause_alerts(pipeline: WidgetPipeline, *, is_paused: bool) -> None:
    async with pipeline.greenroom.kernel.database.write() as session:
        await set_state(
            session, pipeline.id, ChangedBy("Juno", pipeline.greenroom.kernel.clock()), alerts_paused=is_paused
        )


async def test_cleared_queue_is_empty(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    assert len((await pipeline.ask("GET", queue_path(widget)))["waiting"]) == 1
    assert (await pipeline.ask("DELETE", queue_path(widget)))["waiting"] == []
    page, _ = await pipeline.open_page(widget)
    assert await page.drain() == []


async def test_replayed_activity_is_shown_regardless_of_the_chance_of_its_rule(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[{**RULE, "chance_percent": 1}])
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    page, _ = await pipeline.open_page(widget)
    (activity,) = (await pipeline.ask("GET", "activities"))["records"]
    await pipeline.ask("DELETE", queue_path(widget))
    await pipeline.ask("POST", f"activities/{activity['id']}/replay")
    assert await next_alert(page) == "Ana 42"


async def test_replay_of_an_activity_without_a_rule_is_refused(pipeline: WidgetPipeline) -> None:
    await pipeline.add("alerts", rules=[{**RULE, "kinds": ["follow"]}])
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    (activity,) = (await pipeline.ask("GET", "activities"))["records"]
    response = await pipeline.client.ask("POST", f"{pipeline.path}/activities/{activity['id']}/replay")
    assert (response.status_code, response.json()["type"]) == (409, "no_alert_rule")


async def test_test_alert_reaches_previews_and_is_not_queued(pipeline: WidgetPipeline) -> None:
    rule = {**RULE, "kinds": ["raid"], "providers": ["kick"], "min_count": 1_000}
    widget = await pipeline.add("alerts", rules=[rule])
    page, _ = await pipeline.open_page(widget, is_preview=True)
    await pipeline.ask("POST", f"widgets/{widget['id']}/test", {"name": "raid"})
    assert await next_alert(page) == "Mirabelle 42"
    assert (await pipeline.ask("GET", queue_path(widget)))["waiting"] == []


async def test_test_activity_from_the_feed_makes_an_alert_that_staff_see_in_the_queue(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    await live.subscribe(pipeline.channel_id, "widgets")
    await pipeline.ask("POST", "activities/test", {"provider": "twitch", "kind": "raid"})
    assert await next_alert(page) == "Mirabelle 42"
    assert (await next_queue(live))["playing"]["count"] == 42


async def test_activity_from_before_the_connection_makes_no_alert(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42, is_backlog=True))
    assert (await pipeline.ask("GET", queue_path(widget)))["waiting"] == []


async def test_message_that_the_filters_removed_is_not_in_the_alert(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    chat = pipeline.first.chat_message(pipeline.bad_text)
    cheer = pipeline.report(ActivityKind.CHEER, count=5, message=pipeline.bad_text, chatter=chat.chatter)
    await pipeline.process(chat, cheer)
    assert (await page.receive())["alert"]["message"] == []


async def test_moderators_skip_alerts_but_do_not_delete_widgets(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    mod = await pipeline.greenroom.staff("marekfixes", pipeline.channel_id, 7)
    assert (await mod.ask("POST", f"{pipeline.path}/{queue_path(widget, '/skip')}")).status_code == 200
    assert (await mod.ask("DELETE", f"{pipeline.path}/widgets/{widget['id']}")).status_code == 403


async def test_queue_of_a_widget_without_alerts_is_not_found(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    response = await pipeline.client.ask("GET", f"{pipeline.path}/{queue_path(widget)}")
    assert response.json()["type"] == "widget_not_found"
