"""Google's OAuth: accounts, optional scopes, codes, refresh tokens and revocation."""

import base64
import hashlib

import pytest
from oauth_client import redirect_query
from youtube_client import YouTubeClient, reason

from rehearsal.clock import Clock
from rehearsal.platforms.youtube.scopes import FORCE_SSL, MEMBERSHIPS, READONLY

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_consent_page_offers_accounts_and_a_box_for_each_scope(youtube: YouTubeClient) -> None:
    page = await youtube.get_consent_page(scope=f"{FORCE_SSL} {READONLY}")
    assert page.status_code == 200
    assert page.text.count('type="radio"') == 8
    assert page.text.count('type="checkbox"') == 2
    assert "View your YouTube account" in page.text


async def test_code_gives_an_access_token_for_an_hour_and_a_refresh_token(youtube: YouTubeClient) -> None:
    response = await youtube.redeem(await youtube.get_code("junoplays"))
    body = response.json()
    assert (body["expires_in"], body["token_type"], body["scope"]) == (3599, "Bearer", FORCE_SSL)
    assert body["access_token"].startswith("ya29.")
    assert body["refresh_token"].startswith("1//")


async def test_declined_scope_is_not_granted(youtube: YouTubeClient) -> None:
    requested = f"{FORCE_SSL} {MEMBERSHIPS}"
    response = await youtube.consent_to("junoplays", MEMBERSHIPS, scope=requested)
    assert redirect_query(response)["scope"] == MEMBERSHIPS
    body = (await youtube.redeem(redirect_query(response)["code"])).json()
    assert body["scope"] == MEMBERSHIPS
    response = await youtube.call("GET", "/channels", body["access_token"], part="id", mine="true")
    assert reason(response) == (403, "insufficientPermissions")
    assert response.json()["error"]["details"][0]["reason"] == "ACCESS_TOKEN_SCOPE_INSUFFICIENT"


async def test_refresh_response_has_no_refresh_token_and_the_old_one_stays_valid(youtube: YouTubeClient) -> None:
    tokens = await youtube.sign_in("junoplays")
    for _ in range(2):
        response = await youtube.refresh(tokens.refresh)
        assert response.status_code == 200
        assert "refresh_token" not in response.json()


async def test_refresh_token_is_returned_with_offline_access_only(youtube: YouTubeClient) -> None:
    response = await youtube.redeem(await youtube.get_code("junoplays", access_type="online"))
    assert "refresh_token" not in response.json()


async def test_second_consent_gives_a_refresh_token_only_with_prompt_consent(youtube: YouTubeClient) -> None:
    first = await youtube.redeem(await youtube.get_code("junoplays", prompt=""))
    second = await youtube.redeem(await youtube.get_code("junoplays", prompt=""))
    forced = await youtube.redeem(await youtube.get_code("junoplays", prompt="consent select_account"))
    assert ["refresh_token" in each.json() for each in (first, second, forced)] == [True, False, True]


async def test_incremental_authorisation_includes_scopes_granted_before(youtube: YouTubeClient) -> None:
    await youtube.sign_in("junoplays", READONLY)
    code = await youtube.get_code("junoplays", scope=MEMBERSHIPS, include_granted_scopes="true")
    assert set((await youtube.redeem(code)).json()["scope"].split()) == {READONLY, MEMBERSHIPS}


async def test_user_who_consented_before_sees_the_page_only_with_a_prompt_parameter(youtube: YouTubeClient) -> None:
    await youtube.decide("marekfixes")
    assert "code" in redirect_query(await youtube.get_consent_page(prompt=""))
    for prompt in ("consent", "select_account"):
        assert (await youtube.get_consent_page(prompt=prompt)).status_code == 200


async def test_pkce_verifier_must_match_the_challenge(youtube: YouTubeClient) -> None:
    verifier = "v" * 43
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    pkce = {"code_challenge": challenge, "code_challenge_method": "S256"}
    wrong = await youtube.redeem(await youtube.get_code("junoplays", **pkce), code_verifier="w" * 43)
    assert wrong.json() == {"error": "invalid_grant", "error_description": "Invalid code verifier."}
    right = await youtube.redeem(await youtube.get_code("junoplays", **pkce), code_verifier=verifier)
    assert right.status_code == 200


@pytest.mark.parametrize(
    ("changes", "status", "error"),
    [
        ({"client_id": "nobody"}, 401, "invalid_client"),
        ({"client_secret": "wrong"}, 401, "invalid_client"),
        ({"code": "used"}, 400, "invalid_grant"),
        ({"redirect_uri": "http://127.0.0.1:8000/other"}, 400, "redirect_uri_mismatch"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
async def test_token_call_reports_the_error(
    youtube: YouTubeClient, changes: dict[str, str], status: int, error: str
) -> None:
    response = await youtube.redeem(await youtube.get_code("junoplays"), **changes)
    assert (response.status_code, response.json()["error"]) == (status, error)


async def test_revoking_any_token_ends_the_whole_grant(youtube: YouTubeClient) -> None:
    for which in ("access", "refresh"):
        tokens = await youtube.sign_in("junoplays")
        done = await youtube.http.post("/google/revoke", data={"token": getattr(tokens, which)})
        assert (done.status_code, done.json()) == (200, {})
        refused = await youtube.refresh(tokens.refresh)
        assert refused.json() == {
            "error": "invalid_grant",
            "error_description": "Token has been expired or revoked.",
        }
        response = await youtube.call("GET", "/channels", tokens.access, part="id", mine="true")
        assert reason(response) == (401, "authError")
    again = await youtube.http.post("/google/revoke", data={"token": "nothing"})
    assert (again.status_code, again.json()["error"]) == (400, "invalid_token")


async def test_access_expires_after_an_hour_and_can_be_refreshed(youtube: YouTubeClient, clock: Clock) -> None:
    tokens = await youtube.sign_in("junoplays")
    clock.advance(3600)
    response = await youtube.call("GET", "/channels", tokens.access, part="id", mine="true")
    assert reason(response) == (401, "authError")
    assert response.json()["error"]["status"] == "UNAUTHENTICATED"
    renewed = (await youtube.refresh(tokens.refresh)).json()["access_token"]
    assert await youtube.get("/channels", renewed, part="id", mine="true")


async def test_account_without_a_channel_cannot_use_the_api(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    await youtube.command("/has-channel", login="junoplays", on=False)
    response = await youtube.call("GET", "/channels", access, part="id", mine="true")
    assert reason(response) == (401, "youtubeSignupRequired")
