"""Widgets in a channel's file: without keys and ids, and with media that another channel finds by its content."""

from io import BytesIO

import pytest
from PIL import Image
from widget_editor import WidgetEditor

from greenroom.features.widgets.types.registry import TYPES
from support.greenroom_server import ApiClient, Json

HEADER = "greenroom: 2\n"


async def export(editor: WidgetEditor) -> str:
    answer = await editor.client.ask("GET", f"{editor.path}/channel-file?section=widgets")
    assert answer.status_code == 200, answer.text
    return answer.text


async def send(editor: WidgetEditor, action: str, content: str, **more: object) -> Json:
    path = f"{editor.path}/channel-file/{action}"
    answer = await editor.client.ask("POST", path, json={"content": content, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def widgets(editor: WidgetEditor) -> list[Json]:
    return (await editor.client.get(f"{editor.path}/widgets"))["records"]


async def upload(editor: WidgetEditor, name: str) -> Json:
    written = BytesIO()
    Image.new("RGB", (4, 3), "teal").save(written, "PNG")
    path = f"{editor.path}/media"
    answer = await editor.client.ask("POST", path, params={"name": name}, content=written.getvalue())
    assert answer.status_code == 201, answer.text
    return answer.json()


async def fill(editor: WidgetEditor) -> Json:
    """One widget of every type, all but the first with a picture in their CSS; the alerts show it, too."""
    picture = await upload(editor, "Sub goal!.png")
    variants = [{"image": picture["path"]}, {"weight": 3}]
    rules = [{"name": "Subs", "kinds": ["sub"], "variants": variants}, {"name": "The rest"}]
    for type_name in TYPES:
        settings: dict[str, object] = {"rules": rules} if type_name == "alerts" else {}
        css = f".widget {{ background: url({picture['path']}) }}"
        answer = await editor.post(type_name, name=f"My {type_name}", settings=settings, css=css)
        assert answer.status_code == 201, answer.text
    await editor.switch((await widgets(editor))[0], is_enabled=False)
    return picture


@pytest.mark.rows("P6", "P7")
async def test_importing_the_exported_widgets_changes_nothing(editor: WidgetEditor) -> None:
    await fill(editor)
    content = await export(editor)
    (section,) = (await send(editor, "diff", content, remove_missing=True))["sections"]
    assert (section["same"], section["entries"]) == (len(TYPES), [])
    before = await widgets(editor)
    assert (await send(editor, "apply", content, remove_missing=True))["version_id"] is None
    assert await widgets(editor) == before


async def test_file_has_no_key_and_no_id(editor: WidgetEditor) -> None:
    picture = await fill(editor)
    content = await export(editor)
    for widget in await widgets(editor):
        assert widget["id"] not in content
        assert await editor.key(widget) not in content
    assert picture["id"] not in content
    assert "image: /media/sub-goal-png-" in content
    assert "\n      id:" not in content


@pytest.mark.both_databases
async def test_another_channel_with_the_same_picture_shows_it(editor: WidgetEditor, owner: ApiClient) -> None:
    await fill(editor)
    other = WidgetEditor(editor.greenroom, owner, await owner.create_channel("Other"))
    own = await upload(other, "renamed.png")
    await send(other, "apply", await export(editor))
    copied = {widget["type"]: widget for widget in await widgets(other)}
    assert copied["alerts"]["settings"]["rules"][0]["variants"][0]["image"] == own["path"]
    assert own["path"] in copied["chat"]["css"]
    assert [name for name, widget in copied.items() if not widget["enabled"]] == ["chat"]


async def test_picture_that_the_channel_does_not_have_is_left_out(editor: WidgetEditor, owner: ApiClient) -> None:
    await fill(editor)
    other = WidgetEditor(editor.greenroom, owner, await owner.create_channel("Other"))
    content = await export(editor)
    await send(other, "apply", content)
    (alerts,) = [widget for widget in await widgets(other) if widget["type"] == "alerts"]
    assert alerts["settings"]["rules"][0]["variants"][0]["image"] == ""
    # Imported again with the picture, it is found.
    own = await upload(other, "later.png")
    await send(other, "apply", content)
    (alerts,) = [widget for widget in await widgets(other) if widget["type"] == "alerts"]
    assert alerts["settings"]["rules"][0]["variants"][0]["image"] == own["path"]


async def test_changed_widget_keeps_its_key_and_one_of_another_type_gets_a_new_one(editor: WidgetEditor) -> None:
    goal, chat = await editor.add("goal", target=500), await editor.add("chat")
    keys = [await editor.key(goal), await editor.key(chat)]
    entries = (
        "- {name: Widget 1, type: goal, settings: {target: 600}}\n- {name: WIDGET 2, type: text, enabled: false}\n"
    )
    await send(editor, "apply", f"{HEADER}widgets:\n{entries}")
    first, second = await widgets(editor)
    assert (first["id"], first["settings"]["target"], await editor.key(first)) == (goal["id"], 600, keys[0])
    assert (second["name"], second["type"], second["enabled"]) == ("WIDGET 2", "text", False)
    assert await editor.key(second) != keys[1]


PROBLEMS = [
    ("{name: A, type: tetris}", "widgets.0.type"),
    ("{name: A, type: goal, settings: {target: 0}}", "widgets.0.settings.target"),
    ("{name: A, type: text, settings: {text: $(nonsense)}}", "widgets.0.settings.text"),
    ("{name: A, type: chat, css: '@import x'}", "widgets.0.css"),
    ("{name: A, type: chat, key: secret}", "widgets.0.key"),
]


@pytest.mark.parametrize(("entry", "field"), PROBLEMS)
async def test_widget_that_cannot_be_saved_is_reported_with_its_field(
    editor: WidgetEditor, entry: str, field: str
) -> None:
    found = await send(editor, "diff", f"{HEADER}widgets:\n- {entry}\n")
    assert [(one["line"], one["field"]) for one in found["problems"]] == [(3, field)]


async def test_widgets_that_the_file_does_not_have_are_removed_only_if_asked(editor: WidgetEditor) -> None:
    await editor.add("goal")
    await send(editor, "apply", f"{HEADER}widgets: []\n")
    assert len(await widgets(editor)) == 1
    await send(editor, "apply", f"{HEADER}widgets: []\n", remove_missing=True)
    assert await widgets(editor) == []
