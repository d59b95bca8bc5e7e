"""State that a widget's page gets when it connects, by the type of the widget."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.widgets.alerts.queue import drop_removed_texts, playing_alert, shown_alert
from greenroom.features.widgets.content.activities import GoalCount, count_activities, latest_activities
from greenroom.features.widgets.content.countdowns import read_countdown, state_of
from greenroom.features.widgets.texts.lines import latest_lines
from greenroom.features.widgets.types.chat import ChatWidget
from greenroom.features.widgets.types.countdown import CountdownWidget
from greenroom.features.widgets.types.event_list import EventListWidget
from greenroom.features.widgets.types.goal import GoalWidget
from greenroom.kernel.schema import StrictSchema


class StateRequest(Struct, frozen=True):
    """The widget whose state is read, with the settings of its type."""

    session: AsyncSession
    channel_id: UUID
    widget_id: UUID
    created_at: datetime
    settings: StrictSchema
    now: datetime


# Reads the state of a page; the result is encoded by msgspec.
ReadState = Callable[[StateRequest], Awaitable[dict[str, object]]]


async def _chat(request: StateRequest) -> dict[str, object]:
    assert isinstance(request.settings, ChatWidget)
    # Twice as many are read, because the page hides some of them by its settings.
    lines = await latest_lines(request.session, request.channel_id, 2 * request.settings.max_lines)
    return {"lines": lines}


async def _alerts(request: StateRequest) -> dict[str, object]:
    """The alert on screen: a page that was loaded again shows the rest of it, without texts removed meanwhile."""
    row = await playing_alert(request.session, request.widget_id, request.now)
    if row is None:
        return {"alert": None}
    # Detached, because this session only reads: the player stores the change once the page has joined it.
    request.session.expunge(row)
    await drop_removed_texts(request.session, [row])
    return {"alert": shown_alert(row, request.now)}


async def _goal(request: StateRequest) -> dict[str, object]:
    settings = request.settings
    assert isinstance(settings, GoalWidget)
    since = settings.since or request.created_at
    counted = GoalCount(settings.metric, settings.kinds, settings.providers, since)
    return {"current": settings.start + await count_activities(request.session, request.channel_id, counted)}


async def _event_list(request: StateRequest) -> dict[str, object]:
    settings = request.settings
    assert isinstance(settings, EventListWidget)
    activities = await latest_activities(
        request.session, request.channel_id, settings.kinds, settings.providers, settings.minimum, settings.max_events
    )
    return {"activities": activities}


async def _viewer_count(request: StateRequest) -> dict[str, object]:
    """Live streams that viewers may see, as on the public watch page."""
    found = select(ChannelProvider).where(
        ChannelProvider.channel_id == request.channel_id,
        ChannelProvider.is_live,
        ChannelProvider.is_listed,
        ChannelProvider.is_proven,
    )
    rows = await request.session.scalars(found)
    return {
        "streams": [
            {"id": row.id, "revision": row.revision, "provider": row.provider, "is_live": True, "viewers": row.viewers}
            for row in rows
        ]
    }


async def _countdown(request: StateRequest) -> dict[str, object]:
    assert isinstance(request.settings, CountdownWidget)
    row = await read_countdown(request.session, request.widget_id, request.settings.seconds)
    return {"countdown": state_of(row, request.now)}


_READERS: Mapping[str, ReadState] = {
    "chat": _chat,
    "alerts": _alerts,
    "goal": _goal,
    "event_list": _event_list,
    "viewer_count": _viewer_count,
    "countdown": _countdown,
    "subathon": _countdown,
}


async def read_state(type_name: str, request: StateRequest) -> dict[str, object]:
    """The state; empty for types whose pages begin empty or get their content from elsewhere, such as `WidgetData`."""
    reader = _READERS.get(type_name)
    return {} if reader is None else await reader(request)
