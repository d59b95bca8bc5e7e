"""What every event has, whatever it is about."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import msgspec

from greenroom.chat.protocol.events import Event
from greenroom.platforms.twitch.settings import EMOTES_URL

# A time without a zone could not be compared with ours: it is refused like any other odd payload.
Timestamp = Annotated[datetime, msgspec.Meta(tz=True)]


class FrameContext(msgspec.Struct, frozen=True, gc=False):
    """Which message it was, when Twitch sent it, when it was here, and where its emotes have their pictures."""

    message_id: str
    sent_at: datetime
    heard_at: datetime
    emotes_url: str = EMOTES_URL


# None: what it tells is told by another event already.
Normalize = Callable[[msgspec.Raw, FrameContext], Event | None]
