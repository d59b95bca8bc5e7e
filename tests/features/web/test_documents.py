"""The web app's documents, platform descriptors, roles, and common errors of the API."""

import json
import re
from collections.abc import AsyncGenerator

import pytest

from greenroom import __version__
from greenroom.kernel.web.web_app import inline_json
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server

INLINED = re.compile(r'<script type="application/json" id="greenroom-platforms">(.*?)</script>')


@pytest.mark.rows("E8")
async def test_descriptors_are_those_of_the_specification(greenroom: GreenroomServer) -> None:
    listed = {platform["provider"]: platform for platform in await (await greenroom.client()).get("/platforms")}
    assert set(listed) == {"twitch", "youtube", "kick", "tiktok", "spotify", "discord", "7tv", "betterttv"}
    # Screens show the platforms in this order.
    assert list(listed)[:4] == ["twitch", "youtube", "kick", "tiktok"]
    assert (listed["twitch"]["colour"], listed["kick"]["colour"]) == ("#6441a5", "#53fc18")
    lengths = [listed[provider]["streamTitleMaxLength"] for provider in ("twitch", "kick", "youtube")]
    assert lengths == [140, 140, 100]
    replies = [provider for provider, platform in listed.items() if platform["flags"]["chatReplyMessage"]]
    assert replies == ["twitch"]


async def test_platform_without_a_client_id_offers_nothing(
    rehearsal_state: RehearsalState, settings: Settings, clock: FrozenClock
) -> None:
    settings.twitch.client_id = ""
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = await greenroom.client()
        twitch = (await client.get("/platforms"))[0]
        assert (twitch["provider"], any(twitch["flags"].values())) == ("twitch", False)
        answer = await client.ask("GET", "/twitch/sign-in-url")
        assert (answer.status_code, answer.json()["type"]) == (404, "platform_not_set_up")


@pytest.mark.rows("E9")
async def test_roles_have_the_levels_of_the_specification(greenroom: GreenroomServer) -> None:
    roles = await (await greenroom.client()).get("/roles")
    assert {role["name"]: role["level"] for role in roles} == {
        "Public": 0,
        "Sub": 1,
        "VIP": 2,
        "Mod": 7,
        "Editor": 100,
        "Admin": 200,
        "Owner": 500,
    }
    assert [role["name"] for role in roles if role["selectable"]] == ["Public", "Sub", "VIP", "Mod", "Owner"]


async def test_document_contains_the_platform_descriptors(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    found = INLINED.search((await client.http.get("/sign-in")).text)
    assert found is not None
    assert json.loads(found[1]) == await client.get("/platforms")


async def test_document_says_whether_this_is_a_rehearsal(
    greenroom: GreenroomServer, rehearsal_state: RehearsalState, settings: Settings, clock: FrozenClock
) -> None:
    mark = '<script type="application/json" id="greenroom-rehearsal">true</script>'
    assert mark not in (await (await greenroom.client()).http.get("/welcome")).text
    settings.rehearsal_url = rehearsal_state.environment()["REHEARSAL_CONTROL_URL"]
    async with open_server(settings, rehearsal_state, clock) as rehearsal_server:
        assert mark in (await (await rehearsal_server.client()).http.get("/welcome")).text


def test_inlined_json_cannot_close_its_script_element() -> None:
    inlined = inline_json("data", json.dumps({"name": "</script><script>alert(1)</script>"}))
    assert inlined.count("<") == 2
    assert json.loads(inlined.split(">", 1)[1].removesuffix("</script>"))["name"].startswith("</script>")


# The server does not know which addresses have a screen: e2e/journeys/routes.spec.ts opens each in a browser.
APP_PATHS: list[str] = ["/", "/sign-in", "/channels/x/chat-commands/y"]


async def test_app_has_a_strict_content_security_policy(greenroom: GreenroomServer) -> None:
    for path in APP_PATHS:
        answer = await (await greenroom.client()).http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), path
        assert "script-src 'self';" in answer.headers["content-security-policy"], path
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
        assert answer.headers["x-content-type-options"] == "nosniff", path


async def test_pages_may_only_frame_our_own_pages_and_the_players_of_the_platforms(greenroom: GreenroomServer) -> None:
    answer = await (await greenroom.client()).http.get("/watch/twitch/junoplays")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["frame-src"] == f"'self' {greenroom.rehearsal_state.base_url}"


ODD_PATHS: list[str] = ["/%00", "/oauth/%00", "/" + "a" * 5000, "/" + "a" * 300 + "/" + "b" * 300]


async def test_path_without_a_file_serves_the_web_app(greenroom: GreenroomServer) -> None:
    for path in ODD_PATHS:
        answer = await (await greenroom.client()).http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), path


UNKNOWN_ASSETS: list[str] = ["%00", "a" * 5000, "gone.js"]


async def test_unknown_asset_is_not_found(greenroom: GreenroomServer) -> None:
    for name in UNKNOWN_ASSETS:
        answer = await (await greenroom.client()).http.get(f"/assets/{name}")
        assert (answer.status_code, answer.json()["type"]) == (404, "not_found"), name


async def test_body_over_the_limit_is_refused(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    answer = await client.ask("POST", "/oauth/twitch", content=b"x" * 300_000)
    assert (answer.status_code, answer.json()["type"]) == (413, "too_large")


async def test_body_without_a_length_is_limited_while_streaming(greenroom: GreenroomServer) -> None:
    async def chunks() -> AsyncGenerator[bytes]:
        for _ in range(40):
            yield b"x" * 10_000

    headers = {"Content-Type": "application/json"}
    answer = await (await greenroom.client()).ask("POST", "/oauth/twitch", content=chunks(), headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (413, "too_large")


async def test_api_responses_are_not_cached(greenroom: GreenroomServer) -> None:
    answer = await (await greenroom.client()).http.get("/api/2/roles")
    assert (answer.headers["cache-control"], answer.headers["x-content-type-options"]) == ("no-store", "nosniff")


async def test_other_host_name_redirects_to_the_public_address(greenroom: GreenroomServer) -> None:
    # A cookie set for localhost would be missing after the platform's redirect.
    other = greenroom.url.replace("127.0.0.1", "localhost")
    answer = await (await greenroom.client()).http.get(f"{other}/sign-in?next=%2Fwelcome")
    assert (answer.status_code, answer.headers["location"]) == (307, f"{greenroom.url}/sign-in?next=%2Fwelcome")


TRAVERSAL_PATHS: list[str] = ["/assets/../../app.py", "/assets/..%2f..%2fapp.py", "/..%2fapp.py", "/%2e%2e/app.py"]


async def test_no_path_leads_out_of_the_web_folder(greenroom: GreenroomServer) -> None:
    for path in TRAVERSAL_PATHS:
        response = await (await greenroom.client()).http.get(path)
        is_page = response.headers["content-type"].startswith("text/html")
        assert response.status_code == 404 or is_page, path
        assert "create_app" not in response.text, path


FAILURES: list[tuple[str, str, int, str]] = [
    ("GET", "/api/2/nothing/here", 404, "not_found"),
    ("GET", "/api/3/user", 404, "not_found"),
    ("PATCH", "/api/2/roles", 405, "method_not_allowed"),
    ("GET", "/assets/gone.js", 404, "not_found"),
    ("GET", "/api/2/user", 401, "unauthenticated"),
]


async def test_every_error_has_a_type_and_a_message(greenroom: GreenroomServer) -> None:
    for method, path, status, kind in FAILURES:
        answer = await (await greenroom.client()).http.request(method, path)
        assert (answer.status_code, answer.json()["type"]) == (status, kind), method
        assert answer.json()["message"], method


async def test_bad_request_names_its_fields(owner: ApiClient) -> None:
    answer = await owner.ask("POST", "/channels", json={"name": "x"})
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
    assert answer.json()["errors"] == [{"field": "display_name", "message": "is missing"}]


async def test_invalid_json_body_is_rejected_with_a_message(owner: ApiClient) -> None:
    answer = await owner.ask("POST", "/channels", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
    assert answer.json()["errors"] == [{"field": "body", "message": "is not valid JSON"}]


async def test_healthy_server_reports_its_version(greenroom: GreenroomServer) -> None:
    answer = await (await greenroom.client()).http.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert answer.json()["version"] == __version__
