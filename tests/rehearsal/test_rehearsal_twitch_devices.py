"""Programs without a browser: the device flow."""

import httpx
import pytest
from twitch_player import TwitchPlayer, tokens_in

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


async def start(twitch: TwitchPlayer, scopes: str = "user:read:chat") -> dict[str, str]:
    form = {"client_id": twitch.client_id, "scopes": scopes}
    answer = await twitch.http.post("/twitch/oauth2/device", data=form)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def poll(twitch: TwitchPlayer, device_code: str) -> httpx.Response:
    form = {"client_id": twitch.client_id, "device_code": device_code, "grant_type": GRANT, "scopes": "user:read:chat"}
    return await twitch.http.post("/twitch/oauth2/token", data=form)


async def test_a_device_waits_until_somebody_agrees_in_a_browser(twitch: TwitchPlayer) -> None:
    device = await start(twitch)
    waiting = await poll(twitch, device["device_code"])
    asked = await twitch.http.get(device["verification_uri"])
    form = {"login": "junoplays", "decision": "authorize"}
    agreed = await twitch.http.post(device["verification_uri"], data=form)
    tokens = tokens_in(await poll(twitch, device["device_code"]))
    validated = (await twitch.validate(tokens.access)).json()
    assert (waiting.status_code, waiting.json()["message"]) == (400, "authorization_pending")
    assert ("Read chat as you" in asked.text, agreed.status_code) == (True, 200)
    assert (validated["login"], validated["scopes"]) == ("junoplays", ["user:read:chat"])


async def test_a_device_code_counts_once_and_for_half_an_hour(twitch: TwitchPlayer, clock: Clock) -> None:
    used, late = await start(twitch), await start(twitch)
    await twitch.command("/twitch/activate", login="junoplays", user_code=used["user_code"])
    await poll(twitch, used["device_code"])
    again = await poll(twitch, used["device_code"])
    clock.advance(1801)
    expired = await poll(twitch, late["device_code"])
    assert [answer.json()["message"] for answer in (again, expired)] == ["invalid device code"] * 2


async def test_a_refresh_token_without_a_secret_counts_once(twitch: TwitchPlayer) -> None:
    device = await start(twitch)
    await twitch.command("/twitch/activate", login="junoplays", user_code=device["user_code"])
    tokens = tokens_in(await poll(twitch, device["device_code"]))
    form = {"client_id": twitch.client_id, "grant_type": "refresh_token", "refresh_token": tokens.refresh}
    first = await twitch.http.post("/twitch/oauth2/token", data=form)
    again = await twitch.http.post("/twitch/oauth2/token", data=form)
    assert (first.status_code, again.status_code) == (200, 400)
    assert first.json()["refresh_token"] != tokens.refresh


async def test_refusing_on_the_page_ends_the_device(twitch: TwitchPlayer) -> None:
    device = await start(twitch)
    await twitch.http.post(device["verification_uri"], data={"login": "junoplays", "decision": "cancel"})
    assert (await poll(twitch, device["device_code"])).json()["message"] == "invalid device code"


async def test_an_unknown_scope_is_refused_at_once(twitch: TwitchPlayer) -> None:
    form = {"client_id": twitch.client_id, "scopes": "user:read:minds"}
    assert (await twitch.http.post("/twitch/oauth2/device", data=form)).status_code == 400
