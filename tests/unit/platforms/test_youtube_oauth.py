"""Google's OAuth code flow and the identity of a grant."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from youtube_bench import Bench, error, open_bench

from greenroom.platforms.youtube.info import INFO, MANAGE, READ_ONLY
from greenroom.tenancy.credentials.rules import missing_scopes
from greenroom.tenancy.platforms import AuthExpired, Gone, PlatformUnavailable
from support.frozen_clock import FrozenClock

CHANNEL = """{"kind":"youtube#channelListResponse","items":[{"id":"UC1","snippet":{"title":"Juniper Vale",
"customUrl":"@junipervale","thumbnails":{"default":{"url":"https://yt3.example/j","width":88,"height":88}}}}]}"""


@pytest.fixture
async def bench(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, clock) as bench:
        yield bench


def query_of(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def test_people_who_connect_see_the_screen_and_people_who_sign_in_only_choose(bench: Bench) -> None:
    ask = bench.platform.oauth.authorize_url
    connecting = ask(redirect_uri="http://x/y", state="s&1", scopes=INFO.channel_scopes, code_challenge="h1")
    signing_in = ask(redirect_uri="http://x/y", state="s&1", scopes=INFO.sign_in_scopes, code_challenge="h1")
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
    assert bench.platform.oauth.uses_pkce


async def test_unchecked_scope_is_missing_afterwards(bench: Bench) -> None:
    answer = f'{{"access_token":"t1","refresh_token":"r1","expires_in":3599,"scope":"{READ_ONLY}"}}'
    bench.server.answer(200, answer)
    tokens = await bench.platform.oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier="v1")
    assert tokens.expires_at == bench.clock.now + timedelta(seconds=3599)
    assert list(missing_scopes(INFO.channel_scopes, tokens.scopes or ())) == [MANAGE]
    assert bench.server.requests[0].form == {
        "client_id": "c1",
        "client_secret": "s1",
        "code": "k1",
        "redirect_uri": "http://x/y",
        "code_verifier": "v1",
        "grant_type": "authorization_code",
    }


async def test_refresh_answers_without_a_refresh_token_and_the_old_one_stays(bench: Bench) -> None:
    bench.server.answer(200, '{"access_token":"t2","expires_in":3599,"scope":"a b","token_type":"Bearer"}')
    tokens = await bench.platform.oauth.refresh("r1")
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
async def test_only_googles_error_code_ends_a_permission(
    bench: Bench, status: int, body: str, failure: type[Exception], words: str
) -> None:
    bench.server.answer(status, body)
    with pytest.raises(failure, match=words):
        await bench.platform.oauth.refresh("r1")


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"access_token":7}', b"\xff\xfe"])
async def test_unreadable_response_is_an_outage(bench: Bench, body: str | bytes) -> None:
    bench.server.answer(200, body)
    with pytest.raises(PlatformUnavailable):
        await bench.platform.oauth.refresh("r1")


async def test_person_is_the_channel_they_chose(bench: Bench) -> None:
    bench.server.answer(200, CHANNEL)
    identity = await bench.platform.oauth.identify("T1")
    assert (identity.provider_user_id, identity.login, identity.display_name) == ("UC1", "junipervale", "Juniper Vale")
    assert identity.avatar_url == "https://yt3.example/j"
    assert bench.requests == ["GET /v3/channels?part=id%2Csnippet&mine=true"]
    assert bench.server.requests[0].headers["authorization"] == "bearer t1"


@pytest.mark.parametrize("answer", [(200, '{"items":[]}'), (200, "{}"), (401, error("youtubeSignupRequired", 401))])
async def test_account_without_a_channel_is_gone(bench: Bench, answer: tuple[int, str]) -> None:
    bench.server.answer(*answer)
    with pytest.raises(Gone, match="has no YouTube channel"):
        await bench.platform.oauth.identify("t1")


async def test_refused_token_raises_auth_expired(bench: Bench) -> None:
    bench.server.answer(401, error("authError", 401))
    with pytest.raises(AuthExpired):
        await bench.platform.oauth.identify("t1")


async def test_revoked_already_is_revoked(bench: Bench) -> None:
    bench.server.answer(200).answer(400, '{"error":"invalid_token"}').answer(500)
    await bench.platform.oauth.revoke("t1")
    await bench.platform.oauth.revoke("t1")
    with pytest.raises(PlatformUnavailable):
        await bench.platform.oauth.revoke("t1")
    assert bench.requests[0] == "POST /revoke"
    assert bench.server.requests[0].form == {"token": "t1"}
