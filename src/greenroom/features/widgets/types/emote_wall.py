from typing import Annotated, Literal

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema


class EmoteWallWidget(StrictSchema):
    """Emotes of chat messages fly over the stream."""

    # Empty means all platforms.
    providers: StreamProviders = []
    motion: Literal["rise", "rain", "float"] = "rise"
    # Pixels.
    size: Annotated[int, Field(ge=16, le=256)] = 64
    seconds: Annotated[int, Field(ge=1, le=30)] = 6
    # Emotes on screen at the same time; more are left out.
    max_emotes: Annotated[int, Field(ge=1, le=200)] = 60
    # Emotes of one message; more are left out.
    max_per_message: Annotated[int, Field(ge=1, le=50)] = 5


TYPE = WidgetType(
    name="emote_wall",
    label="Emote wall",
    settings=EmoteWallWidget,
    width=1920,
    height=1080,
    classes=("wall", "wall-emote"),
    feeds=frozenset({"chat"}),
    tests=("emotes",),
)
