"""Account deletion: deleted and kept data, and the error for an old token."""

import asyncio

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal

USERNAME = {"username": "junoplays"}


@pytest.mark.rows("V1", "K2")
async def test_username_has_to_match_exactly(owner: ApiClient) -> None:
    wrong = ("", "JunoPlays", "junoplays ", "odalys_", "junoplays\u0000")
    answers = [await owner.ask("DELETE", "/user", params={"username": one}) for one in wrong]
    answers.append(await owner.ask("DELETE", "/user"))
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}
    assert [error_fields(answer) for answer in answers] == [["username"]] * len(answers)
    assert await owner.get("/user")


@pytest.mark.rows("K2", "P8", "T11")
async def test_token_of_a_deleted_user_gets_a_specific_error(greenroom: GreenroomServer, owner: ApiClient) -> None:
    other_session = await greenroom.sign_in()
    assert (await owner.ask("DELETE", "/user", params=USERNAME)).status_code == 204
    answers = [await client.ask("GET", path) for client in (owner, other_session) for path in ("/user", "/channels")]
    assert {refusal(answer) for answer in answers} == {(401, "user_no_longer_exists")}


@pytest.mark.both_databases
@pytest.mark.rows("P8", "K2")
async def test_deletion_deletes_all_data_of_the_user(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    await owner.ask("PUT", "/user/settings", json={"theme": "dark"})
    await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})
    await owner.ask("DELETE", "/user", params=USERNAME)
    tables = ("users", "user_settings", "user_providers", "sign_in_identities", "channels", "channel_users")
    tables += ("channel_providers", "channel_invites", "credentials")
    left = {table: await greenroom.rows(f"SELECT * FROM {table}") for table in tables}  # noqa: S608  # named above
    assert {table: rows for table, rows in left.items() if rows} == {}
    assert {row["browser"] for row in await greenroom.rows("SELECT browser FROM sessions")} == {""}


@pytest.mark.rows("P8")
async def test_deletion_revokes_every_token_at_the_platform(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    connected = await owner.connect("junoplays", channel_id=channel_id)
    bot = {"bot": "own", "channel_provider_id": connected["channel_provider_id"]}
    await owner.connect("stagehandbot", channel_id=channel_id, **bot)
    await owner.ask("DELETE", "/user", params=USERNAME)
    await greenroom.wait_for_event("token_revoked", login="stagehandbot")
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    counts = [(await greenroom.twitch_state(login))["live_tokens"] for login in ("junoplays", "stagehandbot")]
    assert counts == [0, 0]


@pytest.mark.both_databases
@pytest.mark.rows("P8")
async def test_preview_lists_deleted_and_kept_channels(greenroom: GreenroomServer, owner: ApiClient) -> None:
    sole, shared = await owner.create_channel("Mine alone"), await owner.create_channel("Shared")
    await greenroom.staff("odalys_", shared, 500)
    foreign = await (await greenroom.sign_in("odalys_")).create_channel("Theirs")
    await greenroom.set_level(foreign, (await owner.get("/user"))["id"], 7)
    assert await owner.get("/user/deletion") == {
        "deleted_channels": [{"id": sole, "display_name": "Mine alone"}],
        "kept_channels": [{"id": shared, "display_name": "Shared"}, {"id": foreign, "display_name": "Theirs"}],
    }


@pytest.mark.both_databases
@pytest.mark.rows("P8", "K2")
async def test_deletion_keeps_channels_with_another_owner_and_deletes_the_others(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    sole, shared = await owner.create_channel("Mine"), await owner.create_channel("Shared")
    other_owner = await greenroom.staff("odalys_", shared, 500)
    await greenroom.staff("odalys_", sole, 200)
    await owner.ask("DELETE", "/user", params=USERNAME)
    assert (await other_owner.get(f"/channels/{shared}"))["display_name"] == "Shared"
    assert refusal(await other_owner.ask("GET", f"/channels/{sole}")) == (404, "channel_not_found")


@pytest.mark.both_databases
async def test_platform_of_a_kept_channel_stays_connected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    other_owner = await greenroom.staff("odalys_", channel_id, 500)
    await owner.ask("DELETE", "/user", params=USERNAME)
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    (provider,) = await other_owner.get(f"/channels/{channel_id}/providers")
    assert (provider["display_name"], provider["connected_by"]) == ("JunoPlays", None)
    assert (await greenroom.twitch_state("junoplays"))["live_tokens"] == 1


@pytest.mark.both_databases
async def test_simultaneous_deletion_of_all_owners_leaves_no_channel_without_an_owner(
    greenroom: GreenroomServer,
) -> None:
    juno, odalys = await greenroom.sign_in("junoplays"), await greenroom.sign_in("odalys_")
    odalys_id = (await odalys.get("/user"))["id"]
    for number in range(4):
        await greenroom.set_level(await juno.create_channel(f"Show {number}"), odalys_id, 500)
    deletions = (
        juno.ask("DELETE", "/user", params=USERNAME),
        odalys.ask("DELETE", "/user", params={"username": "odalys_"}),
    )
    assert [answer.status_code for answer in await asyncio.gather(*deletions)] == [204, 204]
    assert await greenroom.rows("SELECT display_name FROM channels") == []


@pytest.mark.rows("P8", "P1")
async def test_deleted_user_can_sign_up_again_as_a_new_user(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    before = await owner.get("/user")
    await owner.ask("DELETE", "/user", params=USERNAME)
    again = await greenroom.sign_in("junoplays")
    user = await again.get("/user")
    assert (user["username"], user["id"] == before["id"]) == ("junoplays", False)
    assert (await again.get("/channels"))["records"] == []
    assert refusal(await again.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")


@pytest.mark.both_databases
async def test_account_of_a_deleted_user_can_be_connected_by_another_user(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    await owner.ask("DELETE", "/user", params=USERNAME)
    odalys = await greenroom.sign_in("odalys_")
    await odalys.connect("junoplays", "/user-provider-connected")
    assert [one["display_name"] for one in await odalys.get("/user/providers")] == ["JunoPlays"]
