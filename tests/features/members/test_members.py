"""Members of a channel: which roles may change which members, and the protection of the last owner."""

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.members import change_access_end, change_level, leave, members_of, remove, roles_of, transfer, user_id_of

UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"
TOO_LOW = (403, "role_too_low")
LAST_OWNER = (409, "last_owner")


@pytest.mark.rows("P7", "A5")
async def test_member_is_listed_with_role_accounts_and_end_of_access(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    editor = await greenroom.staff("odalys_", channel_id, Role.EDITOR)
    assert (await change_access_end(owner, channel_id, editor, "24h")).status_code == 204
    members = await members_of(owner, channel_id)
    assert list(members) == ["JunoPlays", "Odalys_"]
    juno, odalys = members["JunoPlays"], members["Odalys_"]
    assert (juno["role"], juno["is_last_owner"], juno["expires_at"]) == ("Owner", True, None)
    assert odalys["accounts"] == [{"provider": "twitch", "name": "Odalys_"}]
    assert (odalys["expires_at"][:10], odalys["last_seen_at"], odalys["is_online"]) == ("2030-01-03", None, False)
    assert odalys["grantable_levels"] == [Role.MOD, Role.EDITOR, Role.ADMIN, Role.OWNER]


@pytest.mark.rows("P7", "A5", "A6")
async def test_admin_changes_only_lower_members_and_cannot_give_a_higher_role(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    peer = await greenroom.staff("marekfixes", channel_id, Role.ADMIN)
    mod = await greenroom.staff("hanamori", channel_id, Role.MOD)
    assert (await change_level(admin, channel_id, mod, Role.EDITOR)).status_code == 204
    assert error_fields(await change_level(admin, channel_id, mod, Role.OWNER)) == ["level"]
    for not_lower in (owner, peer, admin):
        assert refusal(await change_level(admin, channel_id, not_lower, Role.MOD)) == TOO_LOW
        assert refusal(await change_access_end(admin, channel_id, not_lower, "24h")) == TOO_LOW
        assert refusal(await remove(admin, channel_id, not_lower)) == TOO_LOW
    assert refusal(await transfer(admin, channel_id, mod)) == TOO_LOW
    assert sorted((await roles_of(owner, channel_id)).values()) == ["Admin", "Admin", "Editor", "Owner"]


@pytest.mark.parametrize("level", [-1, 0, 2, 8, 501, 2**40])
async def test_level_that_is_no_staff_role_is_refused(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, level: int
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    answer = await change_level(owner, channel_id, mod, level)
    assert (answer.status_code, error_fields(answer)) == (422, ["level"])


@pytest.mark.rows("P7")
async def test_last_owner_can_neither_leave_nor_be_lowered_nor_removed(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    assert refusal(await leave(owner, channel_id)) == LAST_OWNER
    assert refusal(await change_level(owner, channel_id, owner, Role.ADMIN)) == LAST_OWNER
    assert refusal(await remove(owner, channel_id, owner)) == LAST_OWNER
    assert error_fields(await change_access_end(owner, channel_id, owner, "24h")) == ["access_ends"]
    assert (await change_level(owner, channel_id, second, Role.OWNER)).status_code == 204
    assert (await change_level(second, channel_id, owner, Role.MOD)).status_code == 204
    assert await roles_of(second, channel_id) == {"Odalys_": "Owner", "JunoPlays": "Mod"}


async def test_suspended_owner_does_not_count_as_another_owner(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    await greenroom.set_operator("junoplays", is_operator=True)
    await owner.ask("PUT", f"/admin/users/{await user_id_of(second)}/suspension")
    assert refusal(await leave(owner, channel_id)) == LAST_OWNER
    assert (await members_of(owner, channel_id))["Odalys_"]["is_suspended"]


@pytest.mark.rows("P7")
async def test_owner_who_transfers_ownership_becomes_admin_and_the_new_owners_access_has_no_end(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await change_access_end(owner, channel_id, guest, "after_stream")
    assert error_fields(await transfer(owner, channel_id, owner)) == ["user_id"]
    assert (await transfer(owner, channel_id, guest)).status_code == 204
    members = await members_of(guest, channel_id)
    assert {name: one["role"] for name, one in members.items()} == {"Odalys_": "Owner", "JunoPlays": "Admin"}
    assert not members["Odalys_"]["ends_after_stream"]


async def test_user_who_is_no_member_cannot_be_changed(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/members/{UNKNOWN_ID}"
    answers = [
        await owner.ask("PUT", f"{path}/level", json={"level": 7}),
        await owner.ask("PUT", f"{path}/access-end", json={"access_ends": "24h"}),
        await owner.ask("DELETE", path),
        await owner.ask("POST", f"/channels/{channel_id}/ownership", json={"user_id": UNKNOWN_ID}),
    ]
    assert {refusal(answer) for answer in answers} == {(404, "not_found")}


async def test_member_who_left_has_no_access(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    own = await mod.get(f"/channels/{channel_id}/membership")
    assert (own["role"], own["is_last_owner"], own["expires_at"]) == ("Mod", False, None)
    assert (await leave(mod, channel_id)).status_code == 204
    assert refusal(await mod.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")
    assert list(await roles_of(owner, channel_id)) == ["JunoPlays"]


async def test_changes_of_access_are_in_the_audit_log(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod, guest = [await greenroom.staff(login, channel_id, Role.MOD) for login in ("odalys_", "marekfixes")]
    await change_level(owner, channel_id, mod, Role.EDITOR)
    await change_level(owner, channel_id, mod, Role.EDITOR)
    await change_access_end(owner, channel_id, guest, "24h")
    await remove(owner, channel_id, guest)
    invitation = (await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})).json()
    await owner.ask("DELETE", f"/channels/{channel_id}/invites/{invitation['id']}")
    await transfer(owner, channel_id, mod)
    await leave(owner, channel_id)
    rows = await greenroom.rows("SELECT title, author_name, subject_name FROM audit_entries ORDER BY id")
    assert [tuple(row.values()) for row in rows] == [
        ("Access of a member", "JunoPlays", "Odalys_"),
        ("Access of a member", "JunoPlays", "MarekFixes"),
        ("Removed a member", "JunoPlays", "MarekFixes"),
        ("Invited a new member", "JunoPlays", ""),
        ("Revoked an invitation", "JunoPlays", ""),
        ("Access of a member", "JunoPlays", "Odalys_"),
        ("Access of a member", "JunoPlays", "JunoPlays"),
        ("Left the channel", "JunoPlays", "JunoPlays"),
    ]


@pytest.mark.rows("P7")
async def test_changed_role_reaches_open_pages_at_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    member = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    async with owner.socket("/live") as manager_socket, member.socket("/live") as member_socket:
        await manager_socket.subscribe(channel_id, "members")
        await member_socket.send({"type": "subscribe", "topic": f"user:{await user_id_of(member)}"})
        while (await member_socket.receive())["type"] != "subscribed":
            pass
        await member_socket.subscribe(channel_id, "members")
        await change_level(owner, channel_id, member, Role.MOD)
        frame = await member_socket.receive()
        while frame["type"] != "events":
            frame = await member_socket.receive()
        assert frame["events"] == [{"event": "channels_changed"}]
        while frame["type"] != "denied":
            frame = await member_socket.receive()
        assert frame["topic"] == f"{channel_id}:members"
        assert (await manager_socket.receive())["events"] == [{"type": "members"}]
