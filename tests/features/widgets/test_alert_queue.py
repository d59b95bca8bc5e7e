"""Alerts: one at a time, each activity once, across reloads, two processes and a storm."""

import msgspec
import pytest
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import MICROS, ActivityKind, Chatter
from greenroom.features.widgets.alerts.queue import MAX_WAIT, MAX_WAITING
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.tenancy.channels.state import set_state
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, LiveSocket

ANY = {"name": "Everything", "variants": [{"text": "{name} {count}", "duration_seconds": 5}]}


def text(alert: Json) -> str:
    return "".join(part["text"] for part in alert["text"])


async def next_alert(page: LiveSocket) -> str:
    """Shows it, as a page does."""
    frame = await page.receive()
    assert frame["type"] == "alert", frame
    await page.send({"type": "shown", "alert_id": frame["alert"]["id"]})
    assert await page.drain() == []
    return text(frame["alert"])


def queue_path(widget: Json, action: str = "") -> str:
    return f"widgets/{widget['id']}/alerts{action}"


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_activity_is_shown_at_once_and_the_next_one_when_it_ends(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY], gap_seconds=1)
    page, state = await stage.state(widget)
    assert state == {"alert": None}
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42), stage.report(ActivityKind.FOLLOW, "b"))
    assert await next_alert(page) == "Ana 42"
    clock.advance(5.5)
    await stage.process(stage.report(ActivityKind.RAID, "c", count=3))
    assert await page.drain() == []
    clock.advance(1)
    await stage.process(stage.report(ActivityKind.RAID, "d", count=9))
    assert await next_alert(page) == "Ana 1"


@pytest.mark.both_databases
async def test_activity_reported_by_two_processes_and_again_makes_one_alert(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process_twice(stage.report(ActivityKind.RAID, count=42))
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    assert await next_alert(page) == "Ana 42"
    queue = await stage.ask("GET", queue_path(widget))
    assert (queue["waiting"], queue["playing"]["name"]) == ([], "Ana")


@pytest.mark.both_databases
async def test_page_that_was_loaded_again_shows_the_rest_of_the_alert(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    await next_alert(page)
    await page.socket.close()
    clock.advance(2)
    page, state = await stage.state(widget)
    assert (text(state["alert"]), state["alert"]["elapsed_ms"]) == ("Ana 42", 2_000)
    assert await page.drain() == []


async def test_page_that_is_loaded_again_every_minute_shows_each_alert_once(
    stage: WidgetStage, clock: FrozenClock
) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    shown: list[str] = []
    for minute in range(1, 6):
        page, state = await stage.state(widget)
        assert state == {"alert": None}
        await stage.process(stage.report(ActivityKind.RAID, f"a{minute}", count=minute))
        shown.append(await next_alert(page))
        await page.socket.close()
        clock.advance(60)
    assert shown == ["Ana 1", "Ana 2", "Ana 3", "Ana 4", "Ana 5"]
    await stage.state(widget)
    assert len((await stage.ask("GET", f"widgets/{widget['id']}/sources"))["records"]) == 1


async def test_alert_without_a_source_waits_for_one(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    clock.advance(300)
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_that_waited_for_more_than_an_hour_is_not_shown(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42))
    clock.advance(MAX_WAIT.total_seconds() / 2)
    await stage.process(stage.report(ActivityKind.RAID, "b", count=7, chatter=Chatter(id="8", login="bo", name="Bo")))
    clock.advance(MAX_WAIT.total_seconds() / 2 + 1)
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Bo 7"
    assert (await stage.ask("GET", queue_path(widget)))["waiting"] == []


async def test_merged_alert_waits_from_its_newest_part(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42))
    clock.advance(MAX_WAIT.total_seconds() / 2)
    await stage.process(stage.report(ActivityKind.RAID, "b", count=7))
    clock.advance(MAX_WAIT.total_seconds() / 2 + 1)
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 49"


async def test_alerts_that_are_too_old_take_neither_a_new_one_nor_its_place(
    stage: WidgetStage, clock: FrozenClock
) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    viewers = [Chatter(id=str(number), login=f"v{number}", name=f"V{number}") for number in range(MAX_WAITING - 1)]
    old = [stage.report(ActivityKind.RAID, viewer.id, chatter=viewer) for viewer in viewers]
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42), *old)
    clock.advance(MAX_WAIT.total_seconds() + 1)
    await stage.process(stage.report(ActivityKind.RAID, "b", count=7))
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 7"


@pytest.mark.both_databases
async def test_widget_that_is_off_starts_no_alert_and_queues_none(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42))
    assert (await stage.switch(widget, is_enabled=False))["enabled"] is False
    page = await stage.open(widget)
    assert await page.receive() == {"type": "off"}
    await stage.process(stage.report(ActivityKind.RAID, "b", count=7))
    queue = await stage.ask("PUT", queue_path(widget, "/paused"), {"is_paused": False})
    assert (queue["playing"], [one["count"] for one in queue["waiting"]]) == (None, [42])
    await stage.switch(widget, is_enabled=True)
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_that_no_page_could_show_is_shown_once_more(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    await page.socket.close()
    clock.advance(20)
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 42"


async def test_alert_that_a_page_has_shown_is_not_shown_again(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    await next_alert(page)
    await page.socket.close()
    clock.advance(20)
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.RAID, "b", count=7))
    assert await next_alert(page) == "Ana 7"


@pytest.mark.both_databases
async def test_storm_of_one_viewer_is_one_alert_with_the_sum(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[{**ANY, "variants": [{"text": "{name} {count} {amount} {merged}"}]}])
    gifts = [
        stage.report(ActivityKind.CHEER, f"g{number}", count=100, amount_micros=100 * MICROS, currency="BITS")
        for number in range(500)
    ]
    await stage.process(*gifts)
    assert len(await stage.greenroom.rows("SELECT id FROM activities")) == 500
    page, _ = await stage.state(widget)
    assert await next_alert(page) == "Ana 50,000 50,000 Bits 500"
    assert (await stage.ask("GET", queue_path(widget)))["waiting"] == []


async def test_merged_alert_has_the_value_and_the_messages_of_all(stage: WidgetStage) -> None:
    speech = {"enabled": True, "text": "{message}", "minimum": 5 * MICROS}
    widget = await stage.add("alerts", rules=[{**ANY, "variants": [{"text": "{amount}", "speech": speech}]}])
    cheers = [(10_000, "for the new mic"), (1, "and a small one")]
    for bits, message in cheers:
        chat = stage.first.chat_message(message)
        cheer = stage.report(ActivityKind.CHEER, message, count=bits, amount_micros=bits * MICROS, currency="BITS")
        await stage.process(chat, msgspec.structs.replace(cheer, message=message))
    page, _ = await stage.state(widget)
    alert = (await page.receive())["alert"]
    assert (text(alert), alert["speech"]["text"]) == ("10,001 Bits", "for the new mic · and a small one")


async def test_storm_of_many_viewers_fills_the_queue_and_no_more(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.state(widget)
    viewers = [Chatter(id=str(number), login=f"v{number}", name=f"V{number}") for number in range(MAX_WAITING + 50)]
    await stage.process(*(stage.report(ActivityKind.FOLLOW, one.id, chatter=one) for one in viewers))
    queue = await stage.ask("GET", queue_path(widget))
    assert (len(queue["waiting"]), queue["playing"]["name"], queue["dropped"]) == (MAX_WAITING - 1, "V0", 50)
    assert len(await stage.greenroom.rows("SELECT id FROM activities")) == len(viewers)


async def test_gift_bomb_that_grows_changes_its_alert(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "bomb", count=2))
    assert await next_alert(page) == "Ana 2"
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "bomb", count=5))
    frame = await page.receive()
    assert (frame["type"], text(frame["alert"])) == ("alert_revised", "Ana 5")


async def test_skipped_alert_ends_at_once_and_the_next_one_begins(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.RAID, "a", count=42), stage.report(ActivityKind.FOLLOW, "b"))
    shown = (await page.receive())["alert"]
    queue = await stage.ask("POST", queue_path(widget, "/skip"))
    assert (queue["playing"]["kind"], queue["waiting"]) == ("follow", [])
    assert await page.receive() == {"type": "alert_ended", "id": shown["id"]}
    assert await next_alert(page) == "Ana 1"


async def test_moderator_ends_the_alerts_on_screen_in_all_widgets(stage: WidgetStage) -> None:
    pages = [(await stage.state(await stage.add("alerts", rules=[ANY])))[0] for _ in range(2)]
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    shown = [(await page.receive())["alert"] for page in pages]
    mod = await stage.greenroom.staff("marekfixes", stage.channel_id, 7)
    assert (await mod.ask("POST", f"{stage.path}/alerts/skip")).status_code == 204
    assert [await page.receive() for page in pages] == [{"type": "alert_ended", "id": one["id"]} for one in shown]


async def next_queue(live: LiveSocket) -> Json:
    while True:
        for event in (await live.receive())["events"]:
            if event["type"] == "alert_queue_changed":
                return event["queue"]


async def test_queue_is_announced_when_an_alert_begins_and_ends(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    live = await stage.greenroom.keep_open(stage.client.socket("/live"))
    await live.subscribe(stage.channel_id, "widgets")
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    assert (await next_queue(live))["playing"]["count"] == 42
    await next_alert(page)
    clock.advance(7)
    await stage.state(widget)
    assert (await next_queue(live))["playing"] is None


async def test_paused_alerts_wait_until_they_are_resumed(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    page, _ = await stage.state(widget)
    await stage.ask("PUT", queue_path(widget, "/paused"), {"is_paused": True})
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    assert await page.drain() == []
    await stage.ask("PUT", queue_path(widget, "/paused"), {"is_paused": False})
    assert await next_alert(page) == "Ana 42"


async def test_paused_channel_holds_all_alerts(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[ANY]))
    await _pause_channel(stage, is_paused=True)
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    assert await page.drain() == []
    await _pause_channel(stage, is_paused=False)
    assert await next_alert(page) == "Ana 42"


async def _pause_channel(stage: WidgetStage, *, is_paused: bool) -> None:
    async with stage.greenroom.kernel.database.write() as session:
        await set_state(
            session, stage.channel, ChangedBy("Juno", stage.greenroom.kernel.clock()), alerts_paused=is_paused
        )


async def test_cleared_queue_is_empty(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    assert len((await stage.ask("GET", queue_path(widget)))["waiting"]) == 1
    assert (await stage.ask("DELETE", queue_path(widget)))["waiting"] == []
    page, _ = await stage.state(widget)
    assert await page.drain() == []


async def test_replayed_activity_is_shown_again_whatever_its_chance(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[{**ANY, "chance_percent": 1}])
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    page, _ = await stage.state(widget)
    (activity,) = (await stage.ask("GET", "activities"))["records"]
    await stage.ask("DELETE", queue_path(widget))
    await stage.ask("POST", f"activities/{activity['id']}/replay")
    assert await next_alert(page) == "Ana 42"


async def test_replay_without_a_rule_is_refused(stage: WidgetStage) -> None:
    await stage.add("alerts", rules=[{**ANY, "kinds": ["follow"]}])
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    (activity,) = (await stage.ask("GET", "activities"))["records"]
    response = await stage.client.ask("POST", f"{stage.path}/activities/{activity['id']}/replay")
    assert (response.status_code, response.json()["type"]) == (409, "no_alert_rule")


async def test_test_alert_reaches_previews_and_is_not_queued(stage: WidgetStage) -> None:
    rule = {**ANY, "kinds": ["raid"], "providers": ["kick"], "min_count": 1_000}
    widget = await stage.add("alerts", rules=[rule])
    page, _ = await stage.state(widget, is_preview=True)
    await stage.ask("POST", f"widgets/{widget['id']}/test", {"name": "raid"})
    assert await next_alert(page) == "Mirabelle 42"
    assert (await stage.ask("GET", queue_path(widget)))["waiting"] == []


async def test_test_from_the_activity_feed_is_shown(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[ANY]))
    await stage.ask("POST", "activities/test", {"provider": "twitch", "kind": "raid"})
    assert await next_alert(page) == "Mirabelle 42"


async def test_activity_from_before_we_connected_makes_no_alert(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID, count=42, is_backlog=True))
    assert (await stage.ask("GET", queue_path(widget)))["waiting"] == []


async def test_message_that_the_filters_removed_is_not_in_the_alert(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[ANY]))
    chat = stage.first.chat_message(stage.bad_text)
    cheer = stage.report(ActivityKind.CHEER, count=5, message=stage.bad_text, chatter=chat.chatter)
    await stage.process(chat, cheer)
    assert (await page.receive())["alert"]["message"] == []


async def test_moderators_skip_and_pause_but_do_not_edit(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    mod = await stage.greenroom.staff("marekfixes", stage.channel_id, 7)
    assert (await mod.ask("POST", f"{stage.path}/{queue_path(widget, '/skip')}")).status_code == 200
    assert (await mod.ask("DELETE", f"{stage.path}/widgets/{widget['id']}")).status_code == 403


async def test_queue_of_a_widget_without_alerts_is_not_found(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    response = await stage.client.ask("GET", f"{stage.path}/{queue_path(widget)}")
    assert response.json()["type"] == "widget_not_found"
