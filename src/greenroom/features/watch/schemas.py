"""Public data of a channel's streams."""

from uuid import UUID

from greenroom.accounts.channel_providers.public_presentation import PublicStream
from greenroom.kernel.schema import Schema


class WatchedChannel(Schema):
    id: UUID
    display_name: str
    is_chat_public: bool


class Watch(Schema):
    """What the watch page shows; streams are in the order in which their platforms were connected."""

    channel: WatchedChannel
    streams: list[PublicStream]
