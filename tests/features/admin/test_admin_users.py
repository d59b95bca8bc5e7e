"""The operators' list of users; suspending and removing users, removing channels."""

import asyncio

import pytest
from sqlalchemy import text

from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal

EDITOR = 100
OWNER = 500
SUSPEND_WITHOUT_ENDING_SESSIONS = text("UPDATE users SET suspended_at = created_at WHERE username = 'marekfixes'")
UNKNOWN_ID = "01900000-0000-7000-8000-000000000000"


async def user_id_of(client: ApiClient) -> str:
    return (await client.get("/user"))["id"]


@pytest.mark.both_databases
async def test_operator_pages_through_all_users_newest_first(greenroom: GreenroomServer, owner: ApiClient) -> None:
    for login in ("marekfixes", "odalys_", "brisket99"):
        await greenroom.sign_in_directly(login)
    first = await owner.get("/admin/users", per_page=3)
    second = await owner.get("/admin/users", per_page=3, cursor=first["cursor"])
    names = [[record["username"] for record in page["records"]] for page in (first, second)]
    assert names == [["brisket99", "odalys_", "marekfixes"], ["junoplays"]]
    assert (first["total"], second["cursor"]) == (4, None)


@pytest.mark.both_databases
async def test_record_of_a_user_has_platforms_and_owned_channels(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    record = (await owner.get("/admin/users", name="JUNO"))["records"][0]
    assert record.pop("id") == await user_id_of(owner)
    assert record.pop("avatar_url")
    assert record == {
        "username": "junoplays",
        "display_name": "JunoPlays",
        "is_operator": True,
        "created_at": "2030-01-02T03:04:05.678000Z",
        "last_seen_at": "2030-01-02T03:04:05.678000Z",
        "suspended_at": None,
        "platforms": ["twitch"],
        "owned_channels": ["Late Shift"],
    }
    assert (await owner.get("/admin/users", name="nobody%"))["records"] == []


async def test_user_is_found_by_a_japanese_name(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await greenroom.sign_in_directly("hanamori")
    found = await owner.get("/admin/users", name="花森")
    assert [record["username"] for record in found["records"]] == ["hanamori"]


@pytest.mark.both_databases
async def test_suspended_user_is_signed_out_at_once_and_cannot_sign_in(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    marek = await greenroom.staff("marekfixes", channel_id, EDITOR)
    live = await greenroom.keep_open(marek.socket("/live"))
    await live.subscribe(channel_id, "chat")
    marek_id = await user_id_of(marek)
    suspended = await owner.ask("PUT", f"/admin/users/{marek_id}/suspension")
    assert suspended.status_code == 204, suspended.text
    assert await live.wait_closed() == (4401, "unauthenticated")
    assert refusal(await marek.ask("GET", f"/channels/{channel_id}")) == (401, "unauthenticated")
    url = (await marek.get("/twitch/sign-in-url"))["url"]
    again = await marek.complete_oauth(await marek.consent(url, "marekfixes"))
    assert refusal(again) == (403, "user_suspended")
    assert again.json()["message"] == "Your account is suspended. Contact your server admin."


async def test_session_that_the_suspension_did_not_end_is_refused(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    marek = await greenroom.staff("marekfixes", channel_id, EDITOR)
    async with greenroom.kernel.database.write() as session:
        await session.execute(SUSPEND_WITHOUT_ENDING_SESSIONS)
    answers = [await marek.ask("GET", path) for path in ("/user", f"/channels/{channel_id}/commands")]
    assert [refusal(answer) for answer in answers] == [(401, "unauthenticated")] * 2


async def test_lifting_a_suspension_restores_the_role(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    marek_id = await user_id_of(await greenroom.staff("marekfixes", channel_id, EDITOR))
    await owner.ask("PUT", f"/admin/users/{marek_id}/suspension")
    assert (await owner.get("/admin/users", name="marek"))["records"][0]["suspended_at"]
    assert (await owner.ask("DELETE", f"/admin/users/{marek_id}/suspension")).status_code == 204
    marek = await greenroom.sign_in_directly("marekfixes")
    assert (await marek.get(f"/channels/{channel_id}"))["role"] == "Editor"


async def test_invitation_that_a_suspended_owner_made_is_refused(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys, guest = await greenroom.staff("odalys_", channel_id, OWNER), await greenroom.sign_in_directly("brisket99")
    invitation = (await odalys.ask("POST", f"/channels/{channel_id}/invites", json={"level": EDITOR})).json()
    await owner.ask("PUT", f"/admin/users/{await user_id_of(odalys)}/suspension")
    headers = {"X-Invite-Token": invitation["link"].partition("#token=")[2]}
    answer = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=headers)
    assert refusal(answer) == (410, "invite_gone")


@pytest.mark.both_databases
async def test_operator_removes_a_user_with_the_channels_that_only_they_own(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    odalys = await greenroom.staff("odalys_", channel_id, OWNER)
    await odalys.create_channel("Night Watch")
    odalys_id = await user_id_of(odalys)
    preview = await owner.get(f"/admin/users/{odalys_id}/deletion")
    assert [one["display_name"] for one in preview["deleted_channels"]] == ["Night Watch"]
    assert [one["display_name"] for one in preview["kept_channels"]] == ["Late Shift"]
    wrong = await owner.ask("DELETE", f"/admin/users/{odalys_id}", params={"username": "someone"})
    assert error_fields(wrong) == ["username"]
    removed = await owner.ask("DELETE", f"/admin/users/{odalys_id}", params={"username": "odalys_"})
    assert removed.status_code == 204, removed.text
    assert refusal(await odalys.ask("GET", "/user")) == (401, "user_no_longer_exists")
    assert [one["display_name"] for one in (await owner.get("/admin/channels"))["records"]] == ["Late Shift"]


async def test_operator_cannot_suspend_or_remove_themselves(owner: ApiClient) -> None:
    own_id = await user_id_of(owner)
    suspended = await owner.ask("PUT", f"/admin/users/{own_id}/suspension")
    removed = await owner.ask("DELETE", f"/admin/users/{own_id}", params={"username": "junoplays"})
    assert [error_fields(answer) for answer in (suspended, removed)] == [["user_id"]] * 2
    assert (await owner.get("/user"))["is_operator"]


@pytest.mark.both_databases
async def test_of_two_operators_who_suspend_each_other_one_remains(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    odalys = await greenroom.sign_in_directly("odalys_")
    await greenroom.set_operator("odalys_", is_operator=True)
    owner_id, odalys_id = await user_id_of(owner), await user_id_of(odalys)
    await asyncio.gather(
        owner.ask("PUT", f"/admin/users/{odalys_id}/suspension"),
        odalys.ask("PUT", f"/admin/users/{owner_id}/suspension"),
    )
    suspended = await greenroom.rows("SELECT username FROM users WHERE suspended_at IS NOT NULL")
    assert len(suspended) == 1


@pytest.mark.both_databases
async def test_operator_removes_a_channel_of_another_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in_directly("odalys_")
    channel_id = await odalys.create_channel("Night Watch")
    wrong = await owner.ask("DELETE", f"/admin/channels/{channel_id}", params={"display_name": "Night"})
    assert error_fields(wrong) == ["display_name"]
    removed = await owner.ask("DELETE", f"/admin/channels/{channel_id}", params={"display_name": "Night Watch"})
    assert removed.status_code == 204, removed.text
    assert refusal(await odalys.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")
    again = await owner.ask("DELETE", f"/admin/channels/{channel_id}", params={"display_name": "Night Watch"})
    assert refusal(again) == (404, "channel_not_found")


async def test_users_and_channels_that_do_not_exist_are_not_found(owner: ApiClient) -> None:
    answers = [
        await owner.ask("PUT", f"/admin/users/{UNKNOWN_ID}/suspension"),
        await owner.ask("DELETE", f"/admin/users/{UNKNOWN_ID}/suspension"),
        await owner.ask("DELETE", f"/admin/users/{UNKNOWN_ID}", params={"username": "x"}),
        await owner.ask("DELETE", f"/admin/channels/{UNKNOWN_ID}", params={"display_name": "x"}),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4


async def test_users_are_managed_by_operators_only(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys, owner_id = await greenroom.sign_in_directly("odalys_"), await user_id_of(owner)
    channel_id = await owner.create_channel()
    calls = [
        ("GET", "/admin/users"),
        ("GET", f"/admin/users/{owner_id}/deletion"),
        ("PUT", f"/admin/users/{owner_id}/suspension"),
        ("DELETE", f"/admin/users/{owner_id}/suspension"),
        ("DELETE", f"/admin/users/{owner_id}?username=junoplays"),
        ("DELETE", f"/admin/channels/{channel_id}?display_name=Late%20Shift"),
    ]
    answers = [refusal(await odalys.ask(method, path)) for method, path in calls]
    assert answers == [(403, "forbidden")] * len(calls)
