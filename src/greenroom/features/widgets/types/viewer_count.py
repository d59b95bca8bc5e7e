from typing import Literal

from sqlalchemy import select

from greenroom.features.widgets.types.fields import Percent, TextSize
from greenroom.features.widgets.types.kind import StateRequest, WidgetType
from greenroom.kernel.schema import StrictSchema
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.stream_platforms import StreamProviders


class ViewerCountWidget(StrictSchema):
    """Viewers of the streams that are live now."""

    # Empty means all platforms.
    providers: StreamProviders = []
    layout: Literal["each", "total"] = "each"
    text_size: TextSize = 32
    background_percent: Percent = 86


async def read_state(request: StateRequest) -> dict[str, object]:
    """Streams that viewers may see, as on the watch page."""
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


TYPE = WidgetType(
    name="viewer_count",
    label="Viewer count",
    settings=ViewerCountWidget,
    width=640,
    height=64,
    classes=("viewers", "viewers-platform", "viewers-icon", "viewers-number"),
    feeds=frozenset({"streams"}),
    read_state=read_state,
    tests=("viewers",),
)
