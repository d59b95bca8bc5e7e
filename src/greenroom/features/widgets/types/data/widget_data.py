"""Content of widgets, such as a leaderboard: declared by features, each for the widgets of one type."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession


class WidgetDataQuery(Struct, frozen=True):
    """Which content a widget requests."""

    # Number of rows at most.
    limit: int
    # Id of one of several subjects, such as a queue; None for the current one.
    subject_id: UUID | None = None


# Returns the content under its name in the widget's state, which msgspec encodes: `{"leaderboard": {…}}`.
ReadWidgetData = Callable[[AsyncSession, UUID, WidgetDataQuery, datetime], Awaitable[dict[str, object]]]


class WidgetData(Struct, frozen=True, kw_only=True):
    # The type of widget that shows the content, as in features/widgets/types.
    type: str
    read: ReadWidgetData
    # The topic of a channel; a message there means that the content may have changed.
    topic: Callable[[UUID], str]
    # The content is read again at most once in this many seconds.
    seconds: float = 2.0
