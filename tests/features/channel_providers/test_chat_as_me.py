"""An account connected to a channel can be shared with the user (`chat_as_me`): one consent, one credential."""

from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.staff_accounts import staff_name
from greenroom.accounts.channel_deletion.service import start_deletion
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

pytestmark = pytest.mark.rows("P3")


async def connect(client: ApiClient, channel_id: str, provider: str = "kick", login: str = "junoplays") -> str:
    done = await client.connect(login, provider=provider, channel_id=channel_id, chat_as_me="true")
    return done["channel_provider_id"]


async def own_accounts(client: ApiClient) -> dict[str, Json]:
    return {one["provider"]: one for one in await client.get("/user/providers")}


async def sign_in_with(greenroom: GreenroomServer, provider: str) -> ApiClient:
    client = await greenroom.client()
    url = (await client.get(f"/{provider}/sign-in-url"))["url"]
    response = await client.complete_oauth(await client.consent(url, "junoplays"), provider)
    client.token = response.json()["access_token"]
    return client


async def count_credentials(greenroom: GreenroomServer, provider: str) -> int:
    (row,) = await greenroom.rows(f"SELECT count(*) AS n FROM credentials WHERE provider = '{provider}'")  # noqa: S608
    return row["n"]


async def test_one_consent_connects_channel_and_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    for provider in ("twitch", "youtube", "kick"):
        await connect(owner, channel_id, provider)
    own = await own_accounts(owner)
    assert {name: (one["can_chat"], one["scope_needed"]) for name, one in own.items()} == {
        "twitch": (True, False),
        "youtube": (True, False),
        "kick": (True, False),
    }
    connected = await owner.get(f"/channels/{channel_id}/providers")
    assert [one["scope_needed"] for one in connected] == [False] * 3
    assert [await count_credentials(greenroom, one) for one in ("twitch", "youtube", "kick")] == [1, 1, 1]


async def test_without_chat_as_me_only_the_channel_is_connected(owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    await owner.connect("junoplays", provider="kick", channel_id=channel_id)
    assert list(await own_accounts(owner)) == ["twitch"]


async def test_account_of_another_user_is_not_shared(greenroom: GreenroomServer, owner: ApiClient) -> None:
    other = await greenroom.sign_in("odalys_")
    await connect(owner, await owner.create_channel(), "twitch", "odalys_")
    assert (await own_accounts(owner))["twitch"]["login"] == "junoplays"
    assert (await own_accounts(other))["twitch"]["can_chat"] is False


async def test_account_is_not_shared_with_a_user_who_has_another_one_on_the_platform(owner: ApiClient) -> None:
    await connect(owner, await owner.create_channel(), "twitch", "stagehandbot")
    assert (await own_accounts(owner))["twitch"]["login"] == "junoplays"


@pytest.mark.parametrize("first", ["user", "channel"])
async def test_tokens_are_revoked_once_both_channel_and_user_are_disconnected(
    greenroom: GreenroomServer, owner: ApiClient, first: str
) -> None:
    channel_id = await owner.create_channel()
    provider_id = await connect(owner, channel_id)
    own = (await own_accounts(owner))["kick"]
    paths = {"user": f"/user/providers/{own['id']}", "channel": f"/channels/{channel_id}/providers/{provider_id}"}
    assert (await owner.ask("DELETE", paths.pop(first))).status_code == 204
    assert await count_credentials(greenroom, "kick") == 1
    (other_path,) = paths.values()
    assert (await owner.ask("DELETE", other_path)).status_code == 204
    assert await count_credentials(greenroom, "kick") == 0
    await greenroom.wait_for_event("token_revoked", platform="kick", login="junoplays")


async def test_connecting_the_account_to_the_user_again_keeps_the_scopes_of_the_channel(owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    await connect(owner, channel_id, "twitch")
    await owner.connect("junoplays", "/user-provider-connected")
    (connected,) = await owner.get(f"/channels/{channel_id}/providers")
    assert connected["scope_needed"] is False
    assert (await own_accounts(owner))["twitch"]["can_chat"] is True


async def test_deleting_the_channel_keeps_the_account_of_the_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    await connect(owner, channel_id)
    async with greenroom.kernel.database.write() as session:
        assert await start_deletion(session, UUID(channel_id), None, greenroom.kernel.clock()) == []
    assert (await own_accounts(owner))["kick"]["can_chat"] is True


async def test_chat_as_me_is_refused_without_a_channel_and_for_a_bot(owner: ApiClient) -> None:
    query = {"redirect_to": "/", "chat_as_me": "true"}
    answer = await owner.ask("GET", "/twitch/connect-chat-url", params=query)
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["chat_as_me"])
    channel_id = await owner.create_channel()
    answer = await owner.ask(
        "GET", "/twitch/connect-chat-url", params={**query, "channel_id": channel_id, "bot": "own"}
    )
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["chat_as_me"])


async def test_admin_who_connects_the_streamers_account_cannot_chat_as_it(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    channel_id = await owner.create_channel()
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    await connect(admin, channel_id, "kick")
    assert list(await own_accounts(admin)) == ["twitch"]


async def test_signing_in_with_a_shared_account_signs_in_another_user(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    await connect(owner, await owner.create_channel(), "kick")
    other = await sign_in_with(greenroom, "kick")
    assert (await other.get("/user"))["id"] != (await owner.get("/user"))["id"]
    # Signing in with the account proves that it belongs to the other user, which ends the sharing.
    assert (list(await own_accounts(owner)), list(await own_accounts(other))) == (["twitch"], ["kick"])


async def test_user_who_connects_the_shared_account_to_themselves_can_sign_in_with_it(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    await connect(owner, await owner.create_channel(), "kick")
    await owner.connect("junoplays", "/user-provider-connected", provider="kick")
    same = await sign_in_with(greenroom, "kick")
    assert (await same.get("/user"))["id"] == (await owner.get("/user"))["id"]


async def test_account_shared_by_one_user_is_not_shared_by_a_second_one(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    channel_id = await owner.create_channel()
    await connect(owner, channel_id, "kick")
    async with greenroom.kernel.database.write() as session:
        await start_deletion(session, UUID(channel_id), None, greenroom.kernel.clock())
    other = await greenroom.sign_in("odalys_")
    await connect(other, await other.create_channel(), "kick")
    assert (list(await own_accounts(owner)), list(await own_accounts(other))) == (["twitch", "kick"], ["twitch"])


async def test_user_can_sign_in_with_an_account_after_its_sharing_ended(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    channel_id = await owner.create_channel()
    second = await sign_in_with(greenroom, "kick")
    second_id = (await second.get("/user"))["id"]
    await second.connect("odalys_", "/user-provider-connected")
    await greenroom.set_level(channel_id, second_id, Role.OWNER)
    await connect(second, channel_id, "kick")
    await owner.connect("junoplays", provider="kick", channel_id=channel_id)
    assert list(await own_accounts(second)) == ["twitch"]
    same = await sign_in_with(greenroom, "kick")
    assert (await same.get("/user"))["id"] == second_id


async def test_sharing_ends_when_another_user_renews_the_tokens(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    await connect(second, channel_id, "kick")
    assert (await own_accounts(second))["kick"]["can_chat"]
    await owner.connect("junoplays", provider="kick", channel_id=channel_id)
    assert list(await own_accounts(second)) == ["twitch"]


async def test_no_member_of_staff_is_named_for_a_shared_account(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel()
    await connect(owner, channel_id, "kick", "odalys_")
    account_id = (await own_accounts(owner))["kick"]["provider_user_id"]
    async with greenroom.kernel.database.read() as session:
        assert await staff_name(session, UUID(channel_id), "kick", account_id) is None
    await owner.connect("odalys_", "/user-provider-connected", provider="kick")
    async with greenroom.kernel.database.read() as session:
        assert await staff_name(session, UUID(channel_id), "kick", account_id) == "JunoPlays"
