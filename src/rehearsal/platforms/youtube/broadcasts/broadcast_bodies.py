"""Request bodies of broadcasts and videos, which are validated and written to a `Broadcast`."""

from datetime import datetime

from pydantic import AwareDatetime, BaseModel, JsonValue

from rehearsal.platforms.youtube.broadcasts.categories import ASSIGNABLE, DEFAULT
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast
from rehearsal.platforms.youtube.errors import BROADCAST, VIDEO, ApiError

MAX_TITLE_LENGTH = 100
MAX_DESCRIPTION_BYTES = 5_000
MAX_TAGS_LENGTH = 500
PRIVACIES = {"public", "unlisted", "private"}
SETTINGS = {
    "closedCaptionsType", "enableAutoStart", "enableAutoStop", "enableClosedCaptions", "enableContentEncryption",
    "enableDvr", "enableEmbed", "enableLowLatency", "latencyPreference", "projection", "recordFromStart",
    "startWithSlate",
}  # fmt: skip


class Monitor(BaseModel):
    enableMonitorStream: bool | None = None  # noqa: N815 - the wire's name
    broadcastStreamDelayMs: int | None = None  # noqa: N815


class Details(BaseModel, extra="allow"):
    monitorStream: Monitor | None = None  # noqa: N815


class Status(BaseModel):
    privacyStatus: str | None = None  # noqa: N815
    selfDeclaredMadeForKids: bool | None = None  # noqa: N815


class BroadcastSnippet(BaseModel):
    title: str | None = None
    description: str = ""
    scheduledStartTime: AwareDatetime | None = None  # noqa: N815
    scheduledEndTime: AwareDatetime | None = None  # noqa: N815
    categoryId: str | None = None  # noqa: N815


class BroadcastBody(BaseModel):
    id: str | None = None
    snippet: BroadcastSnippet | None = None
    status: Status | None = None
    contentDetails: Details | None = None  # noqa: N815


class VideoSnippet(BaseModel):
    title: str | None = None
    categoryId: str | None = None  # noqa: N815
    description: str = ""
    tags: list[str] = []


class VideoBody(BaseModel):
    id: str | None = None
    snippet: VideoSnippet | None = None
    status: Status | None = None


def bad_request(reason: str, message: str, domain: str = BROADCAST) -> ApiError:
    return ApiError(400, reason, message, domain)


def checked_title(title: str, domain: str = BROADCAST) -> str:
    if not 1 <= len(title) <= MAX_TITLE_LENGTH or "<" in title or ">" in title:
        raise bad_request("invalidTitle", "The title is missing, too long, or has an invalid character.", domain)
    return title


def checked_description(description: str, domain: str = BROADCAST) -> str:
    if len(description.encode()) > MAX_DESCRIPTION_BYTES:
        raise bad_request("invalidDescription", "The description is too long.", domain)
    return description


def checked_category(category: str, domain: str = BROADCAST) -> str:
    if category not in ASSIGNABLE:
        raise bad_request("invalidCategoryId", "The category id is not valid.", domain)
    return category


def checked_tags(tags: list[str]) -> list[str]:
    if sum(len(tag) for tag in tags) > MAX_TAGS_LENGTH:
        raise bad_request("invalidTags", "The tags are too long.", VIDEO)
    return tags


def checked_privacy(status: Status | None) -> str:
    if status is None or status.privacyStatus is None:
        raise bad_request("privacyStatusRequired", "The privacyStatus is required.")
    if status.privacyStatus not in PRIVACIES:
        raise bad_request("invalidPrivacyStatus", "The privacyStatus is not valid.")
    return status.privacyStatus


def required_snippet(snippet: BroadcastSnippet | None) -> tuple[str, datetime]:
    if snippet is None or not snippet.title:
        raise bad_request("titleRequired", "The title of the broadcast is required.")
    if snippet.scheduledStartTime is None:
        raise bad_request("scheduledStartTimeRequired", "The scheduledStartTime of the broadcast is required.")
    return checked_title(snippet.title), snippet.scheduledStartTime


def write_snippet(broadcast: Broadcast, snippet: BroadcastSnippet) -> None:
    """Overwrites the broadcast's part `snippet`; title and start are required, other missing fields are reset."""
    title, scheduled_at = required_snippet(snippet)
    category = checked_category(snippet.categoryId or DEFAULT)
    broadcast.description = checked_description(snippet.description)
    broadcast.title, broadcast.scheduled_at, broadcast.category_id = title, scheduled_at, category
    broadcast.scheduled_end_at = snippet.scheduledEndTime


def write_status(broadcast: Broadcast, status: Status | None) -> None:
    broadcast.privacy = checked_privacy(status)
    if status is not None:
        broadcast.is_for_kids = bool(status.selfDeclaredMadeForKids)


def write_details(broadcast: Broadcast, details: Details | None, *, is_update: bool) -> None:
    monitor = details.monitorStream if details else None
    if is_update and (monitor is None or monitor.enableMonitorStream is None):
        raise bad_request("enableMonitorStreamRequired", "The enableMonitorStream property is required.")
    if is_update and (monitor is None or monitor.broadcastStreamDelayMs is None):
        raise bad_request("broadcastStreamDelayMsRequired", "The broadcastStreamDelayMs property is required.")
    if monitor is not None:
        broadcast.has_monitor = bool(monitor.enableMonitorStream)
        broadcast.delay_ms = monitor.broadcastStreamDelayMs or 0
    extra: dict[str, JsonValue] = (details.model_extra if details else None) or {}
    broadcast.settings |= {name: value for name, value in extra.items() if name in SETTINGS}


def write_video(broadcast: Broadcast, snippet: VideoSnippet | None) -> None:
    """Overwrites the video's part `snippet`; title and category are required, other missing fields are reset."""
    if snippet is None or not snippet.title or not snippet.categoryId:
        message = "The request metadata specifies invalid video metadata: title and categoryId are required."
        raise bad_request("invalidVideoMetadata", message, VIDEO)
    title, category = checked_title(snippet.title, VIDEO), checked_category(snippet.categoryId, VIDEO)
    broadcast.description = checked_description(snippet.description, VIDEO)
    broadcast.tags = checked_tags(snippet.tags)
    broadcast.title, broadcast.category_id = title, category
