"""The control routes show people and requests, change the simulated platforms, and refuse invalid calls."""

import asyncio

import httpx
import pytest
from pydantic import JsonValue
from twitch_client import TwitchClient

from rehearsal.clock import Clock
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_people_are_shown_with_their_state(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    await twitch.sign_in("junoplays")
    await twitch.command("/twitch/go-live", login="junoplays", title="On air")
    records = (await http.get("/control/people")).json()["records"]
    juno = next(each for each in records if each["login"] == "junoplays")["platforms"]["twitch"]
    assert (juno["is_live"], juno["title"]) == (True, "On air")
    assert (juno["is_connected"], juno["live_tokens"], juno["sockets"]) == (True, 1, 0)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/twitch/go-live", {"login": "nobody"}, 404),
        ("/twitch/go-live", {"login": "pixelharbor"}, 409),
        ("/twitch/go-live", {"login": "junoplays", "category": "Nonsense"}, 422),
        ("/twitch/go-live", {"login": "junoplays", "tittle": "x"}, 422),
        ("/twitch/end", {"login": "junoplays"}, 409),
        ("/twitch/limits", {"values": {"nonsense": 1}}, 422),
        ("/twitch/fail", {"next": 1, "status": 200, "path_prefix": "/twitch"}, 422),
        ("/twitch/fail", {"next": 1, "status": 500, "path_prefix": "/control"}, 422),
        ("/vimeo/delay", {"ms": 1, "path_prefix": "/vimeo"}, 404),
    ],
)
async def test_an_invalid_control_call_reports_the_reason(
    http: httpx.AsyncClient, path: str, body: dict[str, JsonValue], status: int
) -> None:
    response = await http.post(f"/control{path}", json=body)
    assert response.status_code == status
    assert response.json()["error"]


async def test_control_calls_need_json_and_the_same_origin(http: httpx.AsyncClient, rehearsal: RehearsalState) -> None:
    body = b'{"login": "junoplays"}'
    plain = await http.post("/control/twitch/go-live", content=body, headers={"Content-Type": "text/plain"})
    form = await http.post("/control/twitch/go-live", data={"login": "junoplays"})
    json_type = {"Content-Type": "application/json"}
    foreign = {**json_type, "Origin": "https://evil.example"}
    cross = await http.post("/control/twitch/go-live", content=body, headers=foreign)
    assert [plain.status_code, form.status_code, cross.status_code] == [415, 415, 403]
    own = {**json_type, "Origin": rehearsal.base_url}
    assert (await http.post("/control/twitch/go-live", content=body, headers=own)).status_code == 200


async def test_control_responses_are_not_readable_across_origins(http: httpx.AsyncClient) -> None:
    response = await http.get("/control/people", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/twitch/helix/users", 503, {"error": "Service Unavailable", "status": 503, "message": ""}),
        ("/twitch/oauth2/validate", 500, {"status": 500, "message": ""}),
    ],
)
async def test_control_call_makes_requests_fail_in_the_platforms_error_format(
    twitch: TwitchClient, http: httpx.AsyncClient, path: str, status: int, body: dict[str, JsonValue]
) -> None:
    await twitch.command("/twitch/fail", next=2, status=status, path_prefix=path)
    for _ in range(2):
        response = await http.get(path)
        assert (response.status_code, response.json()) == (status, body)
    assert (await http.get(path)).status_code == 401


async def test_a_simulated_429_has_the_reset_header_of_twitch(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    await twitch.command("/twitch/fail", next=1, status=429, path_prefix="/twitch/helix", retry_after=7)
    response = await http.get("/twitch/helix/users")
    due = int(twitch.rehearsal.clock.now().timestamp()) + 7
    assert (response.headers["ratelimit-remaining"], int(response.headers["ratelimit-reset"])) == ("0", due)
    assert "retry-after" not in response.headers


async def test_simulated_failure_does_not_affect_other_paths(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    await twitch.command("/twitch/fail", next=1, status=500, path_prefix="/twitch/helix/streams")
    assert (await http.get("/twitch/helix/users")).status_code == 401


async def test_requests_can_be_held_back(twitch: TwitchClient, http: httpx.AsyncClient, clock: Clock) -> None:
    await twitch.command("/twitch/delay", ms=1500, path_prefix="/twitch/helix")
    held = asyncio.create_task(http.get("/twitch/helix/users"))
    assert (await http.get("/twitch/oauth2/validate")).status_code == 401
    await twitch.wait_for_event("request_held")
    assert not held.done()
    clock.advance(1.5)
    assert (await held).status_code == 401
    await twitch.command("/twitch/delay", ms=0, path_prefix="/twitch/helix")
    assert (await http.get("/twitch/helix/users")).status_code == 401


async def test_request_can_be_performed_without_a_response(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    tokens = await twitch.sign_in("junoplays")
    await twitch.command("/twitch/mute", next=1, path_prefix="/twitch/oauth2/revoke")
    form = {"client_id": twitch.client_id, "token": tokens.access}
    revoking = asyncio.create_task(http.post("/twitch/oauth2/revoke", data=form))
    await twitch.wait_for_event("token_revoked")
    await twitch.wait_for_event("answer_withheld")
    assert not revoking.done()
    revoking.cancel()
    assert (await http.post("/twitch/oauth2/revoke", data=form)).status_code == 400


async def test_requests_are_logged_without_any_value(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    tokens = await twitch.sign_in("junoplays", "user:read:email")
    await twitch.helix("/users", tokens.access, login="junoplays")
    response = await http.get("/control/requests")
    consent, redeemed, users = response.json()["records"]
    assert (consent["method"], consent["form_keys"]) == ("POST", ["login", "decision"])
    assert redeemed["path"] == "/twitch/oauth2/token"
    assert redeemed["form_keys"] == ["client_id", "client_secret", "grant_type", "code", "redirect_uri"]
    assert (users["query_keys"], users["auth_scheme"], users["status"]) == (["login"], "Bearer", 200)
    for secret in (tokens.access, tokens.refresh, twitch.secret, "junoplays"):
        assert secret not in response.text


async def test_a_bare_token_in_a_header_is_not_logged(http: httpx.AsyncClient) -> None:
    await http.get("/twitch/helix/users", headers={"Authorization": "0123secret"})
    response = await http.get("/control/requests")
    assert "0123secret" not in response.text
    assert response.json()["records"][0]["auth_scheme"] is None


async def test_requests_are_filtered_by_path(http: httpx.AsyncClient) -> None:
    await http.get("/twitch/oauth2/validate")
    await http.get("/twitch/helix/users")
    (only,) = (await http.get("/control/requests", params={"path_prefix": "/twitch/helix"})).json()["records"]
    assert only["path"] == "/twitch/helix/users"


async def test_wait_returns_when_a_future_event_arrives(twitch: TwitchClient) -> None:
    waiting = asyncio.create_task(twitch.wait_for_event("went_live", login="junoplays"))
    await twitch.command("/twitch/go-live", login="marekfixes")
    assert not waiting.done()
    await twitch.command("/twitch/go-live", login="junoplays")
    facts = (await waiting)["facts"]
    assert isinstance(facts, dict)
    assert facts["login"] == "junoplays"


async def test_wait_ignores_events_up_to_a_sequence_number(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    await twitch.command("/twitch/go-live", login="junoplays")
    await twitch.command("/twitch/end", login="junoplays")
    done = await twitch.command("/twitch/go-live", login="junoplays")
    seq = done["seq"]
    assert isinstance(seq, int)
    assert (await twitch.wait_for_event("went_live", after=seq))["seq"] == seq + 1
    late = await http.get("/control/wait", params={"event": "went_live", "after": seq + 1, "timeout": 0.01})
    assert late.status_code == 408


async def test_time_can_be_advanced(twitch: TwitchClient) -> None:
    tokens = await twitch.sign_in("junoplays")
    await twitch.command("/clock", seconds=14_400)
    assert (await twitch.validate(tokens.access)).status_code == 401


async def test_reset_ends_tokens_but_keeps_client_ids(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    tokens = await twitch.sign_in("junoplays")
    before = twitch.rehearsal.environment()
    await twitch.command("/twitch/fail", next=9, status=500, path_prefix="/twitch")
    await twitch.command("/reset", seed=99)
    assert (await twitch.validate(tokens.access)).status_code == 401
    assert twitch.rehearsal.environment() == before
    assert twitch.rehearsal.world.seed == 99
    assert len((await http.get("/control/requests")).json()["records"]) == 1


async def test_control_page_with_its_script_and_style_is_served(http: httpx.AsyncClient) -> None:
    assert (await http.get("/")).headers["location"] == "/control/"
    assert 'src="/assets/control.js"' in (await http.get("/control/")).text
    assert (await http.get("/assets/control.js")).headers["content-type"].startswith("text/javascript")
    assert (await http.get("/assets/rehearsal.css")).headers["content-type"].startswith("text/css")
    for missing in ("/assets/../control.py", "/assets/control.py", "/avatars/nobody.svg", "/nothing"):
        assert (await http.get(missing)).status_code == 404


@pytest.mark.parametrize("key", ["twitch", "kick", "tiktok", "youtube", "spotify", "discord"])
async def test_token_lifetime_and_limits_can_be_set_on_platforms_with_accounts(twitch: TwitchClient, key: str) -> None:
    limits = twitch.rehearsal.platforms[key].limits
    assert limits is not None
    await twitch.command(f"/{key}/token-lifetime", seconds=77)
    assert limits.access_token_seconds == 77
    await twitch.command(f"/{key}/limits", values={"access_token_seconds": 78, "code_seconds": 9})
    assert (limits.access_token_seconds, limits.code_seconds) == (78, 9)


async def test_an_unknown_limit_changes_nothing(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    values = {"code_seconds": 5, "shoe_size": 44}
    response = await http.post("/control/kick/limits", json={"values": values})
    assert (response.status_code, response.json()["error"]) == (422, "There is no limit called shoe_size.")
    limits = twitch.rehearsal.platforms["kick"].limits
    assert limits is not None
    assert limits.code_seconds == 600


@pytest.mark.parametrize(("call", "body"), [("limits", {"values": {}}), ("rotate-refresh", {"on": True})])
async def test_control_calls_for_limits_and_tokens_of_a_service_without_accounts_are_not_found(
    http: httpx.AsyncClient, call: str, body: dict[str, object]
) -> None:
    assert (await http.post(f"/control/7tv/{call}", json=body)).status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/control/twitch/limits", '{"values": {"rate_points": -5}}', "values.rate_points"),
        ("/control/twitch/limits", '{"values": {"mood": 5}}', "values"),
        ("/control/twitch/fail", '{"next": 1, "status": 500, "path_prefix": "/kick"}', "path_prefix"),
        ("/control/twitch/say", "[]", "body"),
        ("/control/twitch/say", "{", "body"),
    ],
)
async def test_invalid_control_call_names_the_field(http: httpx.AsyncClient, path: str, body: str, field: str) -> None:
    response = await http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == [field]
