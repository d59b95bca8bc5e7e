"""The socket of a widget's page: with the right key it sends the state and its changes, otherwise nothing."""

from uuid import UUID

import pytest
from widget_pipeline import WidgetPipeline

from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.widgets.live.clients import client_name
from greenroom.features.widgets.live.pages import WidgetPages
from greenroom.features.widgets.models import SOURCE_GONE_AFTER, WidgetSource
from greenroom.features.widgets.sources import renew_sources
from support.frozen_clock import FrozenClock
from support.greenroom_server import LiveSocket

FORBIDDEN, RESTARTED, BAD_FRAME = 4403, 1012, 4400


@pytest.mark.rows("R5")
async def test_page_with_the_key_gets_settings_css_and_the_latest_lines(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat", max_lines=3)
    await pipeline.save(widget, css=".chat { color: red }")
    await pipeline.process(pipeline.first.chat_message("hello"), pipeline.first.chat_message("again"))
    page = await pipeline.open(widget)
    frame = await page.receive()
    assert (frame["widget"]["type"], frame["widget"]["css"]) == ("chat", ".chat { color: red }")
    assert frame["widget"]["settings"]["max_lines"] == 3
    assert [line["text"] for line in frame["state"]["lines"]] == ["hello", "again"]


@pytest.mark.parametrize("key", ["", "x" * 43, "x" * 900])
async def test_page_with_a_wrong_key_gets_nothing(pipeline: WidgetPipeline, key: str) -> None:
    widget = await pipeline.add("chat")
    page = await pipeline.open(widget, key=key or " ")
    assert await page.wait_closed() == (FORBIDDEN, "forbidden")


async def test_key_of_another_widget_does_not_open_a_page(pipeline: WidgetPipeline) -> None:
    widget, other = await pipeline.add("chat"), await pipeline.add("chat")
    page = await pipeline.open(widget, key=await pipeline.key(other))
    assert (await page.wait_closed())[0] == FORBIDDEN


@pytest.mark.parametrize("frame", ["hello", "[]", '{"width": 3}', "x" * 2_000])
async def test_first_frame_without_a_key_closes_the_socket(pipeline: WidgetPipeline, frame: str) -> None:
    widget = await pipeline.add("chat")
    url = f"{pipeline.greenroom.url.replace('http', 'ws')}/api/2/widgets/{widget['id']}/live"
    page = await pipeline.greenroom.keep_open(LiveSocket(url, []))
    await page.socket.send(frame)
    assert (await page.wait_closed())[0] == BAD_FRAME


async def test_new_key_closes_open_pages_and_the_old_key_opens_none(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    old = await pipeline.key(widget)
    page, _ = await pipeline.open_page(widget)
    await pipeline.rotate(widget)
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await pipeline.open(widget, key=old)).wait_closed())[0] == FORBIDDEN
    await pipeline.open_page(widget)


async def test_deleted_widget_closes_its_pages_for_good(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    key = await pipeline.key(widget)
    page, _ = await pipeline.open_page(widget)
    await pipeline.delete(widget)
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await pipeline.open(widget, key=key)).wait_closed())[0] == FORBIDDEN


async def test_deleted_channel_closes_its_pages(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("countdown")
    key = await pipeline.key(widget)
    page, _ = await pipeline.open_page(widget)
    async with pipeline.greenroom.kernel.database.write() as session:
        await start_deletion(session, pipeline.id, None, pipeline.greenroom.kernel.clock())
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await pipeline.open(widget, key=key)).wait_closed())[0] == FORBIDDEN


async def test_changed_widget_closes_its_pages_and_is_sent_when_they_open_again(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    page, _ = await pipeline.open_page(widget)
    await pipeline.save(widget, settings={"max_lines": 5})
    assert (await page.wait_closed())[0] == RESTARTED
    frame = await (await pipeline.open(widget)).receive()
    assert (frame["revision"], frame["widget"]["settings"]["max_lines"]) == (widget["revision"] + 1, 5)


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_widget_that_is_off_is_blank_on_stream_and_shown_in_the_preview(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    page, _ = await pipeline.open_page(widget)
    await pipeline.switch(widget, is_enabled=False)
    assert (await page.wait_closed())[0] == RESTARTED
    page, (preview, _) = await pipeline.open(widget), await pipeline.open_page(widget, is_preview=True)
    assert await page.receive() == {"type": "off"}
    await pipeline.process(pipeline.first.chat_message("hello"))
    assert (await preview.receive())["line"]["text"] == "hello"
    assert await page.drain() == []
    await pipeline.switch(widget, is_enabled=True)
    assert (await page.wait_closed())[0] == RESTARTED
    assert [line["text"] for line in (await pipeline.open_page(widget))[1]["lines"]] == ["hello"]


async def test_line_reaches_the_page_without_marks_for_staff(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("chat"))
    await pipeline.process(pipeline.first.chat_message("hi"))
    frame = await page.receive()
    assert (frame["type"], frame["line"]["text"]) == ("line", "hi")
    assert "is_first" not in frame["line"]


async def test_filtered_line_never_reaches_the_page(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.first.chat_message(pipeline.bad_text), pipeline.first.chat_message("fine"))
    assert (await page.receive())["type"] == "removed"
    assert (await page.receive())["line"]["text"] == "fine"


async def test_line_from_before_the_connection_never_reaches_the_page(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.first.chat_message("old", is_backlog=True), pipeline.first.chat_message("new"))
    assert (await page.receive())["line"]["text"] == "new"
    assert [line["text"] for line in (await pipeline.open_page(widget))[1]["lines"]] == ["new"]


async def test_widget_without_chat_gets_no_lines(pipeline: WidgetPipeline) -> None:
    await pipeline.add("chat")
    page, _ = await pipeline.open_page(await pipeline.add("goal"))
    await pipeline.process(pipeline.first.chat_message("hi"))
    assert await page.drain() == []


async def test_activity_reaches_the_page_without_ids_of_the_viewer(pipeline: WidgetPipeline) -> None:
    page, state = await pipeline.open_page(await pipeline.add("event_list"))
    assert state == {"activities": []}
    await pipeline.process(pipeline.report(ActivityKind.RAID, count=42))
    activity = (await page.receive())["activity"]
    assert (activity["name"], activity["kind"], activity["count"]) == ("Ana", "raid", 42)
    assert not {"viewer_id", "connection_id", "stream_id"} & activity.keys()


@pytest.mark.both_databases
async def test_event_list_shows_the_latest_activities_above_its_minimum(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("event_list", minimum=1, max_events=2)
    kinds = (ActivityKind.RESUB, ActivityKind.SUB, ActivityKind.FOLLOW, ActivityKind.GIFT)
    for number, kind in enumerate(kinds):
        await pipeline.process(pipeline.report(kind, f"a{number}"))
    _, state = await pipeline.open_page(widget)
    assert [one["kind"] for one in state["activities"]] == ["gift", "sub"]


@pytest.mark.both_databases
@pytest.mark.parametrize(("metric", "current"), [("activities", 12), ("count", 16), ("value", 39)])
async def test_goal_counts_up_from_its_start_value(pipeline: WidgetPipeline, metric: str, current: int) -> None:
    widget = await pipeline.add("goal", metric=metric, kinds=["sub", "gift_bomb"], start=10)
    page, state = await pipeline.open_page(widget)
    assert state == {"current": 10}
    bomb = pipeline.report(ActivityKind.GIFT_BOMB, "b", count=5)
    await pipeline.process(pipeline.report(ActivityKind.SUB), bomb, pipeline.report(ActivityKind.FOLLOW, "f"))
    frame = await page.receive()
    while frame["type"] != "update" or frame["state"]["current"] != current:
        frame = await page.receive()


async def test_text_has_the_values_of_its_variables(pipeline: WidgetPipeline) -> None:
    _, state = await pipeline.open_page(await pipeline.add("text", text="$(math 2+3) viewers"))
    assert state == {"text": "5 viewers"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("$(nonsense)", "Unknown variable $(nonsense)."),
        ("$(user)", "$(user) isn't available in widgets."),
        ("$(count deaths +1)", "$(count) changes something: widgets can only show values."),
    ],
)
async def test_text_with_a_variable_that_a_widget_cannot_show_is_refused(
    pipeline: WidgetPipeline, text: str, reason: str
) -> None:
    response = await pipeline.post("text", settings={"text": text})
    assert response.status_code == 422
    assert response.json()["errors"] == [{"field": "settings.text", "message": f"Character 3: {reason}"}]


async def test_test_event_reaches_the_page_and_an_unknown_event_is_refused(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    page, _ = await pipeline.open_page(widget)
    await pipeline.ask("POST", f"widgets/{widget['id']}/test", {"name": "message"})
    assert await page.receive() == {"type": "test", "name": "message"}
    response = await pipeline.client.ask("POST", f"{pipeline.path}/widgets/{widget['id']}/test", json={"name": "x"})
    assert response.status_code == 422


@pytest.mark.both_databases
async def test_open_page_is_listed_as_a_source_until_it_closes(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    await live.subscribe(pipeline.channel_id, "widgets")
    page, _ = await pipeline.open_page(widget, width=1920, height=1080)
    (source,) = (await pipeline.ask("GET", f"widgets/{widget['id']}/sources"))["records"]
    assert (source["client"], source["width"], source["height"]) == ("OBS 31 on Windows", 1920, 1080)
    assert (await pipeline.ask("GET", "widgets"))["records"][0]["sources"] == 1
    assert (await live.receive())["events"][0]["sources"] == [source]
    await page.socket.close()
    assert (await live.receive())["events"][0] == {
        "type": "widget_sources_changed",
        "widget_id": widget["id"],
        "sources": [],
    }


async def test_source_of_a_process_that_was_killed_disappears(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget, kernel = await pipeline.add("chat"), pipeline.greenroom.kernel
    await pipeline.open_page(widget)
    now = kernel.clock()
    killed = WidgetSource(
        widget_id=UUID(widget["id"]), owner="killed", client="OBS", width=1, height=1, connected_at=now, seen_at=now
    )
    async with kernel.database.write() as session:
        session.add(killed)
    assert (await pipeline.ask("GET", "widgets"))["records"][0]["sources"] == 2
    clock.advance(SOURCE_GONE_AFTER.total_seconds())
    async with kernel.database.write() as session:
        await renew_sources(session, kernel.owner, kernel.clock())
    (source,) = (await pipeline.ask("GET", f"widgets/{widget['id']}/sources"))["records"]
    assert source["client"] == "OBS 31 on Windows"
    assert len(await pipeline.greenroom.rows("SELECT id FROM widget_sources")) == 1


async def test_open_page_of_a_widget_that_is_off_stays_listed_as_a_source(
    pipeline: WidgetPipeline, clock: FrozenClock
) -> None:
    widget = await pipeline.add("chat")
    await pipeline.switch(widget, is_enabled=False)
    page = await pipeline.open(widget)
    assert await page.receive() == {"type": "off"}
    clock.advance(SOURCE_GONE_AFTER.total_seconds())
    await pipeline.greenroom.services.get(WidgetPages).renew_sources()
    assert len((await pipeline.ask("GET", f"widgets/{widget['id']}/sources"))["records"]) == 1


async def test_preview_is_not_listed_as_a_source(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    await pipeline.open_page(widget, is_preview=True)
    assert (await pipeline.ask("GET", f"widgets/{widget['id']}/sources"))["records"] == []


async def test_staff_cannot_subscribe_to_the_topics_of_widgets(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    live = await pipeline.greenroom.keep_open(pipeline.client.socket("/live"))
    for topic in (
        f"widget:{widget['id']}",
        f"{pipeline.channel_id}:widget-chat",
        f"{pipeline.channel_id}:widget-activity",
    ):
        await live.send({"type": "subscribe", "topic": topic})
        assert (await live.receive())["type"] == "denied"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/127.0 Safari/537.36 OBS/30.2.2", "OBS 30 on macOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 on Linux"),
        ("", "Browser"),
    ],
)
def test_source_is_named_by_its_program_and_system(agent: str, name: str) -> None:
    assert client_name(agent) == name


async def test_chat_page_gets_the_command_prefix_and_its_changes(pipeline: WidgetPipeline) -> None:
    page, state = await pipeline.open_page(await pipeline.add("chat"))
    settings = await pipeline.ask("GET", "command-settings")
    await pipeline.ask("PUT", "command-settings", settings | {"prefix": "?"})
    update = await page.receive()
    assert (state["command_prefix"], update["type"], update["state"]["command_prefix"]) == ("!", "update", "?")
