"""Discord in the rehearsal: OAuth, the profile and rate limits."""

import httpx
import pytest
from account_clients import AccountClient, DiscordClient

from rehearsal.clock import Clock
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def discord(rehearsal: RehearsalState, http: httpx.AsyncClient) -> AccountClient:
    return DiscordClient(rehearsal, http)


async def test_profile_needs_its_scope(discord: AccountClient) -> None:
    me = (await discord.call("GET", "/users/@me", await discord.sign_in())).json()
    assert (me["username"], me["global_name"]) == ("junoplays", "JunoPlays")
    refused = await discord.call("GET", "/users/@me", await discord.sign_in(scope="guilds"))
    assert (refused.status_code, refused.json()["code"]) == (403, 50001)


async def test_profile_has_null_for_what_the_user_has_not_set(discord: AccountClient) -> None:
    me = (await discord.call("GET", "/users/@me", await discord.sign_in())).json()
    unset = ("banner", "accent_color", "avatar_decoration_data", "collectibles", "primary_guild")
    assert [me[name] for name in unset] == [None] * len(unset)


async def test_request_needs_a_user_agent_in_discords_format(discord: AccountClient, http: httpx.AsyncClient) -> None:
    token = await discord.sign_in()
    headers = {"Authorization": f"Bearer {token}", "User-Agent": "curl/8"}
    response = await http.get("/discord/api/v10/users/@me", headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, 40333)


@pytest.mark.parametrize("token", ["", "unknown"])
async def test_requests_without_a_valid_token_are_refused(discord: AccountClient, token: str) -> None:
    response = await discord.call("GET", "/users/@me", token)
    assert (response.status_code, response.json()) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_refresh_token_works_once_and_revoking_ends_all_tokens(
    discord: AccountClient, http: httpx.AsyncClient
) -> None:
    first = await discord.tokens()
    second = await discord.token_call(grant_type="refresh_token", refresh_token=first["refresh_token"])
    reused = await discord.token_call(grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert (reused.status_code, reused.json()["error"]) == (400, "invalid_grant")
    token = second.json()["access_token"]
    revoked = await http.post("/discord/api/v10/oauth2/token/revoke", data={"token": token}, headers=discord.auth)
    assert revoked.status_code == 200
    assert (await discord.call("GET", "/users/@me", token)).status_code == 401
    assert (await discord.call("GET", "/users/@me", first["access_token"])).status_code == 401
    assert (await discord.refresh(second.json()["refresh_token"])).status_code == 400


async def test_token_calls_need_a_form_and_the_right_secret(discord: AccountClient, http: httpx.AsyncClient) -> None:
    as_json = await http.post("/discord/api/v10/oauth2/token", json={}, headers=discord.auth)
    assert (as_json.status_code, as_json.json()["error"]) == (400, "invalid_request")
    form = {"grant_type": "refresh_token", "client_id": discord.client_id, "client_secret": "wrong"}
    wrong = await http.post("/discord/api/v10/oauth2/token", data=form)
    assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")


async def test_requests_of_a_token_have_a_global_limit(discord: AccountClient) -> None:
    await discord.command("/limits", values={"global_calls_per_second": 1})
    token = await discord.sign_in()
    assert (await discord.call("GET", "/users/@me", token)).status_code == 200
    limited = await discord.call("GET", "/users/@me", token)
    assert (limited.status_code, limited.json()["global"]) == (429, True)
    assert limited.headers["x-ratelimit-global"] == "true"


async def test_used_up_route_limit_is_shown_in_headers_and_refills(discord: AccountClient, clock: Clock) -> None:
    await discord.command("/limits", values={"route_calls": 1})
    token = await discord.sign_in()
    first = await discord.call("GET", "/users/@me", token)
    limited = await discord.call("GET", "/users/@me", token)
    clock.advance(5)
    again = await discord.call("GET", "/users/@me", token)
    assert [first.status_code, limited.status_code, again.status_code] == [200, 429, 200]
    assert (first.headers["x-ratelimit-remaining"], limited.headers["retry-after"]) == ("0", "5")
