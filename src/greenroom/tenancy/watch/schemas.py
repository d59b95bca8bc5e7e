"""Public data of a channel's streams."""

from uuid import UUID

from pydantic import BaseModel

from greenroom.tenancy.channel_providers.public_presentation import PublicStream


class WatchedChannel(BaseModel):
    id: UUID
    display_name: str
    is_chat_public: bool


class Watch(BaseModel):
    """Streams are sorted by connection, oldest first."""

    channel: WatchedChannel
    streams: list[PublicStream]
