"""Widgets are created, changed and deleted; their keys are shown and replaced."""

import pytest
from widget_channel import WidgetChannel

from greenroom.features.widgets.schemas import MAX_WIDGETS
from greenroom.features.widgets.service import forget_keys, reencrypt_keys
from greenroom.features.widgets.types.registry import TYPES
from support.greenroom_server import GreenroomServer

MOD, EDITOR = 7, 100


@pytest.mark.rows("P7")
@pytest.mark.both_databases
async def test_widget_has_the_defaults_of_its_type_and_the_settings_that_were_given(channel: WidgetChannel) -> None:
    widget = await channel.add("chat", max_lines=7)
    assert (widget["name"], widget["type"], widget["sources"]) == ("Widget 1", "chat", 0)
    assert (widget["settings"]["max_lines"], widget["settings"]["style"]) == (7, "bubbles")
    assert (await channel.client.get(f"{channel.path}/widgets"))["records"] == [widget]
    assert await channel.client.get(f"{channel.path}/widgets/{widget['id']}") == widget


@pytest.mark.parametrize("type_name", TYPES)
async def test_every_type_is_created_with_the_defaults_in_the_api(channel: WidgetChannel, type_name: str) -> None:
    types = (await channel.client.get(f"{channel.path}/widget-types"))["records"]
    (listed,) = [one for one in types if one["name"] == type_name]
    assert (await channel.add(type_name))["settings"] == listed["defaults"]
    assert listed["width"] > 0
    assert listed["classes"]


async def test_changed_widget_keeps_its_key_and_its_type(channel: WidgetChannel) -> None:
    widget = await channel.add("goal", target=500)
    key = await channel.key(widget)
    response = await channel.save(widget, name="Road to 600", settings={"target": 600}, css=".goal { color: red }")
    saved = response.json()
    assert (saved["name"], saved["settings"]["target"], saved["type"]) == ("Road to 600", 600, "goal")
    assert saved["revision"] == widget["revision"] + 1
    assert await channel.key(widget) == key


async def test_second_save_of_the_same_revision_is_refused(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    assert (await channel.save(widget, revision=1)).status_code == 200
    response = await channel.save(widget, revision=1)
    assert (response.status_code, response.json()["type"]) == (409, "widget_changed")


@pytest.mark.both_databases
async def test_key_has_the_end_that_is_shown_and_is_replaced_by_a_new_key(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    key = await channel.key(widget)
    assert len(key) == 43
    assert key.endswith(widget["key_end"])
    rotated = await channel.rotate(widget)
    assert rotated["key"] != key
    assert rotated["path"] == f"/widget/{widget['id']}#key={rotated['key']}"
    assert await channel.key(widget) == rotated["key"]


async def test_keys_are_stored_hashed_and_encrypted(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    (row,) = await channel.greenroom.rows("SELECT key_hash, locked_key FROM widgets")
    assert await channel.key(widget) not in str(row)


async def test_key_is_readable_with_a_new_key_file_and_replaced_after_loss_of_the_file(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    key = await channel.key(widget)
    await reencrypt_keys(channel.greenroom.kernel)
    assert await channel.key(widget) == key
    await forget_keys(channel.greenroom.kernel)
    response = await channel.client.ask("GET", f"{channel.path}/widgets/{widget['id']}/key")
    assert (response.status_code, response.json()["type"]) == (409, "widget_key_forgotten")
    assert (await channel.rotate(widget))["key"] == await channel.key(widget)


@pytest.mark.both_databases
async def test_deleted_widget_is_not_listed(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    assert (await channel.delete(widget)).status_code == 204
    assert (await channel.client.get(f"{channel.path}/widgets"))["records"] == []
    assert (await channel.delete(widget)).json()["type"] == "widget_not_found"


@pytest.mark.both_databases
async def test_name_of_a_widget_is_unique_without_regard_to_case(channel: WidgetChannel) -> None:
    chat = (await channel.post(name="Straße")).json()
    goal = await channel.add("goal")
    for response in (await channel.post(name="STRASSE"), await channel.save(goal, name=" strasse ")):
        assert (response.status_code, response.json()["type"]) == (409, "name_taken")
        assert [one["field"] for one in response.json()["errors"]] == ["name"]
    assert (await channel.save(chat, name="STRASSE")).json()["name"] == "STRASSE"


INVALID_SETTINGS: list[tuple[str, dict[str, object], str]] = [
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


@pytest.mark.parametrize(("type_name", "settings", "field"), INVALID_SETTINGS)
async def test_invalid_setting_of_a_widget_type_is_named(
    channel: WidgetChannel, type_name: str, settings: dict[str, object], field: str
) -> None:
    response = await channel.post(type_name, settings=settings)
    assert response.status_code == 422, response.text
    assert [one["field"] for one in response.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("name", "x" * 101), ("type", "tetris"), ("css", "@import 'x'")]
)
async def test_widget_with_a_bad_name_type_or_css_is_refused(channel: WidgetChannel, field: str, value: str) -> None:
    body = {"name": "Bottom left", "type": "chat", field: value}
    response = await channel.client.ask("POST", f"{channel.path}/widgets", json=body)
    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == [field]


async def test_channel_has_a_limited_number_of_widgets(channel: WidgetChannel) -> None:
    for _ in range(MAX_WIDGETS):
        await channel.add("text")
    response = await channel.post("text")
    assert (response.status_code, response.json()["type"]) == (409, "too_many_widgets")


async def test_editors_read_widget_keys_and_mods_do_not(greenroom: GreenroomServer, channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    key_path = f"{channel.path}/widgets/{widget['id']}/key"
    mod = await greenroom.staff("odalys_", channel.channel_id, MOD)
    response = await mod.ask("GET", key_path)
    assert (response.status_code, response.json()["type"]) == (403, "forbidden")
    other = await greenroom.staff("marekfixes", channel.channel_id, EDITOR)
    assert (await other.ask("GET", key_path)).status_code == 200


async def test_widget_of_another_channel_is_not_found(channel: WidgetChannel) -> None:
    widget = await channel.add("chat")
    other = (await channel.client.ask("POST", "/channels", json={"display_name": "Other"})).json()["id"]
    response = await channel.client.ask("GET", f"/channels/{other}/widgets/{widget['id']}/key")
    assert response.json()["type"] == "widget_not_found"
