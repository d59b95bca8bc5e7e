from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints

from greenroom.kernel.text import SearchText

Provider = Literal["twitch", "youtube", "kick", "tiktok"]
ViewerId = Annotated[SearchText, StringConstraints(min_length=1, max_length=100)]


class AttendanceOut(BaseModel):
    """Of one person, on all the accounts that are known to be theirs; nothing but zeros when nobody has seen them."""

    watched_seconds: int = 0
    streams: int = 0
    # Streams in a row, up to the last one; and the most ever.
    streak: int = 0
    best_streak: int = 0
