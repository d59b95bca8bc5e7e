"""Google's OAuth code flow, and the YouTube channel that a token belongs to."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from youtube_setup import YouTubeSetup, error, open_youtube

from greenroom.accounts.credentials.rules import missing_scopes
from greenroom.accounts.platforms import AuthExpired, Gone, PlatformUnavailable
from greenroom.platforms.youtube.info import INFO, MANAGE, READ_ONLY
from support.frozen_clock import FrozenClock

CHANNEL = """{"kind":"youtube#channelListResponse","items":[{"id":"UC1","snippet":{"title":"Juniper Vale",
"customUrl":"@junipervale","thumbnails":{"default":{"url":"https://yt3.example/j","width":88,"height":88}}}}]}"""


@pytest.fixture
async def youtube(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[YouTubeSetup]:
    async with open_youtube(tmp_path, clock) as youtube:
        yield youtube


def query_of(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def test_connecting_asks_for_consent_and_signing_in_only_for_the_account(youtube: YouTubeSetup) -> None:
    authorize = youtube.platform.oauth.authorize_url
    connecting = authorize(redirect_uri="http://x/y", state="s&1", scopes=INFO.channel_scopes, code_challenge="h1")
    signing_in = authorize(redirect_uri="http://x/y", state="s&1", scopes=INFO.sign_in_scopes, code_challenge="h1")
    assert query_of(connecting) == {
        "client_id": "c1",
        "redirect_uri": "http://x/y",
        "response_type": "code",
        "scope": f"{READ_ONLY} {MANAGE}",
        "state": "s&1",
        "access_type": "offline",
        "prompt": "consent select_account",
        "include_granted_scopes": "true",
        "code_challenge": "h1",
        "code_challenge_method": "S256",
    }
    assert query_of(signing_in)["prompt"] == "select_account"
    assert youtube.platform.oauth.uses_pkce


async def test_scope_that_was_not_granted_is_missing(youtube: YouTubeSetup) -> None:
    response = f'{{"access_token":"t1","refresh_token":"r1","expires_in":3599,"scope":"{READ_ONLY}"}}'
    youtube.server.respond(200, response)
    tokens = await youtube.platform.oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier="v1")
    assert tokens.expires_at == youtube.clock.now + timedelta(seconds=3599)
    assert list(missing_scopes(INFO.channel_scopes, tokens.scopes or ())) == [MANAGE]
    assert youtube.server.requests[0].form == {
        "client_id": "c1",
        "client_secret": "s1",
        "code": "k1",
        "redirect_uri": "http://x/y",
        "code_verifier": "v1",
        "grant_type": "authorization_code",
    }


async def test_refresh_response_may_lack_a_refresh_token(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, '{"access_token":"t2","expires_in":3599,"scope":"a b","token_type":"Bearer"}')
    tokens = await youtube.platform.oauth.refresh("r1")
    assert (tokens.access_token, tokens.refresh_token, tokens.scopes) == ("t2", None, {"a", "b"})


@pytest.mark.parametrize(
    ("status", "body", "failure", "words"),
    [
        (400, '{"error":"invalid_grant","error_description":"Token has been expired."}', AuthExpired, "expired"),
        (400, '{"error":"invalid_grant","error_description":"Bad Request"}', AuthExpired, "Bad Request"),
        (401, '{"error":"invalid_client"}', PlatformUnavailable, "GREENROOM_YOUTUBE__CLIENT_SECRET"),
        (400, '{"error":"redirect_uri_mismatch"}', PlatformUnavailable, "GREENROOM_PUBLIC_URL"),
        (400, '{"error":"invalid_scope"}', PlatformUnavailable, "400"),
        (400, "<html>", PlatformUnavailable, "400"),
        (401, "", PlatformUnavailable, "401"),
        (500, "", PlatformUnavailable, "500"),
    ],
)
async def test_only_an_invalid_grant_raises_auth_expired(
    youtube: YouTubeSetup, status: int, body: str, failure: type[Exception], words: str
) -> None:
    youtube.server.respond(status, body)
    with pytest.raises(failure, match=words):
        await youtube.platform.oauth.refresh("r1")


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"access_token":7}', b"\xff\xfe"])
async def test_unreadable_response_is_an_outage(youtube: YouTubeSetup, body: str | bytes) -> None:
    youtube.server.respond(200, body)
    with pytest.raises(PlatformUnavailable):
        await youtube.platform.oauth.refresh("r1")


async def test_identity_is_the_chosen_channel(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, CHANNEL)
    identity = await youtube.platform.oauth.identify("T1")
    assert (identity.provider_user_id, identity.login, identity.display_name) == ("UC1", "junipervale", "Juniper Vale")
    assert identity.avatar_url == "https://yt3.example/j"
    assert youtube.requests == ["GET /v3/channels?part=id%2Csnippet&mine=true"]
    assert youtube.server.requests[0].headers["authorization"] == "bearer t1"


@pytest.mark.parametrize("response", [(200, '{"items":[]}'), (200, "{}"), (401, error("youtubeSignupRequired", 401))])
async def test_account_without_a_channel_raises_gone(youtube: YouTubeSetup, response: tuple[int, str]) -> None:
    youtube.server.respond(*response)
    with pytest.raises(Gone, match="has no YouTube channel"):
        await youtube.platform.oauth.identify("t1")


async def test_refused_token_raises_auth_expired(youtube: YouTubeSetup) -> None:
    youtube.server.respond(401, error("authError", 401))
    with pytest.raises(AuthExpired):
        await youtube.platform.oauth.identify("t1")


async def test_revoking_an_invalid_token_succeeds(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200).respond(400, '{"error":"invalid_token"}').respond(500)
    await youtube.platform.oauth.revoke("t1")
    await youtube.platform.oauth.revoke("t1")
    with pytest.raises(PlatformUnavailable):
        await youtube.platform.oauth.revoke("t1")
    assert youtube.requests[0] == "POST /revoke"
    assert youtube.server.requests[0].form == {"token": "t1"}
