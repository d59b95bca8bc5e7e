"""The operators' list of every channel."""

import pytest

from greenroom.tenancy.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal


@pytest.mark.both_databases
@pytest.mark.rows("K10", "N2", "A7")
async def test_operator_pages_through_every_channel_50_at_a_time(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in("odalys_")
    for number in range(53):
        await odalys.create_channel(f"Show {number:02}")
    first = await owner.get("/admin/channels", per_page=50)
    second = await owner.get("/admin/channels", per_page=50, cursor=first["cursor"])
    assert (len(first["records"]), first["total"], len(second["records"]), second["cursor"]) == (50, 53, 3, None)
    names = [record["display_name"] for record in first["records"] + second["records"]]
    assert names == [f"Show {number:02}" for number in range(53)]
    assert first == await owner.get("/admin/channels")


@pytest.mark.rows("K10", "A7")
async def test_record_has_owners_platforms_and_the_role_of_the_operator(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    await odalys.create_channel("Not mine")
    await owner.connect("junoplays", channel_id=channel_id)
    own, other = (await owner.get("/admin/channels"))["records"]
    assert own == {
        "id": channel_id,
        "display_name": "Late Shift",
        "created_at": "2030-01-02T03:04:05.678000Z",
        "owner_names": ["JunoPlays", "Odalys_"],
        "platforms": ["twitch"],
        "suspended_at": None,
        "suspended_reason": "",
        "level": 500,
    }
    assert (other["owner_names"], other["platforms"], other["level"]) == (["Odalys_"], [], None)


@pytest.mark.both_databases
@pytest.mark.rows("K10")
async def test_operator_searches_by_name(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in("odalys_")
    for name in ("Café", "cafeteria", "Bar"):
        await odalys.create_channel(name)
    found = await owner.get("/admin/channels", name="CAFE")
    assert ([one["display_name"] for one in found["records"]], found["total"]) == (["Café", "cafeteria"], 2)


@pytest.mark.rows("A7")
async def test_admin_area_is_forbidden_without_the_operator_role(greenroom: GreenroomServer, owner: ApiClient) -> None:
    others = (await greenroom.client(), await greenroom.sign_in("odalys_"))
    answers = [await client.ask("GET", "/admin/channels") for client in others]
    assert [refusal(answer) for answer in answers] == [(401, "unauthenticated"), (403, "forbidden")]
    assert answers[1].json()["errors"] == [{"field": "permission", "message": "OPERATOR"}]


@pytest.mark.rows("K10")
async def test_page_size_out_of_bounds_names_the_field(owner: ApiClient) -> None:
    answers = [await owner.ask("GET", "/admin/channels", params={"per_page": size}) for size in ("0", "101", "many")]
    assert [error_fields(answer) for answer in answers] == [["per_page"]] * 3
