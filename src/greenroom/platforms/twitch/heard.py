"""What every event has, whatever it is about."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import msgspec

from greenroom.chat.events import Event

# A time without a zone could not be compared with ours: it is refused like any other odd payload.
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Heard(msgspec.Struct, frozen=True, gc=False):
    """Which message it was, when Twitch sent it, and when it was here."""

    message_id: str
    sent_at: datetime
    heard_at: datetime


# None: what it tells is told by another event already.
Normalize = Callable[[msgspec.Raw, Heard], Event | None]
