"""Context that normalizers receive with each event."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import msgspec

from greenroom.chat.protocol.events import Event
from greenroom.platforms.twitch.settings import EMOTES_URL

# A time without a zone is refused: it cannot be compared with ours.
Timestamp = Annotated[datetime, msgspec.Meta(tz=True)]


class FrameContext(msgspec.Struct, frozen=True, gc=False):
    """Frame id, times of sending and receipt, and the host of emote images."""

    message_id: str
    sent_at: datetime
    received_at: datetime
    emotes_url: str = EMOTES_URL


# Returns None for an event that Twitch also reports as another event.
Normalize = Callable[[msgspec.Raw, FrameContext], Event | None]
