"""Helix: authentication, users, channels, streams and limits."""

from datetime import UTC, datetime

import httpx
import pytest
from twitch_client import TwitchClient

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_helix_names_the_missing_or_invalid_header(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    bearer = {"Authorization": f"Bearer {access}"}
    cases: list[tuple[dict[str, str], str]] = [
        ({}, "OAuth token is missing"),
        ({"Authorization": "Bearer nothing", "Client-Id": twitch.client_id}, "Invalid OAuth token"),
        ({"Authorization": f"OAuth {access}", "Client-Id": twitch.client_id}, "Invalid OAuth token"),
        (bearer, "Client ID is missing"),
        ({**bearer, "Client-Id": "other"}, "Client ID and OAuth token do not match"),
    ]
    for headers, message in cases:
        response = await http.get("/twitch/helix/users", headers=headers)
        assert response.json() == {"error": "Unauthorized", "status": 401, "message": message}


async def test_an_unknown_helix_path_gets_the_helix_error_format(http: httpx.AsyncClient) -> None:
    response = await http.get("/twitch/helix/nothing")
    assert response.json() == {"error": "Not Found", "status": 404, "message": ""}


async def test_users_without_parameters_returns_the_token_owner(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("hanamori")).access
    (user,) = (await twitch.helix("/users", access)).json()["data"]
    assert (user["login"], user["display_name"]) == ("hanamori", "花森ハナ")
    assert user["id"].isdecimal()
    assert "email" not in user


async def test_the_email_is_shown_with_its_scope_and_to_its_owner_only(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays", "user:read:email")).access
    users = (await twitch.helix("/users", access, login=["junoplays", "marekfixes"])).json()["data"]
    assert ["email" in user for user in users] == [True, False]


async def test_users_are_found_by_id_and_login_and_unknown_ones_left_out(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    query = {"id": [twitch.id_of("odalys_"), "1"], "login": ["JunoPlays", "nobody", "odalys_"]}
    users = (await twitch.helix("/users", access, **query)).json()["data"]
    assert [user["login"] for user in users] == ["odalys_", "junoplays"]


async def test_more_than_a_hundred_users_at_once_are_refused(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    ids, logins = [str(number) for number in range(60)], [f"n{number}" for number in range(41)]
    assert (await twitch.helix("/users", access, id=ids, login=logins)).status_code == 400
    assert (await twitch.helix("/users", access, id=ids, login=logins[:40])).status_code == 200


async def test_an_app_token_must_name_users(twitch: TwitchClient) -> None:
    access = await twitch.app_token()
    assert (await twitch.helix("/users", access)).status_code == 400
    assert (await twitch.helix("/users", access, login="junoplays")).status_code == 200


async def test_the_avatar_is_served_by_the_rehearsal(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    url = (await twitch.helix("/users", access)).json()["data"][0]["profile_image_url"]
    picture = await http.get(url)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<title>JunoPlays</title>" in picture.text


async def test_channels_show_title_category_and_language_also_offline(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    ids = [twitch.id_of("marekfixes"), twitch.id_of("marekfixes"), "1"]
    (channel,) = (await twitch.helix("/channels", access, broadcaster_id=ids)).json()["data"]
    assert channel["broadcaster_login"] == "marekfixes"
    assert channel["broadcaster_language"] == "pl"
    assert channel["title"]
    assert channel["game_id"].isdecimal()


@pytest.mark.parametrize("ids", [[], ["abc"], [str(number) for number in range(101)]])
async def test_channels_call_needs_one_to_a_hundred_valid_ids(twitch: TwitchClient, ids: list[str]) -> None:
    access = (await twitch.sign_in("junoplays")).access
    assert (await twitch.helix("/channels", access, broadcaster_id=ids)).status_code == 400


async def test_streams_lists_only_live_channels(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    names = ["junoplays", "pixelharbor"]
    assert logins(await twitch.helix("/streams", access, user_login=names)) == ["pixelharbor"]
    await twitch.command("/twitch/go-live", login="junoplays")
    assert set(logins(await twitch.helix("/streams", access, user_login=names))) == {"junoplays", "pixelharbor"}
    await twitch.command("/twitch/end", login="pixelharbor")
    assert logins(await twitch.helix("/streams", access)) == ["junoplays"]


async def test_stream_has_the_values_set_by_the_control_page(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    await twitch.command("/twitch/go-live", login="junoplays", title="Night run", category="moth court")
    response = await twitch.helix("/streams", access, user_id=twitch.id_of("junoplays"))
    (stream,) = response.json()["data"]
    assert (stream["title"], stream["game_name"], stream["type"]) == ("Night run", "Moth Court", "live")
    assert stream["started_at"] == "2026-11-15T12:00:00Z"
    assert response.json()["pagination"] == {}


async def test_streams_come_in_pages_with_most_viewers_first(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    for login in ("junoplays", "marekfixes", "odalys_"):
        await twitch.command("/twitch/go-live", login=login)
    first = (await twitch.helix("/streams", access, first="3")).json()
    cursor = first["pagination"]["cursor"]
    second = (await twitch.helix("/streams", access, first="3", after=cursor)).json()
    viewers = [stream["viewer_count"] for stream in first["data"] + second["data"]]
    assert len(viewers) == 4
    assert viewers == sorted(viewers, reverse=True)
    assert second["pagination"] == {}
    back = (await twitch.helix("/streams", access, first="3", before=cursor)).json()
    assert back["data"] == first["data"]


@pytest.mark.parametrize("query", [{"type": "vod"}, {"first": "0"}, {"first": "101"}, {"after": "x"}, {"user_id": "x"}])
async def test_streams_refuses_invalid_parameters(twitch: TwitchClient, query: dict[str, str]) -> None:
    access = (await twitch.sign_in("junoplays")).access
    assert (await twitch.helix("/streams", access, **query)).status_code == 400


async def test_a_refused_call_has_the_rate_limit_headers_too(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays")).access
    await twitch.helix("/users", access)
    refused = await twitch.helix("/channels", access)
    assert refused.status_code == 400
    assert refused.headers["ratelimit-limit"] == "800"
    assert refused.headers["ratelimit-remaining"] == "798"
    assert int(refused.headers["ratelimit-reset"]) == int(datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()) + 1


async def test_an_empty_rate_limit_bucket_returns_429_until_it_refills(twitch: TwitchClient, clock: Clock) -> None:
    await twitch.command("/twitch/limits", values={"rate_points": 2})
    access, other = (await twitch.sign_in("junoplays")).access, (await twitch.sign_in("odalys_")).access
    for _ in range(2):
        assert (await twitch.helix("/users", access)).status_code == 200
    empty = await twitch.helix("/users", access)
    assert (empty.status_code, empty.headers["ratelimit-remaining"]) == (429, "0")
    assert empty.json()["error"] == "Too Many Requests"
    assert (await twitch.helix("/users", other)).status_code == 200
    clock.advance(30)
    assert (await twitch.helix("/users", access)).status_code == 200


def logins(response: httpx.Response) -> list[str]:
    return [stream["user_login"] for stream in response.json()["data"]]
