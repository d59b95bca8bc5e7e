"""Twitch's consent page: validation, offered accounts and redirects."""

import httpx
import pytest
from oauth_client import redirect_query
from twitch_client import REDIRECT_URI, TwitchClient

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_consent_page_lists_all_accounts_and_describes_each_scope(twitch: TwitchClient) -> None:
    page = await twitch.get_consent_page(scope="user:read:email channel:manage:broadcast")
    assert page.status_code == 200
    assert page.text.count('type="radio"') == len(twitch.rehearsal.world.people) == 8
    assert "Change your title, category and tags" in page.text
    assert "See your e-mail address" in page.text


async def test_every_choice_on_the_consent_page_has_a_label(twitch: TwitchClient) -> None:
    page = await twitch.get_consent_page()
    assert page.text.count('<label class="choice">') == page.text.count("<input")
    assert "<legend>Continue as</legend>" in page.text


async def test_consent_redirects_with_code_scope_and_state(twitch: TwitchClient) -> None:
    response = await twitch.decide("junoplays", scope="user:read:email user:read:chat", state="ä b")
    assert response.status_code == 303
    assert response.headers["location"].startswith(f"{REDIRECT_URI}?code=")
    assert redirect_query(response)["scope"] == "user:read:email user:read:chat"
    assert redirect_query(response)["state"] == "ä b"


async def test_the_redirect_keeps_the_query_of_the_redirect_address(twitch: TwitchClient) -> None:
    response = await twitch.decide("junoplays", redirect_uri="http://localhost:9/back?kind=popup")
    assert redirect_query(response)["kind"] == "popup"
    assert "code" in redirect_query(response)


async def test_cancel_redirects_with_access_denied(twitch: TwitchClient) -> None:
    response = await twitch.decide("junoplays", decision="cancel")
    assert redirect_query(response) == {
        "error": "access_denied",
        "error_description": "The user denied you access",
        "state": "s1",
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "somebody-else"},
        {"redirect_uri": "https://example.com/oauth"},
        {"redirect_uri": "http://127.0.0.1.example.com/"},
        {"redirect_uri": "http://user@127.0.0.1/"},
        {"redirect_uri": "http://127.0.0.1/#fragment"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": ""},
    ],
)
async def test_wrong_client_or_redirect_shows_an_error_and_never_redirects(
    twitch: TwitchClient, changes: dict[str, str]
) -> None:
    for response in (await twitch.get_consent_page(**changes), await twitch.decide("junoplays", **changes)):
        assert response.status_code == 400
        assert "location" not in response.headers
        assert response.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("changes", "error"),
    [({"response_type": "id_token"}, "unsupported_response_type"), ({"scope": "user:read:mind"}, "invalid_scope")],
)
async def test_an_invalid_authorisation_request_redirects_with_an_error(
    twitch: TwitchClient, changes: dict[str, str], error: str
) -> None:
    assert redirect_query(await twitch.get_consent_page(**changes))["error"] == error


async def test_unknown_parameters_such_as_pkce_are_ignored(twitch: TwitchClient) -> None:
    pkce = {"code_challenge": "x" * 43, "code_challenge_method": "S256"}
    assert (await twitch.get_consent_page(**pkce)).status_code == 200
    code = redirect_query(await twitch.decide("junoplays", **pkce))["code"]
    assert (await twitch.redeem(code)).status_code == 200


async def test_user_who_consented_before_skips_the_page_for_the_same_scopes(twitch: TwitchClient) -> None:
    await twitch.decide("marekfixes", scope="user:read:email")
    assert "code" in redirect_query(await twitch.get_consent_page(scope="user:read:email"))


async def test_more_scopes_or_force_verify_show_the_page_again_with_the_same_account_selected(
    twitch: TwitchClient,
) -> None:
    await twitch.decide("marekfixes", scope="user:read:email")
    for changes in ({"scope": "user:read:email bits:read"}, {"scope": "user:read:email", "force_verify": "true"}):
        page = await twitch.get_consent_page(**changes)
        assert page.status_code == 200
        assert 'value="marekfixes" required checked' in page.text


async def test_after_revoking_access_the_page_is_shown_again(twitch: TwitchClient) -> None:
    await twitch.decide("marekfixes")
    await twitch.command("/twitch/revoke", login="marekfixes")
    assert (await twitch.get_consent_page()).status_code == 200


async def test_consent_sent_from_another_site_is_refused(twitch: TwitchClient) -> None:
    response = await twitch.http.post(
        "/twitch/oauth2/authorize",
        params=twitch.authorize_query(),
        data={"login": "junoplays", "decision": "authorize"},
        headers={"Origin": "https://evil.example"},
    )
    assert response.status_code == 400
    assert "location" not in response.headers


async def test_consent_of_an_unknown_account_is_refused(twitch: TwitchClient) -> None:
    assert (await twitch.decide("<b>nobody</b>")).status_code == 400


async def test_consent_and_control_forbid_frame_and_foreign_js(http: httpx.AsyncClient, twitch: TwitchClient) -> None:
    for page in (await twitch.get_consent_page(), await http.get("/control/")):
        policy = page.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self'" in policy
        assert "style=" not in page.text
