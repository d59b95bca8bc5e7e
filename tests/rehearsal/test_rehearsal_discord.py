"""Discord's stand-in: permission, servers, announcements by bot and by webhook, and how often."""

import httpx
import pytest
from account_program import USER_AGENT, DiscordProgram, Program

from rehearsal.clock import Clock
from rehearsal.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

INVITE = "identify bot webhook.incoming"


@pytest.fixture
def discord(stage: Stage, http: httpx.AsyncClient) -> Program:
    return DiscordProgram(stage, http)


async def invited(discord: Program) -> tuple[str, str]:
    """A channel for announcements, and the path of a webhook there."""
    answer = await discord.tokens(scope=INVITE)
    webhook = answer["webhook"]
    return webhook["channel_id"], f"/webhooks/{webhook['id']}/{webhook['token']}"


async def test_person_and_their_servers(discord: Program) -> None:
    token = await discord.sign_in()
    me = (await discord.call("GET", "/users/@me", token)).json()
    assert (me["username"], me["global_name"]) == ("junoplays", "JunoPlays")
    guilds = (await discord.call("GET", "/users/@me/guilds", token)).json()
    assert [guild["owner"] for guild in guilds] == [True, False, False]
    assert all(guild["permissions"].isdecimal() for guild in guilds)


async def test_scope_decides_what_is_seen(discord: Program) -> None:
    token = await discord.sign_in(scope="identify")
    answer = await discord.call("GET", "/users/@me/guilds", token)
    assert (answer.status_code, answer.json()["code"]) == (403, 50001)


async def test_program_has_to_introduce_itself(discord: Program, http: httpx.AsyncClient) -> None:
    token = await discord.sign_in()
    headers = {"Authorization": f"Bearer {token}", "User-Agent": "curl/8"}
    answer = await http.get("/discord/api/v10/users/@me", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, 40333)


async def test_webhooks_are_open_to_whoever_gives_any_name(discord: Program, http: httpx.AsyncClient) -> None:
    _, path = await invited(discord)
    url = f"/discord/api/v10{path}"
    posted = await http.post(url, json={"content": "hi"}, headers={"User-Agent": "curl/8"})
    awaited = await http.post(url, params={"wait": "1"}, json={"content": "hi"}, headers={"User-Agent": "curl/8"})
    nameless = await http.post(url, json={"content": "hi"}, headers={"User-Agent": ""})
    assert (posted.status_code, awaited.status_code, nameless.status_code) == (204, 200, 403)


@pytest.mark.parametrize("token", ["", "unknown"])
async def test_without_a_token_nobody_is_let_in(discord: Program, token: str) -> None:
    answer = await discord.call("GET", "/users/@me", token)
    assert (answer.status_code, answer.json()) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_refresh_token_works_once_and_revoking_ends_everything(discord: Program, http: httpx.AsyncClient) -> None:
    first = await discord.tokens()
    second = await discord.token_call(grant_type="refresh_token", refresh_token=first["refresh_token"])
    spent = await discord.token_call(grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert (spent.status_code, spent.json()["error"]) == (400, "invalid_grant")
    token = second.json()["access_token"]
    revoked = await http.post("/discord/api/v10/oauth2/token/revoke", data={"token": token}, headers=discord.basic)
    assert revoked.status_code == 200
    assert (await discord.call("GET", "/users/@me", token)).status_code == 401
    assert (await discord.call("GET", "/users/@me", first["access_token"])).status_code == 401


async def test_token_calls_take_forms_and_the_right_secret_only(discord: Program, http: httpx.AsyncClient) -> None:
    as_json = await http.post("/discord/api/v10/oauth2/token", json={}, headers=discord.basic)
    assert (as_json.status_code, as_json.json()["error"]) == (400, "invalid_request")
    form = {"grant_type": "refresh_token", "client_id": discord.client_id, "client_secret": "wrong"}
    wrong = await http.post("/discord/api/v10/oauth2/token", data=form)
    assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")


async def test_bot_announces_edits_and_deletes(discord: Program) -> None:
    channel, _ = await invited(discord)
    body = {"content": "live now", "embeds": [{"title": "A stream", "color": 1}], "nonce": "n1", "enforce_nonce": True}
    posted = await discord.call("POST", f"/channels/{channel}/messages", discord.bot_token, json=body)
    again = await discord.call("POST", f"/channels/{channel}/messages", discord.bot_token, json=body)
    assert posted.json()["id"] == again.json()["id"]
    assert posted.json()["embeds"] == [{"type": "rich", "title": "A stream", "color": 1}]
    path = f"/channels/{channel}/messages/{posted.json()['id']}"
    assert (await discord.call("POST", f"{path}/crosspost", discord.bot_token)).json()["flags"] == 1
    edited = await discord.call("PATCH", path, discord.bot_token, json={"content": "it is over"})
    assert edited.json()["edited_timestamp"] is not None
    assert (await discord.call("DELETE", path, discord.bot_token)).status_code == 204
    gone = await discord.call("DELETE", path, discord.bot_token)
    assert (gone.status_code, gone.json()["code"]) == (404, 10008)


async def test_bot_sees_only_servers_that_let_it_in(discord: Program) -> None:
    guild_id = (await discord.tokens(scope="identify bot"))["guild"]["id"]
    channels = (await discord.call("GET", f"/guilds/{guild_id}/channels", discord.bot_token)).json()
    roles = (await discord.call("GET", f"/guilds/{guild_id}/roles", discord.bot_token)).json()
    assert {channel["type"] for channel in channels} == {0, 2, 5, 15}
    assert [role["mentionable"] for role in roles] == [False, True]
    voice = next(channel["id"] for channel in channels if channel["type"] == 2)
    said = await discord.call("POST", f"/channels/{voice}/messages", discord.bot_token, json={"content": "x"})
    assert said.json()["code"] == 50008
    await discord.command("/bot-in-server", login="junoplays", on=False)
    answer = await discord.call("GET", f"/guilds/{guild_id}/channels", discord.bot_token)
    assert (answer.status_code, answer.json()["code"]) == (403, 50001)
    assert (await discord.call("GET", "/guilds/1/roles", discord.bot_token)).json()["code"] == 10004
    assert (await discord.call("POST", "/channels/1/messages", discord.bot_token)).json()["code"] == 10003


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ({}, 50006, ""),
        ({"content": "x" * 2001}, 50035, "content"),
        ({"embeds": [{"title": "x" * 257}]}, 50035, "embeds"),
        ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, 50035, "embeds"),
        ({"content": "x", "nonce": "n" * 26}, 50035, "nonce"),
        ({"content": "x", "allowed_mentions": {"parse": ["roles"], "roles": ["1"]}}, 50035, "allowed_mentions"),
    ],
)
async def test_message_has_limits(discord: Program, body: dict[str, object], code: int, place: str) -> None:
    _, webhook = await invited(discord)
    answer = await discord.call("POST", webhook, "", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert list(answer.json().get("errors", {})) == ([place] if place else [])


async def test_webhook_needs_no_token_and_dies_with_its_address(discord: Program, http: httpx.AsyncClient) -> None:
    _, webhook = await invited(discord)
    await discord.command("/limits", values={"webhook_calls": 100})
    looked = await discord.call("GET", webhook, "")
    copied = await http.post(
        looked.json()["url"], json={"content": "by the copied address"}, headers={"User-Agent": USER_AGENT}
    )
    assert copied.status_code == 204
    posted = await discord.call("POST", webhook, "", wait="true", json={"content": "live", "username": "Juno"})
    path = f"{webhook}/messages/{posted.json()['id']}"
    assert (await discord.call("GET", path, "")).json()["author"]["username"] == "Juno"
    assert (await discord.call("PATCH", path, "", json={"content": "over"})).json()["content"] == "over"
    assert (await discord.call("DELETE", path, "")).status_code == 204
    wrong = await discord.call("GET", f"{webhook}x", "")
    assert (wrong.status_code, wrong.json()["code"]) == (401, 50027)
    await discord.command("/drop-webhooks", login="junoplays")
    gone = await discord.call("POST", webhook, "", json={"content": "x"})
    assert (gone.status_code, gone.json()["code"]) == (404, 10015)


async def test_bot_opens_webhooks_under_decent_names(discord: Program) -> None:
    channel, _ = await invited(discord)
    opened = await discord.call("POST", f"/channels/{channel}/webhooks", discord.bot_token, json={"name": "Stage"})
    assert opened.json()["name"] == "Stage"
    for name in ("", "x" * 81, "My Discord hook"):
        bad = await discord.call("POST", f"/channels/{channel}/webhooks", discord.bot_token, json={"name": name})
        assert bad.json()["code"] == 50035
    await discord.command("/limits", values={"webhooks_per_channel": 2, "route_calls": 100})
    full = await discord.call("POST", f"/channels/{channel}/webhooks", discord.bot_token, json={"name": "One more"})
    assert full.json()["code"] == 30007


async def test_bucket_empties_says_so_and_fills_again(discord: Program, clock: Clock) -> None:
    _, webhook = await invited(discord)
    for left in (4, 3, 2, 1, 0):
        answer = await discord.call("POST", webhook, "", json={"content": "x"})
        assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (204, str(left))
    limited = await discord.call("POST", webhook, "", json={"content": "x"})
    assert (limited.status_code, limited.json()["global"], limited.json()["retry_after"]) == (429, False, 2.0)
    assert (limited.headers["x-ratelimit-scope"], limited.headers["x-ratelimit-reset-after"]) == ("user", "2.000")
    clock.advance(2)
    assert (await discord.call("POST", webhook, "", json={"content": "x"})).status_code == 204


async def test_everything_together_has_a_limit_too(discord: Program) -> None:
    await discord.command("/limits", values={"global_calls_per_second": 1})
    token = await discord.sign_in()
    assert (await discord.call("GET", "/users/@me", token)).status_code == 200
    limited = await discord.call("GET", "/users/@me", token)
    assert (limited.status_code, limited.json()["global"]) == (429, True)
    assert limited.headers["x-ratelimit-global"] == "true"
