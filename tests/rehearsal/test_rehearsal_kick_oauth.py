"""Kick's OAuth host: PKCE, a new refresh token with each refresh, and revocation."""

import httpx
import pytest
from kick_client import KickClient
from oauth_client import redirect_query

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_consent_redirects_with_code_and_state_only(kick: KickClient) -> None:
    assert set(redirect_query(await kick.decide("junoplays"))) == {"code", "state"}


async def test_consent_needs_a_state_and_the_challenge_method_s256(kick: KickClient, http: httpx.AsyncClient) -> None:
    without_state = {name: value for name, value in kick.authorize_query().items() if name != "state"}
    assert (await http.get("/kick/oauth/authorize", params=without_state)).status_code == 400
    plain = await http.get("/kick/oauth/authorize", params=kick.authorize_query(code_challenge_method="plain"))
    assert redirect_query(plain)["error"] == "invalid_request"


async def test_a_code_gives_a_bearer_token_for_two_hours_with_its_scopes_as_text(kick: KickClient) -> None:
    body = await kick.tokens("junoplays", scope="user:read chat:write")
    assert (body["token_type"], body["expires_in"], body["scope"]) == ("Bearer", 7200, "user:read chat:write")


@pytest.mark.parametrize("change", [{"code_verifier": "another"}, {"redirect_uri": "http://localhost:8000/"}])
async def test_a_code_needs_its_verifier_and_redirect_uri(kick: KickClient, change: dict[str, str]) -> None:
    code = redirect_query(await kick.decide("junoplays"))["code"]
    response = await kick.redeem(code, **change)
    assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")


async def test_a_wrong_secret_is_refused(kick: KickClient) -> None:
    response = await kick.token_call(grant_type="client_credentials", client_secret="guess")
    assert (response.status_code, response.json()["error"]) == (401, "invalid_client")


async def test_refresh_gives_a_new_refresh_token_and_the_old_works_for_an_hour(kick: KickClient, clock: Clock) -> None:
    first = await kick.tokens("junoplays")
    second = (await kick.refresh(str(first["refresh_token"]))).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert (await kick.refresh(str(first["refresh_token"]))).status_code == 200
    clock.advance(3600)
    assert (await kick.refresh(str(first["refresh_token"]))).status_code == 400


async def test_a_refresh_token_expires_after_thirty_days(kick: KickClient, clock: Clock) -> None:
    tokens = await kick.tokens("junoplays")
    clock.advance(30 * 86_400)
    assert (await kick.refresh(str(tokens["refresh_token"]))).status_code == 400


async def test_revoke_takes_its_parameters_from_the_query(kick: KickClient, http: httpx.AsyncClient) -> None:
    tokens = await kick.tokens("junoplays")
    access, refresh = str(tokens["access_token"]), str(tokens["refresh_token"])
    in_body = await http.post("/kick/oauth/revoke", data={"token": access, "token_hint_type": "access_token"})
    assert in_body.status_code == 400
    revoked = await http.post("/kick/oauth/revoke", params={"token": access, "token_hint_type": "access_token"})
    assert (revoked.status_code, revoked.text) == (200, "OK")
    assert (await kick.call("GET", "/v1/users", access)).status_code == 401
    assert (await kick.refresh(refresh)).status_code == 200


async def test_revoking_the_refresh_token_ends_the_access_token_too(kick: KickClient, http: httpx.AsyncClient) -> None:
    tokens = await kick.tokens("junoplays")
    query = {"token": str(tokens["refresh_token"]), "token_hint_type": "refresh_token"}
    assert (await http.post("/kick/oauth/revoke", params=query)).status_code == 200
    assert (await kick.refresh(str(tokens["refresh_token"]))).status_code == 400
    assert (await kick.call("GET", "/v1/users", str(tokens["access_token"]))).status_code == 401


async def test_a_simulated_failure_has_the_oauth_error_format(kick: KickClient) -> None:
    await kick.command("/fail", next=1, status=500, path_prefix="/kick/oauth/token")
    response = await kick.token_call(grant_type="client_credentials")
    assert (response.status_code, set(response.json())) == (500, {"error", "error_description"})
