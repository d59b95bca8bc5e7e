from typing import Literal

from greenroom.features.widgets.types.fields import Percent, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema
from greenroom.tenancy.stream_platforms import StreamProviders


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
