"""Bans, moderators, members and supporters on YouTube, and the messages they cause."""

import pytest
from youtube_client import Json, YouTubeClient, kinds, reason

from rehearsal.clock import Clock
from support.contract_deviations import DeviationCollector

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def open_chat(youtube: YouTubeClient) -> tuple[str, str]:
    access = await youtube.access("pixelharbor")
    return access, await youtube.live_chat(access)


async def listed_messages(youtube: YouTubeClient, access: str, chat: str) -> list[Json]:
    return (await youtube.read(access, chat))["items"]


async def test_temporary_ban_is_announced_and_expires(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    viewer = await youtube.access("junoplays")
    response = await youtube.ban(access, chat, "junoplays", 60)
    snippet = response.json()["snippet"]
    assert (snippet["type"], snippet["banDurationSeconds"]) == ("temporary", "60")
    (event,) = await listed_messages(youtube, access, chat)
    details = event["snippet"]["userBannedDetails"]
    assert (details["banType"], details["banDurationSeconds"]) == ("temporary", "60")
    assert details["bannedUserDetails"]["channelId"] == youtube.channel_of("junoplays")
    assert event["snippet"]["authorChannelId"] == youtube.channel_of("pixelharbor")
    assert reason(await youtube.say(viewer, chat, "hello?")) == (403, "forbidden")
    clock.advance(60)
    assert (await youtube.say(viewer, chat, "hello?")).status_code == 200
    late = await youtube.call("DELETE", "/liveChat/bans", access, id=response.json()["id"])
    assert reason(late) == (404, "liveChatBanNotFound")


async def test_permanent_ban_is_lifted_by_its_id_only(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    viewer = await youtube.sign_in("junoplays")
    ban = (await youtube.ban(access, chat, "junoplays")).json()
    assert "banDurationSeconds" not in ban["snippet"]
    clock.advance(3_000)
    assert reason(await youtube.say(viewer.access, chat, "let me in")) == (403, "forbidden")
    wrong = await youtube.call("DELETE", "/liveChat/bans", access, id=youtube.channel_of("junoplays"))
    assert reason(wrong) == (404, "liveChatBanNotFound")
    assert (await youtube.call("DELETE", "/liveChat/bans", access, id=ban["id"])).status_code == 204
    assert (await youtube.say(viewer.access, chat, "thanks")).status_code == 200


async def test_ban_without_a_duration_lasts_five_minutes(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    target = {"channelId": youtube.channel_of("junoplays")}
    body = {"snippet": {"liveChatId": chat, "type": "temporary", "bannedUserDetails": target}}
    response = await youtube.call("POST", "/liveChat/bans", access, body, part="snippet")
    assert response.json()["snippet"]["banDurationSeconds"] == "300"


@pytest.mark.parametrize(
    ("snippet", "expected"),
    [
        ({"liveChatId": "???"}, (400, "invalidLiveChatId")),
        ({"bannedUserDetails": {"channelId": "UCnobody"}}, (400, "invalidChannelId")),
        ({"type": ""}, (400, "typeRequired")),
        ({"type": "forever"}, (400, "invalidValue")),
        ({"type": "permanent", "banDurationSeconds": "60"}, (400, "invalidValue")),
        ({"type": "temporary", "banDurationSeconds": "0"}, (400, "invalidValue")),
    ],
)
async def test_malformed_ban_is_rejected(youtube: YouTubeClient, snippet: Json, expected: tuple[int, str]) -> None:
    access, chat = await open_chat(youtube)
    target = {"channelId": youtube.channel_of("junoplays")}
    body = {"snippet": {"liveChatId": chat, "type": "permanent", "bannedUserDetails": target, **snippet}}
    assert reason(await youtube.call("POST", "/liveChat/bans", access, body, part="snippet")) == expected


async def test_owner_and_moderators_cannot_be_banned_and_viewers_cannot_ban(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    for login in ("pixelharbor", youtube.viewer_login(is_moderator=True)):
        refused = await youtube.ban(access, chat, login)
        assert reason(refused) == (403, "liveChatBanInsertionNotAllowed")
    viewer = await youtube.access("junoplays")
    assert reason(await youtube.ban(viewer, chat, youtube.viewer_login())) == (403, "forbidden")


async def test_bot_moderates_once_the_owner_made_it_a_moderator(youtube: YouTubeClient) -> None:
    _, chat = await open_chat(youtube)
    bot = await youtube.access("stagehandbot")
    assert reason(await youtube.ban(bot, chat, youtube.viewer_login())) == (403, "forbidden")
    await youtube.command("/moderator", login="pixelharbor", viewer="stagehandbot", on=True)
    assert (await youtube.ban(bot, chat, youtube.viewer_login())).status_code == 200
    await youtube.command("/moderator", login="pixelharbor", viewer="stagehandbot", on=False)
    assert reason(await youtube.ban(bot, chat, youtube.viewer_login(1))) == (403, "forbidden")


async def test_ban_made_in_studio_is_announced_and_can_be_lifted_there(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/ban", login="pixelharbor", viewer="junoplays", seconds=30)
    (event,) = await listed_messages(youtube, access, chat)
    assert event["snippet"]["userBannedDetails"]["banDurationSeconds"] == "30"
    refused = await youtube.http.post(
        "/control/youtube/say", json={"login": "pixelharbor", "viewer": "junoplays", "text": "hm"}
    )
    assert refused.status_code == 409
    await youtube.command("/unban", login="pixelharbor", viewer="junoplays")
    await youtube.command("/say", login="pixelharbor", viewer="junoplays", text="free")


async def test_memberships_are_new_upgraded_or_a_milestone(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/subscribe", login="pixelharbor", viewer="junoplays")
    await youtube.command("/subscribe", login="pixelharbor", viewer="junoplays", tier=2)
    await youtube.command("/subscribe", login="pixelharbor", viewer="odalys_", months=13, text="a year and more")
    new, upgraded, milestone = await listed_messages(youtube, access, chat)
    assert new["snippet"]["newSponsorDetails"] == {"memberLevelName": "Front row", "isUpgrade": False}
    assert upgraded["snippet"]["newSponsorDetails"] == {"memberLevelName": "Backstage", "isUpgrade": True}
    assert milestone["snippet"]["memberMilestoneChatDetails"] == {
        "memberLevelName": "Front row",
        "memberMonth": 13,
        "userComment": "a year and more",
    }
    assert milestone["authorDetails"]["isChatSponsor"]


async def test_gifted_memberships_are_followed_by_a_message_per_recipient(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/gift", login="pixelharbor", viewer="junoplays", count=3)
    gift, *received = await listed_messages(youtube, access, chat)
    assert gift["snippet"]["membershipGiftingDetails"]["giftMembershipsCount"] == 3
    assert len({each["snippet"]["authorChannelId"] for each in received}) == 3
    for each in received:
        details = each["snippet"]["giftMembershipReceivedDetails"]
        assert details["associatedMembershipGiftingMessageId"] == gift["id"]
        assert details["gifterChannelId"] == youtube.channel_of("junoplays")


async def test_super_chat_has_its_amount_and_super_sticker_its_alternative_text(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/limits", values={"sticker_from_cents": 1_000})
    await youtube.command("/pay", login="pixelharbor", viewer="junoplays", amount=250, text="good luck")
    await youtube.command("/pay", login="pixelharbor", viewer="junoplays", amount=1_000)
    first, second = await listed_messages(youtube, access, chat)
    assert first["snippet"]["superChatDetails"] == {
        "amountMicros": "2500000",
        "currency": "USD",
        "amountDisplayString": "$2.50",
        "tier": 2,
        "userComment": "good luck",
    }
    assert second["snippet"]["superStickerDetails"]["superStickerMetadata"]["altText"]


async def test_control_call_can_send_chat_events_that_no_simulated_viewer_causes(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    types = [
        "sponsorOnlyModeStartedEvent",
        "sponsorOnlyModeEndedEvent",
        "pollEvent",
        "fanFundingEvent",
        "messageRetractedEvent",
        "chatEndedEvent",
    ]
    for kind in types:
        await youtube.command("/show", login="pixelharbor", type=kind, message_id="LCC.x")
    assert kinds(await youtube.read(access, chat)) == types


async def test_growing_gift_combo_keeps_its_id(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    gift = await youtube.command("/show", login="pixelharbor", viewer="junoplays", type="giftEvent")
    first = await youtube.read(access, chat)
    again = {"type": "giftEvent", "message_id": gift["message_id"], "count": 2}
    await youtube.command("/show", login="pixelharbor", viewer="junoplays", **again)
    clock.advance(5)
    second = await youtube.read(access, chat, pageToken=first["nextPageToken"])
    combos = [
        (each["items"][0]["id"], each["items"][0]["snippet"]["giftDetails"]["comboCount"]) for each in (first, second)
    ]
    assert combos == [(gift["message_id"], 1), (gift["message_id"], 2)]


async def test_control_call_can_send_malformed_chat_events(
    youtube: YouTubeClient, collector: DeviationCollector
) -> None:
    access, chat = await open_chat(youtube)
    malformed: Json = {"id": 7, "snippet": {"type": "somethingNewEvent"}}
    await youtube.command("/raw", login="pixelharbor", message=malformed)
    assert await listed_messages(youtube, access, chat) == [malformed]
    assert any("somethingNewEvent" in one for one in collector.take())


async def test_actions_the_stand_in_lacks_and_messages_when_offline_are_refused(youtube: YouTubeClient) -> None:
    for path in ("/raid", "/redeem", "/like", "/share", "/join"):
        body = {"login": "pixelharbor", "viewer": "junoplays"}
        assert (await youtube.http.post(f"/control/youtube{path}", json=body)).status_code == 409
    offline = await youtube.http.post("/control/youtube/say", json={"login": "junoplays", "text": "hi"})
    assert offline.status_code == 409
