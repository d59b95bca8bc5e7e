"""Widgets are created, changed and deleted; their keys are shown and replaced."""

import pytest
from widget_editor import WidgetEditor

from greenroom.features.widgets.schemas import MAX_WIDGETS
from greenroom.features.widgets.service import forget_keys, reencrypt_keys
from greenroom.features.widgets.types.registry import TYPES
from support.greenroom_server import GreenroomServer

MOD, EDITOR = 7, 100


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_widget_has_the_defaults_of_its_type_and_the_settings_that_were_given(editor: WidgetEditor) -> None:
    widget = await editor.add("chat", max_lines=7)
    assert (widget["name"], widget["type"], widget["sources"]) == ("Widget 1", "chat", 0)
    assert (widget["settings"]["max_lines"], widget["settings"]["style"]) == (7, "bubbles")
    assert (await editor.client.get(f"{editor.path}/widgets"))["records"] == [widget]
    assert await editor.client.get(f"{editor.path}/widgets/{widget['id']}") == widget


@pytest.mark.parametrize("type_name", TYPES)
async def test_every_type_is_created_with_the_defaults_that_the_api_lists(editor: WidgetEditor, type_name: str) -> None:
    types = (await editor.client.get(f"{editor.path}/widget-types"))["records"]
    (listed,) = [one for one in types if one["name"] == type_name]
    assert (await editor.add(type_name))["settings"] == listed["defaults"]
    assert listed["width"] > 0
    assert listed["classes"]


async def test_changed_widget_keeps_its_key_and_its_type(editor: WidgetEditor) -> None:
    widget = await editor.add("goal", target=500)
    key = await editor.key(widget)
    response = await editor.save(widget, name="Road to 600", settings={"target": 600}, css=".goal { color: red }")
    saved = response.json()
    assert (saved["name"], saved["settings"]["target"], saved["type"]) == ("Road to 600", 600, "goal")
    assert saved["revision"] == widget["revision"] + 1
    assert await editor.key(widget) == key


async def test_second_save_of_the_same_revision_is_refused(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    assert (await editor.save(widget, revision=1)).status_code == 200
    response = await editor.save(widget, revision=1)
    assert (response.status_code, response.json()["type"]) == (409, "widget_changed")


@pytest.mark.both_databases
async def test_key_ends_as_shown_and_a_new_one_replaces_it(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    key = await editor.key(widget)
    assert len(key) == 43
    assert key.endswith(widget["key_end"])
    rotated = await editor.rotate(widget)
    assert rotated["key"] != key
    assert rotated["path"] == f"/widget/{widget['id']}#key={rotated['key']}"
    assert await editor.key(widget) == rotated["key"]


async def test_no_key_is_stored_readable(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    (row,) = await editor.greenroom.rows("SELECT key_hash, locked_key FROM widgets")
    assert await editor.key(widget) not in str(row)


async def test_key_is_shown_after_a_new_key_file_and_replaced_after_the_loss_of_one(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    key = await editor.key(widget)
    await reencrypt_keys(editor.greenroom.kernel)
    assert await editor.key(widget) == key
    await forget_keys(editor.greenroom.kernel)
    response = await editor.client.ask("GET", f"{editor.path}/widgets/{widget['id']}/key")
    assert (response.status_code, response.json()["type"]) == (409, "widget_key_forgotten")
    assert (await editor.rotate(widget))["key"] == await editor.key(widget)


@pytest.mark.both_databases
async def test_deleted_widget_is_gone(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    assert (await editor.delete(widget)).status_code == 204
    assert (await editor.client.get(f"{editor.path}/widgets"))["records"] == []
    assert (await editor.delete(widget)).json()["type"] == "widget_not_found"


@pytest.mark.both_databases
async def test_name_of_a_widget_is_unique_without_regard_to_case(editor: WidgetEditor) -> None:
    chat = (await editor.post(name="Straße")).json()
    goal = await editor.add("goal")
    for response in (await editor.post(name="STRASSE"), await editor.save(goal, name=" strasse ")):
        assert (response.status_code, response.json()["type"]) == (409, "name_taken")
        assert [one["field"] for one in response.json()["errors"]] == ["name"]
    assert (await editor.save(chat, name="STRASSE")).json()["name"] == "STRASSE"


UNFIT: list[tuple[str, dict[str, object], str]] = [
    ("chat", {"max_lines": 101}, "settings.max_lines"),
    ("chat", {"providers": ["myspace"]}, "settings.providers.0"),
    ("chat", {"nonsense": 1}, "settings.nonsense"),
    ("goal", {"colour": "url(x)"}, "settings.colour"),
    ("alerts", {"rules": [{"name": "A", "variants": []}]}, "settings.rules.0.variants"),
    ("alerts", {"rules": [{"name": "A", "kinds": ["join"]}]}, "settings.rules.0.kinds.0"),
    ("alerts", {"rules": [{"name": "A", "variants": [{"image": "//evil"}]}]}, "settings.rules.0.variants.0.image"),
    ("custom_html", {"html": "x" * 50_001}, "settings.html"),
    ("subathon", {"seconds": 0}, "settings.seconds"),
]


@pytest.mark.parametrize(("type_name", "settings", "field"), UNFIT)
async def test_setting_that_does_not_fit_the_type_is_named(
    editor: WidgetEditor, type_name: str, settings: dict[str, object], field: str
) -> None:
    response = await editor.post(type_name, settings=settings)
    assert response.status_code == 422, response.text
    assert [one["field"] for one in response.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("name", "x" * 101), ("type", "tetris"), ("css", "@import 'x'")]
)
async def test_widget_with_a_bad_name_type_or_css_is_refused(editor: WidgetEditor, field: str, value: str) -> None:
    body = {"name": "Bottom left", "type": "chat", field: value}
    response = await editor.client.ask("POST", f"{editor.path}/widgets", json=body)
    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == [field]


async def test_channel_has_a_limited_number_of_widgets(editor: WidgetEditor) -> None:
    for _ in range(MAX_WIDGETS):
        await editor.add("text")
    response = await editor.post("text")
    assert (response.status_code, response.json()["type"]) == (409, "too_many_widgets")


async def test_widgets_are_for_editors(greenroom: GreenroomServer, editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    key_path = f"{editor.path}/widgets/{widget['id']}/key"
    mod = await greenroom.staff("odalys_", editor.channel_id, MOD)
    response = await mod.ask("GET", key_path)
    assert (response.status_code, response.json()["type"]) == (403, "forbidden")
    other = await greenroom.staff("marekfixes", editor.channel_id, EDITOR)
    assert (await other.ask("GET", key_path)).status_code == 200


async def test_widget_of_another_channel_is_not_found(editor: WidgetEditor) -> None:
    widget = await editor.add("chat")
    other = (await editor.client.ask("POST", "/channels", json={"display_name": "Other"})).json()["id"]
    response = await editor.client.ask("GET", f"/channels/{other}/widgets/{widget['id']}/key")
    assert response.json()["type"] == "widget_not_found"
