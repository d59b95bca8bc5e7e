"""TikTok's pages, rooms and sign server."""

import httpx
import pytest
from tiktok_client import TikTokClient

from rehearsal.clock import Clock
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import FetchResult

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_live_page_has_the_same_content_with_a_slash_at_the_end(http: httpx.AsyncClient) -> None:
    page, with_slash = await http.get("/tiktok/app/@pixelharbor/live"), await http.get("/tiktok/app/@pixelharbor/live/")
    assert (with_slash.status_code, with_slash.text) == (200, page.text)


async def test_live_page_has_room_and_live_status(tiktok: TikTokClient) -> None:
    live, offline = await tiktok.user_on_page("pixelharbor"), await tiktok.user_on_page("junoplays")
    assert live is not None
    assert offline is not None
    assert (live["uniqueId"], live["status"], offline["status"], offline["roomId"]) == ("pixelharbor", 2, 4, "")
    assert str(live["roomId"]).startswith("7")
    assert len(str(live["roomId"])) == 19


async def test_live_page_shows_no_user_for_an_unknown_handle_or_at_a_captcha(tiktok: TikTokClient) -> None:
    assert await tiktok.user_on_page("nobody") == {}
    await tiktok.command("/captcha", on=True)
    assert await tiktok.user_on_page("pixelharbor") is None


async def test_the_user_room_call_has_room_and_status(tiktok: TikTokClient, http: httpx.AsyncClient) -> None:
    path = "/tiktok/app/api-live/user/room/"
    live = (await http.get(path, params={"uniqueId": "pixelharbor", "sourceType": "54"})).json()
    assert live["data"]["user"]["roomId"] == str(await tiktok.room_id("pixelharbor"))
    assert live["data"]["liveRoom"]["status"] == 2
    assert (await http.get(path, params={"uniqueId": "nobody"})).json()["message"] == "user_not_found"


async def test_an_ended_room_keeps_its_id_but_is_not_alive(tiktok: TikTokClient, http: httpx.AsyncClient) -> None:
    room_id = await tiktok.room_id("pixelharbor")
    await tiktok.command("/go-live", login="junoplays", title="Here we go")
    other = await tiktok.room_id("junoplays")
    await tiktok.command("/end", login="pixelharbor")
    assert await tiktok.room_id("pixelharbor") == room_id
    response = await http.get("/tiktok/webcast/room/check_alive/", params={"room_ids": f"{room_id},{other}"})
    assert [row["alive"] for row in response.json()["data"]] == [False, True]


async def test_the_sign_server_returns_a_socket_url_and_the_last_messages(tiktok: TikTokClient) -> None:
    for number in range(7):
        await tiktok.command("/say", login="pixelharbor", text=f"line {number}")
    ticket = await tiktok.ticket("pixelharbor")
    result = ticket.result
    assert (result.is_first, result.need_ack) == (True, True)
    assert result.cursor
    assert result.push_server.startswith("ws://127.0.0.1:")
    assert result.route_params
    assert [message.is_history for message in result.messages] == [True] * 5
    assert ticket.cookie.startswith("ttwid=")


async def test_an_unknown_room_gets_no_cursor(tiktok: TikTokClient) -> None:
    response = await tiktok.fetch(7500000000000000001)
    assert FetchResult.FromString(response.content).cursor == ""


async def test_the_sign_server_has_a_rate_limit_with_remaining_and_reset(tiktok: TikTokClient, clock: Clock) -> None:
    room_id = await tiktok.room_id("pixelharbor")
    remaining = [int((await tiktok.fetch(room_id)).headers["ratelimit-remaining"]) for _ in range(10)]
    assert remaining == list(range(9, -1, -1))
    refused = await tiktok.fetch(room_id)
    assert (refused.status_code, refused.json()["limit_label"]) == (429, "rate_limit_account_minute")
    assert refused.headers["ratelimit-remaining"] == "0"
    assert int(refused.headers["ratelimit-reset"]) == int(clock.now().timestamp()) + 60
    clock.advance(60)
    assert (await tiktok.fetch(room_id)).status_code == 200


async def test_a_simulated_rate_limit_has_remaining_and_reset(tiktok: TikTokClient) -> None:
    await tiktok.command("/fail", next=1, status=429, path_prefix="/tiktok/sign", retry_after=90)
    refused = await tiktok.fetch(await tiktok.room_id("pixelharbor"))
    assert refused.headers["ratelimit-remaining"] == "0"
    assert int(refused.headers["ratelimit-reset"]) == int(tiktok.rehearsal.clock.now().timestamp()) + 90
