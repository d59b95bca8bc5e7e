"""The text of an activity is shown only if its chat line passed the filters and was not removed."""

import pytest
from msgspec.structs import replace
from widget_pipeline import ANA, WidgetPipeline

from greenroom.chat.protocol.events import (
    MICROS,
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    ChatEvent,
    Fragment,
    MessageDeleted,
    ViewerBanned,
)
from support.greenroom_server import Json, LiveSocket

SPEECH = {"enabled": True, "text": "{name} says: {message}"}
RULE = {"name": "Cheers", "variants": [{"text": "{amount}", "speech": SPEECH}]}


def cheer(pipeline: WidgetPipeline, text: str, activity_id: str = "a1", bits: int = 100) -> ActivityReceived:
    report = pipeline.report(ActivityKind.CHEER, activity_id, count=bits, amount_micros=bits * MICROS, currency="BITS")
    return replace(report, message=text)


async def next_message(page: LiveSocket, frame_type: str = "alert") -> str:
    frame = await page.receive()
    assert frame["type"] == frame_type, frame
    return shown_message(frame["alert"])


def shown_message(alert: Json) -> str:
    message = "".join(part["text"] for part in alert["message"])
    assert alert["speech"]["text"].strip() == f"Ana says: {message}".strip()
    return message


async def replay(pipeline: WidgetPipeline) -> None:
    (activity,) = (await pipeline.ask("GET", "activities"))["records"]
    await pipeline.ask("POST", f"activities/{activity['id']}/replay")


@pytest.mark.both_databases
async def test_message_whose_line_came_before_the_activity_is_shown(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await pipeline.process(pipeline.first.chat_message("for the mic"))
    await pipeline.process(cheer(pipeline, "for the mic"))
    assert await next_message(page) == "for the mic"


async def test_message_that_the_filters_removed_before_the_activity_is_not_shown(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await pipeline.process(pipeline.first.chat_message(pipeline.bad_text))
    await pipeline.process(cheer(pipeline, pipeline.bad_text))
    assert await next_message(page) == ""


@pytest.mark.both_databases
async def test_message_is_shown_when_its_line_arrives_after_the_activity(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await pipeline.process(cheer(pipeline, "for the mic"))
    assert await next_message(page) == ""
    await pipeline.process(pipeline.first.chat_message("for the mic", by="8"))
    await pipeline.process(pipeline.first.chat_message("for the mic", message_id="own"))
    assert await next_message(page, "alert_revised") == "for the mic"
    await pipeline.process(pipeline.first.chat_message("for the mic", message_id="again"))
    assert await page.drain() == []


async def test_message_whose_line_is_removed_when_it_arrives_is_not_shown(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await pipeline.process(cheer(pipeline, pipeline.bad_text))
    assert await next_message(page) == ""
    await pipeline.process(pipeline.first.chat_message(pipeline.bad_text))
    assert await page.drain() == []


async def test_message_deleted_while_no_page_was_open_is_not_shown_by_the_next_page(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.first.chat_message("regrettable"), cheer(pipeline, "regrettable"))
    assert await next_message(page) == "regrettable"
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    await live.subscribe(pipeline.channel_id, "widgets")
    await page.socket.close()
    assert (await live.receive())["events"][0]["sources"] == []
    await pipeline.process(MessageDeleted("regrettable", pipeline.first.now()))
    again, state = await pipeline.open_page(widget)
    assert shown_message(state["alert"]) == ""
    # Also stored, so that the queue on the editor's screen does not show it.
    assert await next_message(again, "alert_revised") == ""


async def test_message_of_an_anonymous_viewer_is_not_shown(pipeline: WidgetPipeline) -> None:
    await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(await pipeline.add("custom_html"))
    await pipeline.process(pipeline.first.chat_message("who am I"), replace(cheer(pipeline, "who am I"), chatter=None))
    assert (await page.receive())["activity"]["message"] == ""


async def test_cheermotes_are_not_part_of_the_message_of_a_cheer(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    parts = (Fragment("Cheer100", "cheer", "cheer", amount=100), Fragment(" for the mic "), Fragment("Cheer1", "cheer"))
    text = "Cheer100 for the mic Cheer1"
    chat = pipeline.first.chat_message(text, fragments=parts)
    await pipeline.process(chat, replace(cheer(pipeline, text), fragments=parts))
    assert await next_message(page) == "for the mic"
    assert (await pipeline.ask("GET", "activities"))["records"][0]["message"] == "for the mic"


async def test_replay_shows_a_message_that_passed_the_filters(pipeline: WidgetPipeline) -> None:
    await pipeline.process(pipeline.first.chat_message("for the mic"), cheer(pipeline, "for the mic"))
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await replay(pipeline)
    assert await next_message(page) == "for the mic"


async def test_replay_does_not_show_a_message_that_the_filters_removed(pipeline: WidgetPipeline) -> None:
    await pipeline.process(pipeline.first.chat_message(pipeline.bad_text), cheer(pipeline, pipeline.bad_text))
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await replay(pipeline)
    assert await next_message(page) == ""


async def test_replay_does_not_show_a_message_that_a_moderator_deleted(pipeline: WidgetPipeline) -> None:
    await pipeline.process(pipeline.first.chat_message("regrettable"), cheer(pipeline, "regrettable"))
    await pipeline.process(MessageDeleted("regrettable", pipeline.first.now()))
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[RULE]))
    await replay(pipeline)
    assert await next_message(page) == ""


async def test_custom_html_gets_the_message_once_its_line_has_passed_the_filters(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("custom_html"))
    await pipeline.process(cheer(pipeline, "for the mic"))
    assert (await page.receive())["activity"]["message"] == ""
    await pipeline.process(pipeline.first.chat_message("for the mic"))
    assert (await page.receive())["activity"]["message"] == "for the mic"
    await pipeline.process(cheer(pipeline, "for the mic"))
    assert await page.drain() == []


@pytest.mark.parametrize("type_name", ["custom_html", "event_list"])
async def test_page_does_not_get_a_message_that_the_filters_removed(pipeline: WidgetPipeline, type_name: str) -> None:
    widget = await pipeline.add(type_name)
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.first.chat_message(pipeline.bad_text), cheer(pipeline, pipeline.bad_text))
    activity = (await page.receive())["activity"]
    assert (activity["name"], activity["message"]) == ("Ana", "")
    page = await pipeline.open(widget)
    assert pipeline.bad_text not in str(await page.receive())


async def test_merged_alert_grows_with_each_of_its_activities(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(cheer(pipeline, "", "a", bits=10), cheer(pipeline, "", "b", bits=20))
    await pipeline.process(cheer(pipeline, "", "a", bits=15), cheer(pipeline, "", "b", bits=30))
    page, _ = await pipeline.open_page(widget)
    alert = (await page.receive())["alert"]
    assert [part["text"] for part in alert["text"]] == ["45 Bits"]
    await pipeline.process(cheer(pipeline, "", "b", bits=31), cheer(pipeline, "", "c", bits=1))
    alert = (await page.receive())["alert"]
    assert [part["text"] for part in alert["text"]] == ["46 Bits"]


def removals(pipeline: WidgetPipeline) -> dict[str, ChatEvent]:
    now = pipeline.first.now()
    return {
        "deleted": MessageDeleted("regrettable", now),
        "banned": ViewerBanned(ANA.id, ANA.name, None, "", "", now),
        "cleared": ChatCleared(now),
    }


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["deleted", "banned", "cleared"])
async def test_removed_text_disappears_from_the_alert_on_screen_and_from_waiting_alerts(
    pipeline: WidgetPipeline, how: str
) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.first.chat_message("regrettable"), cheer(pipeline, "regrettable"))
    await pipeline.process(cheer(pipeline, "regrettable", "later"))
    assert await next_message(page) == "regrettable"
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    await live.subscribe(pipeline.channel_id, "widgets")
    await pipeline.process(removals(pipeline)[how])
    assert await next_message(page, "alert_revised") == ""
    (event,) = (await live.receive())["events"]
    assert [one["message"] for one in event["queue"]["waiting"]] == [""]


async def test_text_that_is_removed_while_no_page_is_open_is_not_shown_later(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.first.chat_message("regrettable"), cheer(pipeline, "regrettable"))
    await pipeline.process(MessageDeleted("regrettable", pipeline.first.now()))
    page, _ = await pipeline.open_page(widget)
    assert await next_message(page) == ""


async def test_merged_alert_shows_its_other_texts_after_one_was_removed(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    for text in ("regrettable", "fine"):
        await pipeline.process(pipeline.first.chat_message(text), cheer(pipeline, text, text))
    await pipeline.process(MessageDeleted("regrettable", pipeline.first.now()))
    page, _ = await pipeline.open_page(widget)
    assert await next_message(page) == "fine"
