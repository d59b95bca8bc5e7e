"""The operators' list of every channel, and the details of one."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.stats.streams.models import Stream
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


async def test_record_does_not_list_an_ended_role_of_the_operator(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in("odalys_")
    channel_id, user_id = await odalys.create_channel("Not mine"), (await owner.get("/user"))["id"]
    await greenroom.set_level(channel_id, user_id, Role.MOD)
    now = greenroom.kernel.clock()
    levels: list[int | None] = []
    for end in (now + timedelta(seconds=1), now):
        await greenroom.set_access_end(channel_id, user_id, end)
        levels.append((await owner.get("/admin/channels"))["records"][0]["level"])
    assert levels == [7, None]


@pytest.mark.both_databases
async def test_operator_who_is_not_staff_of_a_channel_sees_its_connections_last_stream_and_size(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    odalys = await greenroom.sign_in("odalys_")
    channel_id = await odalys.create_channel("Not mine")
    await odalys.connect("odalys_", channel_id=channel_id)
    path, now = f"/admin/channels/{channel_id}", greenroom.kernel.clock()
    before = await owner.get(path)
    assert (before["last_stream_started_at"], before["last_stream_ended_at"]) == (None, None)
    async with greenroom.kernel.database.write() as session:
        for days in (3, 1, 2):
            session.add(ended_stream(UUID(channel_id), now - timedelta(days=days)))
    details = await owner.get(path)
    assert details["connections"] == [{"provider": "twitch", "name": "odalys_", "is_live": False}]
    assert datetime.fromisoformat(details["last_stream_started_at"]) == now - timedelta(days=1)
    assert datetime.fromisoformat(details["last_stream_ended_at"]) == now - timedelta(hours=23)
    assert details["sizes"]["Streams"] == 3
    assert refusal(await owner.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")


def ended_stream(channel_id: UUID, started_at: datetime) -> Stream:
    return Stream(
        channel_id=channel_id,
        title="Night Shift",
        category="Tunic",
        started_at=started_at,
        ended_at=started_at + timedelta(hours=1),
        counted_since=None,
        settled_at=started_at,
        totals=None,
    )


@pytest.mark.both_databases
@pytest.mark.rows("K10")
async def test_operator_searches_by_name(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in("odalys_")
    for name in ("Café", "cafeteria", "Bar"):
        await odalys.create_channel(name)
    found = await owner.get("/admin/channels", name="CAFE")
    assert ([one["display_name"] for one in found["records"]], found["total"]) == (["Café", "cafeteria"], 2)


@pytest.mark.rows("A7")
async def test_admin_area_is_closed_to_everyone_but_operators(greenroom: GreenroomServer, owner: ApiClient) -> None:
    clients = (await greenroom.client(), await greenroom.sign_in("odalys_"))
    answers = [await client.ask("GET", "/admin/channels") for client in clients]
    assert [refusal(answer) for answer in answers] == [(401, "unauthenticated"), (403, "forbidden")]
    assert answers[1].json()["errors"] == [{"field": "permission", "message": "OPERATOR"}]


@pytest.mark.rows("K10")
async def test_page_size_out_of_bounds_names_the_field(owner: ApiClient) -> None:
    answers = [await owner.ask("GET", "/admin/channels", params={"per_page": size}) for size in ("0", "101", "many")]
    assert [error_fields(answer) for answer in answers] == [["per_page"]] * 3
