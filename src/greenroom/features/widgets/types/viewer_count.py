from typing import Literal

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.fields import Percent, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema


class ViewerCountWidget(StrictSchema):
    """Viewers of the streams that are live now."""

    # Empty means all platforms.
    providers: StreamProviders = []
    layout: Literal["each", "total"] = "each"
    text_size: TextSize = 32
    background_percent: Percent = 86


TYPE = WidgetType(
    name="viewer_count",
    label="Viewer count",
    settings=ViewerCountWidget,
    width=640,
    height=64,
    classes=("viewers", "viewers-platform", "viewers-icon", "viewers-number"),
    feeds=frozenset({"streams"}),
    tests=("viewers",),
)
