"""The socket of a widget's page: the right key, the state, and what changes; nothing without the key."""

from uuid import UUID

import pytest
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.widgets.live.clients import client_name
from greenroom.features.widgets.models import SOURCE_GONE_AFTER, WidgetSource
from greenroom.features.widgets.sources import renew_sources
from greenroom.tenancy.channel_deletion.service import start_deletion
from support.frozen_clock import FrozenClock
from support.greenroom_server import LiveSocket

FORBIDDEN, RESTARTED, BAD_FRAME = 4403, 1012, 4400


@pytest.mark.rows("R5")
async def test_page_with_the_key_gets_settings_css_and_the_latest_lines(stage: WidgetStage) -> None:
    widget = await stage.add("chat", max_lines=3)
    await stage.save(widget, css=".chat { color: red }")
    await stage.process(stage.first.chat_message("hello"), stage.first.chat_message("again"))
    page = await stage.open(widget)
    frame = await page.receive()
    assert (frame["widget"]["type"], frame["widget"]["css"]) == ("chat", ".chat { color: red }")
    assert frame["widget"]["settings"]["max_lines"] == 3
    assert [line["text"] for line in frame["state"]["lines"]] == ["hello", "again"]


@pytest.mark.parametrize("key", ["", "x" * 43, "x" * 900])
async def test_page_with_a_wrong_key_gets_nothing(stage: WidgetStage, key: str) -> None:
    widget = await stage.add("chat")
    page = await stage.open(widget, key=key or " ")
    assert await page.wait_closed() == (FORBIDDEN, "forbidden")


async def test_key_of_another_widget_opens_nothing(stage: WidgetStage) -> None:
    widget, other = await stage.add("chat"), await stage.add("chat")
    page = await stage.open(widget, key=await stage.key(other))
    assert (await page.wait_closed())[0] == FORBIDDEN


@pytest.mark.parametrize("frame", ["hello", "[]", '{"width": 3}', "x" * 2_000])
async def test_first_frame_that_is_no_greeting_closes_the_socket(stage: WidgetStage, frame: str) -> None:
    widget = await stage.add("chat")
    url = f"{stage.greenroom.url.replace('http', 'ws')}/api/2/widgets/{widget['id']}/live"
    page = await stage.greenroom.keep_open(LiveSocket(url, []))
    await page.socket.send(frame)
    assert (await page.wait_closed())[0] == BAD_FRAME


async def test_new_key_closes_open_pages_and_the_old_one_opens_nothing(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    old = await stage.key(widget)
    page, _ = await stage.state(widget)
    await stage.rotate(widget)
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await stage.open(widget, key=old)).wait_closed())[0] == FORBIDDEN
    await stage.state(widget)


async def test_deleted_widget_closes_its_pages_for_good(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    key = await stage.key(widget)
    page, _ = await stage.state(widget)
    await stage.delete(widget)
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await stage.open(widget, key=key)).wait_closed())[0] == FORBIDDEN


async def test_deleted_channel_closes_its_pages(stage: WidgetStage) -> None:
    widget = await stage.add("countdown")
    key = await stage.key(widget)
    page, _ = await stage.state(widget)
    async with stage.greenroom.kernel.database.write() as session:
        await start_deletion(session, stage.channel, None, stage.greenroom.kernel.clock())
    assert (await page.wait_closed())[0] == RESTARTED
    assert (await (await stage.open(widget, key=key)).wait_closed())[0] == FORBIDDEN


async def test_changed_widget_is_loaded_again(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    page, _ = await stage.state(widget)
    await stage.save(widget, settings={"max_lines": 5})
    assert (await page.wait_closed())[0] == RESTARTED
    frame = await (await stage.open(widget)).receive()
    assert (frame["revision"], frame["widget"]["settings"]["max_lines"]) == (widget["revision"] + 1, 5)


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_widget_that_is_off_is_blank_on_stream_and_shown_in_the_preview(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    page, _ = await stage.state(widget)
    await stage.switch(widget, is_enabled=False)
    assert (await page.wait_closed())[0] == RESTARTED
    page, (preview, _) = await stage.open(widget), await stage.state(widget, is_preview=True)
    assert await page.receive() == {"type": "off"}
    await stage.process(stage.first.chat_message("hello"))
    assert (await preview.receive())["line"]["text"] == "hello"
    assert await page.drain() == []
    await stage.switch(widget, is_enabled=True)
    assert (await page.wait_closed())[0] == RESTARTED
    assert [line["text"] for line in (await stage.state(widget))[1]["lines"]] == ["hello"]


async def test_line_reaches_the_page_without_what_only_staff_see(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("chat"))
    await stage.process(stage.first.chat_message("hi"))
    frame = await page.receive()
    assert (frame["type"], frame["line"]["text"]) == ("line", "hi")
    assert "is_first" not in frame["line"]


async def test_filtered_line_never_reaches_the_page(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    page, _ = await stage.state(widget)
    await stage.process(stage.first.chat_message(stage.bad_text), stage.first.chat_message("fine"))
    assert (await page.receive())["type"] == "removed"
    assert (await page.receive())["line"]["text"] == "fine"


async def test_line_from_before_we_connected_never_reaches_the_page(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    page, _ = await stage.state(widget)
    await stage.process(stage.first.chat_message("old", is_backlog=True), stage.first.chat_message("new"))
    assert (await page.receive())["line"]["text"] == "new"
    assert [line["text"] for line in (await stage.state(widget))[1]["lines"]] == ["new"]


async def test_widget_without_chat_gets_no_lines(stage: WidgetStage) -> None:
    await stage.add("chat")
    page, _ = await stage.state(await stage.add("goal"))
    await stage.process(stage.first.chat_message("hi"))
    assert await page.drain() == []


async def test_activity_reaches_the_page_without_ids_of_the_viewer(stage: WidgetStage) -> None:
    page, state = await stage.state(await stage.add("event_list"))
    assert state == {"activities": []}
    await stage.process(stage.report(ActivityKind.RAID, count=42))
    activity = (await page.receive())["activity"]
    assert (activity["name"], activity["kind"], activity["count"]) == ("Ana", "raid", 42)
    assert not {"viewer_id", "connection_id", "stream_id"} & activity.keys()


@pytest.mark.both_databases
async def test_event_list_shows_the_latest_of_its_minimum_value(stage: WidgetStage) -> None:
    widget = await stage.add("event_list", minimum=1, max_events=2)
    kinds = (ActivityKind.RESUB, ActivityKind.SUB, ActivityKind.FOLLOW, ActivityKind.GIFT)
    for number, kind in enumerate(kinds):
        await stage.process(stage.report(kind, f"a{number}"))
    _, state = await stage.state(widget)
    assert [one["kind"] for one in state["activities"]] == ["gift", "sub"]


@pytest.mark.both_databases
@pytest.mark.parametrize(("metric", "current"), [("activities", 12), ("count", 16), ("value", 39)])
async def test_goal_counts_from_its_start(stage: WidgetStage, metric: str, current: int) -> None:
    widget = await stage.add("goal", metric=metric, kinds=["sub", "gift_bomb"], start=10)
    page, state = await stage.state(widget)
    assert state == {"current": 10}
    bomb = stage.report(ActivityKind.GIFT_BOMB, "b", count=5)
    await stage.process(stage.report(ActivityKind.SUB), bomb, stage.report(ActivityKind.FOLLOW, "f"))
    frame = await page.receive()
    while frame["type"] != "update" or frame["state"]["current"] != current:
        frame = await page.receive()


async def test_text_has_the_values_of_its_variables(stage: WidgetStage) -> None:
    _, state = await stage.state(await stage.add("text", text="$(math 2+3) viewers"))
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
    stage: WidgetStage, text: str, reason: str
) -> None:
    response = await stage.post("text", settings={"text": text})
    assert response.status_code == 422
    assert response.json()["errors"] == [{"field": "settings.text", "message": f"Character 3: {reason}"}]


async def test_test_reaches_the_page_and_an_unknown_one_is_refused(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    page, _ = await stage.state(widget)
    await stage.ask("POST", f"widgets/{widget['id']}/test", {"name": "message"})
    assert await page.receive() == {"type": "test", "name": "message"}
    response = await stage.client.ask("POST", f"{stage.path}/widgets/{widget['id']}/test", json={"name": "x"})
    assert response.status_code == 422


@pytest.mark.both_databases
async def test_open_page_is_listed_as_a_source_until_it_closes(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    live = await stage.greenroom.keep_open(stage.client.socket("/live"))
    await live.subscribe(stage.channel_id, "widgets")
    page, _ = await stage.state(widget, width=1920, height=1080)
    (source,) = (await stage.ask("GET", f"widgets/{widget['id']}/sources"))["records"]
    assert (source["client"], source["width"], source["height"]) == ("OBS 31 on Windows", 1920, 1080)
    assert (await stage.ask("GET", "widgets"))["records"][0]["sources"] == 1
    assert (await live.receive())["events"][0]["sources"] == [source]
    await page.socket.close()
    assert (await live.receive())["events"][0] == {
        "type": "widget_sources_changed",
        "widget_id": widget["id"],
        "sources": [],
    }


async def test_source_of_a_process_that_was_killed_disappears(stage: WidgetStage, clock: FrozenClock) -> None:
    widget, kernel = await stage.add("chat"), stage.greenroom.kernel
    await stage.state(widget)
    now = kernel.clock()
    killed = WidgetSource(
        widget_id=UUID(widget["id"]), owner="killed", client="OBS", width=1, height=1, connected_at=now, seen_at=now
    )
    async with kernel.database.write() as session:
        session.add(killed)
    assert (await stage.ask("GET", "widgets"))["records"][0]["sources"] == 2
    clock.advance(SOURCE_GONE_AFTER.total_seconds())
    async with kernel.database.write() as session:
        await renew_sources(session, kernel.owner, kernel.clock())
    (source,) = (await stage.ask("GET", f"widgets/{widget['id']}/sources"))["records"]
    assert source["client"] == "OBS 31 on Windows"
    assert len(await stage.greenroom.rows("SELECT id FROM widget_sources")) == 1


async def test_preview_is_no_source(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    await stage.state(widget, is_preview=True)
    assert (await stage.ask("GET", f"widgets/{widget['id']}/sources"))["records"] == []


async def test_staff_cannot_subscribe_to_the_topics_of_widgets(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    live = await stage.greenroom.keep_open(stage.client.socket("/live"))
    for topic in (f"widget:{widget['id']}", f"{stage.channel_id}:widget-chat", f"{stage.channel_id}:widget-activity"):
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


async def test_chat_page_learns_the_command_prefix_and_its_changes(stage: WidgetStage) -> None:
    page, state = await stage.state(await stage.add("chat"))
    settings = await stage.ask("GET", "command-settings")
    await stage.ask("PUT", "command-settings", settings | {"prefix": "?"})
    update = await page.receive()
    assert (state["command_prefix"], update["type"], update["state"]["command_prefix"]) == ("!", "update", "?")
