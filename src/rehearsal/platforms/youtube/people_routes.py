"""Members, their levels, subscribers and supporters, and the search that costs a call of its own."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.youtube import messages, methods
from rehearsal.platforms.youtube.calls import Call, answer, opens, page, trim
from rehearsal.platforms.youtube.errors import ApiError, Json, invalid
from rehearsal.platforms.youtube.ids import chat_user_id, encode, etag_of, person_id
from rehearsal.platforms.youtube.studio import Broadcast, Studio, Support
from rehearsal.platforms.youtube.views import profile, resource, thumbnails
from rehearsal.platforms.youtube.youtube import OnYouTube, YouTube

DAY = timedelta(days=1)
MONTH = timedelta(days=30)
EVENTS = {"live": {"live"}, "upcoming": {"created", "ready"}, "completed": {"complete"}}
CONTENT = {"live": "live", "complete": "none"}

router = APIRouter(prefix="/youtube/v3")


def login_of(youtube: YouTube, channel: str) -> str:
    viewer = youtube.stage.world.viewer(viewer_id=person_id(channel) or "")
    return viewer.login if viewer else "unknown"


def level_id(studio: Studio, tier: int) -> str:
    return encode(f"{studio.channel_id} level {tier}".encode())


def check_approved(youtube: YouTube) -> None:
    if not youtube.is_approved_for_members:
        raise ApiError(403, "forbidden", "The project is not approved for channel memberships.")


@router.get("/members")
async def list_members(call: Annotated[Call, Depends(opens(methods.MEMBERS_LIST))], youtube: OnYouTube) -> Response:
    check_approved(youtube)
    studio = youtube.studio(call.somebody)
    wanted = [each for each in call.text("filterByMemberChannelId").split(",") if each] or list(studio.members)
    rows = [member(youtube, studio, channel) for channel in studio.members if channel in wanted]
    return page(call, "memberListResponse", rows)


def member(youtube: YouTube, studio: Studio, channel: str) -> Json:
    months, tier = studio.members[channel]
    levels = [level_id(studio, each) for each in range(1, tier + 1)]
    since = youtube.stage.clock.now() - months * MONTH
    duration: Json = {"memberSince": rfc3339(since), "memberTotalDurationMonths": months}
    snippet: Json = {
        "creatorChannelId": studio.channel_id,
        "memberDetails": profile(youtube.stage, login_of(youtube, channel), channel),
        "membershipsDetails": {
            "highestAccessibleLevel": levels[-1],
            "highestAccessibleLevelDisplayName": messages.level_name(tier),
            "accessibleLevels": [*levels],
            "membershipsDuration": duration,
            "membershipsDurationAtLevels": [{"level": levels[-1], **duration}],
        },
    }
    # A member has no id of its own.
    return {"kind": "youtube#member", "etag": etag_of(repr(snippet)), "snippet": snippet}


@router.get("/membershipsLevels")
async def list_levels(call: Annotated[Call, Depends(opens(methods.LEVELS_LIST))], youtube: OnYouTube) -> Response:
    check_approved(youtube)
    studio = youtube.studio(call.somebody)
    rows = [level(studio, tier) for tier in range(1, len(messages.LEVELS) + 1)]
    items = [trim(each, call.parts) for each in rows]
    return answer(call, {"kind": "youtube#membershipsLevelListResponse", "items": [*items]})


def level(studio: Studio, tier: int) -> Json:
    details: Json = {"displayName": messages.level_name(tier)}
    snippet: Json = {"creatorChannelId": studio.channel_id, "levelDetails": details}
    return resource("membershipsLevel", level_id(studio, tier), snippet=snippet)


@router.get("/superChatEvents")
async def list_super_chats(
    call: Annotated[Call, Depends(opens(methods.SUPER_CHATS_LIST))], youtube: OnYouTube
) -> Response:
    """Of the last thirty days, the newest first."""
    studio = youtube.studio(call.somebody)
    oldest = youtube.stage.clock.now() - 30 * DAY
    rows = [super_chat(youtube, studio, each) for each in reversed(studio.supports) if each.at >= oldest]
    return page(call, "superChatEventListResponse", rows)


def super_chat(youtube: YouTube, studio: Studio, each: Support) -> Json:
    price = messages.price(each.cents)
    snippet: Json = {
        "channelId": studio.channel_id,
        "supporterDetails": profile(youtube.stage, login_of(youtube, each.supporter_id), each.supporter_id),
        "commentText": each.text,
        "createdAt": messages.moment(each.at),
        "amountMicros": price["amountMicros"],
        "currency": price["currency"],
        "displayString": price["amountDisplayString"],
        "messageType": price["tier"],
        "isSuperStickerEvent": each.is_sticker,
    }
    if each.is_sticker:
        snippet["superStickerMetadata"] = dict(messages.STICKER)
    return resource("superChatEvent", each.id, snippet=snippet)


@router.get("/subscriptions")
async def list_subscriptions(
    call: Annotated[Call, Depends(opens(methods.SUBSCRIPTIONS_LIST))], youtube: OnYouTube
) -> Response:
    """Who subscribed to the own channel; what the own channel subscribed to is empty here."""
    wanted = call.one_of("mySubscribers", "myRecentSubscribers", "mine", "channelId", "id")
    studio = youtube.studio(call.somebody)
    channels = list(dict.fromkeys(studio.subscribers)) if wanted.startswith("my") else []
    rows = [subscription(youtube, studio, channel) for channel in channels]
    return page(call, "subscriptionListResponse", rows)


def subscription(youtube: YouTube, studio: Studio, channel: str) -> Json:
    login = login_of(youtube, channel)
    picture: Json = {"url": f"{youtube.stage.base_url}/avatars/{login}.svg", "width": 88, "height": 88}
    shown: Json = {"title": login, "description": "", "channelId": channel, "thumbnails": {"default": picture}}
    return resource("subscription", chat_user_id(studio.channel_id, channel), subscriberSnippet=shown)


@router.get("/search")
async def search(call: Annotated[Call, Depends(opens(methods.SEARCH_LIST))], youtube: OnYouTube) -> Response:
    if call.text("eventType") and call.texts("type") != ["video"]:
        raise invalid("eventType", "eventType needs type=video.", "invalidSearchFilter")
    rows: list[Json] = []
    for studio in youtube.studios():
        if call.text("channelId") in {"", studio.channel_id}:
            rows += [found_video(youtube, studio, each) for each in studio.broadcasts if is_found(studio, each, call)]
    return page(call, "searchListResponse", rows)


def is_found(studio: Studio, each: Broadcast, call: Call) -> bool:
    """Only public videos can be found, and only they."""
    lives = EVENTS.get(call.text("eventType"))
    is_kind = not call.texts("type") or "video" in call.texts("type")
    words = f"{each.title} {studio.person.display_name}".casefold()
    is_at_hand = lives is None or each.life in lives
    return is_kind and is_at_hand and each.privacy == "public" and call.text("q").casefold() in words


def found_video(youtube: YouTube, studio: Studio, each: Broadcast) -> Json:
    found_id: Json = {"kind": "youtube#video", "videoId": each.id}
    snippet: Json = {
        "publishedAt": rfc3339(each.published_at),
        "channelId": studio.channel_id,
        "title": each.title,
        "description": each.description,
        "thumbnails": thumbnails(youtube.stage, studio.person),
        "channelTitle": studio.person.display_name,
        "liveBroadcastContent": CONTENT.get(each.life, "upcoming"),
    }
    return {"kind": "youtube#searchResult", "etag": etag_of(each.id), "id": found_id, "snippet": snippet}
