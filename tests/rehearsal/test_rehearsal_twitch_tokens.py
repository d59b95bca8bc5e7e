"""Twitch's token, validate and revoke endpoints."""

import httpx
import pytest
from twitch_client import TwitchClient, tokens_in

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_code_gives_a_bearer_token_for_four_hours_with_its_scopes_as_a_list(twitch: TwitchClient) -> None:
    response = await twitch.redeem(await twitch.get_code("junoplays", scope="user:read:chat user:read:email"))
    body = response.json()
    assert body["token_type"] == "bearer"
    assert body["expires_in"] == 14_400
    assert body["scope"] == ["user:read:chat", "user:read:email"]


async def test_a_code_works_once(twitch: TwitchClient) -> None:
    code = await twitch.get_code("junoplays")
    assert (await twitch.redeem(code)).status_code == 200
    again = await twitch.redeem(code)
    assert (again.status_code, again.json()) == (400, {"status": 400, "message": "Invalid authorization code"})


async def test_a_code_needs_the_same_redirect_uri(twitch: TwitchClient) -> None:
    code = await twitch.get_code("junoplays")
    assert (await twitch.redeem(code, redirect_uri="http://127.0.0.1:8000/oauth/twitch/")).status_code == 400


async def test_a_code_expires(twitch: TwitchClient, clock: Clock) -> None:
    code = await twitch.get_code("junoplays")
    clock.advance(600)
    assert (await twitch.redeem(code)).status_code == 400


async def test_parameters_of_a_token_request_may_be_in_the_query(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    query = {"client_id": twitch.client_id, "client_secret": twitch.secret, "grant_type": "client_credentials"}
    response = await http.post("/twitch/oauth2/token", params=query)
    assert set(response.json()) == {"access_token", "expires_in", "token_type"}


@pytest.mark.parametrize(
    ("changes", "status", "message"),
    [
        ({"client_secret": "wrong"}, 403, "invalid client secret"),
        ({"client_secret": ""}, 400, "missing client secret"),
        ({"client_id": "somebody-else"}, 400, "invalid client"),
        ({"client_id": ""}, 400, "missing client id"),
        ({"grant_type": "password"}, 400, "invalid grant type"),
        ({"grant_type": ""}, 400, "missing grant type"),
        ({"grant_type": "refresh_token", "refresh_token": "dead"}, 400, "Invalid refresh token"),
    ],
)
async def test_invalid_token_requests_name_the_reason(
    twitch: TwitchClient, changes: dict[str, str], status: int, message: str
) -> None:
    response = await twitch.token_call(**{"grant_type": "client_credentials", **changes})
    assert response.status_code == status
    assert response.json() == {"status": status, "message": message}


async def test_a_refresh_token_stays_valid_and_has_characters_that_need_encoding(twitch: TwitchClient) -> None:
    first = await twitch.sign_in("junoplays")
    assert {"/", "%", "+"} <= set(first.refresh)
    second = tokens_in(await twitch.refresh(first.refresh))
    assert second.refresh == first.refresh
    assert second.access != first.access
    assert (await twitch.refresh(first.refresh)).status_code == 200


async def test_with_rotation_only_the_refresh_token_of_the_last_refresh_works(twitch: TwitchClient) -> None:
    first = await twitch.sign_in("junoplays")
    await twitch.command("/twitch/rotate-refresh", on=True)
    second = tokens_in(await twitch.refresh(first.refresh))
    assert second.refresh != first.refresh
    assert (await twitch.refresh(first.refresh)).status_code == 400
    assert (await twitch.refresh(second.refresh)).status_code == 200


async def test_the_oldest_of_more_than_fifty_access_tokens_is_invalid(twitch: TwitchClient) -> None:
    first = await twitch.sign_in("junoplays")
    newer = [tokens_in(await twitch.refresh(first.refresh)).access for _ in range(50)]
    assert (await twitch.validate(first.access)).status_code == 401
    assert (await twitch.validate(newer[0])).status_code == 200


async def test_validate_returns_the_user_and_the_remaining_seconds(twitch: TwitchClient, clock: Clock) -> None:
    tokens = await twitch.sign_in("junoplays", "user:read:chat")
    clock.advance(400)
    assert (await twitch.validate(tokens.access)).json() == {
        "client_id": twitch.client_id,
        "login": "junoplays",
        "user_id": twitch.id_of("junoplays"),
        "scopes": ["user:read:chat"],
        "expires_in": 14_000,
    }


async def test_validate_of_an_app_token_has_no_user(twitch: TwitchClient) -> None:
    body = (await twitch.validate(await twitch.app_token(), scheme="Bearer")).json()
    assert body == {"client_id": twitch.client_id, "scopes": None, "expires_in": 5_184_000}


async def test_validate_refuses_a_missing_or_unknown_token(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    unknown = await twitch.validate("nothing")
    assert (unknown.status_code, unknown.json()["message"]) == (401, "invalid access token")
    assert (await http.get("/twitch/oauth2/validate")).status_code == 401


async def test_an_expired_access_token_can_be_refreshed(twitch: TwitchClient, clock: Clock) -> None:
    tokens = await twitch.sign_in("junoplays")
    clock.advance(14_400)
    assert (await twitch.helix("/users", tokens.access)).status_code == 401
    renewed = tokens_in(await twitch.refresh(tokens.refresh))
    assert (await twitch.helix("/users", renewed.access)).status_code == 200


async def test_control_call_sets_the_lifetime_of_new_tokens(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/token-lifetime", seconds=5)
    response = await twitch.redeem(await twitch.get_code("junoplays"))
    assert response.json()["expires_in"] == 5


async def test_control_call_expires_tokens_of_one_user_or_of_all(twitch: TwitchClient) -> None:
    juno, marek = await twitch.sign_in("junoplays"), await twitch.sign_in("marekfixes")
    await twitch.command("/twitch/expire-tokens", login="junoplays")
    assert (await twitch.validate(juno.access)).status_code == 401
    assert (await twitch.validate(marek.access)).status_code == 200
    await twitch.command("/twitch/expire-tokens")
    assert (await twitch.validate(marek.access)).status_code == 401
    assert (await twitch.refresh(juno.refresh)).status_code == 200


async def test_control_call_revokes_all_tokens_of_a_user(twitch: TwitchClient) -> None:
    tokens = await twitch.sign_in("junoplays")
    await twitch.command("/twitch/revoke", login="junoplays")
    assert (await twitch.validate(tokens.access)).status_code == 401
    assert (await twitch.refresh(tokens.refresh)).json()["message"] == "Invalid refresh token"


async def test_a_token_can_be_revoked_once(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    tokens = await twitch.sign_in("junoplays")
    form = {"client_id": twitch.client_id, "token": tokens.access}
    first = await http.post("/twitch/oauth2/revoke", data=form)
    assert (first.status_code, first.content) == (200, b"")
    again = await http.post("/twitch/oauth2/revoke", data=form)
    assert (again.status_code, again.json()["message"]) == (400, "Invalid token")
    assert (await twitch.validate(tokens.access)).status_code == 401


async def test_revoking_for_an_unknown_client_is_not_found(http: httpx.AsyncClient) -> None:
    response = await http.post("/twitch/oauth2/revoke", data={"client_id": "nobody", "token": "x"})
    assert (response.status_code, response.json()["message"]) == (404, "client does not exist")
