"""Widgets in a channel's file have no keys and ids; another channel finds their media by content."""

from io import BytesIO

import pytest
from PIL import Image
from widget_channel import WidgetChannel

from greenroom.features.widgets.types.registry import TYPES
from support.greenroom_server import ApiClient, Json

HEADER = "greenroom: 2\n"


async def export(channel: WidgetChannel) -> str:
    answer = await channel.client.ask("GET", f"{channel.path}/channel-file?section=widgets")
    assert answer.status_code == 200, answer.text
    return answer.text


async def send(channel: WidgetChannel, action: str, content: str, **more: object) -> Json:
    path = f"{channel.path}/channel-file/{action}"
    answer = await channel.client.ask("POST", path, json={"content": content, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def widgets(channel: WidgetChannel) -> list[Json]:
    return (await channel.client.get(f"{channel.path}/widgets"))["records"]


async def upload(channel: WidgetChannel, name: str) -> Json:
    written = BytesIO()
    Image.new("RGB", (4, 3), "teal").save(written, "PNG")
    path = f"{channel.path}/media"
    answer = await channel.client.ask("POST", path, params={"name": name}, content=written.getvalue())
    assert answer.status_code == 201, answer.text
    return answer.json()


async def fill(channel: WidgetChannel) -> Json:
    """Creates a widget of every type with a picture in its CSS, and switches the first off; returns the picture."""
    picture = await upload(channel, "Sub goal!.png")
    variants = [{"image": picture["path"]}, {"weight": 3}]
    rules = [{"name": "Subs", "kinds": ["sub"], "variants": variants}, {"name": "The rest"}]
    for type_name in TYPES:
        settings: dict[str, object] = {"rules": rules} if type_name == "alerts" else {}
        css = f".widget {{ background: url({picture['path']}) }}"
        answer = await channel.post(type_name, name=f"My {type_name}", settings=settings, css=css)
        assert answer.status_code == 201, answer.text
    await channel.switch((await widgets(channel))[0], is_enabled=False)
    return picture


@pytest.mark.rows("P6", "P7")
async def test_importing_the_exported_widgets_changes_nothing(channel: WidgetChannel) -> None:
    await fill(channel)
    content = await export(channel)
    (section,) = (await send(channel, "diff", content, remove_missing=True))["sections"]
    assert (section["same"], section["entries"]) == (len(TYPES), [])
    before = await widgets(channel)
    assert (await send(channel, "apply", content, remove_missing=True))["version_id"] is None
    assert await widgets(channel) == before


async def test_file_has_no_key_and_no_id(channel: WidgetChannel) -> None:
    picture = await fill(channel)
    content = await export(channel)
    for widget in await widgets(channel):
        assert widget["id"] not in content
        assert await channel.key(widget) not in content
    assert picture["id"] not in content
    assert "image: /media/sub-goal-png-" in content
    assert "\n      id:" not in content


@pytest.mark.both_databases
async def test_imported_widgets_show_the_picture_of_their_new_channel(channel: WidgetChannel, owner: ApiClient) -> None:
    await fill(channel)
    other = WidgetChannel(channel.greenroom, owner, await owner.create_channel("Other"))
    own = await upload(other, "renamed.png")
    await send(other, "apply", await export(channel))
    copied = {widget["type"]: widget for widget in await widgets(other)}
    assert copied["alerts"]["settings"]["rules"][0]["variants"][0]["image"] == own["path"]
    assert own["path"] in copied["chat"]["css"]
    assert [name for name, widget in copied.items() if not widget["enabled"]] == ["chat"]


async def test_picture_that_the_channel_does_not_have_is_left_out(channel: WidgetChannel, owner: ApiClient) -> None:
    await fill(channel)
    other = WidgetChannel(channel.greenroom, owner, await owner.create_channel("Other"))
    content = await export(channel)
    await send(other, "apply", content)
    (alerts,) = [widget for widget in await widgets(other) if widget["type"] == "alerts"]
    assert alerts["settings"]["rules"][0]["variants"][0]["image"] == ""
    # A second import finds the picture that was uploaded meanwhile.
    own = await upload(other, "later.png")
    await send(other, "apply", content)
    (alerts,) = [widget for widget in await widgets(other) if widget["type"] == "alerts"]
    assert alerts["settings"]["rules"][0]["variants"][0]["image"] == own["path"]


async def test_changed_widget_keeps_its_key_and_a_widget_of_another_type_gets_a_new_one(channel: WidgetChannel) -> None:
    goal, chat = await channel.add("goal", target=500), await channel.add("chat")
    keys = [await channel.key(goal), await channel.key(chat)]
    entries = (
        "- {name: Widget 1, type: goal, settings: {target: 600}}\n- {name: WIDGET 2, type: text, enabled: false}\n"
    )
    await send(channel, "apply", f"{HEADER}widgets:\n{entries}")
    first, second = await widgets(channel)
    assert (first["id"], first["settings"]["target"], await channel.key(first)) == (goal["id"], 600, keys[0])
    assert (second["name"], second["type"], second["enabled"]) == ("WIDGET 2", "text", False)
    assert await channel.key(second) != keys[1]


PROBLEMS = [
    ("{name: A, type: tetris}", "widgets.0.type"),
    ("{name: A, type: goal, settings: {target: 0}}", "widgets.0.settings.target"),
    ("{name: A, type: text, settings: {text: $(nonsense)}}", "widgets.0.settings.text"),
    ("{name: A, type: chat, css: '@import x'}", "widgets.0.css"),
    ("{name: A, type: chat, key: secret}", "widgets.0.key"),
]


@pytest.mark.parametrize(("entry", "field"), PROBLEMS)
async def test_widget_that_cannot_be_saved_is_reported_with_its_field(
    channel: WidgetChannel, entry: str, field: str
) -> None:
    found = await send(channel, "diff", f"{HEADER}widgets:\n- {entry}\n")
    assert [(one["line"], one["field"]) for one in found["problems"]] == [(3, field)]


async def test_widgets_missing_in_the_file_are_removed_only_with_remove_missing(channel: WidgetChannel) -> None:
    await channel.add("goal")
    await send(channel, "apply", f"{HEADER}widgets: []\n")
    assert len(await widgets(channel)) == 1
    await send(channel, "apply", f"{HEADER}widgets: []\n", remove_missing=True)
    assert await widgets(channel) == []
