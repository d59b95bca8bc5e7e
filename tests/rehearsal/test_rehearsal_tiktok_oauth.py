"""TikTok's Login Kit: comma-separated scopes, rotating tokens, and fields that need scopes."""

import httpx
import pytest
from oauth_client import redirect_query
from tiktok_client import TikTokClient

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_consent_redirects_with_its_scopes(tiktok: TikTokClient) -> None:
    query = redirect_query(await tiktok.decide("junoplays", scope="user.info.basic,user.info.profile"))
    assert set(query) == {"code", "scopes", "state"}
    assert query["scopes"] == "user.info.basic,user.info.profile"


async def test_users_may_decline_scopes(tiktok: TikTokClient) -> None:
    query = redirect_query(await tiktok.consent_to("junoplays", "user.info.basic"))
    body = (await tiktok.redeem(query["code"])).json()
    assert (query["scopes"], body["scope"]) == ("user.info.basic", "user.info.basic")


async def test_a_redirect_with_a_query_is_refused(tiktok: TikTokClient, http: httpx.AsyncClient) -> None:
    query = tiktok.authorize_query(redirect_uri="http://localhost:8000/oauth/tiktok?next=1")
    assert (await http.get("/tiktok/auth/authorize/", params=query)).status_code == 400


async def test_a_code_gives_tokens_with_prefixes_and_lifetimes(tiktok: TikTokClient) -> None:
    body = await tiktok.tokens("junoplays")
    assert str(body["access_token"]).startswith("act.")
    assert str(body["refresh_token"]).startswith("rft.")
    assert (body["expires_in"], body["refresh_expires_in"], body["token_type"]) == (7200, 31_536_000, "Bearer")
    assert (await tiktok.tokens("junoplays"))["open_id"] == body["open_id"]


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"client_secret": "guess"}, "invalid_client"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"code": "made-up"}, "invalid_grant"),
        ({"redirect_uri": "http://localhost:8000/"}, "invalid_request"),
    ],
)
async def test_invalid_token_requests_name_the_reason(tiktok: TikTokClient, form: dict[str, str], error: str) -> None:
    code = redirect_query(await tiktok.decide("junoplays"))["code"]
    response = await tiktok.redeem(code, **form)
    assert (response.status_code, response.json()["error"]) == (400, error)
    assert set(response.json()) == {"error", "error_description", "log_id"}


async def test_a_refresh_invalidates_the_old_refresh_token(tiktok: TikTokClient, clock: Clock) -> None:
    first = await tiktok.tokens("junoplays")
    clock.advance(7200)
    assert (await tiktok.user_info(str(first["access_token"]), "open_id")).status_code == 401
    second = await tiktok.token_call(grant_type="refresh_token", refresh_token=str(first["refresh_token"]))
    assert (await tiktok.user_info(second.json()["access_token"], "open_id")).status_code == 200
    again = await tiktok.token_call(grant_type="refresh_token", refresh_token=str(first["refresh_token"]))
    assert again.json()["error"] == "invalid_grant"


async def test_user_info_has_the_requested_fields(tiktok: TikTokClient) -> None:
    token = str((await tiktok.tokens("odalys_"))["access_token"])
    body = (await tiktok.user_info(token, "open_id,display_name,username")).json()
    assert body["data"]["user"]["username"] == "odalys_"
    assert set(body["data"]["user"]) == {"open_id", "display_name", "username"}
    assert body["error"]["code"] == "ok"


@pytest.mark.parametrize(
    ("scope", "fields", "status", "code"),
    [
        ("user.info.basic", "username", 401, "scope_not_authorized"),
        ("user.info.basic", "shoe_size", 400, "invalid_params"),
        ("user.info.basic", "", 400, "invalid_params"),
    ],
)
async def test_invalid_fields_and_fields_without_their_scope_are_refused(
    tiktok: TikTokClient, scope: str, fields: str, status: int, code: str
) -> None:
    token = str((await tiktok.tokens("junoplays", scope=scope))["access_token"])
    response = await tiktok.user_info(token, fields)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


async def test_too_many_calls_and_unknown_tokens_are_refused(tiktok: TikTokClient) -> None:
    assert (await tiktok.user_info("act.made-up", "open_id")).json()["error"]["code"] == "access_token_invalid"
    token = str((await tiktok.tokens("junoplays"))["access_token"])
    await tiktok.command("/limits", values={"open_requests_per_minute": 0})
    response = await tiktok.user_info(token, "open_id")
    assert (response.status_code, response.json()["error"]["code"]) == (429, "rate_limit_exceeded")


async def test_a_token_can_be_revoked(tiktok: TikTokClient, http: httpx.AsyncClient) -> None:
    token = str((await tiktok.tokens("junoplays"))["access_token"])
    form = {"client_key": tiktok.client_id, "client_secret": tiktok.secret, "token": token}
    assert (await http.post("/tiktok/open/v2/oauth/revoke/", data=form)).status_code == 200
    assert (await tiktok.user_info(token, "open_id")).status_code == 401


async def test_revoked_consent_ends_all_tokens(tiktok: TikTokClient) -> None:
    tokens = await tiktok.tokens("junoplays")
    await tiktok.command("/revoke", login="junoplays")
    assert (await tiktok.user_info(str(tokens["access_token"]), "open_id")).status_code == 401
    again = await tiktok.token_call(grant_type="refresh_token", refresh_token=str(tokens["refresh_token"]))
    assert again.status_code == 400


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/tiktok/open/v2/user/info/", {"data", "error"}),
        ("/tiktok/sign/webcast/fetch", {"code", "message"}),
        ("/tiktok/webcast/gift/list/", {"data", "status_code"}),
    ],
)
async def test_simulated_failures_have_the_error_format_of_their_host(
    tiktok: TikTokClient, http: httpx.AsyncClient, path: str, keys: set[str]
) -> None:
    await tiktok.command("/fail", next=1, status=503, path_prefix=path)
    response = await http.get(path)
    assert (response.status_code, set(response.json())) == (503, keys)
