"""Parsing handles and looking up live rooms."""

import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest
from tenacity import wait_none

from greenroom.accounts.platforms import Gone, Identity, PlatformUnavailable
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok.room_lookup import RoomLookup, handle_of, read_page
from greenroom.platforms.tiktok.settings import TikTokSettings
from support.routed_server import RoutedServer, routed_server

PAGE, API, ALIVE = "GET /@beta.b/live", "GET /api-live/user/room/", "GET /webcast/room/check_alive/"
ROOM_ID = "7312345678901234567"
UNKNOWN: dict[str, object] = {"message": "user_not_found", "data": {}}


def page(handle: str = "beta.b", status: int = 2, room_id: str = ROOM_ID) -> str:
    user = {"roomId": room_id, "uniqueId": handle, "status": status, "nickname": "Beta <B>"}
    state = {"LiveRoom": {"liveRoomUserInfo": {"user": user}}}
    script = f'<script id="SIGI_STATE" type="application/json">{json.dumps(state)}</script>'
    return f"<html><head><title>x</title></head><body>{script}<script>more()</script></body></html>"


def room(status: int = 2, **user: object) -> dict[str, object]:
    return {"message": "", "data": {"user": {"roomId": ROOM_ID} | user, "liveRoom": {"status": status}}}


@pytest.fixture
async def server() -> AsyncGenerator[RoutedServer]:
    async with routed_server() as server:
        yield server


@pytest.fixture
async def rooms(server: RoutedServer) -> AsyncGenerator[RoomLookup]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield RoomLookup(
        TikTokSettings(app_url=server.url, webcast_url=f"{server.url}/webcast", user_agent="Browser/1"), http
    )
    await http.close()


@pytest.mark.parametrize(
    "text",
    [
        "beta.b",
        " @Beta.B ",
        "https://www.tiktok.com/@beta.b",
        "https://www.tiktok.com/@beta.b/live?lang=en",
        "tiktok.com/@beta.b",
        "http://m.tiktok.com/@Beta.b#x",
    ],
)
def test_handle_is_found_in_pasted_text(text: str) -> None:
    assert handle_of(text) == "beta.b"


@pytest.mark.parametrize("text", ["", "@", "a b", "https://example.org/@beta.b", "../../x", "x" * 25, "bètà"])
def test_invalid_handle_raises_gone(text: str) -> None:
    with pytest.raises(Gone):
        handle_of(text)


async def test_account_is_found_by_its_page(rooms: RoomLookup, server: RoutedServer) -> None:
    server.on(PAGE, 200, page())
    assert await rooms.find("@Beta.B") == Identity("beta.b", "beta.b", "Beta <B>", "")
    assert server.calls[0].headers["user-agent"] == "Browser/1"


@pytest.mark.parametrize("captcha", ["<html>Verify</html>", '<script id="SIGI_STATE">{}</script>', page("another")])
async def test_api_is_called_if_the_page_is_a_captcha(rooms: RoomLookup, server: RoutedServer, captcha: str) -> None:
    server.on(PAGE, 200, captcha).on(API, 200, room(nickname="Beta"))
    assert (await rooms.find("beta.b")).display_name == "Beta"
    assert server.calls_to(API)[0].query == "uniqueId=beta.b&sourceType=54"


async def test_unknown_handle_raises_gone(rooms: RoomLookup, server: RoutedServer) -> None:
    server.on(PAGE, 200, "<html></html>").on(API, 200, UNKNOWN)
    with pytest.raises(Gone):
        await rooms.find("beta.b")


@pytest.mark.parametrize("body", ["[]", "<html>", '{"message":"busy","data":{}}', '{"data":null}'])
async def test_unreadable_page_and_api_are_an_outage(rooms: RoomLookup, server: RoutedServer, body: str) -> None:
    server.on(PAGE, 200, "<html></html>").on(API, 200, body)
    with pytest.raises(PlatformUnavailable):
        await rooms.find("beta.b")


@pytest.mark.parametrize(("status", "is_live"), [(2, True), (4, False)])
async def test_live_state_is_read_from_the_api(
    rooms: RoomLookup, server: RoutedServer, status: int, is_live: bool
) -> None:
    server.on(API, 200, room(status))
    found = await rooms.live_state("beta.b")
    assert (found.is_live, found.room_id) == (is_live, ROOM_ID)
    assert server.calls_to(PAGE) == []


@pytest.mark.parametrize("room_id", ["", "0", "12a", "1" * 20])
def test_room_without_a_valid_id_is_not_live(room_id: str) -> None:
    found = read_page(page(room_id=room_id).encode(), "beta.b")
    assert found is not None
    assert (found.is_live, found.room_id) == (False, None)


async def test_title_and_start_are_read_if_present(rooms: RoomLookup, server: RoutedServer) -> None:
    data = {"user": {"roomId": ROOM_ID}, "liveRoom": {"status": 2, "title": "Late", "startTime": 1893553440}}
    server.on(API, 200, {"data": data})
    found = await rooms.live_state("beta.b")
    assert (found.title, found.started_at) == ("Late", datetime(2030, 1, 2, 3, 4, tzinfo=UTC))


@pytest.mark.parametrize(
    ("body", "is_alive"),
    [('{"data":[{"alive":true}]}', True), ('{"data":[{"alive":false}]}', False), ('{"data":[]}', False)],
)
async def test_room_is_alive_as_reported(rooms: RoomLookup, server: RoutedServer, body: str, is_alive: bool) -> None:
    server.on(ALIVE, 200, body)
    assert await rooms.is_alive(ROOM_ID) == is_alive
    assert server.calls[0].query == f"room_ids={ROOM_ID}"
