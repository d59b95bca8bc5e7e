"""What a type of widget declares."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.schema import StrictSchema

# What a widget's page receives: chat lines that passed the filters, activities, changes of the streams.
Feed = Literal["chat", "activity", "streams"]


class StateRequest(Struct, frozen=True):
    """The widget whose first state is read, with the settings of its type."""

    session: AsyncSession
    channel_id: UUID
    widget_id: UUID
    created_at: datetime
    settings: StrictSchema
    now: datetime


# What the page shows when it opens; encoded by msgspec.
ReadState = Callable[[StateRequest], Awaitable[dict[str, object]]]


async def no_state(_: StateRequest) -> dict[str, object]:
    return {}


class WidgetType(Struct, frozen=True, kw_only=True):
    name: str
    # On screen.
    label: str
    settings: type[StrictSchema]
    # Suggested size of the browser source, in pixels.
    width: int
    height: int
    # Class names of the page's elements, for custom CSS; documented in docs/widgets.md.
    classes: tuple[str, ...]
    feeds: frozenset[Feed] = frozenset()
    read_state: ReadState = no_state
    # Names of the tests that staff can send to it.
    tests: tuple[str, ...] = ()
