"""Kick's public API: scopes, lookups, changes and errors."""

import httpx
import pytest
from kick_client import KickClient

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_users_call_shows_the_email_of_the_token_owner_only(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    own = (await kick.call("GET", "/v1/users", token)).json()["data"]
    assert [(row["user_id"], row["name"], row["email"]) for row in own] == [
        (kick.user_id("junoplays"), "JunoPlays", "junoplays@people.example")
    ]
    ids = [str(kick.user_id("marekfixes")), str(kick.user_id(kick.viewer_login())), "5"]
    others = (await kick.call("GET", "/v1/users", token, id=ids)).json()["data"]
    assert [row["user_id"] for row in others] == [int(ids[0]), int(ids[1])]
    assert [row["email"] for row in others] == ["", ""]


async def test_a_missing_scope_is_forbidden_and_an_unknown_token_unauthorized(kick: KickClient) -> None:
    token = await kick.token("junoplays", "chat:write")
    refused = await kick.call("GET", "/v1/users", token)
    assert (refused.status_code, refused.json()) == (403, {"data": {}, "message": "Forbidden"})
    assert (await kick.call("GET", "/v1/users", "made-up")).json() == {"data": {}, "message": "Unauthorized"}


async def test_channels_are_found_by_slug_and_ids_cannot_be_mixed_with_slugs(kick: KickClient) -> None:
    token = await kick.app_token()
    found = (await kick.call("GET", "/v1/channels", token, slug=["odalys-", "nobody"])).json()["data"]
    assert [row["slug"] for row in found] == ["odalys-"]
    mixed = await kick.call("GET", "/v1/channels", token, slug="odalys-", broadcaster_user_id=5)
    assert (mixed.status_code, mixed.json()["message"]) == (400, "Bad request")
    assert isinstance(mixed.json()["data"], str)
    assert (await kick.call("GET", "/v1/channels", token, slug="x" * 26)).status_code == 400
    assert (await kick.call("GET", "/v1/channels", token)).status_code == 400


async def test_an_offline_channel_has_no_category_and_a_zero_date(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    row = (await kick.call("GET", "/v1/channels", token)).json()["data"][0]
    assert (row["category"]["id"], row["stream"]["start_time"]) == (0, "0001-01-01T00:00:00Z")
    await kick.command("/go-live", login="junoplays", title="Here we go", category="Moth Court")
    row = (await kick.call("GET", "/v1/channels", token)).json()["data"][0]
    shown = (row["stream"]["is_live"], row["stream_title"], row["category"]["name"])
    assert shown == (True, "Here we go", "Moth Court")


async def test_stream_key_is_shown_only_to_the_channel_owner_with_the_scope(kick: KickClient) -> None:
    async def visible_key(token: str) -> str:
        return (await kick.call("GET", "/v1/channels", token, slug="junoplays")).json()["data"][0]["stream"]["key"]

    assert await visible_key(await kick.token("junoplays"))
    assert not await visible_key(await kick.token("junoplays", "channel:read"))
    assert not await visible_key(await kick.token("marekfixes"))


async def test_a_channel_is_changed_by_its_owner(kick: KickClient) -> None:
    token = await kick.token("pixelharbor")
    body = {"stream_title": "Eight colours", "category_id": 700104, "custom_tags": ["Quiet"]}
    changed = await kick.call("PATCH", "/v1/channels", token, body=body)
    assert (changed.status_code, changed.content) == (204, b"")
    row = (await kick.call("GET", "/v1/channels", token)).json()["data"][0]
    assert (row["stream_title"], row["category"]["id"]) == ("Eight colours", 700104)
    assert row["stream"]["custom_tags"] == ["Quiet"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"stream_title": ""},
        {"stream_title": "x" * 141},
        {"category_id": 0},
        {"category_id": "700104"},
        {"category_id": 1},
        {"custom_tags": ["t"] * 11},
    ],
)
async def test_an_invalid_change_is_a_bad_request(kick: KickClient, body: dict[str, object]) -> None:
    token = await kick.token("pixelharbor")
    assert (await kick.call("PATCH", "/v1/channels", token, body=body)).status_code == 400


async def test_an_app_token_cannot_change_a_channel(kick: KickClient) -> None:
    response = await kick.call("PATCH", "/v1/channels", await kick.app_token(), body={"stream_title": "x"})
    assert response.status_code == 401


async def test_categories_are_searched_by_name_and_paged(kick: KickClient) -> None:
    token = await kick.app_token()
    found = (await kick.call("GET", "/v2/categories", token, name="moth")).json()["data"]
    assert [row["name"] for row in found] == ["Moth Court"]
    assert (await kick.call("GET", "/v2/categories", token, name="mo")).status_code == 400
    first = (await kick.call("GET", "/v2/categories", token, limit=5)).json()
    cursor = first["pagination"]["next_cursor"]
    second = (await kick.call("GET", "/v2/categories", token, limit=5, cursor=cursor)).json()
    assert (len(first["data"]), len(second["data"]), second["pagination"]["next_cursor"]) == (5, 2, "")
    assert (await kick.call("GET", "/v2/categories", token, cursor="nonsense")).status_code == 400


@pytest.mark.parametrize(("data_format", "data"), [("object", {}), ("null", None), ("string", "Unauthorized")])
async def test_control_call_sets_the_type_of_data_in_errors(kick: KickClient, data_format: str, data: object) -> None:
    await kick.command("/error-data", data=data_format)
    assert (await kick.call("GET", "/v1/users", "made-up")).json() == {"data": data, "message": "Unauthorized"}


async def test_request_blocked_by_the_firewall_gets_its_error_format(kick: KickClient, http: httpx.AsyncClient) -> None:
    token = await kick.app_token()
    await kick.command("/security-block", next=1)
    blocked = await kick.call("GET", "/v2/categories", token)
    assert (blocked.status_code, set(blocked.json())) == (403, {"error", "reference"})
    assert (await kick.call("GET", "/v2/categories", token)).status_code == 200
    without_user_agent = {"Authorization": f"Bearer {token}", "User-Agent": ""}
    assert (await http.get("/kick/public/v2/categories", headers=without_user_agent)).status_code == 403


async def test_tokens_expire_and_too_many_calls_are_refused(kick: KickClient, clock: Clock) -> None:
    token = await kick.token("junoplays")
    await kick.command("/limits", values={"requests_per_minute": 1})
    assert (await kick.call("GET", "/v1/users", token)).status_code == 200
    assert (await kick.call("GET", "/v1/users", token)).json()["message"] == "Too Many Requests"
    clock.advance(60)
    assert (await kick.call("GET", "/v1/users", token)).status_code == 200
    clock.advance(7200)
    assert (await kick.call("GET", "/v1/users", token)).status_code == 401


async def test_an_unknown_path_gets_kicks_error_format(kick: KickClient) -> None:
    response = await kick.call("GET", "/v1/polls", await kick.app_token())
    assert (response.status_code, response.json()) == (404, {"data": {}, "message": "Not Found"})


async def test_pictures_of_categories_can_be_fetched(kick: KickClient, http: httpx.AsyncClient) -> None:
    row = (await kick.call("GET", "/v2/categories", await kick.app_token(), name="moth")).json()["data"][0]
    assert (await http.get(row["thumbnail"])).headers["content-type"] == "image/svg+xml"
