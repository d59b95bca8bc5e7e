"""Platform accounts of a channel: connect, renew, disconnect."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

MISSING = "01890000-0000-7000-8000-000000000000"


async def connect_url(client: ApiClient, **target: str) -> str:
    query = {"redirect_to": "/channel-provider-connected"} | target
    return (await client.get("/twitch/connect-chat-url", **query))["url"]


async def only_provider(client: ApiClient, channel_id: str) -> Json:
    (provider,) = await client.get(f"/channels/{channel_id}/providers")
    return provider


@pytest.mark.rows("P3", "K7", "K11")
async def test_connecting_redirects_to_the_popup_page_with_the_id_of_the_connection_in_the_fragment(
    owner: ApiClient, channel_id: str
) -> None:
    answer = await owner.connect("junoplays", channel_id=channel_id)
    provider = await only_provider(owner, channel_id)
    assert answer == {
        "kind": "channel_provider",
        "channel_id": channel_id,
        "channel_provider_id": provider["id"],
        "location": f"/channel-provider-connected#channel_provider_id={provider['id']}",
    }


@pytest.mark.rows("E5", "K11")
async def test_channel_provider_has_the_fields_of_the_specification(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("marekfixes", channel_id=channel_id)
    provider = await only_provider(owner, channel_id)
    expected: Json = {
        "channel_id": channel_id,
        "provider": "twitch",
        "provider_channel_name": "marekfixes",
        "display_name": "MarekFixes",
        "avatar_url": f"{greenroom.rehearsal_state.base_url}/avatars/marekfixes.svg",
        "live_stream_id": None,
        "scope_needed": False,
        "missing_scopes": [],
        "bot_provider": None,
        "connected_by": "JunoPlays",
        "channel_url": "https://www.twitch.tv/marekfixes",
        "dashboard_url": "https://dashboard.twitch.tv/u/marekfixes/stream-manager",
        "edit_url": "https://dashboard.twitch.tv/u/marekfixes/stream-manager",
    }
    assert {name: provider[name] for name in expected} == expected
    assert provider["provider_channel_id"].isdecimal()


@pytest.mark.rows("K11")
async def test_connections_are_listed_newest_first(owner: ApiClient, channel_id: str) -> None:
    for login in ("junoplays", "marekfixes", "odalys_"):
        await owner.connect(login, channel_id=channel_id)
    names = [one["display_name"] for one in await owner.get(f"/channels/{channel_id}/providers")]
    assert names == ["Odalys_", "MarekFixes", "JunoPlays"]


@pytest.mark.rows("P3")
async def test_connecting_again_renews_the_same_connection(owner: ApiClient, channel_id: str) -> None:
    first = await owner.connect("junoplays", channel_id=channel_id)
    again = await owner.connect("junoplays", channel_id=channel_id)
    assert first == again
    assert (await only_provider(owner, channel_id))["id"] == first["channel_provider_id"]


async def test_account_of_another_channel_cannot_be_connected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("marekfixes", channel_id=channel_id)
    before = (await greenroom.twitch_state("marekfixes"))["live_tokens"]
    other = await owner.create_channel("Other")
    answer = await owner.complete_oauth(await owner.consent(await connect_url(owner, channel_id=other), "marekfixes"))
    assert refusal(answer) == (409, "provider_taken")
    assert answer.json()["message"] == "MarekFixes is connected to another channel here. Disconnect it there first."
    assert await owner.get(f"/channels/{other}/providers") == []
    assert (await greenroom.twitch_state("marekfixes"))["live_tokens"] == before


@pytest.mark.rows("E5", "A8")
async def test_missing_scope_is_listed_with_its_label(owner: ApiClient, channel_id: str) -> None:
    url = await connect_url(owner, channel_id=channel_id)
    reduced_url = url.replace("channel%3Amanage%3Abroadcast+", "")
    assert (await owner.complete_oauth(await owner.consent(reduced_url, "junoplays"))).status_code == 200
    provider = await only_provider(owner, channel_id)
    assert provider["scope_needed"]
    label = "Change the title and the category of this channel"
    assert provider["missing_scopes"] == [{"scope": "channel:manage:broadcast", "label": label}]
    await owner.connect("junoplays", channel_id=channel_id)
    provider = await only_provider(owner, channel_id)
    assert (provider["scope_needed"], provider["missing_scopes"]) == (False, [])


@pytest.mark.rows("P3")
async def test_disconnecting_removes_the_connection_and_revokes_its_tokens(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    connected = await owner.connect("marekfixes", channel_id=channel_id)
    path = f"/channels/{channel_id}/providers/{connected['channel_provider_id']}"
    bot = {"bot": "own", "channel_provider_id": connected["channel_provider_id"]}
    await owner.connect("stagehandbot", channel_id=channel_id, **bot)
    assert (await owner.ask("DELETE", path)).status_code == 204
    assert await owner.get(f"/channels/{channel_id}/providers") == []
    for login in ("marekfixes", "stagehandbot"):
        await greenroom.wait_for_event("token_revoked", login=login)
    assert [(await greenroom.twitch_state(login))["live_tokens"] for login in ("marekfixes", "stagehandbot")] == [0, 0]
    assert refusal(await owner.ask("DELETE", path)) == (404, "not_found")


async def test_disconnected_account_can_be_connected_to_another_channel(owner: ApiClient, channel_id: str) -> None:
    connected = await owner.connect("marekfixes", channel_id=channel_id)
    await owner.ask("DELETE", f"/channels/{channel_id}/providers/{connected['channel_provider_id']}")
    other = await owner.create_channel("Other")
    await owner.connect("marekfixes", channel_id=other)
    assert (await only_provider(owner, other))["display_name"] == "MarekFixes"


async def test_connection_of_another_channel_cannot_be_disconnected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    connected = await owner.connect("marekfixes", channel_id=channel_id)
    other_owner = await greenroom.sign_in("odalys_")
    other_channel = await other_owner.create_channel("Theirs")
    path = f"/channels/{other_channel}/providers/{connected['channel_provider_id']}"
    answers = [await other_owner.ask("DELETE", path), await other_owner.ask("DELETE", f"{path}/bot")]
    assert {refusal(answer) for answer in answers} == {(404, "not_found")}
    assert await only_provider(owner, channel_id)


@pytest.mark.rows("A5")
async def test_editor_may_not_connect_a_platform(greenroom: GreenroomServer, channel_id: str) -> None:
    editor = await greenroom.staff("odalys_", channel_id, Role.EDITOR)
    query = {"redirect_to": "/", "channel_id": channel_id}
    answer = await editor.ask("GET", "/twitch/connect-chat-url", params=query)
    assert refusal(answer) == (403, "forbidden")
    assert answer.json()["errors"] == [{"field": "permission", "message": "platforms.manage"}]
    stranger = await greenroom.sign_in("marekfixes")
    assert refusal(await stranger.ask("GET", "/twitch/connect-chat-url", params=query)) == (404, "channel_not_found")


async def test_role_lowered_during_consent_connects_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    consented = await admin.consent(await connect_url(admin, channel_id=channel_id), "odalys_")
    await greenroom.set_level(channel_id, (await admin.get("/user"))["id"], Role.EDITOR)
    assert refusal(await admin.complete_oauth(consented)) == (403, "forbidden")
    assert await owner.get(f"/channels/{channel_id}/providers") == []


async def test_channel_deleted_during_consent_connects_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    consented = await admin.consent(await connect_url(admin, channel_id=channel_id), "odalys_")
    await owner.ask("DELETE", "/user", params={"username": "junoplays"})
    assert refusal(await admin.complete_oauth(consented)) == (400, "state_invalid")


@pytest.mark.both_databases
async def test_account_connected_in_several_tabs_is_one_connection(owner: ApiClient, channel_id: str) -> None:
    consented = [await owner.consent(await connect_url(owner, channel_id=channel_id), "marekfixes") for _ in range(3)]
    answers = [await owner.complete_oauth(one) for one in consented]
    assert len({answer.json()["channel_provider_id"] for answer in answers}) == 1
    assert await only_provider(owner, channel_id)


async def test_connect_url_of_a_bot_needs_a_valid_channel_and_connection(owner: ApiClient, channel_id: str) -> None:
    targets = (
        ({"bot": "own"}, "channel_id"),
        ({"bot": "own", "channel_id": channel_id}, "channel_provider_id"),
        ({"bot": "own", "channel_id": "x"}, "channel_id"),
        ({"bot": "nobody"}, "bot"),
    )
    answers = [
        await owner.ask("GET", "/twitch/connect-chat-url", params={"redirect_to": "/"} | target)
        for target, _ in targets
    ]
    assert [error_fields(answer) for answer in answers] == [[field] for _, field in targets]
    missing = {"redirect_to": "/", "bot": "own", "channel_id": channel_id, "channel_provider_id": MISSING}
    assert refusal(await owner.ask("GET", "/twitch/connect-chat-url", params=missing)) == (404, "not_found")
