"""Users connect, renew, replace and disconnect platform accounts."""

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal

POPUP_PAGE = "/user-provider-connected"
UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"


@pytest.mark.rows("K3", "E2")
async def test_signing_in_connects_the_account_to_the_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    """After a sign-in Greenroom cannot write as the user (`can_chat`), and no scope is missing (`scope_needed`)."""
    (provider,) = await owner.get("/user/providers")
    assert provider.pop("id")
    assert provider.pop("provider_user_id")
    assert provider == {
        "provider": "twitch",
        "login": "junoplays",
        "display_name": "JunoPlays",
        "avatar_url": f"{greenroom.rehearsal_state.base_url}/avatars/junoplays.svg",
        "scope_needed": False,
        "can_chat": False,
        "connected_at": "2030-01-02T03:04:05.678000Z",
    }


@pytest.mark.rows("K7", "P3", "T4")
async def test_connecting_redirects_to_the_popup_page_with_the_id_in_the_fragment(owner: ApiClient) -> None:
    answer = await owner.connect("junoplays", POPUP_PAGE)
    (provider,) = await owner.get("/user/providers")
    assert (provider["scope_needed"], provider["can_chat"]) == (False, True)
    assert answer == {
        "kind": "user_provider",
        "user_provider_id": provider["id"],
        "location": f"/user-provider-connected#user_provider_id={provider['id']}",
    }


@pytest.mark.rows("K7")
async def test_connecting_requests_the_chat_scope(greenroom: GreenroomServer, owner: ApiClient) -> None:
    url = (await owner.get("/twitch/connect-chat-url", redirect_to=POPUP_PAGE))["url"]
    assert url.startswith(f"{greenroom.rehearsal_state.base_url}/twitch/oauth2/authorize?")
    assert "scope=user%3Awrite%3Achat&" in url


@pytest.mark.rows("P3")
async def test_connecting_again_renews_the_same_connection(owner: ApiClient, clock: FrozenClock) -> None:
    (before,) = await owner.get("/user/providers")
    clock.advance(60)
    await owner.connect("junoplays", POPUP_PAGE)
    assert await owner.get("/user/providers") == [before | {"can_chat": True}]


async def test_another_account_replaces_the_old_one(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await owner.connect("stagehandbot", POPUP_PAGE)
    (provider,) = await owner.get("/user/providers")
    assert provider["display_name"] == "StagehandBot"
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    assert (await greenroom.twitch_state("junoplays"))["live_tokens"] == 0


@pytest.mark.both_databases
@pytest.mark.rows("K4", "U2")
async def test_disconnecting_removes_the_account_and_revokes_its_token(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    (provider,) = await owner.get("/user/providers")
    assert (await owner.ask("DELETE", f"/user/providers/{provider['id']}")).status_code == 204
    assert await owner.get("/user/providers") == []
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    assert (await greenroom.twitch_state("junoplays"))["live_tokens"] == 0
    assert await greenroom.rows("SELECT * FROM credentials") == []


@pytest.mark.rows("K4")
async def test_account_can_be_disconnected_while_a_platform_fails(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await greenroom.control("/twitch/fail", next=1, status=500, path_prefix="/twitch/oauth2/revoke")
    (provider,) = await owner.get("/user/providers")
    assert (await owner.ask("DELETE", f"/user/providers/{provider['id']}")).status_code == 204
    assert await owner.get("/user/providers") == []


@pytest.mark.rows("K4")
async def test_disconnecting_an_unknown_or_foreign_account_is_not_found(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    (provider,) = await owner.get("/user/providers")
    other_user = await greenroom.sign_in("odalys_")
    foreign = await other_user.ask("DELETE", f"/user/providers/{provider['id']}")
    unknown = await owner.ask("DELETE", f"/user/providers/{UNKNOWN_ID}")
    assert (refusal(foreign), refusal(unknown)) == ((404, "not_found"), (404, "not_found"))
    assert len(await owner.get("/user/providers")) == 1
    assert refusal(await owner.ask("DELETE", "/user/providers/not-an-id")) == (422, "invalid")


@pytest.mark.rows("K4", "P1")
async def test_signing_in_after_a_disconnect_finds_the_same_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    (provider,) = await owner.get("/user/providers")
    await owner.ask("DELETE", f"/user/providers/{provider['id']}")
    again = await greenroom.sign_in("junoplays")
    assert await again.get("/user") == await owner.get("/user")
    assert (await again.get(f"/channels/{channel_id}"))["role"] == "Owner"
    assert [one["display_name"] for one in await again.get("/user/providers")] == ["JunoPlays"]


@pytest.mark.rows("P1")
async def test_account_connected_later_signs_in_the_same_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await owner.connect("stagehandbot", POPUP_PAGE)
    assert await (await greenroom.sign_in("stagehandbot")).get("/user") == await owner.get("/user")


async def test_account_of_another_user_cannot_be_connected(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await greenroom.sign_in("odalys_")
    url = (await owner.get("/twitch/connect-chat-url", redirect_to=POPUP_PAGE))["url"]
    answer = await owner.complete_oauth(await owner.consent(url, "odalys_"))
    assert refusal(answer) == (409, "account_taken")
    assert "Odalys_ is connected to another user here." in answer.json()["message"]
    assert [one["display_name"] for one in await owner.get("/user/providers")] == ["JunoPlays"]


async def test_token_of_a_refused_account_is_revoked(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await greenroom.sign_in("odalys_")
    before = (await greenroom.twitch_state("odalys_"))["live_tokens"]
    url = (await owner.get("/twitch/connect-chat-url", redirect_to=POPUP_PAGE))["url"]
    await owner.complete_oauth(await owner.consent(url, "odalys_"))
    assert (await greenroom.twitch_state("odalys_"))["live_tokens"] == before


async def test_signing_in_keeps_the_token_with_chat_scopes(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await owner.connect("junoplays", POPUP_PAGE)
    before = await greenroom.rows("SELECT locked_access_token, scopes FROM credentials")
    await greenroom.sign_in("junoplays")
    assert await greenroom.rows("SELECT locked_access_token, scopes FROM credentials") == before


async def test_oauth_flow_started_before_the_user_was_deleted_connects_nothing(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    url = (await owner.get("/twitch/connect-chat-url", redirect_to=POPUP_PAGE))["url"]
    consented = await owner.consent(url, "stagehandbot")
    await owner.ask("DELETE", "/user", params={"username": "junoplays"})
    assert refusal(await owner.complete_oauth(consented)) == (400, "state_invalid")
    assert await greenroom.rows("SELECT * FROM credentials") == []


@pytest.mark.rows("K7")
async def test_redirect_to_another_site_is_refused_with_its_field(owner: ApiClient) -> None:
    targets = ("//evil.example", "https://evil.example", "/\\evil.example", "%2F%2Fevil.example", "", "/" + "a" * 2000)
    answers = [await owner.ask("GET", "/twitch/connect-chat-url", params={"redirect_to": one}) for one in targets]
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}
    assert [error_fields(answer) for answer in answers] == [["redirect_to"]] * len(targets)
    missing = await owner.ask("GET", "/twitch/connect-chat-url")
    assert error_fields(missing) == ["redirect_to"]


@pytest.mark.rows("K7")
async def test_platform_that_cannot_be_connected_is_not_found(owner: ApiClient) -> None:
    unsupported = ("7tv", "betterttv", "nowhere")
    query = {"redirect_to": POPUP_PAGE}
    answers = [await owner.ask("GET", f"/{provider}/connect-chat-url", params=query) for provider in unsupported]
    assert {refusal(answer) for answer in answers} == {(404, "not_found")}


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_account_used_only_to_sign_in_needs_no_scope(greenroom: GreenroomServer, provider: str) -> None:
    client = await greenroom.client()
    url = (await client.get(f"/{provider}/sign-in-url", next=""))["url"]
    signed_in = await client.complete_oauth(await client.consent(url, "junoplays"), provider)
    client.token = signed_in.json()["access_token"]
    (account,) = await client.get("/user/providers")
    assert (account["scope_needed"], account["can_chat"]) == (False, False)
    await client.connect("junoplays", POPUP_PAGE, provider)
    (account,) = await client.get("/user/providers")
    assert (account["scope_needed"], account["can_chat"]) == (False, True)
