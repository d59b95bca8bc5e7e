"""Name, time zone and language of a channel."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.moderation import LiveEvents

DEFAULTS = {"display_name": "Late Shift", "time_zone": "UTC", "language": "en"}


async def test_only_the_given_settings_change_and_the_change_is_announced(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/settings"
    assert await owner.get(path) == DEFAULTS
    async with owner.socket("/live") as socket:
        await socket.subscribe("user", str((await owner.get("/user"))["id"]))
        events = LiveEvents(socket)
        changed = await owner.ask("PATCH", path, json={"time_zone": "Europe/Berlin", "language": "pt-BR"})
        assert changed.json() == {**DEFAULTS, "time_zone": "Europe/Berlin", "language": "pt-BR"}
        await events.until(lambda event: event["event"] == "channels_changed")
    await owner.ask("PATCH", path, json={"display_name": "  Early Shift "})
    assert (await owner.get(f"/channels/{channel_id}"))["display_name"] == "Early Shift"
    assert [one["display_name"] for one in (await owner.get("/channels?name=early"))["records"]] == ["Early Shift"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("display_name", ""),
        ("display_name", "x" * 41),
        ("display_name", "a\u202eb"),
        ("time_zone", "Mars/Olympus"),
        ("time_zone", "europe/berlin"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", "localtime"),
        ("time_zone", "Factory"),
        ("time_zone", "posix/Europe/Berlin"),
        ("language", "English"),
        ("language", ""),
        ("colour", "red"),
    ],
)
async def test_invalid_setting_names_its_field(owner: ApiClient, channel_id: str, field: str, value: str) -> None:
    answer = await owner.ask("PATCH", f"/channels/{channel_id}/settings", json={field: value})
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), [field])
    assert await owner.get(f"/channels/{channel_id}/settings") == DEFAULTS


async def test_mods_read_the_settings_and_admins_change_them(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    path = f"/channels/{channel_id}/settings"
    mod = await greenroom.staff("marekfixes", channel_id, Role.MOD)
    assert await mod.get(path) == DEFAULTS
    assert refusal(await mod.ask("PATCH", path, json={"language": "de"})) == (403, "forbidden")
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    assert (await admin.ask("PATCH", path, json={"language": "de"})).status_code == 200


async def test_settings_are_a_section_of_the_channel_file(owner: ApiClient, channel_id: str) -> None:
    await owner.ask("PATCH", f"/channels/{channel_id}/settings", json={"time_zone": "Asia/Tokyo"})
    file = await owner.ask("GET", f"/channels/{channel_id}/channel-file", params={"section": "channel_settings"})
    assert "time_zone: Asia/Tokyo" in file.text
    other = await owner.create_channel("Other show")
    applied = await owner.ask("POST", f"/channels/{other}/channel-file/apply", json={"content": file.text})
    assert applied.status_code == 200, applied.text
    assert await owner.get(f"/channels/{other}/settings") == {
        "display_name": "Other show",
        "time_zone": "Asia/Tokyo",
        "language": "en",
    }


async def test_changes_are_in_the_audit_log(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    change = {"display_name": "Early Shift", "time_zone": "Asia/Tokyo"}
    await owner.ask("PATCH", f"/channels/{channel_id}/settings", json=change)
    rows = await greenroom.rows("SELECT section, title FROM audit_entries ORDER BY id")
    assert [(row["section"], row["title"]) for row in rows if row["section"].startswith("channel")] == [
        ("channel", "Channel name"),
        ("channel_settings", "Channel settings"),
    ]
