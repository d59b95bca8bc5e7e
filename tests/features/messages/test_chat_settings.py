"""Admins set whether chat is public and how long chat is kept."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal


async def test_chat_is_public_and_kept_forever_until_changed(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-settings"
    assert await owner.get(path) == {"is_public": True, "retention_days": 0}
    response = await owner.ask("PATCH", path, json={"retention_days": 30})
    assert response.json() == {"is_public": True, "retention_days": 30}
    response = await owner.ask("PATCH", path, json={"is_public": False})
    assert response.json() == {"is_public": False, "retention_days": 30}
    assert await owner.get(path) == {"is_public": False, "retention_days": 30}


BAD_VALUES: list[tuple[dict[str, object], str]] = [
    ({"retention_days": -1}, "retention_days"),
    ({"retention_days": 3651}, "retention_days"),
    ({"retention_days": 1.5}, "retention_days"),
    ({"retention_days": None}, "retention_days"),
    ({"is_public": None}, "is_public"),
    ({"is_public": "perhaps"}, "is_public"),
    ({"is_public": False, "retention_days": "x"}, "retention_days"),
]


@pytest.mark.rows("V3")
async def test_invalid_value_names_its_field_and_changes_nothing(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-settings"
    for body, field in BAD_VALUES:
        response = await owner.ask("PATCH", path, json=body)
        assert response.status_code == 422, body
        assert error_fields(response) == [field], body
    assert await owner.get(path) == {"is_public": True, "retention_days": 0}


@pytest.mark.rows("A3")
async def test_editors_read_the_settings_and_admins_change_them(greenroom: GreenroomServer, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-settings"
    editor, admin = (
        await greenroom.staff("odalys_", channel_id, Role.EDITOR),
        await greenroom.staff("stagehandbot", channel_id, Role.ADMIN),
    )
    assert (await editor.get(path))["is_public"]
    assert refusal(await editor.ask("PATCH", path, json={"is_public": False})) == (403, "forbidden")
    assert (await admin.ask("PATCH", path, json={"is_public": False})).status_code == 200
