"""The bot account of a channel: its own bot, or the bot of the installation."""

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.server_fixtures import shared_loop_fixture


async def bot_of(client: ApiClient, channel_id: str) -> Json | None:
    (provider,) = await client.get(f"/channels/{channel_id}/providers")
    return provider["bot_provider"]


@shared_loop_fixture()
async def provider_id(owner: ApiClient, channel_id: str) -> str:
    return (await owner.connect("junoplays", channel_id=channel_id))["channel_provider_id"]


@pytest.mark.rows("E5")
async def test_own_bot_is_listed_and_can_be_disconnected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider_id: str
) -> None:
    answer = await owner.connect("stagehandbot", channel_id=channel_id, bot="own", channel_provider_id=provider_id)
    assert (answer["kind"], answer["channel_provider_id"]) == ("channel_bot", provider_id)
    assert await bot_of(owner, channel_id) == {
        "kind": "own",
        "display_name": "StagehandBot",
        "avatar_url": f"{greenroom.rehearsal_state.base_url}/avatars/stagehandbot.svg",
        "scope_needed": False,
    }
    path = f"/channels/{channel_id}/providers/{provider_id}/bot"
    assert (await owner.ask("DELETE", path)).status_code == 204
    assert await bot_of(owner, channel_id) is None
    await greenroom.wait_for_event("token_revoked", login="stagehandbot")
    assert refusal(await owner.ask("DELETE", path)) == (404, "not_found")


async def test_new_own_bot_replaces_the_old_one(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider_id: str
) -> None:
    for login in ("stagehandbot", "brisket99"):
        await owner.connect(login, channel_id=channel_id, bot="own", channel_provider_id=provider_id)
    assert (await bot_of(owner, channel_id) or {})["display_name"] == "Brisket99"
    assert (await greenroom.twitch_state("stagehandbot"))["live_tokens"] == 0


@pytest.mark.rows("K8", "E6", "P3")
async def test_system_bot_is_shown_in_channels_without_their_own_bot(
    owner: ApiClient, channel_id: str, provider_id: str
) -> None:
    answer = await owner.connect("stagehandbot", bot="system")
    assert (answer["kind"], answer["provider"]) == ("system_bot", "twitch")
    assert answer["location"] == "/channel-provider-connected#system_bot_provider=twitch"
    (bot,) = await owner.get("/system-bot-providers")
    assert (bot["provider"], bot["display_name"], bot["scope_needed"]) == ("twitch", "StagehandBot", False)
    shown = await bot_of(owner, channel_id) or {}
    assert (shown["kind"], shown["display_name"]) == ("system", "StagehandBot")
    await owner.connect("brisket99", channel_id=channel_id, bot="own", channel_provider_id=provider_id)
    shown = await bot_of(owner, channel_id) or {}
    assert (shown["kind"], shown["display_name"]) == ("own", "Brisket99")


@pytest.mark.rows("K8", "E6", "S4", "A8")
async def test_bot_with_missing_scopes_is_marked(owner: ApiClient, channel_id: str, provider_id: str) -> None:
    query = {"redirect_to": "/", "bot": "system"}
    url = (await owner.get("/twitch/connect-chat-url", **query))["url"].replace("user%3Awrite%3Achat+", "")
    assert (await owner.complete_oauth(await owner.consent(url, "stagehandbot"))).status_code == 200
    assert [one["scope_needed"] for one in await owner.get("/system-bot-providers")] == [True]
    assert (await bot_of(owner, channel_id) or {})["scope_needed"]


@pytest.mark.rows("A7", "K8")
async def test_only_operators_can_change_the_system_bot(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await owner.connect("stagehandbot", bot="system")
    odalys = await greenroom.sign_in("odalys_")
    query = {"redirect_to": "/", "bot": "system"}
    opened = await odalys.ask("GET", "/twitch/connect-chat-url", params=query)
    removed = await odalys.ask("DELETE", "/system-bot-providers/twitch")
    assert (refusal(opened), refusal(removed)) == ((403, "forbidden"), (403, "forbidden"))
    assert [one["display_name"] for one in await odalys.get("/system-bot-providers")] == ["StagehandBot"]


async def test_former_operator_cannot_finish_connecting_the_system_bot(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    query = {"redirect_to": "/", "bot": "system"}
    consented = await owner.consent((await owner.get("/twitch/connect-chat-url", **query))["url"], "stagehandbot")
    await greenroom.sign_in_directly("odalys_")
    await greenroom.set_operator("odalys_", is_operator=True)
    await greenroom.set_operator("junoplays", is_operator=False)
    assert refusal(await owner.complete_oauth(consented)) == (403, "forbidden")
    assert await owner.get("/system-bot-providers") == []


@pytest.mark.rows("K8")
async def test_removing_the_system_bot_revokes_its_token(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await owner.connect("stagehandbot", bot="system")
    assert (await owner.ask("DELETE", "/system-bot-providers/twitch")).status_code == 204
    assert await owner.get("/system-bot-providers") == []
    await greenroom.wait_for_event("token_revoked", login="stagehandbot")
    answers = [await owner.ask("DELETE", f"/system-bot-providers/{provider}") for provider in ("twitch", "kick", "%00")]
    assert {answer.status_code for answer in answers} <= {404, 422}
