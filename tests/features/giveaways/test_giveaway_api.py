"""Giveaways through the API: fields, roles, conflicts and the public page."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal


def body(**changes: object) -> Json:
    return {"title": "Keycap set", "keyword": "!keycap", **changes}


async def create(client: ApiClient, channel_id: str, **changes: object) -> Json:
    response = await client.ask("POST", f"/channels/{channel_id}/giveaways", json=body(**changes))
    assert response.status_code == 201, response.text
    return response.json()


@pytest.mark.rows("P6", "A3", "A4")
async def test_mods_read_and_editors_edit_giveaways(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    editor = await greenroom.staff("stagehandbot", channel_id, Role.EDITOR)
    path = f"/channels/{channel_id}/giveaways"
    assert (await mod.ask("POST", path, json=body())).status_code == 403
    giveaway = await create(editor, channel_id)
    assert (await mod.ask("POST", f"{path}/{giveaway['id']}/open")).status_code == 403
    assert (await editor.ask("POST", f"{path}/{giveaway['id']}/open")).status_code == 200
    assert [one["state"] for one in (await mod.get(path))["records"]] == ["open"]
    assert (await mod.get(f"{path}/{giveaway['id']}/entries"))["total"] == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "title"),
        ({"keyword": "two words"}, "keyword"),
        ({"winners": 0}, "winners"),
        ({"winners": 101}, "winners"),
        ({"claim_seconds": 5}, "claim_seconds"),
        ({"ticket_cost": -1}, "ticket_cost"),
        ({"weights": {"sub": 11}}, "weights.sub"),
        ({"min_level": 100}, "min_level"),
        ({"closes_at": "soon"}, "closes_at"),
    ],
)
async def test_invalid_field_is_named(
    owner: ApiClient, channel_id: str, changes: dict[str, object], field: str
) -> None:
    response = await owner.ask("POST", f"/channels/{channel_id}/giveaways", json=body(**changes))
    assert (response.status_code, error_fields(response)) == (422, [field])


@pytest.mark.parametrize(
    "changes",
    [
        {"keyword": ""},
        {"entry": "chatters", "ticket_cost": 5},
        {"opens_at": "2030-01-03T00:00:00Z", "closes_at": "2030-01-02T23:00:00Z"},
    ],
)
async def test_fields_that_contradict_each_other_are_refused(
    owner: ApiClient, channel_id: str, changes: dict[str, object]
) -> None:
    response = await owner.ask("POST", f"/channels/{channel_id}/giveaways", json=body(**changes))
    assert response.status_code == 422


async def test_rules_are_fixed_once_a_giveaway_is_open(owner: ApiClient, channel_id: str) -> None:
    giveaway = await create(owner, channel_id)
    path = f"/channels/{channel_id}/giveaways/{giveaway['id']}"
    assert (await owner.ask("PUT", path, json=body(winners=3))).status_code == 200
    assert refusal(await owner.ask("PUT", path, json=body(winners=2), params={"revision": 1})) == (
        409,
        "giveaway_changed",
    )
    await owner.ask("POST", f"{path}/open")
    closing = body(winners=3, closes_at="2030-01-03T00:00:00Z", reminder_minutes=0)
    assert (await owner.ask("PUT", path, json=closing)).json()["closes_at"] == "2030-01-03T00:00:00Z"
    assert refusal(await owner.ask("PUT", path, json=body(winners=4))) == (409, "giveaway_rules_fixed")


async def test_new_giveaway_is_published(owner: ApiClient, channel_id: str) -> None:
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "giveaways")
        giveaway = await create(owner, channel_id)
        event = (await socket.receive())["events"][0]
    assert event == {"type": "giveaway_changed", "giveaway_id": giveaway["id"]}


async def test_public_page_has_no_drafts_and_no_seed_before_the_draw(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    giveaway = await create(owner, channel_id)
    visitor, public = await greenroom.client(), f"/channels/{channel_id}/public-giveaways/{giveaway['id']}"
    assert refusal(await visitor.ask("GET", public)) == (404, "giveaway_not_found")
    path = f"/channels/{channel_id}/giveaways/{giveaway['id']}"
    await owner.ask("POST", f"{path}/open")
    opened = await visitor.get(public)
    assert (opened["state"], opened["seed"], len(opened["commitment"])) == ("open", None, 64)
    assert refusal(await visitor.ask("GET", f"{public}/entries")) == (404, "giveaway_not_found")
    await owner.ask("POST", f"{path}/close")
    entries = await visitor.ask("GET", f"{public}/entries")
    assert (entries.status_code, entries.text) == (200, "")


async def test_giveaway_of_another_channel_is_not_found(owner: ApiClient, channel_id: str) -> None:
    giveaway = await create(owner, channel_id)
    other = await owner.create_channel()
    response = await owner.ask("DELETE", f"/channels/{other}/giveaways/{giveaway['id']}")
    assert refusal(response) == (404, "giveaway_not_found")
    assert (await owner.ask("DELETE", f"/channels/{channel_id}/giveaways/{giveaway['id']}")).status_code == 204


@pytest.mark.both_databases
async def test_giveaway_defaults_are_saved_per_channel_and_part_of_its_file(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/giveaway-defaults"
    assert (await owner.get(path))["claim_seconds"] == 60
    rules = {"claim_seconds": 30, "winners": 3, "weights": {"sub": 2}}
    for _ in range(2):
        assert (await owner.ask("PUT", path, json=rules)).status_code == 200
    assert (await owner.get(path))["weights"] == {"sub": 2, "vip": 1, "mod": 1}
    file = await owner.ask("GET", f"/channels/{channel_id}/channel-file", params={"section": "giveaway_defaults"})
    assert "claim_seconds: 30" in file.text
