"""API resources of broadcasts, videos and channels, and the profiles of users in chat."""

from rehearsal.clock import rfc3339
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast, Studio
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import channel_id, etag_of
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

THUMBNAILS = (("default", 120, 90), ("medium", 320, 180), ("high", 480, 360))
AVATARS = (("default", 88), ("medium", 240), ("high", 800))
CHANNEL_URL = "https://www.youtube.com/channel/"


def resource(kind: str, resource_id: str, **parts: Json) -> Json:
    """A resource with these parts; empty parts are left out."""
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


def broadcast_resource(rehearsal: RehearsalState, studio: Studio, broadcast: Broadcast) -> Json:
    parts: dict[str, Json] = {
        "snippet": broadcast_snippet(rehearsal, studio, broadcast),
        "status": {
            "lifeCycleStatus": broadcast.life,
            "privacyStatus": broadcast.privacy,
            "recordingStatus": recording_status(broadcast),
            "madeForKids": broadcast.is_for_kids,
            "selfDeclaredMadeForKids": broadcast.is_for_kids,
        },
        "contentDetails": broadcast_details(broadcast),
        "monetizationDetails": {"cuepointSchedule": {"enabled": False}},
        "statistics": {"concurrentViewers": str(broadcast.viewer_count)} if broadcast.is_live else {},
    }
    return resource("liveBroadcast", broadcast.id, **parts)


def broadcast_snippet(rehearsal: RehearsalState, studio: Studio, broadcast: Broadcast) -> Json:
    shown: Json = {
        "publishedAt": rfc3339(broadcast.published_at),
        "channelId": studio.channel_id,
        "title": broadcast.title,
        "description": broadcast.description,
        "thumbnails": thumbnails(rehearsal, studio.person),
        "scheduledStartTime": rfc3339(broadcast.scheduled_at),
        "isDefaultBroadcast": broadcast.is_persistent,
        "categoryId": broadcast.category_id,
        **times(broadcast),
    }
    return {**shown, "liveChatId": broadcast.chat.id} if broadcast.has_chat else shown


def times(broadcast: Broadcast) -> Json:
    known = {
        "scheduledEndTime": broadcast.scheduled_end_at,
        "actualStartTime": broadcast.started_at,
        "actualEndTime": broadcast.ended_at,
    }
    return {name: rfc3339(at) for name, at in known.items() if at is not None}


def broadcast_details(broadcast: Broadcast) -> Json:
    monitor: Json = {
        "enableMonitorStream": broadcast.has_monitor,
        "broadcastStreamDelayMs": broadcast.delay_ms,
        "embedHtml": f'<iframe width="425" height="344" src="https://www.youtube.com/embed/{broadcast.id}"></iframe>',
    }
    shown: Json = {**broadcast.settings, "monitorStream": monitor}
    if broadcast.stream_id is not None and broadcast.bound_at is not None:
        shown |= {"boundStreamId": broadcast.stream_id, "boundStreamLastUpdateTimeMs": rfc3339(broadcast.bound_at)}
    return shown


def recording_status(broadcast: Broadcast) -> str:
    return {"live": "recording", "complete": "recorded"}.get(broadcast.life, "notRecording")


def video_resource(rehearsal: RehearsalState, studio: Studio, broadcast: Broadcast) -> Json:
    return resource(
        "video",
        broadcast.id,
        snippet=video_snippet(rehearsal, studio, broadcast),
        status={
            "uploadStatus": "processed" if broadcast.life == "complete" else "uploaded",
            "privacyStatus": broadcast.privacy,
            "license": "youtube",
            "embeddable": True,
            "publicStatsViewable": True,
            "madeForKids": broadcast.is_for_kids,
            "selfDeclaredMadeForKids": broadcast.is_for_kids,
        },
        statistics={
            "viewCount": str(broadcast.viewer_count * 7),
            "likeCount": str(broadcast.viewer_count // 3),
            "favoriteCount": "0",
            "commentCount": "0",
        },
        liveStreamingDetails=streaming_details(broadcast),
        player={
            "embedHtml": f'<iframe width="480" height="270" src="//www.youtube.com/embed/{broadcast.id}"></iframe>'
        },
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


def video_snippet(rehearsal: RehearsalState, studio: Studio, broadcast: Broadcast) -> Json:
    content = {"live": "live", "complete": "none"}.get(broadcast.life, "upcoming")
    shown: Json = {
        "publishedAt": rfc3339(broadcast.started_at or broadcast.published_at),
        "channelId": studio.channel_id,
        "title": broadcast.title,
        "description": broadcast.description,
        "thumbnails": thumbnails(rehearsal, studio.person),
        "channelTitle": studio.person.display_name,
        "categoryId": broadcast.category_id,
        "liveBroadcastContent": content,
        "localized": {"title": broadcast.title, "description": broadcast.description},
    }
    return {**shown, "tags": [*broadcast.tags]} if broadcast.tags else shown


def streaming_details(broadcast: Broadcast) -> Json:
    shown: Json = {"scheduledStartTime": rfc3339(broadcast.scheduled_at), **times(broadcast)}
    # Without viewers the field is left out.
    if broadcast.is_live and broadcast.viewer_count:
        shown["concurrentViewers"] = str(broadcast.viewer_count)
    if broadcast.is_live and broadcast.has_chat:
        shown["activeLiveChatId"] = broadcast.chat.id
    return shown


def profile(rehearsal: RehearsalState, login: str, user_channel_id: str) -> Json:
    """The profile of a user in chat and bans."""
    return {
        "channelId": user_channel_id,
        "channelUrl": f"{CHANNEL_URL}{user_channel_id}",
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
