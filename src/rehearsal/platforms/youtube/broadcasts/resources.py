"""API resources of broadcasts, videos and channels."""

from rehearsal.clock import rfc3339
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast, Studio
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import channel_id, etag_of
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

THUMBNAILS = (("default", 120, 90), ("medium", 320, 180), ("high", 480, 360))
AVATARS = (("default", 88), ("medium", 240), ("high", 800))
STUDIO_URL = "https://www.youtube.com/channel/"


def resource(kind: str, resource_id: str, **parts: Json) -> Json:
    """Empty parts are left out."""
    content: Json = {name: part for name, part in parts.items() if part}
    return {"kind": f"youtube#{kind}", "etag": etag_of(repr((resource_id, content))), "id": resource_id, **content}


def thumbnails(rehearsal: RehearsalState, person: Person) -> Json:
    url = rehearsal.avatar_url(person)
    return {name: {"url": url, "width": width, "height": height} for name, width, height in THUMBNAILS}


def avatars(rehearsal: RehearsalState, person: Person) -> Json:
    url = rehearsal.avatar_url(person)
    return {name: {"url": url, "width": size, "height": size} for name, size in AVATARS}


def channel_resource(rehearsal: RehearsalState, studio: Studio) -> Json:
    person = studio.person
    user_channel_id = studio.channel_id
    texts: Json = {"title": person.display_name, "description": person.description}
    followers = 1_000 + int(person.id) % 900_000
    # The API rounds down to three digits, so that small changes are not visible.
    unit = 10 ** max(0, len(str(followers)) - 3)
    return resource(
        "channel",
        user_channel_id,
        snippet={
            **texts,
            "customUrl": f"@{person.login}",
            "publishedAt": rfc3339(person.created_at),
            "thumbnails": avatars(rehearsal, person),
            "localized": dict(texts),
            "country": "US",
        },
        contentDetails={"relatedPlaylists": {"likes": "", "uploads": f"UU{user_channel_id[2:]}"}},
        statistics={
            "viewCount": str(followers * 31),
            "subscriberCount": str(followers // unit * unit),
            "hiddenSubscriberCount": False,
            "videoCount": str(len(studio.broadcasts)),
        },
        status={
            "privacyStatus": "public",
            "isLinked": True,
            "longUploadsStatus": "allowed",
            "madeForKids": False,
            "selfDeclaredMadeForKids": False,
        },
    )


def broadcast_resource(rehearsal: RehearsalState, studio: Studio, each: Broadcast) -> Json:
    parts: dict[str, Json] = {
        "snippet": broadcast_snippet(rehearsal, studio, each),
        "status": {
            "lifeCycleStatus": each.life,
            "privacyStatus": each.privacy,
            "recordingStatus": recording_status(each),
            "madeForKids": each.is_for_kids,
            "selfDeclaredMadeForKids": each.is_for_kids,
        },
        "contentDetails": broadcast_details(each),
        "monetizationDetails": {"cuepointSchedule": {"enabled": False}},
        "statistics": {"concurrentViewers": str(each.viewer_count)} if each.is_live else {},
    }
    return resource("liveBroadcast", each.id, **parts)


def broadcast_snippet(rehearsal: RehearsalState, studio: Studio, each: Broadcast) -> Json:
    shown: Json = {
        "publishedAt": rfc3339(each.published_at),
        "channelId": studio.channel_id,
        "title": each.title,
        "description": each.description,
        "thumbnails": thumbnails(rehearsal, studio.person),
        "scheduledStartTime": rfc3339(each.scheduled_at),
        "isDefaultBroadcast": each.is_persistent,
        "categoryId": each.category_id,
        **times(each),
    }
    return {**shown, "liveChatId": each.chat.id} if each.has_chat else shown


def times(each: Broadcast) -> Json:
    known = {
        "scheduledEndTime": each.scheduled_end_at,
        "actualStartTime": each.started_at,
        "actualEndTime": each.ended_at,
    }
    return {name: rfc3339(at) for name, at in known.items() if at is not None}


def broadcast_details(each: Broadcast) -> Json:
    monitor: Json = {
        "enableMonitorStream": each.has_monitor,
        "broadcastStreamDelayMs": each.delay_ms,
        "embedHtml": f'<iframe width="425" height="344" src="https://www.youtube.com/embed/{each.id}"></iframe>',
    }
    shown: Json = {**each.settings, "monitorStream": monitor}
    if each.stream_id is not None and each.bound_at is not None:
        shown |= {"boundStreamId": each.stream_id, "boundStreamLastUpdateTimeMs": rfc3339(each.bound_at)}
    return shown


def recording_status(each: Broadcast) -> str:
    return {"live": "recording", "complete": "recorded"}.get(each.life, "notRecording")


def video_resource(rehearsal: RehearsalState, studio: Studio, each: Broadcast) -> Json:
    return resource(
        "video",
        each.id,
        snippet=video_snippet(rehearsal, studio, each),
        status={
            "uploadStatus": "processed" if each.life == "complete" else "uploaded",
            "privacyStatus": each.privacy,
            "license": "youtube",
            "embeddable": True,
            "publicStatsViewable": True,
            "madeForKids": each.is_for_kids,
            "selfDeclaredMadeForKids": each.is_for_kids,
        },
        statistics={
            "viewCount": str(each.viewer_count * 7),
            "likeCount": str(each.viewer_count // 3),
            "favoriteCount": "0",
            "commentCount": "0",
        },
        liveStreamingDetails=streaming_details(each),
        player={"embedHtml": f'<iframe width="480" height="270" src="//www.youtube.com/embed/{each.id}"></iframe>'},
        contentDetails={
            "duration": "P0D",
            "dimension": "2d",
            "definition": "hd",
            "caption": "false",
            "licensedContent": False,
            "contentRating": {},
            "projection": "rectangular",
        },
    )


def video_snippet(rehearsal: RehearsalState, studio: Studio, each: Broadcast) -> Json:
    content = {"live": "live", "complete": "none"}.get(each.life, "upcoming")
    shown: Json = {
        "publishedAt": rfc3339(each.started_at or each.published_at),
        "channelId": studio.channel_id,
        "title": each.title,
        "description": each.description,
        "thumbnails": thumbnails(rehearsal, studio.person),
        "channelTitle": studio.person.display_name,
        "categoryId": each.category_id,
        "liveBroadcastContent": content,
        "localized": {"title": each.title, "description": each.description},
    }
    return {**shown, "tags": [*each.tags]} if each.tags else shown


def streaming_details(each: Broadcast) -> Json:
    shown: Json = {"scheduledStartTime": rfc3339(each.scheduled_at), **times(each)}
    # Without viewers the field is left out.
    if each.is_live and each.viewer_count:
        shown["concurrentViewers"] = str(each.viewer_count)
    if each.is_live and each.has_chat:
        shown["activeLiveChatId"] = each.chat.id
    return shown


def profile(rehearsal: RehearsalState, login: str, user_channel_id: str) -> Json:
    """The profile of a user in chat and bans."""
    return {
        "channelId": user_channel_id,
        "channelUrl": f"{STUDIO_URL}{user_channel_id}",
        # The handle; until late 2025 it was the channel's name.
        "displayName": f"@{login}",
        "profileImageUrl": f"{rehearsal.base_url}/avatars/{login}.svg",
    }


def author_details(rehearsal: RehearsalState, studio: Studio, login: str, person_id: str, *, is_member: bool) -> Json:
    user_channel_id = channel_id(person_id)
    return {
        **profile(rehearsal, login, user_channel_id),
        "isVerified": False,
        "isChatOwner": studio.is_owner(user_channel_id),
        "isChatSponsor": is_member or user_channel_id in studio.members,
        "isChatModerator": user_channel_id in studio.moderator_ids,
    }
