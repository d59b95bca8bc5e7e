"""Every platform supports exactly the ways to connect that its descriptor lists, and its URLs are filled in."""

from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit
from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.accounts.channel_providers.service import list_providers
from greenroom.accounts.models.channel_providers import ChannelProvider
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.server_fixtures import both_databases_for_first

OAUTH_PROVIDERS = ("twitch", "youtube", "kick", "spotify", "discord")
BOT_PROVIDERS = ("twitch", "youtube", "kick")
SIGN_IN_PROVIDERS = ("twitch", "youtube", "kick")


async def only_provider(client: ApiClient, channel_id: str) -> Json:
    (provider,) = await client.get(f"/channels/{channel_id}/providers")
    return provider


async def with_flag(client: ApiClient, flag: str) -> list[str]:
    return [one["provider"] for one in await client.get("/platforms") if one["flags"][flag]]


@pytest.mark.rows("E8", "P1", "P10", "P11", "P13")
async def test_descriptors_match_the_specification(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    streams = await with_flag(client, "stream")
    assert streams == ["twitch", "youtube", "kick", "tiktok"]
    others = {one["provider"] for one in await client.get("/platforms")} - set(streams)
    assert others >= {"spotify", "discord", "7tv", "betterttv"}
    assert await with_flag(client, "channelProvider") == ["twitch", "youtube", "kick", "tiktok", "spotify", "discord"]
    assert await with_flag(client, "signinProvider") == list(SIGN_IN_PROVIDERS)
    assert await with_flag(client, "chatReplyMessage") == ["twitch"]
    for flag in ("chatWrite", "ownBot", "systemBot", "changeTitle", "changeCategory"):
        assert await with_flag(client, flag) == list(BOT_PROVIDERS)


@pytest.mark.rows("P1")
@both_databases_for_first(*SIGN_IN_PROVIDERS)
async def test_user_signs_in_with_the_platform(greenroom: GreenroomServer, provider: str) -> None:
    client = await greenroom.client()
    url = (await client.get(f"/{provider}/sign-in-url"))["url"]
    answer = await client.complete_oauth(await client.consent(url, "odalys_"), provider)
    client.token = answer.json()["access_token"]
    (connected,) = await client.get("/user/providers")
    assert connected["provider"] == provider


@pytest.mark.rows("P3", "K7", "T4", "E5")
@pytest.mark.parametrize("provider", OAUTH_PROVIDERS)
async def test_channel_is_connected_with_all_requested_scopes(owner: ApiClient, channel_id: str, provider: str) -> None:
    answer = await owner.connect("marekfixes", channel_id=channel_id, provider=provider)
    connected = await only_provider(owner, channel_id)
    assert answer["location"] == f"/channel-provider-connected#channel_provider_id={connected['id']}"
    assert (connected["provider"], connected["scope_needed"], connected["missing_scopes"]) == (provider, False, [])
    assert (await owner.ask("DELETE", f"/channels/{channel_id}/providers/{connected['id']}")).status_code == 204
    assert await owner.get(f"/channels/{channel_id}/providers") == []


@pytest.mark.rows("P3", "K7", "T4")
@pytest.mark.parametrize("provider", [*OAUTH_PROVIDERS, "tiktok"])
async def test_user_connects_their_own_account(owner: ApiClient, provider: str) -> None:
    answer = await owner.connect("junoplays", "/user-provider-connected", provider)
    connected = {one["provider"]: one for one in await owner.get("/user/providers")}
    assert answer["location"] == f"/user-provider-connected#user_provider_id={connected[provider]['id']}"
    assert not connected[provider]["scope_needed"]


@pytest.mark.rows("E5", "E6", "K7", "K8", "P13", "R4", "S4")
@pytest.mark.parametrize("provider", BOT_PROVIDERS)
async def test_own_bot_and_system_bot_are_connected_with_all_scopes(
    owner: ApiClient, channel_id: str, provider: str
) -> None:
    connected = await owner.connect("marekfixes", channel_id=channel_id, provider=provider)
    answer = await owner.connect("stagehandbot", bot="system", provider=provider)
    assert (answer["kind"], answer["provider"]) == ("system_bot", provider)
    (system,) = await owner.get("/system-bot-providers")
    assert (system["provider"], system["scope_needed"]) == (provider, False)
    assert ((await only_provider(owner, channel_id))["bot_provider"] or {})["kind"] == "system"
    target = {"channel_id": channel_id, "bot": "own", "channel_provider_id": connected["channel_provider_id"]}
    await owner.connect("brisket99", provider=provider, **target)
    bot = (await only_provider(owner, channel_id))["bot_provider"]
    assert (bot["kind"], bot["scope_needed"]) == ("own", False)


@pytest.mark.rows("A8", "E5", "S2", "S4", "E6")
@pytest.mark.parametrize("provider", BOT_PROVIDERS)
async def test_connection_with_only_the_sign_in_scopes_is_marked(
    owner: ApiClient, channel_id: str, provider: str
) -> None:
    for target in ({"channel_id": channel_id}, {"bot": "system"}):
        query = {"redirect_to": "/", **target}
        url = (await owner.get(f"/{provider}/connect-chat-url", **query))["url"]
        sign_in_url = (await owner.get(f"/{provider}/sign-in-url"))["url"]
        reduced_url = with_scope(url, scope_of(sign_in_url))
        assert (await owner.complete_oauth(await owner.consent(reduced_url, "marekfixes"), provider)).status_code == 200
    connected = await only_provider(owner, channel_id)
    assert connected["scope_needed"]
    assert all(one["label"] for one in connected["missing_scopes"])
    assert [one["scope_needed"] for one in await owner.get("/system-bot-providers")] == [True]


def scope_of(url: str) -> str:
    return parse_qs(urlsplit(url).query).get("scope", [""])[0]


def with_scope(url: str, scope: str) -> str:
    parts = urlsplit(url)
    query = [(name, scope if name == "scope" else value) for name, value in parse_qsl(parts.query)]
    return urlunsplit(parts._replace(query=urlencode(query)))


@pytest.mark.parametrize(
    ("provider", "target"),
    [
        ("spotify", {"bot": "system"}),
        ("discord", {"bot": "system"}),
        ("tiktok", {"bot": "system"}),
        ("tiktok", {"channel_id": ""}),
    ],
)
async def test_connect_url_for_a_bot_or_channel_that_the_platform_does_not_support_is_not_found(
    owner: ApiClient, channel_id: str, provider: str, target: dict[str, str]
) -> None:
    query = {name: value or channel_id for name, value in target.items()}
    answer = await owner.ask("GET", f"/{provider}/connect-chat-url", params={"redirect_to": "/", **query})
    assert refusal(answer) == (404, "not_found")


@pytest.mark.rows("A8")
async def test_help_for_kick_bots_explains_how_to_post_links(greenroom: GreenroomServer) -> None:
    platforms = {one["provider"]: one for one in await (await greenroom.client()).get("/platforms")}
    assert "moderator" in platforms["kick"]["botHelp"]
    assert "post links" in platforms["kick"]["botHelp"]


@pytest.mark.rows("E5")
@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_urls_of_a_connection_are_filled_in(owner: ApiClient, channel_id: str, provider: str) -> None:
    await owner.connect("marekfixes", channel_id=channel_id, provider=provider)
    connected = await only_provider(owner, channel_id)
    for name in ("channel_url", "dashboard_url", "edit_url"):
        assert connected[name].startswith("https://"), name
    for name in ("watch_url", "embed_url", "chat_embed_url"):
        assert "{" not in (connected[name] or ""), name


@pytest.mark.rows("O6", "O7", "O8", "E5")
async def test_urls_of_youtube_lead_to_the_live_broadcast(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("marekfixes", channel_id=channel_id, provider="youtube")
    offline = await only_provider(owner, channel_id)
    studio = f"https://studio.youtube.com/channel/{offline['provider_channel_id']}/livestreaming"
    assert (offline["live_stream_id"], offline["edit_url"], offline["dashboard_url"]) == (None, studio, studio)
    assert (offline["watch_url"], offline["embed_url"]) == (None, None)
    # The list is read before the commit, after which the connection would report that there is no broadcast.
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(ChannelProvider).values(live_stream_id="vid00000001"))
        (live,) = await list_providers(session, greenroom.platforms, UUID(channel_id))
    assert live.edit_url == "https://studio.youtube.com/video/vid00000001/livestreaming"
    assert (live.dashboard_url, live.watch_url) == (studio, "https://www.youtube.com/watch?v=vid00000001")
    assert "/vid00000001?autoplay=1&" in (live.embed_url or "")
