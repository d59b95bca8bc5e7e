"""Signing in with a platform: the user, the first operator, the next path and the browser cookie."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import pytest

from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, open_server, refusal

OTHER_SITES = (
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "https:evil.example",
    "%2F%2Fevil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%252Fevil.example",
    "/\t/evil.example",
    "/\u202eelpmaxe.live",
    "/" + "a" * 2000,
)


@pytest.mark.rows("K1", "E1", "P1", "P10")
async def test_signing_in_with_twitch_creates_a_user(greenroom: GreenroomServer) -> None:
    juno = await greenroom.sign_in("junoplays")
    user = await juno.get("/user")
    assert user.pop("id")
    assert user == {
        "username": "junoplays",
        "display_name": "JunoPlays",
        "avatar_url": f"{greenroom.rehearsal_state.base_url}/avatars/junoplays.svg",
        "is_operator": True,
        "notices": [],
    }


@pytest.mark.rows("K1", "P1")
async def test_signing_in_again_finds_the_same_user(greenroom: GreenroomServer) -> None:
    first, second = await greenroom.sign_in("marekfixes"), await greenroom.sign_in("marekfixes")
    assert first.token != second.token
    assert await first.get("/user") == await second.get("/user")


@pytest.mark.both_databases
@pytest.mark.rows("E1")
async def test_name_in_any_script_is_kept(greenroom: GreenroomServer) -> None:
    hana = await greenroom.sign_in("hanamori")
    user = await hana.get("/user")
    assert (user["username"], user["display_name"]) == ("hanamori", "花森ハナ")


@pytest.mark.rows("A7")
async def test_only_the_first_user_becomes_an_operator(greenroom: GreenroomServer) -> None:
    users = [await greenroom.sign_in(login) for login in ("junoplays", "marekfixes", "odalys_")]
    assert [(await user.get("/user"))["is_operator"] for user in users] == [True, False, False]


@pytest.mark.both_databases
@pytest.mark.rows("A7")
async def test_simultaneous_first_sign_ins_create_one_operator(greenroom: GreenroomServer) -> None:
    users = await asyncio.gather(*(greenroom.sign_in(login) for login in ("junoplays", "marekfixes", "odalys_")))
    assert sum([(await user.get("/user"))["is_operator"] for user in users]) == 1


@pytest.mark.both_databases
@pytest.mark.rows("A7")
async def test_no_user_becomes_operator_after_the_first_user_was_deleted(greenroom: GreenroomServer) -> None:
    juno = await greenroom.sign_in("junoplays")
    await juno.ask("DELETE", "/user", params={"username": "junoplays"})
    marek = await greenroom.sign_in("marekfixes")
    assert not (await marek.get("/user"))["is_operator"]


@pytest.mark.rows("A7")
async def test_first_user_does_not_become_operator_if_the_setting_is_off(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    settings.first_user_is_operator = False
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        juno = await greenroom.sign_in()
        assert not (await juno.get("/user"))["is_operator"]


@pytest.mark.both_databases
async def test_simultaneous_sign_ins_of_a_new_user_create_one_user(greenroom: GreenroomServer) -> None:
    tabs = await asyncio.gather(*(greenroom.sign_in("brisket99") for _ in range(4)))
    assert len({(await tab.get("/user"))["id"] for tab in tabs}) == 1


@pytest.mark.rows("R5", "X1")
async def test_completed_sign_in_has_a_location_with_the_requested_next_path(greenroom: GreenroomServer) -> None:
    answer = await (await greenroom.client()).sign_in("junoplays", "/channels/7?tab=a b&x=ü")
    assert answer["kind"] == "sign_in"
    assert answer["location"] == "/sign-in/success?next=%2Fchannels%2F7%3Ftab%3Da+b%26x%3D%C3%BC"


@pytest.mark.rows("R5")
async def test_next_path_to_another_site_is_ignored_on_sign_in(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    locations = [(await client.sign_in("junoplays", target))["location"] for target in OTHER_SITES]
    assert locations == ["/sign-in/success"] * len(OTHER_SITES)


@pytest.mark.parametrize("target", ["/channels?name=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9", "/channels?name=a%5Cb"])
async def test_next_path_on_this_site_may_contain_any_text(greenroom: GreenroomServer, target: str) -> None:
    location = str((await (await greenroom.client()).sign_in("junoplays", target))["location"])
    assert parse_qs(urlsplit(location).query)["next"] == [target]


async def test_invalid_browser_cookie_does_not_prevent_signing_in(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    client.http.cookies.set("greenroom_browser", "x" * 500, path="/api/2")
    assert (await client.sign_in("junoplays"))["kind"] == "sign_in"


async def test_browser_cookie_is_http_only_and_same_site(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    answer = await client.ask("GET", "/twitch/sign-in-url")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("greenroom_browser=")
    assert {"httponly", "samesite=lax", "path=/api/2", "max-age=600"} <= set(cookie.split("; "))
    assert "secure" not in cookie


async def test_browser_cookie_of_an_https_site_is_secure_and_bound_to_its_host(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        settings.public_url = "https://greenroom.example"
        client = await greenroom.client()
        client.http.base_url = f"http://127.0.0.1:{settings.port}"
        first = await client.ask("GET", "/twitch/sign-in-url")
        cookie, *attributes = first.headers["set-cookie"].split("; ")
        again = await client.ask("GET", "/twitch/sign-in-url", headers={"Cookie": cookie})
    # A browser accepts this prefix only with `Secure`, `Path=/` and without a domain; a sibling host cannot set it.
    assert cookie.startswith("__Host-greenroom_browser=")
    assert {"Secure", "Path=/", "HttpOnly"} <= set(attributes)
    assert not any(attribute.startswith("Domain") for attribute in attributes)
    assert again.headers["set-cookie"].startswith(cookie)


async def test_sign_in_requests_no_scopes(greenroom: GreenroomServer) -> None:
    url = (await (await greenroom.client()).get("/twitch/sign-in-url"))["url"]
    assert "scope=&" in url
    assert f"redirect_uri=http%3A%2F%2F127.0.0.1%3A{greenroom.settings.port}%2Foauth%2Ftwitch" in url


async def test_platform_without_sign_in_is_not_found(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    unknown = ("7tv", "nowhere", "TWITCH", "%00")
    responses = [
        await client.ask("GET", f"/{provider}/sign-in-url") for provider in (*unknown, "tiktok", "spotify", "discord")
    ]
    query = {"state": "s", "code": "c"}
    completed = [await client.ask("POST", f"/oauth/{provider}", json=query) for provider in unknown]
    assert {refusal(one) for one in responses + completed} == {(404, "not_found")}
