"""Operators make other users operators, and take the role from others or from themselves."""

import asyncio

import pytest

from greenroom.kernel.errors import Conflict
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal


async def user_id_of(client: ApiClient) -> str:
    return (await client.get("/user"))["id"]


@pytest.mark.rows("A7")
async def test_new_operator_can_open_the_admin_area_until_the_role_is_revoked(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    odalys = await greenroom.sign_in_directly("odalys_")
    odalys_id = await user_id_of(odalys)
    path = f"/admin/users/{odalys_id}/operator"
    async with odalys.socket("/live") as socket:
        await socket.send({"type": "subscribe", "topic": f"user:{odalys_id}"})
        await socket.receive()
        assert (await owner.ask("PUT", path)).status_code == 204
        assert (await socket.receive())["events"] == [{"event": "user_changed"}]
    assert (await odalys.ask("GET", "/admin/channels")).status_code == 200
    assert (await owner.ask("DELETE", path)).status_code == 204
    assert refusal(await odalys.ask("GET", "/admin/channels")) == (403, "forbidden")


async def test_last_operator_cannot_give_up_the_role(greenroom: GreenroomServer, owner: ApiClient) -> None:
    own = f"/admin/users/{await user_id_of(owner)}/operator"
    assert refusal(await owner.ask("DELETE", own)) == (409, "last_operator")
    odalys_id = await user_id_of(await greenroom.sign_in_directly("odalys_"))
    await owner.ask("PUT", f"/admin/users/{odalys_id}/operator")
    assert (await owner.ask("DELETE", own)).status_code == 204
    assert (await owner.get("/user"))["is_operator"] is False


async def test_suspended_user_does_not_count_as_operator_and_cannot_become_one(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    odalys_id = await user_id_of(await greenroom.sign_in_directly("odalys_"))
    await owner.ask("PUT", f"/admin/users/{odalys_id}/operator")
    await owner.ask("PUT", f"/admin/users/{odalys_id}/suspension")
    own = f"/admin/users/{await user_id_of(owner)}/operator"
    assert refusal(await owner.ask("DELETE", own)) == (409, "last_operator")
    assert error_fields(await owner.ask("PUT", f"/admin/users/{odalys_id}/operator")) == ["user_id"]
    # The command line refuses it with this message.
    with pytest.raises(Conflict, match="odalys_ is suspended"):
        await greenroom.set_operator("odalys_", is_operator=True)


@pytest.mark.both_databases
async def test_one_of_two_operators_who_demote_each_other_remains(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in_directly("odalys_")
    await greenroom.set_operator("odalys_", is_operator=True)
    owner_id, odalys_id = await user_id_of(owner), await user_id_of(odalys)
    await asyncio.gather(
        owner.ask("DELETE", f"/admin/users/{odalys_id}/operator"),
        odalys.ask("DELETE", f"/admin/users/{owner_id}/operator"),
    )
    assert len(await greenroom.rows("SELECT username FROM users WHERE is_operator")) == 1
