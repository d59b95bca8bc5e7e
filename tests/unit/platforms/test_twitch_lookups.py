"""Lookups of viewers, categories and chatters on Twitch, and ads."""

import pytest
from canned_server import CannedServer
from twitch_accounts import CHANNEL, WITH_BOT, data_response, error_response, recorded_call
from twitch_fixtures import server, twitch

from greenroom.chat.protocol.actions import (
    Category,
    ListChatters,
    LookUpViewer,
    Receipt,
    RunAd,
    SearchCategories,
    ViewerFound,
)
from greenroom.platforms.twitch.platform import TwitchPlatform

__all__ = ["server", "twitch"]


async def test_categories_are_found_with_their_images(twitch: TwitchPlatform, server: CannedServer) -> None:
    art = "https://static-cdn.jtvnw.net/ttv-boxart/509658-{width}x{height}.jpg"
    server.respond(200, data_response({"id": "509658", "name": "Just Chatting", "box_art_url": art}, pagination={}))
    receipt = await twitch.act(CHANNEL, SearchCategories("just chat"))
    image_url = "https://static-cdn.jtvnw.net/ttv-boxart/509658-144x192.jpg"
    assert receipt.categories == (Category("509658", "Just Chatting", image_url),)
    assert recorded_call(server)[1] in {
        "/search/categories?query=just+chat&first=20",
        "/search/categories?query=just%20chat&first=20",
    }
    assert await twitch.act(CHANNEL, SearchCategories(" ")) == Receipt("done")


@pytest.mark.parametrize(
    ("ad", "receipt"),
    [
        ({"length": 60, "message": "", "retry_after": 480}, Receipt("done", ad_seconds=60, next_ad_seconds=480)),
        (
            {"length": 30, "message": "", "retry_after": 480},
            Receipt("done", "Twitch runs 30 seconds instead of 60.", ad_seconds=30, next_ad_seconds=480),
        ),
        (
            {"length": 0, "message": "Too early.", "retry_after": 90},
            Receipt("refused", "Too early.", next_ad_seconds=90),
        ),
    ],
)
async def test_ad_receipt_has_length_and_wait(
    twitch: TwitchPlatform, server: CannedServer, ad: object, receipt: Receipt
) -> None:
    server.respond(200, data_response(ad))
    assert await twitch.act(WITH_BOT, RunAd(60)) == receipt
    assert recorded_call(server) == ("POST", "/channels/commercial", {"broadcaster_id": "1001", "length": 60})


async def test_chatters_of_all_pages_are_listed_once(twitch: TwitchPlatform, server: CannedServer) -> None:
    chatters = [{"user_id": str(number), "user_login": f"u{number}", "user_name": f"U{number}"} for number in range(3)]
    server.respond(200, data_response(*chatters[:2], pagination={"cursor": "c2"}, total=3))
    server.respond(200, data_response(*chatters[1:], pagination={}, total=3))
    receipt = await twitch.act(WITH_BOT, ListChatters())
    assert [viewer.id for viewer in receipt.viewers] == ["0", "1", "2"]
    assert recorded_call(server)[1] == "/chat/chatters?broadcaster_id=1001&moderator_id=1001&first=1000"
    assert recorded_call(server, 1)[1].endswith("&after=c2")


USER = {
    "id": "2002",
    "login": "beta",
    "display_name": "Beta",
    "profile_image_url": "p",
    "created_at": "2016-12-14T20:32:28Z",
}


@pytest.mark.parametrize(
    ("status", "followers", "followed_at", "follows"),
    [
        (
            200,
            data_response({"user_id": "2002", "followed_at": "2022-05-24T22:22:08Z"}, total=8),
            "2022-05-24T22:22:08Z",
            True,
        ),
        (200, data_response(total=8), "", False),
        (401, error_response(401, "Missing scope: moderator:read:followers"), "", None),
    ],
)
async def test_viewer_is_looked_up_with_the_time_of_the_follow(
    twitch: TwitchPlatform, server: CannedServer, status: int, followers: str, followed_at: str, follows: bool | None
) -> None:
    server.respond(200, data_response(USER)).respond(status, followers)
    receipt = await twitch.act(WITH_BOT, LookUpViewer("2002"))
    found = ViewerFound("2002", "beta", "Beta", "p", "2016-12-14T20:32:28Z", followed_at, follows)
    assert receipt.viewers == (found,)


async def test_unknown_viewer_is_not_found(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, data_response())
    assert await twitch.act(CHANNEL, LookUpViewer("2002")) == Receipt("done")
