from typing import Annotated

from pydantic import StringConstraints

from greenroom.kernel.schema import Schema
from greenroom.kernel.text import StorableText

ViewerId = Annotated[StorableText, StringConstraints(min_length=1, max_length=100)]


class AttendanceOut(Schema):
    """Watch time of all linked accounts together; each other number is the highest of any account."""

    watched_seconds: int = 0
    streams: int = 0
    streak: int = 0
    best_streak: int = 0
