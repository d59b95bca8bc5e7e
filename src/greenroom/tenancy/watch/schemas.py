"""What everybody may know of a channel's streams."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from greenroom.tenancy.channel_providers.schemas import REVISION


class PublicStream(BaseModel):
    """A channel on one platform, and what it shows there now."""

    id: UUID
    revision: Annotated[int, Field(description=REVISION)]
    provider: str
    provider_channel_id: str
    provider_channel_name: str
    display_name: str
    avatar_url: str
    is_live: bool
    live_since: datetime | None
    title: str | None
    category: str | None
    # None: nobody has counted them.
    viewers: int | None
    # The platform's own page.
    watch_url: str | None
    # Its player, to be shown within our page; None where there is none, or nothing to be seen now.
    embed_url: str | None


class WatchedChannel(BaseModel):
    id: UUID
    display_name: str
    is_chat_public: bool


class Watch(BaseModel):
    """Oldest connection first."""

    channel: WatchedChannel
    streams: list[PublicStream]


class StreamUpdate(BaseModel):
    action: Literal["new", "updated", "deleted"]
    data: PublicStream
