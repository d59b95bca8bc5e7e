"""What viewers write with an activity is shown only if their chat line passed the filters and nobody removed it."""

import pytest
from msgspec.structs import replace
from widget_stage import ANA, WidgetStage

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


def cheer(stage: WidgetStage, text: str, activity_id: str = "a1", bits: int = 100) -> ActivityReceived:
    report = stage.report(ActivityKind.CHEER, activity_id, count=bits, amount_micros=bits * MICROS, currency="BITS")
    return replace(report, message=text)


async def next_message(page: LiveSocket, type_name: str = "alert") -> str:
    frame = await page.receive()
    assert frame["type"] == type_name, frame
    return shown_message(frame["alert"])


def shown_message(alert: Json) -> str:
    message = "".join(part["text"] for part in alert["message"])
    assert alert["speech"]["text"].strip() == f"Ana says: {message}".strip()
    return message


async def replay(stage: WidgetStage) -> None:
    (activity,) = (await stage.ask("GET", "activities"))["records"]
    await stage.ask("POST", f"activities/{activity['id']}/replay")


@pytest.mark.both_databases
async def test_message_whose_line_came_before_is_shown(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await stage.process(stage.first.chat_message("for the mic"))
    await stage.process(cheer(stage, "for the mic"))
    assert await next_message(page) == "for the mic"


async def test_message_that_the_filters_removed_before_is_not_shown(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await stage.process(stage.first.chat_message(stage.bad_text))
    await stage.process(cheer(stage, stage.bad_text))
    assert await next_message(page) == ""


@pytest.mark.both_databases
async def test_message_is_shown_when_its_line_arrives(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await stage.process(cheer(stage, "for the mic"))
    assert await next_message(page) == ""
    await stage.process(stage.first.chat_message("for the mic", by="8"))
    await stage.process(stage.first.chat_message("for the mic", message_id="own"))
    assert await next_message(page, "alert_revised") == "for the mic"
    await stage.process(stage.first.chat_message("for the mic", message_id="again"))
    assert await page.drain() == []


async def test_message_whose_line_is_removed_when_it_arrives_is_not_shown(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await stage.process(cheer(stage, stage.bad_text))
    assert await next_message(page) == ""
    await stage.process(stage.first.chat_message(stage.bad_text))
    assert await page.drain() == []


async def test_message_of_an_anonymous_viewer_is_not_shown(stage: WidgetStage) -> None:
    await stage.add("alerts", rules=[RULE])
    page, _ = await stage.state(await stage.add("custom_html"))
    await stage.process(stage.first.chat_message("who am I"), replace(cheer(stage, "who am I"), chatter=None))
    assert (await page.receive())["activity"]["message"] == ""


async def test_pictures_of_a_cheer_are_not_part_of_the_message(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    parts = (Fragment("Cheer100", "cheer", "cheer", amount=100), Fragment(" for the mic "), Fragment("Cheer1", "cheer"))
    text = "Cheer100 for the mic Cheer1"
    chat = stage.first.chat_message(text, fragments=parts)
    await stage.process(chat, replace(cheer(stage, text), fragments=parts))
    assert await next_message(page) == "for the mic"
    assert (await stage.ask("GET", "activities"))["records"][0]["message"] == "for the mic"


async def test_replay_shows_a_message_that_passed(stage: WidgetStage) -> None:
    await stage.process(stage.first.chat_message("for the mic"), cheer(stage, "for the mic"))
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await replay(stage)
    assert await next_message(page) == "for the mic"


async def test_replay_does_not_show_a_message_that_the_filters_removed(stage: WidgetStage) -> None:
    await stage.process(stage.first.chat_message(stage.bad_text), cheer(stage, stage.bad_text))
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await replay(stage)
    assert await next_message(page) == ""


async def test_replay_does_not_show_a_message_that_a_moderator_deleted(stage: WidgetStage) -> None:
    await stage.process(stage.first.chat_message("regrettable"), cheer(stage, "regrettable"))
    await stage.process(MessageDeleted("regrettable", stage.first.now()))
    page, _ = await stage.state(await stage.add("alerts", rules=[RULE]))
    await replay(stage)
    assert await next_message(page) == ""


async def test_own_code_gets_the_message_once_it_has_passed(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("custom_html"))
    await stage.process(cheer(stage, "for the mic"))
    assert (await page.receive())["activity"]["message"] == ""
    await stage.process(stage.first.chat_message("for the mic"))
    assert (await page.receive())["activity"]["message"] == "for the mic"
    await stage.process(cheer(stage, "for the mic"))
    assert await page.drain() == []


@pytest.mark.parametrize("type_name", ["custom_html", "event_list"])
async def test_page_does_not_get_a_message_that_the_filters_removed(stage: WidgetStage, type_name: str) -> None:
    widget = await stage.add(type_name)
    page, _ = await stage.state(widget)
    await stage.process(stage.first.chat_message(stage.bad_text), cheer(stage, stage.bad_text))
    activity = (await page.receive())["activity"]
    assert (activity["name"], activity["message"]) == ("Ana", "")
    page = await stage.open(widget)
    assert stage.bad_text not in str(await page.receive())


async def test_alert_of_several_grows_with_each_of_them(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[RULE])
    await stage.process(cheer(stage, "", "a", bits=10), cheer(stage, "", "b", bits=20))
    await stage.process(cheer(stage, "", "a", bits=15), cheer(stage, "", "b", bits=30))
    page, _ = await stage.state(widget)
    alert = (await page.receive())["alert"]
    assert [part["text"] for part in alert["text"]] == ["45 Bits"]
    await stage.process(cheer(stage, "", "b", bits=31), cheer(stage, "", "c", bits=1))
    alert = (await page.receive())["alert"]
    assert [part["text"] for part in alert["text"]] == ["46 Bits"]


def removals(stage: WidgetStage) -> dict[str, ChatEvent]:
    now = stage.first.now()
    return {
        "deleted": MessageDeleted("regrettable", now),
        "banned": ViewerBanned(ANA.id, ANA.name, None, "", "", now),
        "cleared": ChatCleared(now),
    }


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["deleted", "banned", "cleared"])
async def test_text_that_is_removed_leaves_the_alert_on_screen_and_those_that_wait(
    stage: WidgetStage, how: str
) -> None:
    widget = await stage.add("alerts", rules=[RULE])
    page, _ = await stage.state(widget)
    await stage.process(stage.first.chat_message("regrettable"), cheer(stage, "regrettable"))
    await stage.process(cheer(stage, "regrettable", "later"))
    assert await next_message(page) == "regrettable"
    live = await stage.greenroom.keep_open(stage.client.socket("/live"))
    await live.subscribe(stage.channel_id, "widgets")
    await stage.process(removals(stage)[how])
    assert await next_message(page, "alert_revised") == ""
    (event,) = (await live.receive())["events"]
    assert [one["message"] for one in event["queue"]["waiting"]] == [""]


async def test_text_that_is_removed_while_no_page_is_open_is_not_shown_later(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[RULE])
    await stage.process(stage.first.chat_message("regrettable"), cheer(stage, "regrettable"))
    await stage.process(MessageDeleted("regrettable", stage.first.now()))
    page, _ = await stage.state(widget)
    assert await next_message(page) == ""


async def test_one_removed_text_of_a_merged_alert_leaves_the_others(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[RULE])
    for text in ("regrettable", "fine"):
        await stage.process(stage.first.chat_message(text), cheer(stage, text, text))
    await stage.process(MessageDeleted("regrettable", stage.first.now()))
    page, _ = await stage.state(widget)
    assert await next_message(page) == "fine"
