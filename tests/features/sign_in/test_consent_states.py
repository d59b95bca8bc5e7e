"""OAuth states are valid once, for a limited time and for one browser; a failure of the platform uses a state up."""

import asyncio

import pytest

from greenroom.settings import Settings
from rehearsal.server import running
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, open_server, refusal


async def consent_query(client: ApiClient, login: str = "junoplays", decision: str = "authorize") -> dict[str, str]:
    """Submits the consent page; returns the query parameters of the platform's redirect back to us."""
    return await client.consent((await client.get("/twitch/sign-in-url"))["url"], login, decision)


async def count_users(greenroom: GreenroomServer) -> int:
    return (await greenroom.rows("SELECT count(*) AS number FROM users"))[0]["number"]


async def test_unknown_oauth_state_is_refused(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    assert refusal(await client.complete_oauth(query | {"state": "wrong"})) == (400, "state_invalid")
    assert await count_users(greenroom) == 0


async def test_state_works_once(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    assert (await client.complete_oauth(query)).status_code == 200
    assert refusal(await client.complete_oauth(query)) == (400, "state_used")


async def test_used_state_stays_used_with_a_new_code(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    used = await consent_query(client)
    await client.complete_oauth(used)
    other = await consent_query(client, "marekfixes")
    assert refusal(await client.complete_oauth({"state": used["state"], "code": other["code"]})) == (400, "state_used")


async def test_state_lasts_ten_minutes(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    client = await greenroom.client()
    in_time, too_late = await consent_query(client), await consent_query(client)
    clock.advance(599)
    assert (await client.complete_oauth(in_time)).status_code == 200
    clock.advance(1)
    assert refusal(await client.complete_oauth(too_late)) == (400, "state_expired")


async def test_state_of_another_browser_is_refused_and_stays_valid_for_its_own(greenroom: GreenroomServer) -> None:
    victim, attacker = await greenroom.client(), await greenroom.client()
    query = await consent_query(victim)
    await attacker.get("/twitch/sign-in-url")
    assert refusal(await attacker.complete_oauth(query)) == (400, "state_invalid")
    assert (await victim.complete_oauth(query)).status_code == 200


async def test_sign_out_invalidates_started_oauth_flows(owner: ApiClient) -> None:
    url = (await owner.get("/twitch/connect-chat-url", redirect_to="/user-provider-connected"))["url"]
    query = await owner.consent(url, "marekfixes")
    await owner.ask("DELETE", "/user/sessions/current")
    assert refusal(await owner.complete_oauth(query)) == (400, "state_invalid")


async def test_browser_without_a_cookie_is_refused(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    client.http.cookies.clear()
    assert refusal(await client.complete_oauth(query)) == (400, "state_invalid")


async def test_state_sent_to_another_platform_is_not_used_up(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    assert refusal(await client.complete_oauth(query, "kick")) == (400, "state_invalid")
    assert refusal(await client.complete_oauth(query, "nowhere")) == (404, "not_found")
    assert (await client.complete_oauth(query)).status_code == 200


@pytest.mark.both_databases
async def test_redirect_that_is_completed_five_times_at_once_signs_in_once(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    answers = await asyncio.gather(*(client.complete_oauth(query) for _ in range(5)))
    assert sorted(one.status_code for one in answers) == [200, 400, 400, 400, 400]
    assert {one.json()["type"] for one in answers if one.status_code == 400} == {"state_used"}


async def test_two_oauth_flows_in_one_browser_both_complete(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    first, second = await consent_query(client), await consent_query(client)
    statuses = [(await client.complete_oauth(query)).status_code for query in (second, first)]
    assert statuses == [200, 200]


async def test_refused_consent_is_reported_and_uses_up_the_state(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client, decision="cancel")
    refused = await client.complete_oauth(query)
    assert refusal(refused) == (400, "consent_refused")
    assert refused.json()["message"] == "Twitch was not connected, because access was denied."
    assert refusal(await client.complete_oauth(query)) == (400, "state_used")
    assert await count_users(greenroom) == 0


async def test_code_unknown_to_the_platform_is_refused(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    assert refusal(await client.complete_oauth(query | {"code": "wrong"})) == (400, "platform_refused")
    assert refusal(await client.complete_oauth(query)) == (400, "state_used")
    assert await count_users(greenroom) == 0


async def test_oauth_response_without_code_or_error_is_rejected(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    assert refusal(await client.complete_oauth({"state": query["state"]})) == (400, "platform_refused")


async def test_oauth_response_without_a_state_names_the_field(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    answer = await client.complete_oauth({"code": "c"})
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["state"])


@pytest.mark.both_databases
async def test_oauth_response_with_invalid_text_is_rejected(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    await client.get("/twitch/sign-in-url")
    bodies = (b'{"state": "\\ud800"}', b'{"state": "\\u0000"}', b'{"state": "a", "code": "\\ud800"}', b"\xff", b"[]")
    headers = {"Content-Type": "application/json"}
    answers = [await client.ask("POST", "/oauth/twitch", content=body, headers=headers) for body in bodies]
    assert {answer.status_code for answer in answers} <= {400, 422}


@pytest.mark.parametrize("path", ["/twitch/oauth2/token", "/twitch/helix/users"])
async def test_platform_failure_uses_up_the_state_and_creates_no_user(greenroom: GreenroomServer, path: str) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    await greenroom.control("/twitch/fail", next=1, status=500, path_prefix=path)
    assert refusal(await client.complete_oauth(query)) == (502, "platform_unavailable")
    assert refusal(await client.complete_oauth(query)) == (400, "state_used")
    assert await count_users(greenroom) == 0


async def test_rate_limited_platform_is_reported_as_unavailable(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    await greenroom.control("/twitch/fail", next=1, status=429, path_prefix="/twitch/oauth2/token", retry_after=7)
    assert refusal(await client.complete_oauth(query)) == (502, "platform_unavailable")


async def test_unreachable_platform_uses_up_a_state_and_creates_no_user(settings: Settings, clock: FrozenClock) -> None:
    async with running() as stopped:
        settings.twitch.oauth_url = f"{stopped.base_url}/twitch/oauth2"
        opened = open_server(settings, stopped, clock)
        greenroom = await opened.__aenter__()
        client = await greenroom.client()
        query = await consent_query(client)
    refused = await client.complete_oauth(query)
    assert refusal(refused) == (502, "platform_unavailable")
    assert refused.json()["message"].startswith("Twitch cannot be reached right now. Nothing was changed")
    assert (refusal(await client.complete_oauth(query)), await count_users(greenroom)) == ((400, "state_used"), 0)
    await opened.__aexit__(None, None, None)


async def test_wrong_client_secret_is_reported_as_unavailable(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    query = await consent_query(client)
    await greenroom.control("/twitch/fail", next=1, status=403, path_prefix="/twitch/oauth2/token")
    assert refusal(await client.complete_oauth(query)) == (502, "platform_unavailable")
