"""YouTube's resources; only the fields that are used."""

from datetime import datetime
from typing import Annotated, Generic, TypeVar

import msgspec

from greenroom.platforms.youtube.api.answers import ErrorBody

T = TypeVar("T")

Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Listed(msgspec.Struct, Generic[T]):
    # Missing if the list is empty.
    items: list[T] = []


class Picture(msgspec.Struct):
    url: str = ""


class ChannelSnippet(msgspec.Struct, rename="camel"):
    title: str = ""
    custom_url: str = ""
    published_at: str = ""
    thumbnails: dict[str, Picture] = {}

    @property
    def avatar_url(self) -> str:
        found = self.thumbnails.get("default") or next(iter(self.thumbnails.values()), None)
        return found.url if found else ""


class ChannelStatistics(msgspec.Struct, rename="camel"):
    subscriber_count: int = 0
    hidden_subscriber_count: bool = False


class Channel(msgspec.Struct):
    id: str
    snippet: ChannelSnippet = msgspec.field(default_factory=ChannelSnippet)
    statistics: ChannelStatistics | None = None


class BroadcastSnippet(msgspec.Struct, rename="camel"):
    title: str = ""
    category_id: str = ""
    live_chat_id: str = ""
    scheduled_start_time: Time | None = None
    actual_start_time: Time | None = None


class BroadcastStatus(msgspec.Struct, rename="camel"):
    life_cycle_status: str = ""
    privacy_status: str = ""


class BroadcastStatistics(msgspec.Struct, rename="camel"):
    concurrent_viewers: int = 0


class Broadcast(msgspec.Struct):
    id: str
    snippet: BroadcastSnippet = msgspec.field(default_factory=BroadcastSnippet)
    status: BroadcastStatus = msgspec.field(default_factory=BroadcastStatus)
    statistics: BroadcastStatistics | None = None

    @property
    def is_live(self) -> bool:
        return self.status.life_cycle_status == "live"

    @property
    def is_listed(self) -> bool:
        return self.status.privacy_status == "public"


class StreamingDetails(msgspec.Struct, rename="camel"):
    active_live_chat_id: str = ""
    concurrent_viewers: int = 0


class Video(msgspec.Struct, rename="camel"):
    id: str
    live_streaming_details: StreamingDetails = msgspec.field(default_factory=StreamingDetails)


class CategorySnippet(msgspec.Struct):
    title: str = ""
    assignable: bool = False


class VideoCategory(msgspec.Struct):
    id: str
    snippet: CategorySnippet = msgspec.field(default_factory=CategorySnippet)


class Created(msgspec.Struct):
    """Response to an insert call."""

    id: str


class Page(msgspec.Struct, rename="camel"):
    """One page of the chat's list, or one element of its stream."""

    next_page_token: str = ""
    polling_interval_millis: int = 0
    offline_at: str = ""
    # Parsed one by one: an unreadable message must not lose the others.
    items: list[msgspec.Raw] = []
    error: ErrorBody | None = None
